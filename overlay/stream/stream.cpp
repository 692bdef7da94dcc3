// SPDX-License-Identifier: MIT
#include "overlay/stream/stream.h"

#include "overlay/stream/encoder.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::overlay {

using nlohmann::json;
using namespace std::chrono_literals;

namespace {

constexpr uint64_t kFont = 1;
// X11/keysymdef.h
constexpr uint32_t kUp = 0xff52, kDown = 0xff54, kReturn = 0xff0d, kKeypadEnter = 0xff8d, kEscape = 0xff1b,
                   kPageUp = 0xff55, kPageDown = 0xff56;

std::string groups_text(const protocol::CommandInfo& command) {
    return command.indirect_va
               ? "indirect"
               : fmt::format("{} x {} x {}", command.groups[0], command.groups[1], command.groups[2]);
}

} // namespace

Stream::Stream(StreamOptions options) : options_(std::move(options)), thread_([this] { run(); }) {}

Stream::~Stream() {
    {
        std::lock_guard guard(lock_);
        quit_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Stream::event(const json& event) {
    std::lock_guard guard(lock_);
    events_.push_back(event);
    changed_.notify_all();
}

void Stream::status(std::string text) {
    std::lock_guard guard(lock_);
    status_ = std::move(text);
    changed_.notify_all();
}

void Stream::capture() {
    (void)options_.request(protocol::kOpCapture, json::object());
}

void Stream::run() {
    ImGuiContext* context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context);
    ImGui::GetIO().IniFilename = nullptr;
    std::string status;
    bool first = true;
    while (true) {
        std::deque<json> events;
        {
            std::unique_lock guard(lock_);
            // What is shown changes only by events; nothing is drawn for its own sake.
            changed_.wait(guard, [&] { return quit_ || first || !events_.empty() || status != status_; });
            if (quit_) break;
            events.swap(events_);
            status = status_;
        }
        if (std::exchange(first, false))
            if (auto state = options_.request(protocol::kOpOverlayState, json::object()))
                state_ = state->at("overlay").get<protocol::OverlayState>();
        for (const json& event : events)
            take_in(event);
        if (!state_.visible || !state_.width || !state_.height) continue;
        said_ = status;
        // Dear ImGui settles sizes of new windows in the second frame.
        draw();
        draw();
        send();
    }
    ImGui::DestroyContext(context);
}

void Stream::take_in(const json& event) {
    const std::string name = event.value("event", "");
    if (name == protocol::kEventOverlay) {
        state_ = event.get<protocol::OverlayState>();
        return;
    }
    if (name == protocol::kEventCaptured) return take_capture(event);
    const auto input = event.get<protocol::OverlayInput>();
    ImGuiIO& io = ImGui::GetIO();
    if (input.kind == "pointer") {
        io.MousePos = ImVec2(float(input.x), float(input.y));
        for (int i = 0; i < 3; ++i)
            io.MouseDown[i] = input.buttons >> i & 1;
        io.MouseWheel += float(input.wheel);
        // A click is seen by the frames before the next event.
        if (state_.visible && state_.width) {
            draw();
        }
        return;
    }
    if (!input.down) return;
    const size_t last = capture_.commands.empty() ? 0 : capture_.commands.size() - 1;
    if (input.keysym == kUp && chosen_) --chosen_;
    if (input.keysym == kDown) chosen_ = std::min(chosen_ + 1, last);
    if (input.keysym == kPageUp) chosen_ = chosen_ > 10 ? chosen_ - 10 : 0;
    if (input.keysym == kPageDown) chosen_ = std::min(chosen_ + 10, last);
    if (input.keysym == kEscape) (void)options_.request(protocol::kOpOverlayShow, {{"visible", false}});
    if ((input.keysym == kReturn || input.keysym == kKeypadEnter) && !capture_.commands.empty())
        refused_ = options_.pick(capture_.commands[chosen_]);
}

void Stream::take_capture(const json& event) {
    Capture out;
    out.number = capture_.number + 1;
    out.note = event.value("note", "");
    for (const json& each : event.at("commands")) {
        const auto device = each.at(0).get<uint32_t>();
        const auto id = each.at(1).get<uint32_t>();
        auto reply = options_.request(protocol::kOpGetCommand, {{"device", device}, {"command", id}});
        // Recorded before anybody listened, or freed meanwhile.
        if (reply) out.commands.push_back(reply->at("command").get<protocol::CommandInfo>());
    }
    const size_t unknown = event.at("commands").size() - out.commands.size();
    if (unknown && out.note.empty()) out.note = fmt::format("{} commands are not known any more", unknown);
    if (out.commands.empty() && out.note.empty())
        out.note = "the frame had no dispatch that was recorded since the debugger came";
    capture_ = std::move(out);
    chosen_ = 0;
    refused_.clear();
    if (!state_.visible) (void)options_.request(protocol::kOpOverlayShow, {{"visible", true}});
    options_.captured(capture_);
}

void Stream::draw() {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(float(state_.width), float(state_.height));
    io.DeltaTime = 1.0f / 60;
    if (!font_sent_) {
        auto bytes = protocol::encode(font_texture(kFont));
        font_sent_ = bytes && options_.request(protocol::kOpOverlayTexture,
                                               {{"data", protocol::Bytes(std::move(*bytes))}});
    }
    ImGui::NewFrame();
    ImGui::SetNextWindowPos(ImVec2(10, 10), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(std::min(620.0f, io.DisplaySize.x - 20), io.DisplaySize.y * 0.6f),
                             ImGuiCond_FirstUseEver);
    if (ImGui::Begin("Wavebreak", nullptr, ImGuiWindowFlags_NoCollapse)) {
        ImGui::TextUnformatted(options_.program.c_str());
        if (!said_.empty()) ImGui::TextWrapped("%s", said_.c_str());
        ImGui::TextDisabled("%s", state_.keys.c_str());
        ImGui::Separator();
        if (!capture_.number) ImGui::TextUnformatted("No frame is captured yet.");
        if (!capture_.note.empty()) ImGui::TextWrapped("%s", capture_.note.c_str());
        for (size_t i = 0; i < capture_.commands.size(); ++i) {
            const protocol::CommandInfo& command = capture_.commands[i];
            const std::string line =
                fmt::format("{:4}  {:14}  {}", command.command, groups_text(command), command.label);
            if (ImGui::Selectable(line.c_str(), i == chosen_)) {
                chosen_ = i;
                refused_ = options_.pick(command);
            }
        }
        if (!refused_.empty()) ImGui::TextWrapped("%s", refused_.c_str());
    }
    ImGui::End();
    // Last, so that it lies over the others; the layer shows it while a wave may stop.
    ImGui::SetNextWindowPos(ImVec2(0, io.DisplaySize.y), ImGuiCond_Always, ImVec2(0, 1));
    ImGui::SetNextWindowSize(ImVec2(io.DisplaySize.x, 0));
    if (ImGui::Begin(kStandstillWindow, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav))
        ImGui::TextWrapped(
            "A breakpoint is armed. While waves are stopped this picture stands still; go on in "
            "the terminal or window where wavebreak runs.");
    ImGui::End();
    ImGui::Render();
}

void Stream::send() {
    auto bytes = protocol::encode(to_overlay_frame(*ImGui::GetDrawData()));
    if (!bytes || *bytes == sent_) return;
    // A frame that is refused is followed by the next one; the layer goes on showing the last.
    if (options_.request(protocol::kOpOverlayFrame, {{"data", protocol::Bytes(*bytes)}}))
        sent_ = std::move(*bytes);
}

} // namespace wb::overlay
