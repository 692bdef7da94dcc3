// SPDX-License-Identifier: MIT
// What a log point prints: text with expressions in braces.
#pragma once

#include "engine/expr/evaluate.h"

#include <memory>

namespace wb::engine {

struct LogMessage {
    struct Part {
        std::string text;           ///< printed as it is, when there is no expression
        std::shared_ptr<Expr> expr; ///< whose value is printed
    };
    std::vector<Part> parts;
};

/// "height {height} at {cell}"; "{{" and "}}" are braces. Errors say which brace or expression is wrong.
Result<LogMessage> parse_log_message(std::string_view text);

/// The message for the lane that `names` and `access` speak of. What has no value shows the reason in its
/// place, as "<why>".
std::string log_text(const LogMessage& message, Names& names, Access& access);

} // namespace wb::engine
