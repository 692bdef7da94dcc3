// SPDX-License-Identifier: MIT
// The overlay as a front end: the same panels as the window's, drawn into an own Dear ImGui context and sent
// to the layer, frame by frame, while the overlay is shown. On one thread with the window, as Dear ImGui has
// one current context for all threads.
#pragma once

#include "common/result.h"
#include "overlay/panels.h"
#include "protocol/messages.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <tuple>

struct ImGuiContext;

namespace wb::overlay {

class Stream {
public:
    /// `request` asks the layer; called from turn() only, and may fail while there is no program.
    using Request = std::function<Result<nlohmann::json>(const char* op, nlohmann::json fields)>;
    /// `captured` is told the commands of each captured frame.
    Stream(Request request, std::function<void(const std::vector<protocol::CommandInfo>&)> captured);
    ~Stream();
    Stream(const Stream&) = delete;

    // ---- any thread; they do not wait
    /// An event of SharedTransport's `on_overlay`.
    void event(nlohmann::json event);
    /// The model has something new.
    void wake();

    // ---- one thread
    /// Until something came, or `patience` is over.
    void wait(std::chrono::milliseconds patience);
    /// Takes in what came, and draws and sends a frame if it may differ. `elsewhere`: the panels are shown in
    /// a window, the overlay only says so.
    void turn(State& state, Model& model, bool elsewhere);
    /// What the layer says of the overlay; its `keys` are empty until it has.
    const protocol::OverlayState& shown() const { return shown_; }

private:
    void take_in(const nlohmann::json& event, State& state, Model& model, bool elsewhere);
    void take_capture(const nlohmann::json& event, Model& model);
    void on_key(const protocol::OverlayInput& input, State& state, Model& model);
    bool choose_command(const protocol::OverlayInput& input, Model& model);
    void pick(Model& model);
    void draw_capture(Model& model);
    void choose_panel(State& state, int step);
    void choose_area(State& state);
    void hide();
    void make_theme(const State& state);
    void draw_frame(State& state, Model& model, bool elsewhere);
    void send();

    /// A frame's commands, each once, in the order of its first submission, as it was then.
    struct Capture {
        std::vector<protocol::CommandInfo> commands;
        std::string note; ///< Why there are none, or what is missing; "" = nothing
        std::string text() const;
    };

    Request request_;
    std::function<void(const std::vector<protocol::CommandInfo>&)> captured_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<nlohmann::json> events_; ///< under `lock_`
    bool woken_ = true;                 ///< under `lock_`

    ImGuiContext* context_;
    protocol::OverlayState shown_;
    bool asked_ = false, elsewhere_ = false;
    uint64_t captures_ = 0;
    std::optional<Capture> capture_; ///< Whose list is shown.
    int chosen_ = 0;
    Area area_ = Area::Main; ///< Whose panels the keys choose from.
    float scale_ = 0;        ///< The theme's, 0 = none was made.
    std::tuple<std::string, float, bool> themed_;
    uint64_t font_ = 0; ///< Texture of the font, 0 = it is to be sent
    uint64_t textures_ = 0;
    std::vector<uint8_t> sent_;
};

} // namespace wb::overlay
