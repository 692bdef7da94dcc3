// SPDX-License-Identifier: MIT
// Hotkeys on X11, over a connection of our own: passive grabs on the program's windows, so that the server
// tells us (nothing is polled) and the program does not get the key. While the overlay is shown, all keys and
// buttons of those windows are grabbed.
#pragma once

#include "layer/overlay/hotkey.h"

#include <memory>

namespace wb::layer {

/// One for the process, never destroyed. Any thread.
class X11Keys {
public:
    static X11Keys& get();
    /// Watches a window; the first one starts a thread. Environment: WAVEBREAK_KEY_SHOW,
    /// WAVEBREAK_KEY_CAPTURE.
    void watch(uint32_t window);
    void forget(uint32_t window);

private:
    struct Watcher;
    X11Keys();
    Watcher& watcher_;
};

} // namespace wb::layer
