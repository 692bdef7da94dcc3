// SPDX-License-Identifier: MIT
#include "layer/overlay/board.h"

#include "protocol/messages.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

namespace wb::layer {

using nlohmann::json;

struct Board::Guarded {
    enum class Capture { Not, Armed, Running };

    std::mutex lock;
    std::function<void(json)> sink;
    std::function<void()> changed;
    std::map<uint64_t, TexturePtr> textures;
    PicturePtr picture;
    uint64_t pictures = 0, drawn_swapchain = 0;
    protocol::OverlayState state;
    Capture capture = Capture::Not;
    json commands = json::array();
    std::condition_variable announced;
    std::chrono::steady_clock::time_point last_frame; ///< and how long after the one before it came:
    std::chrono::nanoseconds frame_time{0};
};

Board::Board() : guarded_(*new Guarded) {}

Board& Board::get() {
    static auto* board = new Board;
    return *board;
}

PicturePtr Board::picture() const {
    std::lock_guard guard(guarded_.lock);
    return guarded_.picture;
}

void Board::report_locked() {
    if (!guarded_.sink) return;
    json event = guarded_.state;
    event["event"] = protocol::kEventOverlay;
    guarded_.sink(std::move(event));
}

void Board::show(bool visible) {
    std::function<void()> changed;
    {
        std::lock_guard guard(guarded_.lock);
        if (visible && !guarded_.sink) return;
        if (guarded_.state.visible == visible) return;
        guarded_.state.visible = visible;
        if (visible)
            tasks_ |= kVisible;
        else
            tasks_ &= ~kVisible;
        report_locked();
        changed = guarded_.changed;
    }
    if (changed) changed();
}

void Board::on_shown(std::function<void()> changed) {
    std::lock_guard guard(guarded_.lock);
    guarded_.changed = std::move(changed);
}

void Board::capture() {
    std::lock_guard guard(guarded_.lock);
    if (!guarded_.sink || guarded_.capture != Guarded::Capture::Not) return;
    guarded_.capture = Guarded::Capture::Armed;
    tasks_ |= kCapturing;
}

void Board::frame_ended(const std::string& note) {
    std::lock_guard guard(guarded_.lock);
    const auto now = std::chrono::steady_clock::now();
    guarded_.frame_time = now - std::exchange(guarded_.last_frame, now);
    if (guarded_.capture == Guarded::Capture::Armed) {
        guarded_.capture = Guarded::Capture::Running;
        guarded_.commands = json::array();
        collecting_ = true;
    } else if (guarded_.capture == Guarded::Capture::Running) {
        guarded_.capture = Guarded::Capture::Not;
        collecting_ = false;
        tasks_ &= ~kCapturing;
        json event{
            {"event", protocol::kEventCaptured}, {"commands", std::move(guarded_.commands)}, {"note", note}};
        guarded_.commands = json::array();
        if (guarded_.sink) guarded_.sink(std::move(event));
    }
}

void Board::submitted(uint32_t device, const uint32_t* commands, uint32_t count) {
    if (!collecting_.load(std::memory_order_relaxed)) return;
    std::lock_guard guard(guarded_.lock);
    if (guarded_.capture != Guarded::Capture::Running) return;
    for (uint32_t i = 0; i < count; ++i)
        guarded_.commands.push_back({device, commands[i]});
}

void Board::drawn_on(uint64_t swapchain, uint32_t width, uint32_t height, const std::string& way,
                     const std::string& why) {
    std::lock_guard guard(guarded_.lock);
    // With several, the panels are laid out for the one that was first.
    if (guarded_.drawn_swapchain && guarded_.drawn_swapchain != swapchain) return;
    guarded_.drawn_swapchain = swapchain;
    if (guarded_.state.width == width && guarded_.state.height == height && guarded_.state.way == way &&
        guarded_.state.why == why)
        return;
    guarded_.state.width = width;
    guarded_.state.height = height;
    guarded_.state.way = way;
    guarded_.state.why = why;
    report_locked();
}

void Board::swapchain_gone(uint64_t swapchain) {
    std::lock_guard guard(guarded_.lock);
    if (guarded_.drawn_swapchain == swapchain) guarded_.drawn_swapchain = 0;
}

void Board::set_stops_armed(bool armed) {
    if (!armed) announced_.store(false, std::memory_order_relaxed);
    stops_armed_.store(armed, std::memory_order_relaxed);
}

void Board::announce_stops() {
    using namespace std::chrono_literals;
    if (stops_armed_.exchange(true)) return;
    std::unique_lock guard(guarded_.lock);
    // Three frames, as the last ones were; the one that is recorded now is without it.
    const auto since = std::chrono::steady_clock::now() - guarded_.last_frame;
    const auto patience =
        since > 10s
            ? 500ms
            : std::clamp<std::chrono::nanoseconds>(3 * std::max(since, guarded_.frame_time), 500ms, 10s);
    if (is_visible() && guarded_.picture)
        guarded_.announced.wait_for(guard, patience, [&] { return announced_ || !is_visible(); });
}

void Board::announced() {
    if (announced_.load(std::memory_order_relaxed)) return;
    std::lock_guard guard(guarded_.lock);
    announced_ = true;
    guarded_.announced.notify_all();
}

void Board::input(const protocol::OverlayInput& input) {
    std::lock_guard guard(guarded_.lock);
    if (!guarded_.sink) return;
    json event = input;
    event["event"] = protocol::kEventOverlayInput;
    guarded_.sink(std::move(event));
}

void Board::set_keys(const std::string& text) {
    std::lock_guard guard(guarded_.lock);
    if (guarded_.state.keys == text) return;
    guarded_.state.keys = text;
    report_locked();
}

protocol::OverlayState Board::state() const {
    std::lock_guard guard(guarded_.lock);
    return guarded_.state;
}

void Board::attach(std::function<void(json)> sink) {
    std::function<void()> changed;
    {
        std::lock_guard guard(guarded_.lock);
        guarded_.sink = std::move(sink);
        if (guarded_.sink) return;
        tasks_ = 0;
        guarded_.state.visible = false;
        guarded_.capture = Guarded::Capture::Not;
        collecting_ = false;
        guarded_.picture.reset();
        guarded_.textures.clear();
        changed = guarded_.changed;
    }
    if (changed) changed();
}

bool Board::is_attached() const {
    std::lock_guard guard(guarded_.lock);
    return bool(guarded_.sink);
}

Status Board::put_texture(std::span<const uint8_t> bytes) {
    auto texture = protocol::decode_overlay_texture(bytes);
    if (!texture) return std::unexpected(texture.error());
    auto made = std::make_shared<const protocol::OverlayTexture>(std::move(*texture));
    std::lock_guard guard(guarded_.lock);
    uint64_t texels = made->texels.size();
    for (const auto& [id, other] : guarded_.textures)
        if (id != made->id) texels += other->texels.size();
    if (texels > protocol::kOverlayMaxTexels)
        return fail("the overlay's textures would have " + std::to_string(texels) + " texels; at most " +
                    std::to_string(protocol::kOverlayMaxTexels) + " are kept");
    guarded_.textures[made->id] = std::move(made);
    return {};
}

void Board::drop_texture(uint64_t id) {
    std::lock_guard guard(guarded_.lock);
    guarded_.textures.erase(id);
}

Status Board::put_frame(std::span<const uint8_t> bytes) {
    auto frame = protocol::decode_overlay_frame(bytes);
    if (!frame) return std::unexpected(frame.error());
    auto picture = std::make_shared<Picture>();
    picture->frame = std::move(*frame);
    std::lock_guard guard(guarded_.lock);
    for (const protocol::OverlayCommand& command : picture->frame.commands) {
        const auto texture = guarded_.textures.find(command.texture);
        if (texture == guarded_.textures.end())
            return fail("an overlay frame names texture " + std::to_string(command.texture) +
                        ", which was not sent");
        const auto known = std::ranges::find(picture->textures, texture->second);
        picture->texture_of.push_back(uint32_t(known - picture->textures.begin()));
        if (known == picture->textures.end()) picture->textures.push_back(texture->second);
    }
    picture->number = ++guarded_.pictures;
    guarded_.picture = std::move(picture);
    return {};
}

} // namespace wb::layer
