// SPDX-License-Identifier: MIT
// A look at CBOR before it is parsed: the parser recurses once per level, so a hostile frame could end the
// debugged program by its stack.
#pragma once

#include <cstdint>
#include <span>

namespace wb::protocol {

inline constexpr int kMaxDepth = 32;

/// True when `bytes` is one complete CBOR item (RFC 8949) whose arrays and maps nest at most kMaxDepth deep
/// and hold no more items than there are bytes. Tags are refused: the protocol has none.
bool is_sound_cbor(std::span<const uint8_t> bytes);

} // namespace wb::protocol
