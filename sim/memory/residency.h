// SPDX-License-Identifier: MIT
// Which addresses of partially resident ranges have no memory: what loads with TFE report.
#pragma once

#include <cstdint>

namespace wb::sim {

class GpuMemory;

/// True when `va` is in a range that GpuMemory::map_prt() made. Any thread.
bool is_prt(const GpuMemory& memory, uint64_t va);

} // namespace wb::sim
