// SPDX-License-Identifier: MIT
// What the host process has mapped where: /proc/self/maps.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <vector>

namespace wb::sim {

/// One mapping of the process, or a part of one.
struct HostMapping {
    uint64_t start = 0, end = 0; ///< Addresses, whole pages.
    int protection = 0;          ///< PROT_*.
    bool shared = false;         ///< MAP_SHARED.
    uint64_t offset = 0;         ///< In the file, of `start`.
    uint64_t inode = 0;          ///< 0: anonymous memory.
    bool adopted = false;        ///< A shared mapping of a file named kAdoptedName.
};

/// The name of the memory files that hold adopted program memory (program_memory.h).
inline constexpr char kAdoptedName[] = "wavebreak-program-memory";

/// The mappings that overlap [start, end), cut to it, lowest first. Another thread's changes meanwhile may or
/// may not be in it.
Result<std::vector<HostMapping>> host_mappings(uint64_t start, uint64_t end);

} // namespace wb::sim
