// SPDX-License-Identifier: MIT
// What is mapped where in a GPU address window: an interval map, and the host mapping that each page should
// have. Not thread-safe; GpuMemory locks it. The const functions do not allocate, so a signal handler may
// call them.
#pragma once

#include <cstdint>
#include <map>

namespace wb::sim {

/// One mapping. Offsets are bytes from the start of the window.
struct MappedRange {
    uint64_t end = 0;
    int fd = -1; ///< -1: a PRT range, which reads as zero and drops writes.
    uint64_t fd_offset = 0;
    bool writable = false;

    bool prt() const { return fd < 0; }
};

class MappedRanges {
public:
    using Map = std::map<uint64_t, MappedRange>;

    /// Replaces whatever was in [start, range.end).
    void insert(uint64_t start, const MappedRange& range);
    /// Removes [start, end), cutting ranges that reach beyond it.
    void erase(uint64_t start, uint64_t end);

    /// The range that holds `offset`, or null; `start` gets its beginning.
    const MappedRange* find(uint64_t offset, uint64_t& start) const;
    /// True when [start, end) is covered without a gap; with `write`, by ranges that take writes.
    bool covers(uint64_t start, uint64_t end, bool write) const;

private:
    Map map_;
};

} // namespace wb::sim
