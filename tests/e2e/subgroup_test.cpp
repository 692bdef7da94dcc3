// SPDX-License-Identifier: MIT
// Reductions, scans, clusters and rotations over whole subgroups of 32 and 64, some of whose lanes are off,
// against sums taken lane by lane here: lavapipe's subgroups have eight lanes, and Debian 12's glslang knows
// no rotations. Modules are written word by word. Source: SPIR-V, "Non-Uniform Instructions";
// SPV_KHR_subgroup_rotate.
#include "tests/e2e/compute_fixture.h"
#include "tests/e2e/folding_operations.h"
#include "tests/e2e/spirv_words.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>

namespace wb::test {
namespace {

/// Which lanes are on, one workgroup of one subgroup each.
constexpr uint64_t kMasks[] = {~0ull, 0xa5f0'7e81'3c5a'ff01, 0x8000'0000'8000'0000, 0xffff'fffe'ffff'fffe,
                               0x0000'ff00'00ff'0f10};
constexpr unsigned kGroups = std::size(kMasks), kMostLanes = 64;

/// VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR.
struct RotateFeatures {
    VkStructureType type = VkStructureType(1000416000);
    void* next = nullptr;
    VkBool32 rotate = VK_TRUE, clustered = VK_TRUE;
};

enum GroupOperation : uint32_t { kReduce, kInclusive, kExclusive, kClustered };

struct Arithmetic {
    const char* name;
    uint32_t opcode;
    bool floats;
    /// Of the operands as numbers, or of integers as sign-extended words.
    uint64_t (*whole)(uint64_t a, uint64_t b);
    double (*real)(double a, double b);
    uint64_t whole_identity;
    double real_identity;
};
constexpr uint64_t kLowest = 1ull << 63; ///< Of a 64-bit integer; narrower ones saturate to theirs.
constexpr Arithmetic kArithmetic[] = {
    {"IAdd", 349, false, [](uint64_t a, uint64_t b) { return a + b; }, nullptr, 0, 0},
    {"FAdd", 350, true, nullptr, [](double a, double b) { return a + b; }, 0, 0},
    {"IMul", 351, false, [](uint64_t a, uint64_t b) { return a * b; }, nullptr, 1, 0},
    {"FMul", 352, true, nullptr, [](double a, double b) { return a * b; }, 0, 1},
    {"SMin", 353, false, [](uint64_t a, uint64_t b) { return uint64_t(std::min(int64_t(a), int64_t(b))); },
     nullptr, kLowest - 1, 0},
    {"UMin", 354, false, [](uint64_t a, uint64_t b) { return std::min(a, b); }, nullptr, ~0ull, 0},
    {"FMin", 355, true, nullptr, [](double a, double b) { return std::min(a, b); }, 0, INFINITY},
    {"SMax", 356, false, [](uint64_t a, uint64_t b) { return uint64_t(std::max(int64_t(a), int64_t(b))); },
     nullptr, kLowest, 0},
    {"UMax", 357, false, [](uint64_t a, uint64_t b) { return std::max(a, b); }, nullptr, 0, 0},
    {"FMax", 358, true, nullptr, [](double a, double b) { return std::max(a, b); }, 0, -INFINITY},
    {"BitwiseAnd", 359, false, [](uint64_t a, uint64_t b) { return a & b; }, nullptr, ~0ull, 0},
    {"BitwiseOr", 360, false, [](uint64_t a, uint64_t b) { return a | b; }, nullptr, 0, 0},
    {"BitwiseXor", 361, false, [](uint64_t a, uint64_t b) { return a ^ b; }, nullptr, 0, 0},
};

/// The sign-extended word, so that one model serves all widths.
uint64_t extended(Kind kind, uint64_t word) {
    const unsigned up = 64 - bits_of(kind);
    return uint64_t(int64_t(word << up) >> up);
}

/// One operation that the module does, and where its results are.
struct Step {
    std::string name;
    uint32_t opcode = 0;
    GroupOperation operation = kReduce;
    uint32_t cluster = 0, delta = 0;
    const Arithmetic* arithmetic = nullptr; ///< Null: a rotation.
};

class Subgroups : public ComputeTest, public testing::WithParamInterface<std::tuple<unsigned, Kind>> {
protected:
    Subgroups() {
        extensions = {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, "VK_KHR_shader_subgroup_rotate"};
        sizes_.subgroupSizeControl = sizes_.computeFullSubgroups = VK_TRUE;
        sizes_.pNext = &rotate_;
        vulkan12_.shaderFloat16 = vulkan12_.shaderInt8 = vulkan12_.shaderSubgroupExtendedTypes = VK_TRUE;
        vulkan12_.pNext = &sizes_;
        core_.features.shaderFloat64 = core_.features.shaderInt64 = core_.features.shaderInt16 = VK_TRUE;
        core_.pNext = &vulkan12_;
        features = &core_;
        required_.requiredSubgroupSize = lanes();
        stage_next = &required_;
    }
    static unsigned lanes() { return std::get<0>(GetParam()); }
    static Kind kind() { return std::get<1>(GetParam()); }

    /// A lane's number: sums and products of all of them are exact in f16.
    static uint64_t input(unsigned lane, const Arithmetic* arithmetic) {
        if (!is_float(kind())) {
            const uint64_t mixed = (lane + 1) * 0x9e37'79b9'7f4a'7c15;
            return (mixed ^ mixed >> 29) & (bits_of(kind()) == 64 ? ~0ull : (1ull << bits_of(kind())) - 1);
        }
        const bool product = arithmetic && arithmetic->opcode == 352;
        return word_of(kind(), !product            ? int(lane * 7 % 31) - 15
                               : lane % 16 == 3    ? 2
                               : lane % 16 == 11   ? 0.5
                               : lane * 37 % 5 < 2 ? -1
                                                   : 1);
    }
    static bool on(unsigned group, unsigned lane) { return kMasks[group] >> lane & 1; }

    /// The result of `step` in a lane that is on; false when there is none.
    static bool expected(const Step& step, unsigned group, unsigned lane, uint64_t& out) {
        if (!step.arithmetic) {
            const unsigned size = step.cluster ? step.cluster : lanes();
            const unsigned from = lane / size * size + (lane + step.delta) % size;
            out = input(from, nullptr);
            return on(group, from);
        }
        const Arithmetic& a = *step.arithmetic;
        const unsigned first = step.operation == kClustered ? lane / step.cluster * step.cluster : 0;
        const unsigned end = step.operation == kReduce      ? lanes()
                             : step.operation == kClustered ? first + step.cluster
                                                            : lane + (step.operation == kInclusive);
        uint64_t whole = a.whole_identity;
        double real = a.real_identity;
        if (step.opcode == 353) whole = (kLowest - 1) >> (64 - bits_of(kind()));
        if (step.opcode == 356) whole = extended(kind(), 1ull << (bits_of(kind()) - 1));
        for (unsigned i = first; i < end; ++i) {
            if (!on(group, i)) continue;
            if (a.floats)
                real = a.real(real, number_of(kind(), input(i, &a)));
            else // Unsigned order of sign-extended words is that of the words.
                whole = a.whole(whole, extended(kind(), input(i, &a)));
        }
        out = a.floats ? word_of(kind(), real)
                       : whole & (bits_of(kind()) == 64 ? ~0ull : (1ull << bits_of(kind())) - 1);
        return true;
    }

    static std::vector<Step> arithmetic_steps() {
        std::vector<Step> all;
        for (const Arithmetic& a : kArithmetic) {
            if (a.floats != is_float(kind())) continue;
            all.push_back({std::string("reduce ") + a.name, a.opcode, kReduce, 0, 0, &a});
            all.push_back({std::string("inclusive ") + a.name, a.opcode, kInclusive, 0, 0, &a});
            all.push_back({std::string("exclusive ") + a.name, a.opcode, kExclusive, 0, 0, &a});
            for (const uint32_t size : {4u, 16u, 32u, 64u})
                if (size <= lanes())
                    all.push_back({"clusters of " + std::to_string(size) + " " + a.name, a.opcode, kClustered,
                                   size, 0, &a});
        }
        return all;
    }
    static std::vector<Step> rotation_steps() {
        std::vector<Step> all;
        constexpr uint32_t kRotate = 4431;
        for (const uint32_t delta : {1u, 5u, lanes() / 2, lanes() - 1})
            all.push_back({"rotate by " + std::to_string(delta), kRotate, kReduce, 0, delta, nullptr});
        for (const uint32_t size : {2u, 8u, 16u, 32u})
            all.push_back(
                {"rotate clusters of " + std::to_string(size), kRotate, kReduce, size, size - 1, nullptr});
        return all;
    }

    void check(const std::vector<Step>& all);

private:
    VkPhysicalDeviceFeatures2 core_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceVulkan12Features vulkan12_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceSubgroupSizeControlFeatures sizes_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    RotateFeatures rotate_;
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required_{
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
};

/// The buffer: masks, the lanes' numbers for sums, those for products, then each step's results by group and
/// lane.
void Subgroups::check(const std::vector<Step>& all) {
    constexpr uint64_t kNothing = 0xdddd'4d4d'dddd'd5d5;
    constexpr unsigned kSums = kGroups, kProducts = kSums + kMostLanes, kResults = kProducts + kMostLanes;
    const unsigned of_step = kGroups * lanes();
    Buffer data;
    make_buffer(2 * (kResults + all.size() * of_step), data);
    ASSERT_TRUE(data.words);
    auto* words = reinterpret_cast<uint64_t*>(data.words);
    std::copy_n(kMasks, kGroups, words);
    for (unsigned lane = 0; lane < kMostLanes; ++lane) {
        words[kSums + lane] = input(lane, nullptr);
        words[kProducts + lane] = input(lane, &kArithmetic[3]);
    }
    std::fill_n(words + kResults, all.size() * of_step, kNothing);

    SpirvWords m;
    // Shader, Float16, Float64, Int64, Int16, Int8, GroupNonUniform with Arithmetic and Clustered,
    // GroupNonUniformRotateKHR.
    for (const uint32_t number : {1, 9, 10, 11, 22, 39, 61, 63, 67, 6026})
        m.capability(number);
    m.extension("SPV_KHR_subgroup_rotate");
    const auto word = m.int_type(64, false), small = m.int_type(32, false), small3 = m.type(23, {small, 3});
    const auto buffer = m.buffer(0, word, 8);
    const unsigned bits = bits_of(kind());
    const auto bits_type = m.int_type(bits, false),
               number_type = is_float(kind()) ? m.float_type(bits) : bits_type;
    const auto lane = m.load(small, m.builtin(41, small)); // SubgroupLocalInvocationId
    const auto group = m.value(81, small, {m.load(small3, m.builtin(26, small3)), 0});
    const auto number = [&](unsigned base) {
        const auto loaded = m.load(word, m.element(buffer, word, m.value(128, small, {lane, m.u32(base)})));
        const auto narrow = bits == 64 ? loaded : m.value(113, bits_type, {loaded});
        return is_float(kind()) ? m.value(124, number_type, {narrow}) : narrow;
    };
    const auto sums = number(kSums), products = number(kProducts);
    const auto mask = m.load(word, m.element(buffer, word, group));
    const auto bit = m.value(199, word, {m.value(194, word, {mask, lane}), m.constant(word, {1, 0})});
    const auto is_on = m.value(171, m.bool_type(), {bit, m.constant(word, {0, 0})});
    const auto inside = m.new_id(), end = m.new_id();
    m.add(247, {end, 0}); // SelectionMerge
    m.add(SpirvWords::kBranchConditional, {is_on, inside, end});
    m.add(SpirvWords::kLabel, {inside});
    const auto mine = m.value(128, small, {m.value(132, small, {group, m.u32(lanes())}), lane});
    for (size_t i = 0; i < all.size(); ++i) {
        const Step& step = all[i];
        constexpr uint32_t kSubgroup = 3;
        std::vector<uint32_t> operands = {m.u32(kSubgroup)};
        if (step.arithmetic) operands.push_back(step.operation);
        operands.push_back(step.opcode == 352 ? products : sums);
        if (!step.arithmetic) operands.push_back(m.u32(step.delta));
        if (step.cluster) operands.push_back(m.u32(step.cluster));
        auto result = m.value(step.opcode, number_type, operands);
        if (is_float(kind())) result = m.value(124, bits_type, {result});
        if (bits != 64) result = m.value(113, word, {result});
        const auto at = m.value(128, small, {mine, m.u32(kResults + uint32_t(i) * of_step)});
        m.store(m.element(buffer, word, at), result);
    }
    m.add(SpirvWords::kBranch, {end});
    m.add(SpirvWords::kLabel, {end});
    constexpr uint32_t kGlsl450 = 1;
    run(m.finish(lanes(), kGlsl450), data, {}, kGroups);

    for (size_t i = 0; i < all.size(); ++i)
        for (unsigned g = 0; g < kGroups; ++g)
            for (unsigned l = 0; l < lanes(); ++l) {
                const uint64_t got = words[kResults + i * of_step + g * lanes() + l];
                uint64_t want = kNothing;
                if (on(g, l) && !expected(all[i], g, l, want)) continue;
                ASSERT_EQ(got, want) << all[i].name << std::hex << " mask " << kMasks[g] << " lane "
                                     << std::dec << l;
            }
}

TEST_P(Subgroups, Arithmetic) {
    check(arithmetic_steps());
}

/// Apart: ACO's assertions do not hold for a shader with 64-bit reductions and wave64 rotations
/// (docs/differences.md).
TEST_P(Subgroups, Rotations) {
    check(rotation_steps());
}

INSTANTIATE_TEST_SUITE_P(Waves, Subgroups,
                         testing::Combine(testing::Values(32u, 64u),
                                          testing::Values(Kind::I8, Kind::I16, Kind::I32, Kind::I64,
                                                          Kind::F16, Kind::F32, Kind::F64)),
                         [](const auto& info) {
                             const Kind kind = std::get<1>(info.param);
                             return "Wave" + std::to_string(std::get<0>(info.param)) +
                                    (is_float(kind) ? "F" : "I") + std::to_string(bits_of(kind));
                         });

} // namespace
} // namespace wb::test
