// SPDX-License-Identifier: MIT
// threads and stackTrace: stopped waves, the focus first, with the lanes of the focus wave below it.
// GCC 12 takes cppdap's variant<integer, …> in dap::StackFrame for something else when it inlines it.
#pragma GCC diagnostic ignored "-Warray-bounds"

#include "cli/dap/adapter.h"
#include "engine/commands/report.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace wb::cli::dap_server {

using engine::WaveView;

// Thread ids: a wave's short name times kPerWave; its lanes follow it. kProgram stands for the running
// program, since editors cannot show, or pause, what has no thread.
static constexpr int64_t kPerWave = 128, kProgram = 1;

int64_t Adapter::thread_id(uint64_t wave) const {
    return int64_t(session_->short_name(wave)) * kPerWave;
}

static unsigned first_lane(const WaveView& view) {
    return view.info().exec ? unsigned(std::countr_zero(view.info().exec)) : 0;
}

Result<FrameRef> Adapter::thread(int64_t id) {
    if (Status ok = need_stop(); !ok) return std::unexpected(ok.error());
    const uint64_t wave = id >= kPerWave ? session_->wave_named(unsigned(id / kPerWave)) : 0;
    WaveView* view = session_->wave(wave);
    if (!view) return fail(fmt::format("no stopped wave has thread id {}", id));
    FrameRef out{wave, first_lane(*view), 0};
    if (id % kPerWave) {
        out.lane = unsigned(id % kPerWave) - 1;
        if (out.lane >= view->info().wave_size)
            return fail(
                fmt::format("the wave has {} lanes: there is no thread {}", view->info().wave_size, id));
    } else if (wave == session_->focus().wave) {
        out.lane = session_->focus().lane;
    }
    return out;
}

Result<FrameRef> Adapter::frame(int64_t id) const {
    if (Status ok = need_stop(); !ok) return std::unexpected(ok.error());
    const auto it = frames.find(id);
    if (it == frames.end()) return fail(fmt::format("there is no frame {}; the wave has moved on", id));
    return it->second;
}

FrameRef Adapter::focus_ref() {
    return {session_->focus().wave, session_->focus().lane, session_->focus().frame};
}

static std::vector<uint32_t> stack_of(const WaveView& view) {
    const engine::Slot* slot = view.statement();
    return slot ? view.shader()->record->stack(*slot) : std::vector<uint32_t>();
}

Result<WaveView*> Adapter::view(const FrameRef& where) {
    if (Status ok = need_stop(); !ok) return std::unexpected(ok.error());
    WaveView* view = session_->wave(where.wave);
    if (!view) return fail("the wave is not stopped any more");
    if (!view->shader() || !view->shader()->record)
        return fail("the wave is in code without debug information");
    const auto stack = stack_of(*view);
    if (stack.empty()) return fail("the wave is before its shader's first statement");
    if (where.frame >= stack.size()) return fail(fmt::format("there is no frame {}", where.frame));
    return view;
}

engine::FrameNames Adapter::names(const FrameRef& where) {
    WaveView& view = *session_->wave(where.wave);
    return {view, stack_of(view)[where.frame], where.lane};
}

static std::string place_of(const WaveView& view) {
    const engine::Slot* slot = view.statement();
    if (!slot) return "outside debuggable code";
    const auto file = view.shader()->file_of(*slot);
    return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), slot->line);
}

static void add_wave(Adapter& adapter, WaveView& view, dap::array<dap::Thread>& out) {
    dap::Thread thread;
    thread.id = adapter.thread_id(view.info().wave);
    thread.name = fmt::format("Wave {}: ", adapter.session().short_name(view.info().wave));
    if (view.info().command != protocol::kNone)
        thread.name += fmt::format("workgroup {}, ", engine::ids_text(view.info().group));
    thread.name += place_of(view);
    out.push_back(thread);
}

static void add_lanes(Adapter& adapter, WaveView& view, dap::array<dap::Thread>& out) {
    for (unsigned lane = 0; lane < view.info().wave_size; ++lane) {
        dap::Thread thread;
        thread.id = adapter.thread_id(view.info().wave) + 1 + lane;
        thread.name = fmt::format("Lane {}", lane);
        if (auto id = view.global_id(lane)) thread.name += ": invocation " + engine::ids_text(*id);
        if (!view.lane_active(lane)) thread.name += ", inactive here";
        out.push_back(thread);
    }
}

static dap::array<dap::Thread> threads(Adapter& adapter) {
    dap::array<dap::Thread> out;
    if (adapter.state != State::Stopped) {
        dap::Thread thread;
        thread.id = kProgram;
        thread.name =
            adapter.state == State::Ended ? "GPU: the program has ended" : "GPU: running, no wave is stopped";
        out.push_back(thread);
        return out;
    }
    WaveView* focus = adapter.session().focus_wave();
    if (focus) {
        add_wave(adapter, *focus, out);
        add_lanes(adapter, *focus, out);
    }
    for (WaveView* view : adapter.session().stopped_waves())
        if (view != focus) add_wave(adapter, *view, out);
    return out;
}

/// Frame `n` of the stack, told with its place: the innermost where the wave is, others where they call.
static dap::StackFrame stack_frame(Adapter& adapter, WaveView& view, const std::vector<uint32_t>& stack,
                                   unsigned n, unsigned lane) {
    const engine::Shader& shader = *view.shader();
    const engine::DebugRecord& record = *shader.record;
    const engine::Slot& slot = *view.statement();
    const engine::Function* function = shader.module->function(record.frames[stack[n]].function);
    uint32_t file = slot.file, line = slot.line, column = slot.column;
    if (n > 0) {
        const engine::Frame& callee = record.frames[stack[n - 1]];
        file = callee.call_file;
        line = callee.call_line;
        column = callee.call_column;
    }
    dap::StackFrame out;
    out.id = adapter.next_handle++;
    adapter.frames[out.id] = {view.info().wave, lane, n};
    out.name = function ? function->name : "??";
    out.line = line ? adapter.line_out(line) : 0;
    out.column = line ? adapter.column_out(column ? column : 1) : 0;
    if (file != engine::kNoId && line) out.source = adapter.source_of(shader, record.files[file]);
    if (n == 0) out.instructionPointerReference = fmt::format("0x{:x}", view.info().pc);
    return out;
}

static Result<dap::StackTraceResponse> stack_trace(Adapter& adapter, const dap::StackTraceRequest& request) {
    if (request.threadId == kProgram) {
        // Nothing is stopped in it; some editors ask all the same.
        if (Status ok = adapter.need_stop(); !ok) return std::unexpected(ok.error());
    }
    auto where = adapter.thread(request.threadId);
    if (!where) return std::unexpected(where.error());
    WaveView& view = *adapter.session().wave(where->wave);
    dap::StackTraceResponse response;
    const auto stack = stack_of(view);
    if (stack.empty()) {
        dap::StackFrame frame;
        frame.id = adapter.next_handle++;
        adapter.frames[frame.id] = *where;
        frame.name = "?? (no debug information here)";
        frame.instructionPointerReference = fmt::format("0x{:x}", view.info().pc);
        response.stackFrames.push_back(frame);
        response.totalFrames = 1;
        return response;
    }
    const int64_t first = std::max<int64_t>(request.startFrame.value(0), 0);
    const int64_t levels = request.levels.value(0);
    for (size_t n = size_t(first); n < stack.size() && (levels <= 0 || int64_t(n) < first + levels); ++n)
        response.stackFrames.push_back(stack_frame(adapter, view, stack, unsigned(n), where->lane));
    response.totalFrames = int64_t(stack.size());
    return response;
}

void handle_threads(Adapter& adapter) {
    adapter.on<dap::ThreadsRequest>([&](const dap::ThreadsRequest&) -> Result<dap::ThreadsResponse> {
        dap::ThreadsResponse response;
        response.threads = threads(adapter);
        return response;
    });
    adapter.on<dap::StackTraceRequest>(
        [&](const dap::StackTraceRequest& request) { return stack_trace(adapter, request); });
}

} // namespace wb::cli::dap_server
