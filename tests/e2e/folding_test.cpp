// SPDX-License-Identifier: MIT
// Each operation twice: with constant operands, which NIR folds while compiling, and with operands from a
// buffer, which the simulated GPU computes. The results must agree, where the notes of docs/differences.md do
// not say why not.
#include "tests/e2e/compute_fixture.h"
#include "tests/e2e/folding_differences.h"
#include "tests/e2e/spirv_words.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace wb::test {
namespace {

constexpr unsigned kVectors = 96, kOperands = 4, kBits64 = 64;
constexpr uint64_t kNothing = 0xdddd'4d4d'dddd'd5d5; ///< Where no result was written.

constexpr FloatMode kModes[] = {
    {"f32 flushed", true, false}, {"f32 kept", false, true}, {"towards zero", true, false, true}};

/// A module with 64-bit words at binding 0.
struct FoldingModule : SpirvWords {
    Id word, words, extended;

    explicit FoldingModule(const FloatMode& mode) {
        // Shader, Float16, Float64, Int64, Int16, Int8, float controls, integer functions, dot products.
        for (const uint32_t number : {1, 9, 10, 11, 22, 39, 4464, 4465, 4466, 4467, 4468, 5584, 6018, 6019})
            capability(number);
        extension("SPV_KHR_float_controls");
        extension("SPV_KHR_integer_dot_product");
        extension("SPV_INTEL_shader_integer_functions2");
        extended = import("GLSL.std.450");
        constexpr uint32_t kPreserve = 4459, kFlush = 4460, kKeepSpecial = 4461, kNearest = 4462,
                           kTowardsZero = 4463;
        for (const uint32_t bits : {16, 32, 64}) {
            execution_mode({(bits == 32 ? mode.flush32 : mode.flush16_64) ? kFlush : kPreserve, bits});
            execution_mode({kKeepSpecial, bits});
            execution_mode({mode.towards_zero ? kTowardsZero : kNearest, bits});
        }
        word = int_type(kBits64, false);
        words = buffer(0, word, 8);
    }
    Id of_kind(Kind kind) {
        if (kind == Kind::Bool) return bool_type();
        return is_float(kind) ? float_type(bits_of(kind)) : int_type(bits_of(kind), false);
    }
    Id constant_of(Kind kind, uint64_t bits) {
        if (kind == Kind::Bool) return boolean(bits);
        if (bits_of(kind) == kBits64) return constant(of_kind(kind), {uint32_t(bits), uint32_t(bits >> 32)});
        return constant(of_kind(kind), {uint32_t(bits)});
    }
    /// A 64-bit word as an operand.
    Id from_word(Kind kind, Id from) {
        if (kind == Kind::Bool) return value(171, bool_type(), {from, constant_of(Kind::I64, 0)});
        const Id whole = bits_of(kind) == kBits64 ? from : value(113, int_type(bits_of(kind), false), {from});
        return is_float(kind) ? value(124, of_kind(kind), {whole}) : whole;
    }
    Id to_word(Kind kind, Id result) {
        if (kind == Kind::Bool)
            return value(169, word, {result, constant_of(Kind::I64, 1), constant_of(Kind::I64, 0)});
        const Id whole = is_float(kind) ? value(124, int_type(bits_of(kind), false), {result}) : result;
        return bits_of(kind) == kBits64 ? whole : value(113, word, {whole});
    }
    Id make(const Operation& operation, const std::vector<uint32_t>& operands) {
        constexpr uint32_t kSub = 130, kMul = 132, kShiftRight = 194, kShiftLeft = 196, kOr = 197, kAnd = 199,
                           kVector = 23, kConstruct = 80;
        const Id whole = of_kind(operation.result);
        if (operation.made == Made::Product) {
            const auto half = uint32_t(operands.size() / 2);
            const Id vector = type(kVector, {whole, half});
            const Id a = value(kConstruct, vector, {operands.begin(), operands.begin() + half});
            const Id b = value(kConstruct, vector, {operands.begin() + half, operands.end()});
            return value(operation.opcode, whole, {a, b});
        }
        if (operation.made == Made::Mul24) {
            const Id mask = u32(0xffffff);
            return value(kMul, whole,
                         {value(kAnd, whole, {operands[0], mask}), value(kAnd, whole, {operands[1], mask})});
        }
        const bool left = operation.made == Made::RotateLeft;
        const Id rest =
            value(kSub, whole, {constant_of(operation.result, bits_of(operation.result)), operands[1]});
        return value(kOr, whole,
                     {value(left ? kShiftLeft : kShiftRight, whole, {operands[0], operands[1]}),
                      value(left ? kShiftRight : kShiftLeft, whole, {operands[0], rest})});
    }
    /// Scalars, or with `lanes` 2 vectors of two.
    Id apply(const Operation& operation, std::span<const Id> operands, unsigned lanes = 1) {
        std::vector<uint32_t> all(operands.begin(), operands.end());
        const Id scalar = of_kind(operation.result), whole = lanes == 1 ? scalar : type(23, {scalar, lanes});
        for (const Constant& constant : operation.constants)
            all.push_back(constant_of(constant.kind, constant.word));
        if (operation.made != Made::No) return make(operation, all);
        if (operation.name.starts_with("Pack")) // Of a vector.
            all = {value(80, type(23, {of_kind(operation.operands[0]), uint32_t(all.size())}), all)};
        all.insert(all.end(), operation.literals.begin(), operation.literals.end());
        if (operation.extended) all.insert(all.begin(), {extended, operation.opcode});
        const uint32_t opcode = operation.extended ? 12 : operation.opcode;
        if (operation.name.starts_with("Unpack")) { // A vector: one of its components.
            const uint32_t size = operation.name.find("4x") == std::string::npos ? 2 : 4;
            return value(
                81, whole,
                {value(opcode, type(23, {whole, size}), all), uint32_t(std::max(operation.member, 0))});
        }
        if (operation.member >= 0) {
            const bool mixed = !operation.pair.empty();
            const Id first = mixed ? of_kind(operation.pair[0]) : whole,
                     second = mixed ? of_kind(operation.pair[1]) : whole;
            const Id pair = value(opcode, type(30, {first, second}), all);
            return value(81, whole, {pair, uint32_t(operation.member)});
        }
        const Id result = value(opcode, whole, all);
        constexpr uint32_t kRoundingMode = 39;
        if (operation.rounding != Rounding::Any)
            decorate({result, kRoundingMode, uint32_t(operation.rounding)});
        return result;
    }
    std::vector<uint32_t> done(uint32_t size) {
        constexpr uint32_t kGlsl450 = 1;
        return finish(size, kGlsl450);
    }
};

class Folding : public ComputeTest {
protected:
    Folding() {
        extensions = {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME,
                      VK_INTEL_SHADER_INTEGER_FUNCTIONS_2_EXTENSION_NAME};
        functions_.shaderIntegerFunctions2 = VK_TRUE;
        sizes_.subgroupSizeControl = VK_TRUE;
        sizes_.pNext = &functions_;
        vulkan12_.shaderFloat16 = vulkan12_.shaderInt8 = VK_TRUE;
        vulkan12_.pNext = &sizes_;
        core_.features.shaderFloat64 = core_.features.shaderInt64 = core_.features.shaderInt16 = VK_TRUE;
        core_.pNext = &vulkan12_;
        features = &core_;
        stage_next = &required_;
    }
    void SetUp() override {
        operations = folding_operations();
        ComputeTest::SetUp();
        // Operands, folded results, executed results, results folded of flushed operands.
        make_buffer((words_of_operands() + 3 * operations.size() * kVectors) * 2, data);
        ASSERT_TRUE(data.words);
        uint64_t* to = words();
        for (const Operation& operation : operations)
            for (unsigned i = 0; i < kVectors; ++i) {
                const auto vector = folding_vector(operation, i);
                for (unsigned k = 0; k < kOperands; ++k)
                    to[((&operation - operations.data()) * kOperands + k) * kVectors + i] =
                        k < vector.size() ? vector[k] : 0;
            }
    }
    size_t words_of_operands() const { return operations.size() * kOperands * kVectors; }
    uint64_t* words() { return reinterpret_cast<uint64_t*>(data.words); }
    size_t folded_at(size_t operation) const { return words_of_operands() + operation * kVectors; }
    size_t executed_at(size_t operation) const { return folded_at(operations.size() + operation); }
    size_t flushed_at(size_t operation) const { return folded_at(2 * operations.size() + operation); }

    void fold_one(FoldingModule& module, const Operation& operation, std::span<const uint64_t> vector,
                  size_t to) {
        std::vector<uint32_t> operands;
        operands.reserve(vector.size());
        for (size_t k = 0; k < vector.size(); ++k)
            operands.push_back(module.constant_of(operation.operands[k], vector[k]));
        const auto result = module.to_word(operation.result, module.apply(operation, operands));
        module.store(module.element(module.words, module.word, module.u32(uint32_t(to))), result);
    }
    void fold(const FloatMode& mode, std::span<const size_t> chosen) {
        required_.requiredSubgroupSize = 64;
        constexpr size_t kAtOnce = 12;
        for (size_t first = 0; first < chosen.size(); first += kAtOnce) {
            FoldingModule module(mode);
            for (const size_t at : chosen.subspan(first, std::min(kAtOnce, chosen.size() - first)))
                for (unsigned i = 0; i < kVectors; ++i) {
                    const auto vector = folding_vector(operations[at], i);
                    fold_one(module, operations[at], vector, folded_at(at) + i);
                    const auto flushed = flushed_operands(operations[at], mode, vector);
                    if (flushed != vector) fold_one(module, operations[at], flushed, flushed_at(at) + i);
                }
            run(module.done(1), data, {}, 1);
        }
    }
    /// Which vectors an invocation computes, and so which instructions there are for it.
    enum class Shape {
        Lanes,   ///< Its own: vector instructions.
        Uniform, ///< The workgroup's, of one invocation: scalar instructions where there are any.
        Packed,  ///< Two of 16 bits: packed instructions.
    };
    void execute(const FloatMode& mode, unsigned lanes, Shape shape, std::span<const size_t> chosen) {
        required_.requiredSubgroupSize = lanes;
        const unsigned width = shape == Shape::Packed ? 2 : 1;
        constexpr size_t kAtOnce = 64;
        for (size_t first = 0; first < chosen.size(); first += kAtOnce) {
            FoldingModule module(mode);
            constexpr uint32_t kWorkgroupId = 26, kGlobalInvocationId = 28;
            const auto u32_type = module.int_type(32, false), u32x3 = module.type(23, {u32_type, 3});
            const auto id = module.load(
                u32x3, module.builtin(shape == Shape::Uniform ? kWorkgroupId : kGlobalInvocationId, u32x3));
            const auto mine =
                module.value(132, u32_type, {module.value(81, u32_type, {id, 0}), module.u32(width)});
            const auto place = [&](size_t base) {
                const auto index = module.value(128, u32_type, {mine, module.u32(uint32_t(base))});
                return module.element(module.words, module.word, index);
            };
            for (const size_t at : chosen.subspan(first, std::min(kAtOnce, chosen.size() - first))) {
                const Operation& operation = operations[at];
                std::vector<uint32_t> operands;
                for (size_t k = 0; k < operation.operands.size(); ++k) {
                    const Kind kind = operation.operands[k];
                    std::vector<uint32_t> parts;
                    for (unsigned part = 0; part < width; ++part) {
                        const auto loaded =
                            module.load(module.word, place((at * kOperands + k) * kVectors + part));
                        parts.push_back(module.from_word(kind, loaded));
                    }
                    operands.push_back(
                        width == 1 ? parts[0]
                                   : module.value(80, module.type(23, {module.of_kind(kind), width}), parts));
                }
                const auto result = module.apply(operation, operands, width);
                for (unsigned part = 0; part < width; ++part) {
                    const auto one = width == 1
                                         ? result
                                         : module.value(81, module.of_kind(operation.result), {result, part});
                    module.store(place(executed_at(at) + part), module.to_word(operation.result, one));
                }
            }
            const bool uniform = shape == Shape::Uniform;
            run(module.done(uniform ? 1 : kVectors / width), data, {}, uniform ? kVectors : 1);
        }
    }
    static bool agree(const Operation& operation, uint64_t folded, uint64_t executed) {
        if (folded == executed) return true;
        if (!is_float(operation.result)) return false;
        const double a = number_of(operation.result, folded), b = number_of(operation.result, executed);
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
        const Tolerance& may = operation.tolerance;
        if (may.absolute > 0 && std::fabs(a - b) <= may.absolute) return true;
        const bool same_sign =
            folded >> (bits_of(operation.result) - 1) == executed >> (bits_of(operation.result) - 1);
        return may.ulps && same_sign &&
               (folded > executed ? folded - executed : executed - folded) <= may.ulps;
    }
    void compare(const FloatMode& mode, const std::string& how, std::span<const size_t> chosen) {
        for (const size_t at : chosen) {
            unsigned wrong = 0;
            for (unsigned i = 0; i < kVectors; ++i) {
                const Operation& operation = operations[at];
                const uint64_t folded = words()[folded_at(at) + i], executed = words()[executed_at(at) + i];
                const auto vector = folding_vector(operation, i);
                ASSERT_NE(folded, kNothing) << operation.name;
                ASSERT_NE(executed, kNothing) << operation.name;
                if (agree(operation, folded, executed)) continue;
                if (flushed_operands(operation, mode, vector) != vector &&
                    agree(operation, words()[flushed_at(at) + i], executed))
                    continue;
                if (explained(operation, mode, vector, executed)) continue;
                if (++wrong > 3) continue;
                std::string operands;
                for (const uint64_t word : vector)
                    operands += " " + testing::PrintToString(word);
                ADD_FAILURE() << operation.name << ", " << mode.name << ", " << how << std::hex << ": folded "
                              << folded << ", executed " << executed << ", operands (decimal)" << operands;
            }
        }
    }

    std::vector<Operation> operations;
    Buffer data;

private:
    VkPhysicalDeviceFeatures2 core_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceVulkan12Features vulkan12_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceShaderIntegerFunctions2FeaturesINTEL functions_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_FUNCTIONS_2_FEATURES_INTEL};
    VkPhysicalDeviceSubgroupSizeControlFeatures sizes_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required_{
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
};

TEST_F(Folding, AgreesWithWhatIsExecuted) {
    const struct {
        const char* name;
        unsigned lanes;
        Shape shape;
    } ways[] = {{"wave32", 32, Shape::Lanes},
                {"wave64", 64, Shape::Lanes},
                {"uniform", 64, Shape::Uniform},
                {"packed, wave32", 32, Shape::Packed},
                {"packed, wave64", 64, Shape::Packed}};
    for (const FloatMode& mode : kModes) {
        std::vector<size_t> chosen, packed;
        for (size_t i = 0; i < operations.size(); ++i) {
            const Operation& operation = operations[i];
            if (mode.towards_zero ? !operation.rounds() : &mode != kModes && !operation.has_floats())
                continue;
            chosen.push_back(i);
            if (operation.packs()) packed.push_back(i);
        }
        std::fill_n(words() + folded_at(0), 3 * operations.size() * kVectors, kNothing);
        fold(mode, chosen);
        for (const auto& way : ways) {
            if (way.shape == Shape::Uniform && &mode != kModes)
                continue; // Floats have no scalar instructions.
            const auto& some = way.shape == Shape::Packed ? packed : chosen;
            execute(mode, way.lanes, way.shape, some);
            compare(mode, way.name, some);
            // No result may be left for the next.
            std::fill_n(words() + executed_at(0), operations.size() * kVectors, kNothing);
        }
    }
}

} // namespace
} // namespace wb::test
