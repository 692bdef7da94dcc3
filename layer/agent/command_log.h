// SPDX-License-Identifier: MIT
// Recorded commands and their submissions, as RADV's callbacks report them. Any thread.
#pragma once

#include "layer/agent/driver.h"
#include "protocol/messages.h"

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace wb::layer {

/// A driver's description of a command as the protocol sends it, without device, label and submissions.
protocol::CommandInfo to_protocol(const wb_command_info& info);

class CommandLog {
public:
    void recorded(protocol::CommandInfo info);
    /// Dispatches of each shader that ran without its debug variant.
    using Normal = std::map<uint64_t, uint32_t>;
    /// Told before its submission: dispatches without an id.
    void ran_normal(uint64_t submission, uint64_t shader, uint32_t dispatches);
    /// Returns all of the submission's dispatches without a debug variant.
    Normal submitted(uint64_t submission, const uint32_t* commands, uint32_t count);
    void completed(uint64_t submission);
    void clear();

    /// The newest `count` commands, newest last; ids without a description are those recorded before anybody
    /// listened.
    std::vector<protocol::CommandInfo> newest(size_t count) const;
    /// A command that was recorded or submitted while somebody listened.
    std::optional<protocol::CommandInfo> find(uint32_t command) const;
    /// The oldest submission of the command that has not completed, else its last one; 0 = none known.
    uint64_t submission_of(uint32_t command) const;

private:
    static constexpr size_t kKept = 1 << 14;
    protocol::CommandInfo& entry(uint32_t command);

    mutable std::mutex lock_;
    std::map<uint32_t, protocol::CommandInfo> commands_;
    std::deque<std::pair<uint64_t, std::vector<uint32_t>>> pending_;
    std::map<uint64_t, Normal> normal_; ///< Of submissions that are about to be told.
};

/// Code of debug variants, to name the shader that a stopped wave's PC lies in. Any thread.
class CodeMap {
public:
    void add(uint64_t shader, uint64_t va, uint64_t size);
    void remove(uint64_t shader);
    /// The shader whose code holds `pc`, or ends at it; 0 = none.
    uint64_t find(uint64_t pc) const;

private:
    struct Code {
        uint64_t shader, size;
    };
    mutable std::mutex lock_;
    std::map<uint64_t, Code> by_va_;
};

/// Shaders whose debug variant is bound at recording. Any thread.
class DebuggedShaders {
public:
    /// For shaders that are created from now on.
    void set_default(bool on);
    void set(uint64_t shader, bool on);
    bool contains(uint64_t shader) const;
    /// A new shader; true when the default makes it one.
    bool created(uint64_t shader);
    void destroyed(uint64_t shader);
    /// Shaders destroyed since the last call.
    std::vector<uint64_t> take_destroyed();
    /// Empties the set and takes the default away.
    std::set<uint64_t> take();

private:
    mutable std::mutex lock_;
    bool default_ = false;
    std::set<uint64_t> shaders_;
    std::vector<uint64_t> destroyed_;
};

} // namespace wb::layer
