// SPDX-License-Identifier: MIT
// Base64 (RFC 4648, section 4), as memory travels in the protocol; and memory references.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wb::cli::dap_server {

std::string base64_encode(std::span<const uint8_t> bytes);
/// Nothing when `text` is not base64 with its padding.
std::optional<std::vector<uint8_t>> base64_decode(std::string_view text);

/// The address that a memory reference ("0x8000100", or a decimal number) names, `offset` bytes on.
Result<uint64_t> parse_reference(const std::string& reference, int64_t offset);

} // namespace wb::cli::dap_server
