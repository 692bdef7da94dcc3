// SPDX-License-Identifier: MIT
// wave, lane, backtrace, frame, up, down.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

static Result<unsigned> number(std::string_view text, const char* what) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return fail(fmt::format("{} is a number", what));
    return value;
}

static std::string here(Session& session) {
    WaveView* view = session.focus_wave();
    std::string text =
        fmt::format("[wave {}, lane {}", session.short_name(view->info().wave), session.focus().lane);
    if (auto id = view->global_id(session.focus().lane)) text += ", invocation " + ids_text(*id);
    text += view->lane_active(session.focus().lane) ? "] " : ", inactive here] ";
    return text + describe_frame(session, session.focus().frame);
}

static Outcome wave(Interpreter& interpreter, std::string_view arguments) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    Session& session = interpreter.session();
    if (arguments.empty()) return {true, here(session), false};
    auto name = number(arguments, "a wave");
    if (!name) return failed(name.error().message);
    const uint64_t id = session.wave_named(*name);
    if (!id) return failed(fmt::format("no stopped wave is called {}; 'info waves' lists them", *name));
    const uint64_t exec = session.wave(id)->info().exec;
    session.set_focus({id, unsigned(std::countr_zero(exec ? exec : 1)), 0});
    return {true, here(session), false};
}

static Outcome lane(Interpreter& interpreter, std::string_view arguments) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    Session& session = interpreter.session();
    if (arguments.empty()) return {true, here(session), false};
    auto index = number(arguments, "a lane");
    if (!index) return failed(index.error().message);
    if (*index >= (*view)->info().wave_size)
        return failed(fmt::format("the wave has {} lanes, 0 to {}", (*view)->info().wave_size,
                                  (*view)->info().wave_size - 1));
    Focus focus = session.focus();
    focus.lane = *index;
    session.set_focus(focus);
    return {true, here(session), false};
}

static Outcome backtrace(Interpreter& interpreter, std::string_view arguments) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    Session& session = interpreter.session();
    const size_t all = session.frames().size();
    size_t shown = all;
    if (!arguments.empty()) {
        const auto wanted = whole_number(arguments);
        if (!wanted || !*wanted) return failed("backtrace takes how many of the innermost frames to show");
        shown = std::min<uint64_t>(all, *wanted);
    }
    std::string text;
    for (unsigned i = 0; i < shown; ++i)
        text += fmt::format("{}#{}  {}", i ? "\n" : "", i, describe_frame(session, i));
    if (text.empty()) return failed("the wave is in code without debug information");
    if (shown < all) text += fmt::format("\n({} more)", all - shown);
    return {true, text, false, {{"frames", frames_data(session, shown)}}};
}

static Outcome select_frame(Interpreter& interpreter, unsigned frame) {
    Session& session = interpreter.session();
    if (frame >= session.frames().size()) return failed(fmt::format("there is no frame {}", frame));
    Focus focus = session.focus();
    focus.frame = frame;
    session.set_focus(focus);
    interpreter.list_line = 0;
    return {true, fmt::format("#{}  {}", frame, describe_frame(session, frame)), false};
}

static Outcome frame(Interpreter& interpreter, std::string_view arguments) {
    if (auto view = interpreter.stopped(); !view) return failed(view.error().message);
    if (arguments.empty()) return select_frame(interpreter, interpreter.session().focus().frame);
    auto index = number(arguments, "a frame");
    return index ? select_frame(interpreter, *index) : failed(index.error().message);
}
/// How many frames to go; as in gdb, at most to the end.
static Result<unsigned> frames_to_go(Interpreter& interpreter, std::string_view arguments) {
    if (auto view = interpreter.stopped(); !view) return std::unexpected(view.error());
    return arguments.empty() ? Result<unsigned>(1u) : number(arguments, "how many frames to go");
}
static Outcome up(Interpreter& interpreter, std::string_view arguments) {
    const auto count = frames_to_go(interpreter, arguments);
    if (!count) return failed(count.error().message);
    const unsigned now = interpreter.session().focus().frame,
                   all = unsigned(interpreter.session().frames().size());
    if (now + 1 >= all) return failed("this is the outermost frame");
    return select_frame(interpreter, now + std::min(*count, all - 1 - now));
}
static Outcome down(Interpreter& interpreter, std::string_view arguments) {
    const auto count = frames_to_go(interpreter, arguments);
    if (!count) return failed(count.error().message);
    const unsigned now = interpreter.session().focus().frame;
    if (now == 0) return failed("this is the innermost frame");
    return select_frame(interpreter, now - std::min(*count, now));
}

std::span<const CommandRow> focus_commands() {
    static constexpr CommandRow kRows[] = {
        {"wave", 1, wave, "wave [N]", "Chooses the wave that commands speak about."},
        {"lane", 4, lane, "lane [N]", "Chooses the lane; an inactive one too."},
        {"backtrace", 2, backtrace, "backtrace [N]",
         "Shows the functions the wave is in, inlined ones included.\nN: only the innermost ones."},
        {"frame", 1, frame, "frame [N]", "Chooses a frame of the backtrace."},
        {"up", 2, up, "up [N]", "Chooses the calling frame."},
        {"down", 4, down, "down [N]", "Chooses the called frame."},
    };
    return kRows;
}

} // namespace wb::engine
