// SPDX-License-Identifier: MIT
// What the window shows, as lines of JSON: for tests, and for tools that drive the window. docs/ui.md lists
// the fields.
#pragma once

#include "common/result.h"
#include "overlay/state.h"

#include <fstream>
#include <memory>

namespace wb::overlay {

class Record {
public:
    /// Appends to file `path`, which may be a pipe.
    static Result<std::unique_ptr<Record>> open(const std::string& path);
    /// A key was handled that came at `time` (seconds_now).
    void key(int key, double time);
    /// A frame was begun at `begin` and shown at `time`; writes a line when something in it is new.
    void frame(const State& state, const Snapshot& shown, double begin, double time);

private:
    std::ofstream file_;
    std::string last_;
    double key_time_ = 0;
    uint64_t frames_ = 0, keys_ = 0;
};

} // namespace wb::overlay
