// SPDX-License-Identifier: MIT
// Neighbours of cube map faces (Vulkan 1.3, "Cube Map Face Selection" and "Cube Map Edge Handling").
#pragma once

#include <cstdint>

namespace wb::sim {

struct CubeTexel {
    uint32_t face, x, y;
};

/// The texel of a face of `size` x `size` texels that lies at (x, y) of `face`, each -1..size, when the cube
/// is unfolded along one edge. Not for corners, where both are outside.
CubeTexel cube_neighbour(uint32_t face, int64_t x, int64_t y, uint32_t size);

} // namespace wb::sim
