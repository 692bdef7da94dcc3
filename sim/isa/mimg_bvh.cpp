// SPDX-License-Identifier: MIT
// IMAGE_BVH_INTERSECT_RAY and IMAGE_BVH64_INTERSECT_RAY: their operands. Source: RDNA 3.5 ISA document, "Ray
// Tracing", tables of VGPR contents and "Restrictions on image_bvh instructions"; that gfx11 has the same
// 16-bit form is what LLVM 19 makes of its intrinsic for gfx1100.
#include "sim/isa/bvh_node.h"
#include "sim/isa/memory_spaces.h"
#include "sim/isa/mimg_operands.h"

namespace wb::sim {

namespace {

const char* missing_of(const Inst& inst) {
    constexpr uint32_t kNeeded = kMemR128 | kMemUnorm, kRefused = kMemD16 | kMemTfe | kMemLwe;
    const bool allowed = (inst.mem_flags & (kNeeded | kRefused)) == kNeeded && mimg_dmask(inst) == 15 &&
                         mimg_dim(inst) == MimgDim::D1;
    return allowed ? nullptr : "this form of a ray instruction is not allowed";
}

/// The groups of address registers. Without NSA they follow each other.
struct RayOperands {
    enum Group { kNode, kExtent, kOrigin, kDirection, kInverse, kGroups };
    const Vgpr* group[kGroups] = {};
    bool a16;
    bool valid = false; ///< False after the device was stopped.

    RayOperands(Wave& wave, const Inst& inst, unsigned node_words) : a16(inst.mem_flags & kMemA16) {
        const unsigned sizes[kGroups] = {node_words, 1, 3, 3, 3};
        unsigned next = inst.src[0];
        for (unsigned i = 0; i < (a16 ? kInverse : kGroups); ++i) {
            if (i && inst.mem_flags & kMemNsa) next = kVgpr0 + inst.nsa[i - 1];
            group[i] = vgprs(wave, inst, next, sizes[i]);
            if (!group[i]) return;
            next += sizes[i];
        }
        valid = true;
    }
    float number(Group of, unsigned i, unsigned lane) const {
        return std::bit_cast<float>(group[of][i].lane[lane]);
    }
    /// With A16 a register has the direction in its low half and the inverse in its high half.
    static float half_number(uint32_t word) { return std::bit_cast<float>(float_from_half(uint16_t(word))); }
    BvhRay ray(unsigned lane) const {
        BvhRay out;
        out.extent = number(kExtent, 0, lane);
        for (unsigned axis = 0; axis < 3; ++axis) {
            out.origin[axis] = number(kOrigin, axis, lane);
            const uint32_t direction = group[kDirection][axis].lane[lane];
            out.direction[axis] = a16 ? half_number(direction) : std::bit_cast<float>(direction);
            out.inverse[axis] = a16 ? half_number(direction >> 16) : number(kInverse, axis, lane);
        }
        return out;
    }
};

template <unsigned NodeWords>
void intersect_ray(Wave& wave, const Inst& inst) {
    if (const char* missing = missing_of(inst)) {
        stop_at(wave, inst, missing);
        return;
    }
    uint32_t words[4] = {};
    for (unsigned i = 0; i < 4 && inst.src[2] + i < kSgprSink; ++i)
        words[i] = wave.sgpr[inst.src[2] + i];
    const BvhResource resource = BvhResource::decode(words);
    if (const char* missing = resource.missing()) {
        stop_at(wave, inst, missing);
        return;
    }
    const RayOperands operands(wave, inst, NodeWords);
    Vgpr* dst = operands.valid ? vgprs(wave, inst, inst.dst, 4) : nullptr;
    if (!dst) return;
    const IeeeArithmetic arithmetic;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint64_t pointer = operands.group[RayOperands::kNode][0].lane[lane];
        if (NodeWords == 2) pointer |= uint64_t(operands.group[RayOperands::kNode][1].lane[lane]) << 32;
        const auto result = intersect_bvh_node(*wave.memory, resource, pointer, operands.ray(lane));
        for (unsigned i = 0; i < 4; ++i)
            dst[i].lane[lane] = result[i];
    });
    wave.note_memory_fault();
}

} // namespace

ExecFn mimg_bvh_handler(std::string_view op) {
    if (op == "bvh_intersect_ray") return intersect_ray<1>;
    if (op == "bvh64_intersect_ray") return intersect_ray<2>;
    return nullptr;
}

} // namespace wb::sim
