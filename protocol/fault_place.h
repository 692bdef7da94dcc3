// SPDX-License-Identifier: MIT
// Where an address that faulted lies among the program's objects. For the engine, which tells it at a stop,
// and for the layer, which tells it when nobody is attached.
#pragma once

#include "protocol/messages.h"

#include <span>

namespace wb::protocol {

/// An object near the addresses that faulted.
struct FaultPlace {
    enum class Relation : uint8_t {
        Inside,    ///< in the object, which does not allow the access
        Unbacked,  ///< in the object, whose memory is gone (freed, or never bound there)
        Destroyed, ///< in an object that the program has destroyed
        PastEnd,   ///< `distance` bytes behind its last byte
        Before,    ///< `distance` bytes before its first byte
    };
    Relation relation = Relation::Inside;
    Range range;
    /// From the first address that may have faulted: into the object (the first three), or to it.
    uint64_t distance = 0;
};

/// The addresses that one access may have touched.
struct FaultSpan {
    uint64_t first = 0, size = 0;
    bool exact = false; ///< false: one byte or more somewhere in it, as where only the page is known
};

/// What tells most about the address, best first; at most two, none when the program has no object near it.
/// `ranges`: what exists, `freed`: what was destroyed, newest first.
std::vector<FaultPlace> fault_places(const FaultSpan& span, std::span<const Range> ranges,
                                     std::span<const Range> freed);

/// "at least 3072 bytes past the end of buffer 'results' (1024 bytes at 0x…)", and a second place behind a
/// semicolon; "near address 0: a null pointer" for the first 64 KiB.
std::string fault_text(const FaultSpan& span, std::span<const FaultPlace> places);

/// "past-end" and the like: the relation for tools.
const char* relation_word(FaultPlace::Relation relation);

} // namespace wb::protocol
