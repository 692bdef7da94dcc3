// SPDX-License-Identifier: MIT
// display, undisplay, ptype, whatis.
#include "engine/commands/interpreter.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::engine {

namespace {

Result<Value> value_of(Interpreter& interpreter, std::string_view text) {
    auto view = interpreter.stopped();
    if (!view) return std::unexpected(view.error());
    auto names = interpreter.session().names();
    if (!names) return std::unexpected(names.error());
    return evaluate(text, *names, **view);
}

std::string show(Interpreter& interpreter, const Display& display, nlohmann::json& list) {
    auto value = value_of(interpreter, display.text);
    const std::string text =
        value ? to_text(**interpreter.stopped(), *value, display.format) : value.error().message;
    list.push_back(
        {{"number", display.number}, {"expression", display.text}, {value ? "value" : "error", text}});
    return fmt::format("{}: {} = {}", display.number, display.text, value ? text : "<" + text + ">");
}

Outcome display(Interpreter& interpreter, std::string_view arguments) {
    auto format = take_format(arguments, "display");
    if (!format) return failed(format.error().message);
    nlohmann::json data = nlohmann::json::object();
    if (arguments.empty()) {
        if (interpreter.displays.empty())
            return {true, "Nothing is displayed; display EXPR adds something.", false, {}};
        if (auto view = interpreter.stopped(); !view) return failed(view.error().message);
        std::string text = show_displays(interpreter, data);
        return {true, std::move(text), false, std::move(data)};
    }
    if (auto expr = parse_expression(arguments); !expr) return failed(expr.error().message);
    const bool stopped = interpreter.session().focus_wave() != nullptr;
    if (stopped)
        if (auto value = value_of(interpreter, arguments); !value) return failed(value.error().message);
    const Display added{interpreter.next_display++, std::string(arguments), *format};
    interpreter.displays.push_back(added);
    if (!stopped)
        return {true, fmt::format("{}: {} will be shown at each stop.", added.number, added.text), false, {}};
    nlohmann::json list = nlohmann::json::array();
    std::string text = show(interpreter, added, list);
    data["displays"] = std::move(list);
    return {true, std::move(text), false, std::move(data)};
}

Outcome undisplay(Interpreter& interpreter, std::string_view arguments) {
    if (arguments.empty()) {
        interpreter.displays.clear();
        return {};
    }
    std::vector<uint64_t> numbers;
    while (!arguments.empty()) {
        const std::string_view word = take_word(arguments);
        const auto number = whole_number(word);
        if (!number ||
            std::ranges::find(interpreter.displays, *number, &Display::number) == interpreter.displays.end())
            return failed(fmt::format("there is no display '{}'", word));
        numbers.push_back(*number);
    }
    std::erase_if(interpreter.displays, [&](const Display& each) {
        return std::ranges::find(numbers, uint64_t(each.number)) != numbers.end();
    });
    return {};
}

/// The type that `text` names, in the focus wave's shader or in any other; null: none is called so.
const Type* named_type(Interpreter& interpreter, std::string_view text) {
    if (text.starts_with("struct ")) text = trimmed(text.substr(7));
    Session& session = interpreter.session();
    if (WaveView* view = session.focus_wave(); view && view->shader() && view->shader()->module)
        if (const Type* type = type_named(*view->shader()->module, text)) return type;
    for (auto& [id, shader] : session.shaders().all())
        if (shader->module)
            if (const Type* type = type_named(*shader->module, text)) return type;
    return nullptr;
}

Result<const Type*> type_of(Interpreter& interpreter, std::string_view text) {
    if (const Type* type = named_type(interpreter, text)) return type;
    auto value = value_of(interpreter, text);
    if (!value) return std::unexpected(value.error());
    if (!value->type) return fail("it has no type");
    return value->type;
}

/// A struct's members, with what stands around it ("*", "[4]") behind; other types by name.
std::string expanded(const Type& type) {
    const Type* base = &type;
    while (base->element && (base->kind == TypeKind::Pointer || base->kind == TypeKind::Array ||
                             base->kind == TypeKind::RuntimeArray))
        base = base->element;
    if (base->kind != TypeKind::Struct) return type.name;
    std::string text = fmt::format("struct {} {{\n", base->name);
    for (const Member& member : base->members) {
        text += fmt::format("    {} {};", member.type ? member.type->name : "?", member.name);
        if (member.offset != Member::kNoOffset) text += fmt::format(" // offset {}", member.offset);
        text += "\n";
    }
    text += "}";
    if (type.name.starts_with(base->name)) text += type.name.substr(base->name.size());
    return text;
}

Outcome type_command(Interpreter& interpreter, std::string_view arguments, bool expand) {
    if (arguments.empty())
        return failed(fmt::format("{} needs an expression or a type", expand ? "ptype" : "whatis"));
    auto type = type_of(interpreter, arguments);
    if (!type) return failed(type.error().message);
    return {true, "type = " + (expand ? expanded(**type) : (*type)->name), false, {{"type", (*type)->name}}};
}

Outcome ptype(Interpreter& interpreter, std::string_view arguments) {
    return type_command(interpreter, arguments, true);
}
Outcome whatis(Interpreter& interpreter, std::string_view arguments) {
    return type_command(interpreter, arguments, false);
}

} // namespace

std::string show_displays(Interpreter& interpreter, nlohmann::json& data) {
    nlohmann::json list = nlohmann::json::array();
    std::string text;
    for (const Display& each : interpreter.displays)
        text += (text.empty() ? "" : "\n") + show(interpreter, each, list);
    data["displays"] = std::move(list);
    return text;
}

std::span<const CommandRow> display_commands() {
    static constexpr CommandRow kRows[] = {
        {"display", 4, display, "display[/F] [EXPR]",
         "Shows an expression now and after each stop.\nWithout one it shows those there are. F as for "
         "print.",
         kTakesFormat},
        {"undisplay", 3, undisplay, "undisplay [N…]", "Shows display N no longer, none without a number."},
        {"ptype", 2, ptype, "ptype EXPR|TYPE", "Shows a type; of a struct, its members."},
        {"whatis", 4, whatis, "whatis EXPR", "Shows the name of an expression's type."},
    };
    return kRows;
}

} // namespace wb::engine
