// SPDX-License-Identifier: MIT
// Commands for a front end that must not wait for them: lines of a script or of standard input.
#pragma once

#include "common/result.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace wb::cli {

class OverlayInput {
public:
    /// `first` come before all else. `script`: a file, "-" for standard input as a script, "" for a prompt.
    static Result<OverlayInput> open(std::vector<std::string> first, const std::string& script);

    /// The next line, if there is one now. Says the prompt where one is wanted.
    std::optional<std::string> next();
    /// Nothing will come any more, and that ends the session: a script's end.
    bool is_over() const { return is_script_ && ended_ && lines_.empty(); }
    bool is_script() const { return is_script_; }
    /// Something was printed: the prompt is to be said again.
    void printed() { prompted_ = false; }

private:
    void read();

    std::deque<std::string> lines_;
    std::string rest_;
    bool is_script_ = false, reads_ = false, ended_ = false, prompts_ = false, prompted_ = false;
};

} // namespace wb::cli
