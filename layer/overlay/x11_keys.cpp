// SPDX-License-Identifier: MIT
#include "layer/overlay/x11_keys.h"

#include "layer/overlay/board.h"
#include "layer/overlay/say.h"
#include "layer/overlay/xcb.h"
#include "protocol/messages.h"

#include <cstdlib>
#include <mutex>
#include <poll.h>
#include <pthread.h>
#include <set>
#include <signal.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace wb::layer {
namespace {

// Caps lock and, by long custom, num lock: they do not make another key.
constexpr uint16_t kLocks[] = {0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2, XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2};

uint16_t to_x11(uint32_t modifiers) {
    return uint16_t((modifiers & kShift ? XCB_MOD_MASK_SHIFT : 0) |
                    (modifiers & kControl ? XCB_MOD_MASK_CONTROL : 0) |
                    (modifiers & kAlt ? XCB_MOD_MASK_1 : 0) | (modifiers & kSuper ? XCB_MOD_MASK_4 : 0));
}

uint32_t from_x11(uint16_t state) {
    return (state & XCB_MOD_MASK_SHIFT ? kShift : 0) | (state & XCB_MOD_MASK_CONTROL ? kControl : 0) |
           (state & XCB_MOD_MASK_1 ? kAlt : 0) | (state & XCB_MOD_MASK_4 ? kSuper : 0);
}

Hotkey from_environment(const char* name, const Hotkey& usual) {
    const char* text = secure_getenv(name);
    if (!text || !*text) return usual;
    if (const auto key = parse_hotkey(text)) return *key;
    say_once(1, std::string(name) + " names no key: '" + text + "'; " + to_text(usual) + " is used");
    return usual;
}

} // namespace

struct X11Keys::Watcher {
    std::mutex lock;
    std::set<uint32_t> wanted; ///< under `lock`
    int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool started = false;

    // The thread's own from here on.
    Xcb xcb;
    xcb_connection_t* connection = nullptr;
    Hotkeys keys;
    std::vector<uint32_t> keysyms;
    uint8_t first_keycode = 8, per_keycode = 0;
    std::set<uint32_t> windows;
    bool shown = false;
    xcb_keycode_t released_key = 0;
    xcb_timestamp_t released_at = 0;
    uint32_t buttons = 0;

    void call() {
        const uint64_t one = 1;
        (void)!write(wake, &one, sizeof one);
    }

    bool connect() {
        if (!xcb.load()) {
            Board::get().set_keys("none: there is no libxcb; use 'wavebreak capture PID'");
            return false;
        }
        connection = xcb.connect(nullptr, nullptr);
        if (!connection || xcb.connection_has_error(connection)) {
            Board::get().set_keys("none: no connection to the X server; use 'wavebreak capture PID'");
            return false;
        }
        load_mapping();
        Board::get().set_keys(to_text(keys.show) + " shows and hides the overlay, " + to_text(keys.capture) +
                              " captures a frame");
        return true;
    }

    void load_mapping() {
        const xcb_setup_t* setup = xcb.get_setup(connection);
        first_keycode = setup->min_keycode;
        const auto count = uint8_t(setup->max_keycode - setup->min_keycode + 1);
        xcb_get_keyboard_mapping_reply_t* reply = xcb.get_keyboard_mapping_reply(
            connection, xcb.get_keyboard_mapping(connection, first_keycode, count), nullptr);
        if (!reply) return;
        const xcb_keysym_t* first = xcb.get_keyboard_mapping_keysyms(reply);
        keysyms.assign(first, first + xcb.get_keyboard_mapping_keysyms_length(reply));
        per_keycode = reply->keysyms_per_keycode;
        std::free(reply);
    }

    uint32_t keysym_of(xcb_keycode_t code, bool shift) const {
        const size_t at = size_t(code - first_keycode) * per_keycode;
        if (code < first_keycode || !per_keycode || at >= keysyms.size()) return 0;
        const uint32_t shifted = shift && per_keycode > 1 ? keysyms[at + 1] : 0;
        return shifted ? shifted : keysyms[at];
    }

    xcb_keycode_t keycode_of(uint32_t keysym) const {
        for (size_t i = 0; per_keycode && i < keysyms.size(); i += per_keycode)
            if (keysyms[i] == keysym) return xcb_keycode_t(first_keycode + i / per_keycode);
        return 0;
    }

    bool succeeded(xcb_void_cookie_t cookie) {
        xcb_generic_error_t* error = xcb.request_check(connection, cookie);
        std::free(error);
        return !error;
    }

    void grab_hotkey(uint32_t window, const Hotkey& key) {
        const xcb_keycode_t code = keycode_of(key.keysym);
        if (!code) return say_once(1, "no key of this keyboard is " + to_text(key));
        bool got = true;
        for (const uint16_t lock_state : kLocks)
            got &= succeeded(xcb.grab_key_checked(connection, 0, window,
                                                  uint16_t(to_x11(key.modifiers) | lock_state), code,
                                                  XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC));
        if (!got)
            say_once(1, "another program has taken " + to_text(key) +
                            "; name another key in WAVEBREAK_KEY_SHOW or WAVEBREAK_KEY_CAPTURE");
    }

    /// What is grabbed of a window: the hotkeys, or everything while the overlay is shown.
    void grab(uint32_t window) {
        xcb.ungrab_key(connection, XCB_GRAB_ANY, window, XCB_MOD_MASK_ANY);
        xcb.ungrab_button(connection, XCB_BUTTON_INDEX_ANY, window, XCB_MOD_MASK_ANY);
        const uint32_t motion = shown ? uint32_t(XCB_EVENT_MASK_POINTER_MOTION) : 0;
        (void)succeeded(xcb.change_window_attributes_checked(connection, window, XCB_CW_EVENT_MASK, &motion));
        if (!shown || !succeeded(xcb.grab_key_checked(connection, 0, window, XCB_MOD_MASK_ANY, XCB_GRAB_ANY,
                                                      XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC))) {
            grab_hotkey(window, keys.show);
            grab_hotkey(window, keys.capture);
        }
        if (shown)
            // Where a window manager has the buttons, the overlay does without the pointer.
            (void)succeeded(xcb.grab_button_checked(
                connection, 0, window,
                XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_RELEASE | XCB_EVENT_MASK_BUTTON_MOTION,
                XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC, XCB_NONE, XCB_NONE, XCB_BUTTON_INDEX_ANY,
                XCB_MOD_MASK_ANY));
    }

    void catch_up() {
        std::set<uint32_t> now;
        {
            std::lock_guard guard(lock);
            now = wanted;
        }
        const bool visible = Board::get().is_visible();
        for (const uint32_t window : now)
            if (!windows.contains(window) || visible != shown) {
                shown = visible;
                grab(window);
            }
        shown = visible;
        buttons = 0;
        windows = std::move(now);
        xcb.flush(connection);
    }

    void on_key(const xcb_key_press_event_t& event, bool down) {
        const uint32_t modifiers = from_x11(event.state);
        // A held key comes as release and press of one moment.
        const bool repeated = down && event.detail == released_key && event.time == released_at;
        if (!down) {
            released_key = event.detail;
            released_at = event.time;
        }
        Board& board = Board::get();
        const auto is = [&](const Hotkey& key) {
            return event.detail == keycode_of(key.keysym) && modifiers == key.modifiers;
        };
        if (is(keys.show) || is(keys.capture)) {
            if (!down || repeated) return;
            if (!board.is_attached())
                return say_once(0, "no debugger is attached; start one with 'wavebreak attach --overlay " +
                                       std::to_string(getpid()) + "'");
            if (is(keys.show))
                board.toggle();
            else
                board.capture();
            return;
        }
        if (!board.is_visible()) return;
        protocol::OverlayInput input;
        input.kind = "key";
        input.keysym = keysym_of(event.detail, event.state & XCB_MOD_MASK_SHIFT);
        input.modifiers = modifiers;
        input.down = down;
        board.input(input);
    }

    void on_pointer(int16_t x, int16_t y, uint8_t button, bool down) {
        protocol::OverlayInput input;
        input.kind = "pointer";
        input.x = x;
        input.y = y;
        // X11's buttons: 1 left, 2 middle, 3 right, 4 and 5 the wheel.
        const uint32_t bit = button == 1 ? 1 : button == 3 ? 2 : button == 2 ? 4 : 0;
        buttons = down ? buttons | bit : buttons & ~bit;
        if (down && (button == 4 || button == 5)) input.wheel = button == 4 ? 1 : -1;
        input.buttons = buttons;
        if (Board::get().is_visible()) Board::get().input(input);
    }

    void on_event(const xcb_generic_event_t& event) {
        switch (event.response_type & 0x7f) {
        case XCB_KEY_PRESS:
        case XCB_KEY_RELEASE:
            return on_key(reinterpret_cast<const xcb_key_press_event_t&>(event),
                          (event.response_type & 0x7f) == XCB_KEY_PRESS);
        case XCB_BUTTON_PRESS:
        case XCB_BUTTON_RELEASE: {
            const auto& button = reinterpret_cast<const xcb_button_press_event_t&>(event);
            return on_pointer(button.event_x, button.event_y, button.detail,
                              (event.response_type & 0x7f) == XCB_BUTTON_PRESS);
        }
        case XCB_MOTION_NOTIFY: {
            const auto& motion = reinterpret_cast<const xcb_motion_notify_event_t&>(event);
            return on_pointer(motion.event_x, motion.event_y, 0, false);
        }
        case XCB_MAPPING_NOTIFY:
            load_mapping();
            windows.clear();
            return catch_up();
        default:
            return;
        }
    }

    void run() {
        pthread_setname_np(pthread_self(), "wavebreak-keys");
        keys.show = from_environment("WAVEBREAK_KEY_SHOW", keys.show);
        keys.capture = from_environment("WAVEBREAK_KEY_CAPTURE", keys.capture);
        if (!connect()) return;
        Board::get().on_shown([this] { call(); });
        catch_up();
        while (!xcb.connection_has_error(connection)) {
            while (xcb_generic_event_t* event = xcb.poll_for_event(connection)) {
                on_event(*event);
                std::free(event);
            }
            xcb.flush(connection);
            pollfd fds[2] = {{xcb.get_file_descriptor(connection), POLLIN, 0}, {wake, POLLIN, 0}};
            if (::poll(fds, 2, -1) < 0) continue;
            uint64_t count;
            if (fds[1].revents && read(wake, &count, sizeof count) > 0) catch_up();
        }
        Board::get().set_keys("none: the X server has closed the connection");
    }
};

X11Keys::X11Keys() : watcher_(*new Watcher) {}

X11Keys& X11Keys::get() {
    static auto* keys = new X11Keys;
    return *keys;
}

void X11Keys::watch(uint32_t window) {
    bool start = false;
    {
        std::lock_guard guard(watcher_.lock);
        watcher_.wanted.insert(window);
        start = !std::exchange(watcher_.started, true);
    }
    if (!start) return watcher_.call();
    // The program's signals are the program's threads' business.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    try {
        std::thread([&watcher = watcher_] { watcher.run(); }).detach();
    } catch (const std::exception&) {
        Board::get().set_keys("none: no thread for them; use 'wavebreak capture PID'");
    }
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

void X11Keys::forget(uint32_t window) {
    std::lock_guard guard(watcher_.lock);
    watcher_.wanted.erase(window);
    if (watcher_.started) watcher_.call();
}

} // namespace wb::layer
