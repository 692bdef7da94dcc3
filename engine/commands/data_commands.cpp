// SPDX-License-Identifier: MIT
// print, lanes, set var.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"
#include "engine/session/assign.h"
#include "engine/values/format.h"

#include <fmt/format.h>

namespace wb::engine {

Result<Format> take_format(std::string_view& text, std::string_view command) {
    Format format;
    if (!text.starts_with('/')) return format;
    text.remove_prefix(1);
    const std::string_view letters = text.substr(0, text.find_first_of(" \t"));
    text = trimmed(text.substr(letters.size()));
    if (letters.size() == 1 && std::string_view("xzduotfca").find(letters[0]) != std::string_view::npos) {
        format.letter = letters[0];
        return format;
    }
    const bool counts = !letters.empty() &&
                        letters.find_first_not_of("0123456789xzduotfca") == std::string_view::npos &&
                        letters.find_first_of("0123456789") != std::string_view::npos;
    return fail(fmt::format(
        "'{}' is no format of {}: it is one letter, x hex, z hex with zeros, d signed, u unsigned, o octal, "
        "t binary, f float, c character or a address{}",
        letters, command, counts ? "; NAME@COUNT shows several elements, x/COUNT memory" : ""));
}

static Outcome print(Interpreter& interpreter, std::string_view arguments) {
    auto format = take_format(arguments, "print");
    if (!format) return failed(format.error().message);
    if (arguments.empty() && interpreter.session().history().values().empty())
        return failed("print needs an expression");
    // Alone, it shows the last value again.
    if (arguments.empty()) arguments = "$";
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    auto names = interpreter.session().names();
    if (!names) return failed(names.error().message);
    auto value = evaluate(arguments, *names, **view);
    if (!value) return failed(value.error().message);
    const std::string text = to_text(**view, *value, *format);
    const unsigned number = interpreter.session().history().add(**view, *value);
    return {true,
            fmt::format("{} = {}", arguments, text),
            false,
            {{"value", text}, {"type", value->type ? value->type->name : ""}, {"history", number}}};
}

/// The values printed last; `$N` in an expression is one of them.
static Outcome show(Interpreter& interpreter, std::string_view arguments) {
    constexpr size_t kShown = 10;
    if (take_word(arguments) != "values" || !arguments.empty()) return failed("show is written: show values");
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    const std::vector<Value>& values = interpreter.session().history().values();
    std::string text;
    for (size_t i = values.size() > kShown ? values.size() - kShown : 0; i < values.size(); ++i)
        text += fmt::format("{}${} = {}", text.empty() ? "" : "\n", i + 1, to_text(**view, values[i], {}));
    return {true, text.empty() ? "Nothing has been printed yet." : text, false};
}

/// One expression over all lanes of the focus wave; equal neighbours share a line.
static Outcome lanes(Interpreter& interpreter, std::string_view arguments) {
    auto format = take_format(arguments, "lanes");
    if (!format) return failed(format.error().message);
    if (arguments.empty()) return failed("lanes needs an expression");
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    auto expr = parse_expression(arguments);
    if (!expr) return failed(expr.error().message);
    const unsigned size = (*view)->info().wave_size;
    std::vector<std::string> texts;
    nlohmann::json list = nlohmann::json::array();
    for (unsigned lane = 0; lane < size; ++lane) {
        if (!(*view)->lane_active(lane)) {
            texts.emplace_back("(inactive)");
            list.push_back({{"lane", lane}, {"active", false}});
            continue;
        }
        auto names = interpreter.session().names(lane);
        if (!names) return failed(names.error().message);
        auto value = evaluate(**expr, *names, **view);
        const std::string text = value ? to_text(**view, *value, *format) : value.error().message;
        texts.push_back(value ? text : "<" + text + ">");
        list.push_back({{"lane", lane}, {"active", true}, {value ? "value" : "error", text}});
    }
    (*view)->lane = interpreter.session().focus().lane;
    std::string out = fmt::format("{} over the lanes of wave {}:", arguments,
                                  interpreter.session().short_name((*view)->info().wave));
    for (unsigned lane = 0; lane < size;) {
        unsigned last = lane;
        while (last + 1 < size && texts[last + 1] == texts[lane])
            ++last;
        const std::string range = last > lane ? fmt::format("{}-{}", lane, last) : fmt::format("{}", lane);
        const unsigned focus = interpreter.session().focus().lane;
        out += fmt::format("\n{} {:>6}  {}", focus >= lane && focus <= last ? '*' : ' ', range, texts[lane]);
        lane = last + 1;
    }
    return {true, out, false, {{"lanes", std::move(list)}}};
}

static Outcome set(Interpreter& interpreter, std::string_view arguments) {
    std::string_view rest = arguments;
    const std::string_view word = take_word(rest);
    if (word == "var" || word == "variable") arguments = rest;
    // The '=' that is not part of ==, <=, >= or !=.
    size_t equals = std::string_view::npos;
    for (size_t i = 1; i + 1 < arguments.size(); ++i)
        if (arguments[i] == '=' && arguments[i + 1] != '=' &&
            std::string_view("=<>!").find(arguments[i - 1]) == std::string_view::npos) {
            equals = i;
            break;
        }
    if (equals == std::string_view::npos) return failed("set is written: set var NAME = VALUE");
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    auto names = interpreter.session().names();
    if (!names) return failed(names.error().message);
    const std::string target(trimmed(arguments.substr(0, equals))),
        source(trimmed(arguments.substr(equals + 1)));
    auto done = assign(target, source, *names, **view, interpreter.session().focus().lane);
    if (!done) return failed(done.error().message);
    auto names_after = interpreter.session().names();
    auto value = evaluate(target, *names_after, **view);
    const std::string now = value ? to_text(**view, *value) : "<" + value.error().message + ">";
    std::string text = fmt::format("{} = {}", target, now);
    if (!done->empty()) text += "\n(" + *done + ")";
    return {true, text, false, {{"value", now}}};
}

std::span<const CommandRow> data_commands() {
    static constexpr CommandRow kRows[] = {
        {"print", 1, print, "print[/F] EXPR",
         "Shows the value of an expression.\nF: x hex, z hex with zeros, d signed, u unsigned, o octal, t "
         "binary, f float, c "
         "character, a address.\nEach value is kept as $1, $2 and so on; $ is the last, $$ the one before, "
         "$$3 three "
         "before it.",
         kTakesFormat},
        {"show", 3, show, "show values", "Shows the values printed last, with their numbers."},
        {"lanes", 3, lanes, "lanes[/F] EXPR", "Shows an expression for every lane of the focus wave.",
         kTakesFormat},
        {"set", 3, set, "set var NAME = VALUE",
         "Changes a variable, a part of one, a register ($v3) or memory."},
    };
    return kRows;
}

} // namespace wb::engine
