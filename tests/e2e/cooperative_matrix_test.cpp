// SPDX-License-Identifier: MIT
// VK_KHR_cooperative_matrix: everything that RADV says the device multiplies, in both wave sizes, against
// sums that are computed here. The floats are such that no order of additions rounds. The modules are written
// word by word (spirv_words.h), as Debian 12's glslang and Vulkan headers are older than the extension:
// SPV_KHR_cooperative_matrix.
#include "tests/e2e/compute_fixture.h"
#include "tests/e2e/small_floats.h"
#include "tests/e2e/spirv_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>

namespace wb::test {
namespace {

constexpr unsigned kTile = 16,
                   kRegion = 4096; ///< Rows, columns and depth; bytes between the matrices in the buffer.

/// VkPhysicalDeviceCooperativeMatrixFeaturesKHR and VkCooperativeMatrixPropertiesKHR.
struct MatrixFeatures {
    VkStructureType type = VkStructureType(1000506000);
    const void* next = nullptr;
    VkBool32 enabled = VK_TRUE, robust = VK_FALSE;
};
struct MatrixProperties {
    VkStructureType type = VkStructureType(1000506001);
    void* next = nullptr;
    uint32_t m, n, k, a, b, c, result;
    VkBool32 saturating;
    uint32_t scope;
};
using GetProperties = VkResult(VKAPI_PTR*)(VkPhysicalDevice, uint32_t*, MatrixProperties*);

/// VkComponentTypeKHR.
enum Component : uint32_t { kFloat16 = 0, kFloat32 = 1, kSint8 = 3, kSint32 = 5, kUint8 = 7, kUint32 = 9 };
constexpr unsigned bytes_of(Component component) {
    return component == kFloat32 || component == kSint32 || component == kUint32 ? 4
           : component == kFloat16                                               ? 2
                                                                                 : 1;
}
constexpr bool is_float(Component component) {
    return component == kFloat16 || component == kFloat32;
}
constexpr bool is_signed(Component component) {
    return component == kSint8 || component == kSint32;
}

using Tile =
    std::array<std::array<double, kTile>, kTile>; ///< [row][column]; f64 holds every component exactly.

/// How a matrix lies in the buffer.
struct Layout {
    bool by_columns = false;
    unsigned stride = kTile; ///< Components from one row or column to the next.
    unsigned at(unsigned row, unsigned column) const {
        return by_columns ? column * stride + row : row * stride + column;
    }
};

enum Use : uint32_t { kA, kB, kAccumulator };

/// A module that loads, computes and stores matrices: region i of the buffer at 4096 * i bytes.
struct Module : SpirvWords {
    std::map<Component, Id> buffers;

    Module() {
        for (const uint32_t number : {1, 6022, 9, 39, 4433, 4448, 5345}) // Shader .. VulkanMemoryModel
            capability(number);
        extension("SPV_KHR_cooperative_matrix");
    }
    Id scalar(Component component) {
        const unsigned bits = bytes_of(component) * 8;
        return is_float(component) ? float_type(bits) : int_type(bits, is_signed(component));
    }
    Id matrix(Component component, Use use) {
        return type(4456, {scalar(component), u32(3), u32(kTile), u32(kTile), u32(use)}); // Scope: subgroup
    }
    Id address(Component component, unsigned region) {
        Id& bound = buffers[component];
        if (!bound) bound = buffer(0, scalar(component), bytes_of(component));
        return element(bound, scalar(component), u32(region * kRegion / bytes_of(component)));
    }
    Id load_matrix(Component component, Use use, unsigned region, const Layout& layout) {
        const Id from = address(component, region);
        return value(4457, matrix(component, use), {from, u32(layout.by_columns), u32(layout.stride)});
    }
    void store_matrix(Component component, unsigned region, const Layout& layout, Id what) {
        const Id to = address(component, region);
        add(4458, {to, what, u32(layout.by_columns), u32(layout.stride)});
    }
};

class CooperativeMatrix : public ComputeTest, public testing::WithParamInterface<unsigned> {
protected:
    CooperativeMatrix() {
        extensions = {"VK_KHR_cooperative_matrix", VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME};
        vulkan11_.storageBuffer16BitAccess = vulkan12_.storageBuffer8BitAccess = VK_TRUE;
        vulkan12_.shaderFloat16 = vulkan12_.shaderInt8 = vulkan12_.vulkanMemoryModel = VK_TRUE;
        sizes_.subgroupSizeControl = sizes_.computeFullSubgroups = VK_TRUE;
        vulkan11_.pNext = &vulkan12_;
        vulkan12_.pNext = &sizes_;
        sizes_.pNext = &matrix_;
        features = &vulkan11_;
        required_.requiredSubgroupSize = GetParam();
        stage_next = &required_;
    }
    void SetUp() override {
        ComputeTest::SetUp();
        make_buffer(4 * kRegion / 4, data);
        ASSERT_TRUE(data.words);
    }

    unsigned lanes() const { return GetParam(); }
    uint8_t* region(unsigned index) { return reinterpret_cast<uint8_t*>(data.words) + index * kRegion; }
    void put(unsigned index, Component component, const Layout& layout, const Tile& values) {
        std::memset(region(index), 0xcd, kRegion);
        for (unsigned row = 0; row < kTile; ++row)
            for (unsigned column = 0; column < kTile; ++column) {
                uint8_t* to = region(index) + layout.at(row, column) * bytes_of(component);
                const double x = values[row][column];
                const float single = float(x);
                const uint16_t half = component == kFloat16 ? half_from(x) : uint16_t(0);
                const int64_t integer = int64_t(x);
                std::memcpy(to,
                            component == kFloat32   ? static_cast<const void*>(&single)
                            : component == kFloat16 ? static_cast<const void*>(&half)
                                                    : &integer,
                            bytes_of(component));
            }
    }
    double get(unsigned index, Component component, const Layout& layout, unsigned row, unsigned column) {
        const uint8_t* from = region(index) + layout.at(row, column) * bytes_of(component);
        float single = 0;
        uint16_t half = 0;
        int64_t integer = 0;
        switch (component) {
        case kFloat32:
            std::memcpy(&single, from, 4);
            return single;
        case kFloat16:
            std::memcpy(&half, from, 2);
            return half_value(half);
        default:
            std::memcpy(&integer, from, bytes_of(component));
            const unsigned up = 64 - bytes_of(component) * 8;
            return is_signed(component) ? double(integer << up >> up) : double(integer);
        }
    }
    void expect(unsigned index, Component component, const Layout& layout, const Tile& values,
                const std::string& what) {
        for (unsigned row = 0; row < kTile; ++row)
            for (unsigned column = 0; column < kTile; ++column)
                ASSERT_EQ(get(index, component, layout, row, column), values[row][column])
                    << what << " at " << row << ", " << column;
    }
    /// Nothing but the matrix was written.
    void expect_gaps(unsigned index, Component component, const Layout& layout) {
        for (unsigned at = 0; at < kRegion; ++at) {
            const unsigned i = at / bytes_of(component), along = i % layout.stride;
            const bool gap = i / layout.stride >= kTile || along >= kTile;
            ASSERT_TRUE(!gap || region(index)[at] == 0xcd) << at;
        }
    }
    void run_module(Module& module) {
        constexpr uint32_t kVulkanMemoryModel = 3;
        run(module.finish(lanes(), kVulkanMemoryModel), data, {}, 1);
    }
    static Tile make(const std::function<double(unsigned row, unsigned column)>& of) {
        Tile result;
        for (unsigned row = 0; row < kTile; ++row)
            for (unsigned column = 0; column < kTile; ++column)
                result[row][column] = of(row, column);
        return result;
    }
    void multiply(const MatrixProperties& p, unsigned variant);

    Buffer data;

private:
    VkPhysicalDeviceVulkan11Features vulkan11_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    VkPhysicalDeviceVulkan12Features vulkan12_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceSubgroupSizeControlFeatures sizes_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    MatrixFeatures matrix_;
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required_{
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
};

/// Numbers whose products and sums of sixteen are exact in the result: of floats multiples of a quarter below
/// 2, of integers all there are.
double factor(Component component, unsigned row, unsigned column) {
    const unsigned mixed = row * 37 + column * 101 + row * column * 7;
    if (is_float(component)) return (int(mixed % 15) - 7) * 0.25;
    const unsigned byte = mixed * 29 & 0xff;
    return component == kSint8 ? double(int8_t(byte)) : byte;
}
double addend(Component component, bool saturating, unsigned row, unsigned column) {
    const unsigned mixed = row * 53 + column * 19;
    if (is_float(component)) return int(mixed % 61) - 30;
    if (component == kUint32) return row == 3 ? 4294967295.0 - column : mixed;
    if (saturating || row == 5)
        return (mixed % 3 == 0   ? 2147483647.0
                : mixed % 3 == 1 ? -2147483648.0
                                 : 0) +
               (mixed % 3 == 0 ? -1.0 : 1.0) * column;
    return int(mixed) - 500;
}

/// D = A * B + C. Bits of `variant`: which of A, B, C, D lie by columns; the strides follow from it.
void CooperativeMatrix::multiply(const MatrixProperties& p, unsigned variant) {
    const auto a_type = Component(p.a), b_type = Component(p.b), c_type = Component(p.c),
               d_type = Component(p.result);
    const auto layout = [&](unsigned i) {
        return Layout{bool(variant >> i & 1), kTile + (variant * 3 + i * 8) % 24 / 4 * 4};
    };
    const Tile a = make([&](unsigned row, unsigned column) { return factor(a_type, row, column); });
    const Tile b = make([&](unsigned row, unsigned column) { return factor(b_type, column + 3, row); });
    const Tile c =
        make([&](unsigned row, unsigned column) { return addend(c_type, p.saturating, row, column); });
    put(0, a_type, layout(0), a);
    put(1, b_type, layout(1), b);
    put(2, c_type, layout(2), c);
    std::memset(region(3), 0xcd, kRegion);
    Module module;
    const auto a_id = module.load_matrix(a_type, kA, 0, layout(0)),
               b_id = module.load_matrix(b_type, kB, 1, layout(1));
    const auto c_id = module.load_matrix(c_type, kAccumulator, 2, layout(2));
    const uint32_t operands = uint32_t(is_signed(a_type)) | uint32_t(is_signed(b_type)) << 1 |
                              uint32_t(is_signed(c_type)) << 2 | uint32_t(is_signed(d_type)) << 3 |
                              uint32_t(p.saturating) << 4;
    const auto d_id = module.value(4459, module.matrix(d_type, kAccumulator), {a_id, b_id, c_id, operands});
    module.store_matrix(d_type, 3, layout(3), d_id);
    run_module(module);
    const Tile expected = make([&](unsigned row, unsigned column) {
        double sum = c[row][column];
        for (unsigned k = 0; k < kTile; ++k)
            sum += a[row][k] * b[k][column];
        if (is_float(d_type)) return sum;
        const auto whole = int64_t(sum);
        if (p.saturating) return double(std::clamp<int64_t>(whole, INT32_MIN, INT32_MAX));
        return d_type == kSint32 ? double(int32_t(uint32_t(whole))) : double(uint32_t(whole));
    });
    const std::string what = "types " + std::to_string(p.a) + " " + std::to_string(p.b) + " " +
                             std::to_string(p.c) + " " + std::to_string(p.result) +
                             (p.saturating ? " saturating" : "") + " variant " + std::to_string(variant);
    expect(3, d_type, layout(3), expected, what);
    expect_gaps(3, d_type, layout(3));
}

TEST_P(CooperativeMatrix, EveryCombinationThatTheDeviceOffers) {
    const auto get_properties =
        GetProperties(vkGetInstanceProcAddr(instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"));
    ASSERT_TRUE(get_properties);
    uint32_t count = 0;
    WB_VK(get_properties(physical, &count, nullptr));
    std::vector<MatrixProperties> all(count);
    WB_VK(get_properties(physical, &count, all.data()));
    EXPECT_GE(count, 14u);
    for (unsigned i = 0; i < count && !HasFatalFailure(); ++i) {
        const MatrixProperties& p = all[i];
        ASSERT_TRUE(p.m == kTile && p.n == kTile && p.k == kTile && p.scope == 3) << "a shape without a test";
        for (const uint32_t component : {p.a, p.b, p.c, p.result})
            ASSERT_TRUE(component <= 1 || component == 3 || component == 5 || component == 7 ||
                        component == 9)
                << "a component without a test: " << component;
        multiply(p, i * 5 % 16);
        if (is_float(Component(p.a))) // The floats by all layouts.
            for (unsigned variant = 0; variant < 16 && !HasFatalFailure(); variant += 3)
                multiply(p, variant);
    }
}

TEST_P(CooperativeMatrix, ElementwiseOperations) {
    const Layout rows, columns{true, 20};
    const Tile x =
        make([](unsigned row, unsigned column) { return int(row * 5 + column * 3) % 29 - 14 + 0.25; });
    const Tile y =
        make([](unsigned row, unsigned column) { return std::ldexp(1, int(row + column) % 4 - 1); });
    struct Case {
        const char* name;
        Component in, out;
        std::function<SpirvWords::Id(Module&, SpirvWords::Id x, SpirvWords::Id y, SpirvWords::Id type)> make;
        double (*of)(double x, double y);
    };
    const auto binary = [](uint32_t opcode) {
        return [opcode](Module& m, auto a, auto b, auto type) { return m.value(opcode, type, {a, b}); };
    };
    const auto unary = [](uint32_t opcode) {
        return [opcode](Module& m, auto a, auto, auto type) { return m.value(opcode, type, {a}); };
    };
    const auto half_scalar = [](Module& m, auto a, auto, auto type) {
        return m.value(143, type, {a, m.constant(m.float_type(16), {half_from(-1.5)})});
    };
    const Case cases[] = {
        {"FAdd", kFloat32, kFloat32, binary(129), [](double a, double b) { return a + b; }},
        {"FSub", kFloat16, kFloat16, binary(131), [](double a, double b) { return a - b; }},
        {"FMul", kFloat16, kFloat16, binary(133), [](double a, double b) { return a * b; }},
        {"FDiv", kFloat32, kFloat32, binary(136),
         [](double a, double b) { return a / b; }}, // By powers of two.
        {"FNegate", kFloat32, kFloat32, unary(127), [](double a, double) { return -a; }},
        {"FConvert up", kFloat16, kFloat32, unary(115), [](double a, double) { return a; }},
        {"FConvert down", kFloat32, kFloat16, unary(115), [](double a, double) { return a; }},
        {"MatrixTimesScalar", kFloat16, kFloat16, half_scalar, [](double a, double) { return a * -1.5; }},
        {"ConvertFToS", kFloat32, kSint32, unary(110), [](double a, double) { return std::trunc(a); }},
        {"CompositeConstruct", kFloat32, kFloat32,
         [](Module& m, auto, auto, auto type) { return m.value(80, type, {m.f32(2.75f)}); },
         [](double, double) { return 2.75; }},
    };
    for (const Case& test : cases) {
        put(0, test.in, rows, x);
        put(1, test.in, columns, y);
        std::memset(region(3), 0xcd, kRegion);
        Module module;
        const auto x_id = module.load_matrix(test.in, kAccumulator, 0, rows);
        const auto y_id = module.load_matrix(test.in, kAccumulator, 1, columns);
        module.store_matrix(test.out, 3, columns,
                            test.make(module, x_id, y_id, module.matrix(test.out, kAccumulator)));
        run_module(module);
        expect(3, test.out, columns,
               make([&](unsigned row, unsigned column) { return test.of(x[row][column], y[row][column]); }),
               test.name);
        if (HasFatalFailure()) return;
    }
}

TEST_P(CooperativeMatrix, IntegersElementwise) {
    const Layout rows;
    struct Case {
        const char* name;
        uint32_t opcode;
        Component type;
        int64_t (*of)(int64_t x, int64_t y);
    };
    const Case cases[] = {
        {"IAdd", 128, kUint32, [](int64_t x, int64_t y) { return x + y; }},
        {"ISub", 130, kSint32, [](int64_t x, int64_t y) { return x - y; }},
        {"IMul", 132, kSint32, [](int64_t x, int64_t y) { return x * y; }},
        {"UDiv", 134, kUint32, [](int64_t x, int64_t y) { return x / y; }},
        {"SDiv", 135, kSint32, [](int64_t x, int64_t y) { return x / y; }},
        {"SNegate", 126, kSint32, [](int64_t x, int64_t) { return -x; }},
    };
    for (const Case& test : cases) {
        const Tile x = make([&](unsigned row, unsigned column) {
            const uint32_t word = row * 0x1357'9bdfu + column * 0x0102'0305u;
            return is_signed(test.type) ? double(int32_t(word)) : word;
        });
        const Tile y = make([&](unsigned row, unsigned column) {
            const int value = int(row * 7 + column * 3) % 41 + 1;
            return is_signed(test.type) && column % 2 ? -value : value;
        });
        put(0, test.type, rows, x);
        put(1, test.type, rows, y);
        Module module;
        const auto type = module.matrix(test.type, kAccumulator);
        const auto x_id = module.load_matrix(test.type, kAccumulator, 0, rows),
                   y_id = module.load_matrix(test.type, kAccumulator, 1, rows);
        const auto result = test.opcode == 126 ? module.value(126, type, {x_id})
                                               : module.value(test.opcode, type, {x_id, y_id});
        module.store_matrix(test.type, 3, rows, result);
        run_module(module);
        const Tile expected = make([&](unsigned row, unsigned column) {
            const auto word = uint32_t(test.of(int64_t(x[row][column]), int64_t(y[row][column])));
            return is_signed(test.type) ? double(int32_t(word)) : word;
        });
        expect(3, test.type, rows, expected, test.name);
        if (HasFatalFailure()) return;
    }
}

/// Matrices of use A and B keep what was loaded, through layouts and arithmetic.
TEST_P(CooperativeMatrix, FactorsAreStoredToo) {
    const Layout from{false, 24}, to{true, 17};
    for (const Use use : {kA, kB})
        for (const Component component : {kFloat16, kSint8}) {
            const Tile x =
                make([&](unsigned row, unsigned column) { return int(row * 3 + column * 5) % 50 - 25; });
            put(0, component, from, x);
            std::memset(region(3), 0xcd, kRegion);
            Module module;
            const auto id = module.load_matrix(component, use, 0, from);
            module.store_matrix(
                component, 3, to,
                module.value(is_float(component) ? 129 : 128, module.matrix(component, use), {id, id}));
            run_module(module);
            expect(3, component, to, make([&](unsigned row, unsigned column) { return 2 * x[row][column]; }),
                   use == kA ? "A" : "B");
            expect_gaps(3, component, to);
            if (HasFatalFailure()) return;
        }
}

/// A loop over the invocation's own components by OpCooperativeMatrixLengthKHR, and a single one by its
/// index.
TEST_P(CooperativeMatrix, ComponentsOfAnInvocation) {
    const Layout rows;
    for (const Component component : {kFloat32, kFloat16}) {
        const Tile x = make([](unsigned row, unsigned column) { return int(row) - int(column) + 0.5; });
        put(0, component, rows, x);
        std::memset(region(1), 0, kRegion);
        std::memset(region(2), 0, kRegion);
        Module m;
        const auto type = m.matrix(component, kAccumulator), scalar = m.scalar(component),
                   word = m.int_type(32, false);
        const auto loaded = m.load_matrix(component, kAccumulator, 0, rows);
        const auto variable = m.variable(m.pointer(SpirvWords::kFunction, type));
        const auto counter = m.variable(m.pointer(SpirvWords::kFunction, word));
        m.store(variable, loaded);
        m.store(counter, m.u32(0));
        const auto length = m.value(4460, word, {type});
        // for (counter = 0; counter < length; ++counter) variable[counter] *= variable[counter];
        const auto head = m.new_id(), test = m.new_id(), body = m.new_id(), next = m.new_id(),
                   end = m.new_id();
        m.add(SpirvWords::kBranch, {head});
        m.add(SpirvWords::kLabel, {head});
        m.add(SpirvWords::kLoopMerge, {end, next, 0});
        m.add(SpirvWords::kBranch, {test});
        m.add(SpirvWords::kLabel, {test});
        const auto index = m.load(word, counter);
        const auto more = m.value(176, m.bool_type(), {index, length}); // ULessThan
        m.add(SpirvWords::kBranchConditional, {more, body, end});
        m.add(SpirvWords::kLabel, {body});
        const auto place = m.value(65, m.pointer(SpirvWords::kFunction, scalar), {variable, index});
        const auto component_id = m.load(scalar, place);
        m.store(place, m.value(133, scalar, {component_id, component_id}));
        m.add(SpirvWords::kBranch, {next});
        m.add(SpirvWords::kLabel, {next});
        m.store(counter, m.value(128, word, {index, m.u32(1)}));
        m.add(SpirvWords::kBranch, {head});
        m.add(SpirvWords::kLabel, {end});
        m.store_matrix(component, 1, rows, m.load(type, variable));
        // The first component of each invocation, doubled.
        const auto first = m.value(81, scalar, {loaded, 0});
        const auto doubled = m.value(129, scalar, {first, first});
        m.store_matrix(component, 2, rows, m.value(82, type, {doubled, loaded, 0}));
        m.store(m.address(kUint32, 3), length);
        run_module(m);
        EXPECT_EQ(*reinterpret_cast<uint32_t*>(region(3)), kTile * kTile / lanes());
        expect(1, component, rows,
               make([&](unsigned row, unsigned column) { return x[row][column] * x[row][column]; }),
               "squares");
        unsigned changed = 0;
        for (unsigned row = 0; row < kTile; ++row)
            for (unsigned column = 0; column < kTile; ++column) {
                const double got = get(2, component, rows, row, column);
                changed += got == 2 * x[row][column];
                ASSERT_TRUE(got == x[row][column] || got == 2 * x[row][column]) << row << ", " << column;
            }
        EXPECT_EQ(changed, lanes()); // No component is 0.
    }
}

INSTANTIATE_TEST_SUITE_P(Waves, CooperativeMatrix, testing::Values(32u, 64u),
                         [](const auto& info) { return "Wave" + std::to_string(info.param); });

} // namespace
} // namespace wb::test
