// SPDX-License-Identifier: MIT
// Where the agent's thread, the threads that present and the hotkeys' thread meet: what is to be drawn,
// whether it is shown, and the capture of a frame. One for the process, never destroyed. Any thread; nobody
// waits here for longer than it takes to copy a pointer.
#pragma once

#include "protocol/overlay_frame.h"

#include <atomic>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace wb::protocol {
struct OverlayState;
struct OverlayInput;
} // namespace wb::protocol

namespace wb::layer {

using TexturePtr = std::shared_ptr<const protocol::OverlayTexture>;

/// A frame with the textures that its commands name.
struct Picture {
    uint64_t number = 0; ///< new for each frame
    protocol::OverlayFrame frame;
    std::vector<TexturePtr> textures; ///< each once
    std::vector<uint32_t> texture_of; ///< by command: index into `textures`
};
using PicturePtr = std::shared_ptr<const Picture>;

class Board {
public:
    static Board& get();

    // ---- the threads that present
    /// True: nothing to do in a present. One load.
    bool is_idle() const { return tasks_.load(std::memory_order_relaxed) == 0; }
    bool is_visible() const { return tasks_.load(std::memory_order_relaxed) & kVisible; }
    /// The latest whole frame; null when there is none.
    PicturePtr picture() const;
    /// A wave may stop, or is stopped: the picture may stand still.
    bool are_stops_armed() const { return stops_armed_.load(std::memory_order_relaxed); }
    /// A frame of the program is complete. `note`: why its commands are not known, "" = they are.
    void frame_ended(const std::string& note);
    /// The picture that is drawn into. `swapchain` is a number of its own for each.
    void drawn_on(uint64_t swapchain, uint32_t width, uint32_t height, const std::string& way,
                  const std::string& why);
    void swapchain_gone(uint64_t swapchain);
    /// A picture with what is shown while stops are armed is handed over.
    void announced();
    /// The driver has got commands of the program.
    void submitted(uint32_t device, const uint32_t* commands, uint32_t count);

    // ---- hotkeys and requests
    void show(bool visible);
    void toggle() { show(!is_visible()); }
    /// The commands of the next frame are reported in a `captured` event.
    void capture();
    void input(const protocol::OverlayInput& event);
    void set_keys(const std::string& text);
    protocol::OverlayState state() const;

    // ---- the agent
    /// Where events go while an engine is attached; an empty function: nowhere. Without an engine nothing is
    /// shown, captured or kept.
    void attach(std::function<void(nlohmann::json)> sink);
    bool is_attached() const;
    Status put_texture(std::span<const uint8_t> bytes);
    void drop_texture(uint64_t id);
    Status put_frame(std::span<const uint8_t> bytes);
    void set_stops_armed(bool armed);
    /// Before a wave may stop, where none may yet: waits until a picture that says so was handed over to be
    /// presented, as it may be the last for long. Only while the overlay is shown, and not longer than three
    /// frames took (half a second to ten seconds).
    void announce_stops();

    /// Called, with no lock held, after show() has changed something.
    void on_shown(std::function<void()> changed);

private:
    static constexpr uint32_t kVisible = 1, kCapturing = 2;
    struct Guarded;

    Board();
    void report_locked();

    std::atomic<uint32_t> tasks_{0};
    std::atomic<bool> stops_armed_{false}, announced_{false}, collecting_{false};
    Guarded& guarded_; ///< all that is under a lock; never destroyed
};

} // namespace wb::layer
