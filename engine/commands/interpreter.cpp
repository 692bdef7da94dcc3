// SPDX-License-Identifier: MIT
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace wb::engine {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text = trimmed(text.substr(end));
    return word;
}

std::optional<uint64_t> whole_number(std::string_view text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// How many letters have to be put in, left out, changed or swapped with their neighbour to make `b` of `a`.
static size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> before, last, row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string_view> known) {
    size_t least = word.size() > 4 ? 3 : word.size() > 2 ? 2 : 1; // must be fewer than these
    std::string_view found;
    for (std::string_view each : known)
        if (const size_t far = distance(word, each); far < least) {
            least = far;
            found = each;
        }
    return found.empty() ? "" : fmt::format(" Did you mean '{}'?", found);
}

static std::array<std::span<const CommandRow>, 8> all_commands() {
    return {breakpoint_commands(), running_commands(), data_commands(),   display_commands(),
            memory_commands(),     info_commands(),    source_commands(), focus_commands()};
}

static std::string unknown_command(std::string_view word) {
    std::vector<std::string_view> names{"help", "quit"};
    for (auto rows : all_commands())
        for (const CommandRow& row : rows)
            names.push_back(row.name);
    const std::string hint = nearest(word, names);
    return fmt::format("'{}' is no command; help lists them{}{}", word, hint.empty() ? "" : ".", hint);
}

static const CommandRow* find_command(std::string_view word) {
    for (auto rows : all_commands())
        for (const CommandRow& row : rows)
            if (row.name == word) return &row;
    for (auto rows : all_commands())
        for (const CommandRow& row : rows)
            if (word.size() >= row.least && row.name.starts_with(word)) return &row;
    return nullptr;
}

static Outcome help(std::string_view topic) {
    if (!topic.empty()) {
        const CommandRow* row = find_command(topic);
        if (!row) return failed(unknown_command(topic));
        return {true, fmt::format("{}\n{}", row->usage, row->help), false};
    }
    std::string text = "Commands (help NAME tells more):\n";
    for (auto rows : all_commands())
        for (const CommandRow& row : rows)
            text += fmt::format("  {:<44} {}\n", row.usage, row.help.substr(0, row.help.find('\n')));
    text.pop_back();
    return {true, text, false};
}

static std::string_view first_word(std::string_view line) {
    // "print/x" and "x/4xw": the format sticks to the word.
    return line.substr(0, std::min(line.find_first_of(" \t/("), line.size()));
}

static bool means_quit(std::string_view word) {
    return word == "quit" || word == "q" || word == "exit";
}

std::string_view Interpreter::command_name(std::string_view line) {
    const std::string_view word = first_word(trimmed(line));
    if (means_quit(word)) return "quit";
    if (word == "help" || word == "h") return "help";
    const CommandRow* row = find_command(word);
    return row ? row->name : "";
}

bool Interpreter::lets_go(std::string_view line) {
    const CommandRow* row = find_command(first_word(trimmed(line)));
    return row && row->flags & kLetsGo;
}

Outcome Interpreter::execute(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('#')) return {};
    std::string again;
    if (line.empty()) {
        if (repeatable.empty()) return {};
        again = repeatable;
        line = again;
    }
    std::string_view rest = line;
    const std::string_view word = first_word(rest);
    rest = rest.substr(word.size());
    if (!rest.starts_with('/')) rest = trimmed(rest);
    if (started && session_.stops_all())
        session_.take_in_stops();
    else if (started)
        session_.catch_up();
    if (means_quit(word)) return {true, "", true};
    if (word == "help" || word == "h") return help(trimmed(rest));
    const CommandRow* row = find_command(word);
    if (!row) return failed(unknown_command(word));
    if (rest.starts_with('/') && !(row->flags & kTakesFormat))
        return failed(fmt::format("'{}' takes no format ('{}')", row->name, rest));
    if (row->flags & kTakesNothing && !rest.empty())
        return failed(row->name == "run"
                          ? "'run' takes no argument: those of the program stand behind its name where "
                            "wavebreak is started, as in: wavebreak run -- PROGRAM ARGUMENTS"
                          : fmt::format("'{}' takes no argument ('{}')", row->name, rest));
    repeatable = (row->name == "until" && rest.empty()) || row->name == "step" || row->name == "next" ||
                         row->name == "stepi" || row->name == "list"
                     ? std::string(row->name)
                     : "";
    return row->run(*this, rest);
}

std::vector<std::string> Interpreter::complete(std::string_view text) const {
    std::vector<std::string> out;
    for (auto rows : all_commands())
        for (const CommandRow& row : rows)
            if (row.name.starts_with(text)) out.emplace_back(row.name);
    return out;
}

Result<WaveView*> Interpreter::stopped() {
    if (WaveView* view = session_.focus_wave()) return view;
    if (!started) return fail("the program has not been started; 'run' starts it");
    if (session_.ended()) return fail(session_.end_text());
    return fail("no wave is stopped; set a breakpoint and continue");
}

std::string Interpreter::current_file() {
    if (const auto place = focus_place(session_)) return place->file;
    if (!list_file.empty()) return list_file;
    session_.load_shaders();
    for (auto& [id, shader] : session_.shaders().all())
        if (shader->module && !shader->module->files().empty()) return shader->module->files().front().name;
    return "";
}

Outcome Interpreter::say_stop(const Result<Stop>& stop) {
    if (!stop) return failed(stop.error().message);
    list_line = 0;
    stopped_at = stop->kind == Stop::Kind::Breakpoint ? stop->breakpoint : 0;
    Outcome outcome{true, describe_stop(session_, *stop), false, {{"stop", stop_data(session_, *stop)}}};
    if (!displays.empty() && session_.focus_wave()) outcome.text += "\n" + show_displays(*this, outcome.data);
    return outcome;
}

} // namespace wb::engine
