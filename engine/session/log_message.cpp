// SPDX-License-Identifier: MIT
#include "engine/session/log_message.h"

#include "engine/values/format.h"

#include <fmt/format.h>

namespace wb::engine {

Result<LogMessage> parse_log_message(std::string_view text) {
    LogMessage out;
    std::string plain;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool doubled = i + 1 < text.size() && text[i + 1] == text[i];
        if (text[i] == '}' && !doubled) return fail("a '}' in a log message has no '{'; '}}' prints a brace");
        if (text[i] != '{' || doubled) {
            if (text[i] == '{' || text[i] == '}') ++i;
            plain += text[i];
            continue;
        }
        const size_t end = text.find('}', i);
        if (end == std::string_view::npos)
            return fail("a '{' in a log message is not closed; '{{' prints a brace");
        const std::string_view inside = text.substr(i + 1, end - i - 1);
        auto expr = parse_expression(inside);
        if (!expr) return fail(fmt::format("'{{{}}}': {}", inside, expr.error().message));
        if (!plain.empty()) out.parts.push_back({std::exchange(plain, ""), nullptr});
        out.parts.push_back({"", std::move(*expr)});
        i = end;
    }
    if (!plain.empty()) out.parts.push_back({plain, nullptr});
    return out;
}

std::string log_text(const LogMessage& message, Names& names, Access& access) {
    constexpr size_t kMostElements = 32;
    std::string out;
    for (const LogMessage::Part& part : message.parts) {
        if (!part.expr) {
            out += part.text;
            continue;
        }
        auto value = evaluate(*part.expr, names, access);
        out += value ? to_text(access, *value, {0, kMostElements}) : "<" + value.error().message + ">";
    }
    return out;
}

} // namespace wb::engine
