// SPDX-License-Identifier: MIT
// What `info` can tell, beside what is in info_commands.cpp.
#pragma once

#include "engine/commands/interpreter.h"

namespace wb::engine {

/// A list as an answer: text without its last line break, and what a tool gets.
inline Outcome told(std::string text, nlohmann::json data = {}) {
    if (text.ends_with('\n')) text.pop_back();
    return {true, std::move(text), false, std::move(data)};
}

Outcome info_dispatches(Interpreter& interpreter, std::string_view arguments);
Outcome info_buffers(Interpreter& interpreter, std::string_view arguments);
Outcome info_shaders(Interpreter& interpreter, std::string_view arguments);
Outcome info_devices(Interpreter& interpreter, std::string_view arguments);
Outcome info_registers(Interpreter& interpreter, std::string_view arguments);

} // namespace wb::engine
