// SPDX-License-Identifier: MIT
// Deferred loads: an option under which a loaded register holds poison until an s_waitcnt covers the load, so
// that a wait which is missing shows in the results. docs/deferred.md.
#pragma once

#include "sim/wave/load_shape.h"
#include "sim/wave/wave.h"

#include <array>
#include <cstdint>
#include <vector>

namespace wb::sim {

/// The loads of one wave that have been issued and have not landed. Not thread-safe; a wave runs on one
/// thread.
class DeferredLoads {
public:
    /// Forgets all: a new wave. `seed` and `wave` choose the poison.
    void reset(uint32_t seed, uint64_t wave);

    /// To be called before the wave executes `inst`: a wait lands what it covers, a full counter what is
    /// oldest. Then remembers what `inst` will load.
    void before(Wave& wave, const Inst& inst);
    /// To be called after it was executed: takes the loaded values and leaves poison.
    void after(Wave& wave);

    size_t pending() const { return loads_.size(); }

private:
    static constexpr unsigned kMostRegisters = 5, kCounterEnd = 63;

    struct Load {
        LoadShape shape;
        uint16_t first = 0;                  ///< Operand code of the first destination.
        uint64_t lanes = 0;                  ///< EXEC when it was issued.
        bool in_vm = false, in_lgkm = false; ///< The counters that still count it.
        std::array<std::array<uint32_t, kMaxLanes>, kMostRegisters> values; ///< Scalars: in values[0].
    };

    unsigned counted(bool Load::* counter) const;
    void wait(Wave& wave, unsigned vm, unsigned lgkm);
    void land(Wave& wave, const Load& load);
    bool wait_of(Wave& wave, const Inst& inst);

    std::vector<Load> loads_; ///< In the order of issue.
    bool issued_ = false;     ///< The last one's instruction is being executed.
    uint32_t seed_ = 0, poisoned_ = 0;
    uint64_t wave_ = 0;
};

} // namespace wb::sim
