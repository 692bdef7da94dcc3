// SPDX-License-Identifier: MIT
#include "cli/overlay.h"

#include "cli/model_source.h"
#include "cli/overlay_input.h"
#include "overlay/stream/shared_transport.h"
#include "overlay/stream/stream.h"
#include "overlay/window/record.h"
#include "overlay/window/window.h"

#include <fmt/format.h>
#include <utility>

namespace wb::cli {

using namespace std::chrono_literals;
using overlay::ConsoleLine;
using overlay::Phase;

namespace {

constexpr const char* kQuit = "quit";

class Front {
public:
    explicit Front(const OverlayOptions& options)
        : options_(options), stream_(requests(), [this](const auto& commands) {
              if (overlay::SharedTransport* line = line_) line->remember(commands);
          }) {}
    int run();

private:
    overlay::Stream::Request requests();
    OpenTransport opener();
    Status begin();
    void serve();
    void print_console();
    void say_keys();
    void open_window();
    void close_window();
    bool is_busy(const overlay::Overview& overview);
    void feed(const overlay::Overview& overview);

    const OverlayOptions& options_;
    std::atomic<overlay::SharedTransport*> line_{nullptr}; ///< The session owns it.
    overlay::Stream stream_;
    ModelSource source_;
    std::optional<OverlayInput> input_;
    overlay::State state_;
    std::mutex window_lock_; ///< For who wakes it.
    std::unique_ptr<overlay::Window> window_;
    std::unique_ptr<overlay::Record> record_;
    std::unique_ptr<overlay::Model> model_; ///< It uses what is above.
    uint64_t printed_ = 0, stops_ = 0;
    std::string keys_;
    bool has_window_ = true;
    bool good_ = true;
    bool quits_ = false;          ///< The model was told to end: no more lines.
    bool ends_script_ = false;    ///< By us, behind a script that does not say so.
    std::optional<double> begun_; ///< Overview::since when a line was sent that has not begun yet
};

overlay::Stream::Request Front::requests() {
    return [this](const char* op, nlohmann::json fields) -> Result<nlohmann::json> {
        overlay::SharedTransport* line = line_;
        if (!line) return fail("there is no program yet");
        return line->request(op, std::move(fields));
    };
}

OpenTransport Front::opener() {
    return [this](int fd, std::chrono::milliseconds patience) -> Result<std::unique_ptr<engine::Transport>> {
        auto line = overlay::SharedTransport::open(
            fd, patience, [this](const nlohmann::json& event) { stream_.event(event); });
        if (!line) return std::unexpected(line.error());
        line_ = line->get();
        stream_.wake();
        return std::move(*line);
    };
}

Status Front::begin() {
    overlay::ModelOptions from;
    if (options_.attach_pid) {
        auto attached = source_.attached(options_.attach_pid, options_.breakpoints, opener());
        if (!attached) return std::unexpected(attached.error());
        from = std::move(*attached);
    } else {
        source_.prepare = [this](ProgramOptions& wanted) -> Status {
            wanted.open = opener();
            return {};
        };
        from = source_.launched(options_.program, options_.breakpoints);
        // The picture is what the person looks at: the program is started at once.
        if (options_.script.empty()) from.first.push_back("run");
    }
    // They are given to the model one by one, as a script's lines are.
    std::vector<std::string> first = std::exchange(from.first, {});
    from.changed = [this] {
        stream_.wake();
        const std::lock_guard guard(window_lock_);
        if (window_) window_->wake();
    };
    if (!options_.record.empty()) {
        auto record = overlay::Record::open(options_.record);
        if (!record) return std::unexpected(record.error());
        record_ = std::move(*record);
        state_.marking = true;
    }
    auto input = OverlayInput::open(std::move(first), options_.script);
    if (!input) return std::unexpected(input.error());
    input_ = std::move(*input);
    if (auto settings = overlay::load_settings(overlay::settings_path())) state_.settings = *settings;
    model_ = std::make_unique<overlay::Model>(std::move(from));
    return {};
}

void Front::print_console() {
    const auto console = model_->snapshot()->console;
    const uint64_t first = console->total - console->lines.size();
    for (uint64_t at = std::max(printed_, first); at < console->total; ++at) {
        const ConsoleLine& line = console->lines[size_t(at - first)];
        if (line.kind == ConsoleLine::Kind::Command) {
            if (input_->is_script() && !(ends_script_ && line.text == kQuit))
                fmt::print("(wavebreak) {}\n", line.text);
        } else if (line.kind == ConsoleLine::Kind::Notice) {
            fmt::print(stderr, "wavebreak: {}\n", line.text);
        } else {
            good_ &= line.kind != ConsoleLine::Kind::Error;
            fmt::print("{}{}\n", line.kind == ConsoleLine::Kind::Error ? "error: " : "", line.text);
        }
    }
    if (printed_ == console->total) return;
    printed_ = console->total;
    input_->printed();
    std::fflush(stdout);
}

/// The hotkeys, once the layer knows them.
void Front::say_keys() {
    if (stream_.shown().keys == keys_) return;
    keys_ = stream_.shown().keys;
    if (!keys_.empty()) model_->say(ConsoleLine::Kind::Notice, "in the program's window: " + keys_);
}

void Front::open_window() {
    auto opened = overlay::Window::open("Wavebreak", state_.settings);
    if (!opened) {
        has_window_ = false;
        return model_->say(
            ConsoleLine::Kind::Notice,
            fmt::format("no window can be opened: {}; go on at the prompt", opened.error().message));
    }
    const std::lock_guard guard(window_lock_);
    window_ = std::move(*opened);
}

void Front::close_window() {
    window_->store(state_.settings);
    const std::lock_guard guard(window_lock_);
    window_.reset();
}

/// A line that lets waves go on is done when one is stopped, or none will be: the lines behind it wait.
bool Front::is_busy(const overlay::Overview& overview) {
    if (begun_ && overview.since != *begun_) begun_.reset();
    const bool waits = overview.phase == Phase::Starting || overview.phase == Phase::Stepping ||
                       (overview.phase == Phase::Running && overview.can_cancel);
    // At a prompt more can be done while the program runs.
    return begun_ || (waits && input_->is_script());
}

void Front::feed(const overlay::Overview& overview) {
    if (is_busy(overview) || quits_) return;
    if (input_->is_over()) {
        // Behind the lines that the model has yet to run.
        quits_ = ends_script_ = true;
        return model_->execute(kQuit);
    }
    const auto line = input_->next();
    if (!line || engine::trimmed(*line).empty() || engine::trimmed(*line).starts_with('#')) return;
    const bool waits = overview.phase == Phase::Running && overview.can_cancel;
    if (engine::Interpreter::lets_go(*line) && !waits) begun_ = overview.since;
    quits_ = engine::Interpreter::command_name(*line) == kQuit;
    model_->execute(*line);
}

void Front::serve() {
    while (true) {
        const auto overview = model_->snapshot()->overview;
        if (g_interrupted.exchange(false)) {
            if (!overview->can_cancel) return;
            model_->cancel();
        }
        if (overview->quit) return;
        if (!window_ && overview->phase == Phase::Ended) return;
        if (!window_)
            stream_.wait(50ms);
        else if (!window_->turn(state_, *model_, nullptr))
            close_window();
        const auto shown = model_->snapshot();
        const double before = overlay::seconds_now();
        stream_.turn(state_, *model_, window_ != nullptr);
        if (record_ && stream_.shown().visible)
            record_->frame(state_, *shown, before, overlay::seconds_now());
        say_keys();
        print_console();
        if (overview->stops != stops_ && !window_ && has_window_ && !input_->is_script()) open_window();
        stops_ = overview->stops;
        feed(*model_->snapshot()->overview);
    }
}

int Front::run() {
    if (Status ok = begin(); !ok) {
        fmt::print(stderr, "wavebreak: error: {}\n", ok.error().message);
        return 2;
    }
    has_window_ = options_.window;
    serve();
    print_console();
    const bool started = options_.attach_pid || model_->snapshot()->overview->phase != Phase::NotStarted;
    if (window_) close_window();
    line_ = nullptr;
    model_.reset();
    if (source_.peer) source_.peer->clean_up();
    if (!options_.attach_pid && started) {
        const int status = source_.program.wait(g_interrupted);
        if (status != 0 && !source_.program.ending_told())
            fmt::print(stderr, "wavebreak: the program {}\n", exit_text(status));
    }
    // A person may mistype; only a script's mistakes make the exit status.
    return good_ || !input_->is_script() ? 0 : 1;
}

} // namespace

int overlay(const OverlayOptions& options) {
    catch_interrupts();
    return Front(options).run();
}

} // namespace wb::cli
