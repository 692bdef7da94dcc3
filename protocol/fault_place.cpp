// SPDX-License-Identifier: MIT
#include "protocol/fault_place.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <optional>

namespace wb::protocol {
namespace {

using Relation = FaultPlace::Relation;

/// Nothing is ever mapped below.
constexpr uint64_t kNullEnd = 0x10000;
/// Objects further away have nothing to do with the fault.
constexpr uint64_t kNear = 1ull << 32;

bool is_object(const Range& range) {
    return range.kind == kRangeBuffer || range.kind == kRangeImage;
}

bool overlaps(const Range& range, const FaultSpan& span) {
    return range.size && (span.first - range.va < range.size || range.va - span.first < span.size);
}

/// Buffers and images before memory, named ones before others, small ones before large ones.
bool tells_more(const Range& a, const Range& b) {
    if (is_object(a) != is_object(b)) return is_object(a);
    if (a.name.empty() != b.name.empty()) return b.name.empty();
    return a.size < b.size;
}

std::optional<FaultPlace> inside(const FaultSpan& span, std::span<const Range> ranges,
                                 std::span<const Range> freed) {
    const Range *object = nullptr, *gone = nullptr;
    bool mapped = false;
    for (const Range& range : ranges) {
        if (!overlaps(range, span)) continue;
        if (!is_object(range)) mapped = true;
        if (is_object(range) && (!object || tells_more(range, *object))) object = &range;
    }
    // The newest of those that tell as much.
    for (const Range& range : freed)
        if (overlaps(range, span) && (!gone || (is_object(range) && !is_object(*gone)))) gone = &range;
    const auto place = [&](Relation relation, const Range& range) {
        return FaultPlace{relation, range, span.first > range.va ? span.first - range.va : 0};
    };
    if (object) return place(mapped ? Relation::Inside : Relation::Unbacked, *object);
    if (gone && !mapped) return place(Relation::Destroyed, *gone);
    return std::nullopt;
}

std::string hex(uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%" PRIx64, value);
    return text;
}

std::string count(uint64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string name_of(const Range& range) {
    const std::string kind = range.kind == kRangeBuffer  ? "buffer"
                             : range.kind == kRangeImage ? "image"
                                                         : "memory";
    return (range.name.empty() ? "the unnamed " + kind + " " + std::to_string(range.id)
                               : kind + " '" + range.name + "'") +
           " (" + count(range.size) + " at " + hex(range.va) + ")";
}

std::string place_text(const FaultSpan& span, const FaultPlace& place) {
    const std::string least = span.exact ? "" : "at least ";
    // A page that begins before the object touches it anywhere.
    const std::string at = span.exact && span.first >= place.range.va
                               ? "at byte " + std::to_string(place.distance) + " of "
                               : "in ";
    switch (place.relation) {
    case Relation::Inside:
        return at + name_of(place.range) + ", whose memory does not allow that";
    case Relation::Unbacked:
        return at + name_of(place.range) + ", whose memory has been freed";
    case Relation::Destroyed:
        return at + name_of(place.range) +
               (is_object(place.range) ? ", which has been destroyed" : ", which has been freed");
    case Relation::PastEnd:
        return (place.distance ? least + count(place.distance) + " past the end of "
                               : "just behind the end of ") +
               name_of(place.range);
    case Relation::Before:
        return (place.distance ? least + count(place.distance) + " before " : "just before ") +
               name_of(place.range);
    }
    return "";
}

} // namespace

std::vector<FaultPlace> fault_places(const FaultSpan& span, std::span<const Range> ranges,
                                     std::span<const Range> freed) {
    if (span.first < kNullEnd) return {};
    if (auto place = inside(span, ranges, freed)) return {std::move(*place)};
    std::optional<FaultPlace> below, above;
    const uint64_t end = span.first + span.size;
    for (const Range& range : ranges) {
        if (!is_object(range) || !range.size) continue;
        const bool is_below = range.va + range.size <= span.first;
        if (!is_below && range.va < end) continue;
        const uint64_t distance = is_below ? span.first - (range.va + range.size) : range.va - end;
        if (distance >= kNear) continue;
        auto& best = is_below ? below : above;
        if (!best || distance < best->distance ||
            (distance == best->distance && tells_more(range, best->range)))
            best = {is_below ? Relation::PastEnd : Relation::Before, range, distance};
    }
    std::vector<FaultPlace> out;
    for (auto& place : {below, above})
        if (place) out.push_back(*place);
    // Running over an end is commoner than running under a beginning; the nearer one tells more.
    std::ranges::stable_sort(out, {}, &FaultPlace::distance);
    return out;
}

std::string fault_text(const FaultSpan& span, std::span<const FaultPlace> places) {
    if (span.first < kNullEnd) return "near address 0: a null pointer";
    std::string text;
    for (const FaultPlace& place : places)
        text += (text.empty() ? "" : "; ") + place_text(span, place);
    return text.empty() ? "no object of the program is near" : text;
}

const char* relation_word(Relation relation) {
    static constexpr const char* kWords[] = {"inside", "unbacked", "destroyed", "past-end", "before"};
    return kWords[size_t(relation)];
}

} // namespace wb::protocol
