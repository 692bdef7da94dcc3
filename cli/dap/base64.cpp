// SPDX-License-Identifier: MIT
#include "cli/dap/base64.h"

namespace wb::cli::dap_server {

static constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64_encode(std::span<const uint8_t> bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t left = std::min<size_t>(bytes.size() - i, 3);
        uint32_t group = 0;
        for (size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < left ? bytes[i + k] : 0u);
        for (size_t k = 0; k < 4; ++k)
            out.push_back(k <= left ? kDigits[group >> (18 - 6 * k) & 63] : '=');
    }
    return out;
}

std::optional<std::vector<uint8_t>> base64_decode(std::string_view text) {
    if (text.size() % 4) return std::nullopt;
    std::vector<uint8_t> out;
    out.reserve(text.size() / 4 * 3);
    for (size_t i = 0; i < text.size(); i += 4) {
        const bool last = i + 4 == text.size();
        const size_t padding = !last ? 0 : text[i + 2] == '=' && text[i + 3] == '=' ? 2 : text[i + 3] == '=';
        uint32_t group = 0;
        for (size_t k = 0; k < 4; ++k) {
            const size_t digit = k >= 4 - padding ? 0 : kDigits.find(text[i + k]);
            if (digit == std::string_view::npos) return std::nullopt;
            group = group << 6 | uint32_t(digit);
        }
        for (size_t k = 0; k < 3 - padding; ++k)
            out.push_back(uint8_t(group >> (16 - 8 * k)));
    }
    return out;
}

} // namespace wb::cli::dap_server
