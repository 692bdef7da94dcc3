// SPDX-License-Identifier: MIT
// Which parts of a snapshot are collected, in which order, and publishing them.
#include "overlay/model/worker.h"

namespace wb::overlay {

namespace {
enum Part : unsigned {
    kOverview,
    kVariables,
    kSource,
    kWaves,
    kWatches,
    kLanes,
    kBreakpoints,
    kRegisters,
    kDisassembly,
    kDispatches,
    kDevices,
    kBuffers,
    kContents,
    kHeatMap,
    kHover,
};
}

void Worker::touch_waves() {
    for (Part part : {kSource, kWaves, kBreakpoints, kDisassembly, kDispatches, kDevices, kHeatMap})
        stale_ |= 1u << part;
}

static bool differs_outside_hover(Wants a, const Wants& b) {
    a.hover = b.hover;
    return a != b;
}

void Worker::publish(const std::function<void(Snapshot&)>& change) {
    if (batch_) return change(*batch_);
    {
        const std::lock_guard lock(mutex_);
        auto next = std::make_shared<Snapshot>(*snapshot_);
        change(*next);
        ++next->version;
        snapshot_ = std::move(next);
    }
    options_.changed();
}

void Worker::flush() {
    {
        const std::lock_guard lock(mutex_);
        ++batch_->version;
        snapshot_ = std::make_shared<Snapshot>(std::move(*batch_));
    }
    batch_.reset();
    options_.changed();
}

void Worker::publish_overview() {
    collect_focus(*session_, overview_);
    publish([&](Snapshot& snapshot) { snapshot.overview = std::make_shared<Overview>(overview_); });
}

template <class Part>
bool Worker::collect_part(unsigned bit, Collected<Part> Snapshot::* where,
                          Collected<Part> (*make)(Collector&)) {
    if (!(stale_ >> bit & 1)) return true;
    const auto waiting = [&] {
        const std::lock_guard lock(mutex_);
        return !queue_.empty() || new_wants_ || quit_;
    };
    Collector collector{*session_, wants_, changes_, texts_, waiting};
    Collected<Part> part = make(collector);
    if (part) {
        stale_ &= ~(1u << bit);
        publish([&](Snapshot& snapshot) { snapshot.*where = std::move(part); });
    }
    return !waiting();
}

/// Collects what is stale and wanted, what a person looks at first before the rest; gives up when something
/// newer waits.
void Worker::collect() {
    {
        std::unique_lock lock(mutex_);
        if (new_wants_) {
            const Wants fresh = std::move(*new_wants_);
            new_wants_.reset();
            stale_ |= differs_outside_hover(fresh, wants_) ? ~0u : 1u << kHover;
            wants_ = fresh;
        }
    }
    if (!stale_) return;
    // While waves go on, the panels keep what they had of the last stop.
    const bool looks = overview_.phase != Phase::Running && overview_.phase != Phase::Stepping &&
                       overview_.phase != Phase::Starting;
    // A new stop is seen together with its variables and its line.
    const bool fresh = stale_ >> kOverview & 1;
    if (fresh) batch_ = *snapshot_;
    const bool go_on = collect_first(looks);
    if (fresh) flush();
    if (go_on) collect_rest(looks);
}

bool Worker::collect_first(bool looks) {
    if (stale_ >> kOverview & 1) {
        stale_ &= ~(1u << kOverview);
        publish_overview();
    }
    if (looks && wants_.visible.count(Panel::Variables) &&
        !collect_part(kVariables, &Snapshot::variables, collect_variables))
        return false;
    return collect_part(kSource, &Snapshot::source, collect_source);
}

void Worker::collect_rest(bool looks) {
    const auto seen = [&](Panel panel) { return wants_.visible.count(panel) > 0; };
    if (looks) {
        if (!collect_part(kWaves, &Snapshot::waves, collect_waves)) return;
        if (seen(Panel::Watch) && !collect_part(kWatches, &Snapshot::watches, collect_watches)) return;
        if (seen(Panel::Lanes) && !collect_part(kLanes, &Snapshot::lanes, collect_lanes)) return;
        if (seen(Panel::Registers) && !collect_part(kRegisters, &Snapshot::registers, collect_registers))
            return;
        if (seen(Panel::Disassembly) &&
            !collect_part(kDisassembly, &Snapshot::disassembly, collect_disassembly))
            return;
        if (!collect_part(kHover, &Snapshot::hover, collect_hover)) return;
        if (seen(Panel::Buffers) && !collect_part(kContents, &Snapshot::contents, collect_contents)) return;
        if (seen(Panel::HeatMap) && !collect_part(kHeatMap, &Snapshot::heat_map, collect_heat_map)) return;
    }
    if (!collect_part(kBreakpoints, &Snapshot::breakpoints, collect_breakpoints)) return;
    if (seen(Panel::Device) && !collect_part(kDevices, &Snapshot::devices, collect_devices)) return;
    if (seen(Panel::Buffers) && !collect_part(kBuffers, &Snapshot::buffers, collect_buffers)) return;
    if (seen(Panel::Dispatches)) collect_part(kDispatches, &Snapshot::dispatches, collect_dispatches);
}

} // namespace wb::overlay
