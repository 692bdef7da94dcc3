// SPDX-License-Identifier: MIT
// Which slots of which shaders are armed. Arming writes s_trap over a slot's s_nop (design.md, "Slots"); the
// entry slot, at offset 0, is armed while any slot of its variant is, because there a wave learns who it is.
#pragma once

#include "layer/agent/driver.h"

#include <map>
#include <set>

namespace wb::layer {

/// Used by the agent thread only.
class Slots {
public:
    explicit Slots(const DriverDevice& driver) : driver_(driver) {}

    /// Arms or disarms slots by their code offsets. On failure none of those asked for here is armed.
    Status set(uint64_t shader, const std::vector<uint32_t>& offsets, bool armed);
    void disarm_all();
    /// The shader is gone; nothing is written.
    void forget(uint64_t shader) { armed_.erase(shader); }
    bool any() const { return !armed_.empty(); }
    bool any(uint64_t shader) const { return armed_.contains(shader); }

private:
    Status patch(uint64_t shader, uint32_t offset, bool armed);
    void disarm(uint64_t shader, const std::vector<uint32_t>& offsets);

    const DriverDevice& driver_;
    std::map<uint64_t, std::set<uint32_t>> armed_;
};

} // namespace wb::layer
