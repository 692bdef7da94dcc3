// SPDX-License-Identifier: MIT
// Marks what this thread does for the overlay, so that the driver's reports of it are not taken for the
// program's: the overlay's own shaders, dispatches and submissions are nobody's to debug.
#pragma once

namespace wb::layer {

class OwnWork {
public:
    OwnWork() { ++depth(); }
    ~OwnWork() { --depth(); }
    OwnWork(const OwnWork&) = delete;
    static bool is_running() { return depth() > 0; }

private:
    static int& depth() {
        static thread_local int depth = 0;
        return depth;
    }
};

} // namespace wb::layer
