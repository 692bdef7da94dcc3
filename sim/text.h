// SPDX-License-Identifier: MIT
// printf-style text into a std::string: GCC 12 has no <format>.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace wb::sim {

[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = std::vsnprintf(nullptr, 0, format, args);
    va_end(args);
    std::string result(length > 0 ? size_t(length) : 0, '\0');
    if (length > 0) std::vsnprintf(result.data(), size_t(length) + 1, format, again);
    va_end(again);
    return result;
}

} // namespace wb::sim
