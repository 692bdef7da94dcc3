// SPDX-License-Identifier: MIT
#include "sim/memory/mapped_ranges.h"

namespace wb::sim {
namespace {

/// The part of `range`, which begins at `start`, from `from` on.
MappedRange tail(const MappedRange& range, uint64_t start, uint64_t from) {
    MappedRange part = range;
    part.fd_offset += from - start;
    return part;
}

} // namespace

void MappedRanges::insert(uint64_t start, const MappedRange& range) {
    erase(start, range.end);
    map_.emplace(start, range);
}

void MappedRanges::erase(uint64_t start, uint64_t end) {
    auto it = map_.upper_bound(start);
    if (it != map_.begin()) --it;
    while (it != map_.end() && it->first < end) {
        const uint64_t first = it->first;
        const MappedRange range = it->second;
        if (range.end <= start) {
            ++it;
            continue;
        }
        it = map_.erase(it);
        if (first < start) {
            MappedRange head = range;
            head.end = start;
            map_.emplace(first, head);
        }
        if (range.end > end) map_.emplace(end, tail(range, first, end));
    }
}

const MappedRange* MappedRanges::find(uint64_t offset, uint64_t& start) const {
    auto it = map_.upper_bound(offset);
    if (it == map_.begin()) return nullptr;
    --it;
    if (offset >= it->second.end) return nullptr;
    start = it->first;
    return &it->second;
}

bool MappedRanges::covers(uint64_t start, uint64_t end, bool write) const {
    while (start < end) {
        uint64_t first = 0;
        const MappedRange* range = find(start, first);
        if (!range || (write && !range->writable && !range->prt())) return false;
        start = range->end;
    }
    return true;
}

} // namespace wb::sim
