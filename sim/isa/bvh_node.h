// SPDX-License-Identifier: MIT
// A ray against one node of a bounding volume hierarchy in memory: what IMAGE_BVH*_INTERSECT_RAY computes.
// Sources: the RDNA 3.5 ISA document, "Ray Tracing" (descriptor, return modes); node layouts: Mesa 25.0.7,
// src/amd/vulkan/bvh/bvh.h; the tests themselves: AMD's GPURT (IntersectCommon.hlsl), which computes what
// the instruction does where that is missing. docs/ray-queries.md says what is assumed beyond these.
#pragma once

#include "sim/memory/gpu_memory.h"

#include <array>
#include <cstdint>

namespace wb::sim {

/// How the children of a box node are ordered.
enum class BoxOrder : uint8_t {
    Closest,         ///< Nearest entry first; entries behind the origin count as 0.
    LargestFirst,    ///< Longest stretch of the ray within the box first.
    ClosestMidpoint, ///< Nearest middle of entry and exit first, which may lie behind the origin.
    Reserved,
    AsStored, ///< No sorting.
};

/// T# of a hierarchy: four dwords.
struct BvhResource {
    uint64_t base = 0;      ///< GPU address of node 0.
    uint64_t last_node = 0; ///< Index of the last node, in units of 64 bytes.
    uint8_t type = 0;       ///< 8.
    BoxOrder order = BoxOrder::AsStored;
    uint8_t box_grow = 0;       ///< By how many units in the last place a box's exit moves away.
    bool barycentrics = false;  ///< TRIANGLE_RETURN_MODE.
    bool pointer_flags = false; ///< Node pointers carry culling flags.

    static BvhResource decode(const uint32_t words[4]);
    /// What the model lacks of it; null: nothing.
    const char* missing() const;
};

struct BvhRay {
    float extent = 0;
    float origin[3] = {}, direction[3] = {}, inverse[3] = {};
};

/// What is returned for a child that is not hit, and four times for a node that the hardware does not know.
inline constexpr uint32_t kNoBvhNode = 0xffff'ffff;

/// Four dwords. For box nodes: the children that the ray hits, in order, the others kNoBvhNode. For
/// triangles: numerator and denominator of the distance, whose sign says which side is seen (infinity and 1
/// for a miss), and numerators of two barycentric coordinates, or the triangle's id and whether it is hit.
/// `pointer` is the node's index with its type in the lowest three bits. Executor threads only; needs
/// IeeeArithmetic.
std::array<uint32_t, 4> intersect_bvh_node(GpuMemory& memory, const BvhResource& resource, uint64_t pointer,
                                           const BvhRay& ray);

} // namespace wb::sim
