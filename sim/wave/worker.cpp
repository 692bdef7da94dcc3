// SPDX-License-Identifier: MIT
#include "sim/wave/worker.h"

#include "sim/clock.h"
#include "sim/isa/message.h"
#include "sim/trace.h"
#include "sim/wave/device_clock.h"
#include "sim/wave/launch.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>

namespace wb::sim {

namespace {

/// A wave that does less than this between two sleeps is polling.
constexpr unsigned kPollingInstructions = 256;
/// Sleeps with less than this between them are one that is longer than s_sleep can say.
constexpr unsigned kInARow = 8;
/// Longest nap of a polling wave in ns: so long when alone, and longer with many of them or when they wake
/// late, so that a device full of waves that poll in a trap handler costs a fraction of one core.
constexpr uint64_t kLongestNap = 100'000, kNapPerSleeper = 20'000, kNapPerLateness = 4;
constexpr unsigned kLongestStreak = 20;
/// A dispatch that takes less, in ns, is over before another thread has woken up.
constexpr uint64_t kWorthSharing = 50'000;
/// DEALLOC_VGPRS and INTERRUPT of s_sendmsg (hardware.md 1.7).

bool wakes_later(const ResidentWave* a, const ResidentWave* b) {
    return a->wake_at > b->wake_at;
}

} // namespace

Worker::Worker(WaveDevice& device) : device_(device), random_(device.options.seed | 1) {
    device_.add_worker(box_);
}

Worker::~Worker() {
    device_.remove_worker(box_);
}

void Worker::run(DispatchRun& run, const std::function<void()>& call_help) {
    run_ = &run;
    if (code_memory_ != &run.vm.memory()) {
        code_memory_ = &run.vm.memory();
        code_ = std::make_unique<CodeCache>(*code_memory_, device_.code_epochs);
    }
    {
        const std::lock_guard lock(box_.mutex);
        box_.commands.clear(); // Commands to waves that are gone.
        box_.attention.store(true, std::memory_order_relaxed);
    }
    bool may_call = bool(call_help);
    const uint64_t worth_sharing = may_call ? host_nanoseconds() + kWorthSharing : 0;
    for (;;) {
        if (box_.attention.load(std::memory_order_acquire)) take_commands();
        if (run.stopped()) break;
        if (may_call && run.groups_left() && host_nanoseconds() >= worth_sharing) {
            may_call = false;
            call_help();
        }
        if (!sleepers_.empty()) wake_sleepers();
        if (!ready_.empty()) {
            if (device_.options.seed != 0 && ready_.size() > 1) {
                random_ = random_ * 1664525u + 1013904223u;
                ready_.swap_to_front((random_ >> 8) % ready_.size());
            }
            run_turn(*ready_.pop());
        } else if (!launch_next_group()) {
            if (active_.empty() && !run.groups_left()) break;
            wait_for_something();
        }
    }
    drop_all();
    run_ = nullptr;
}

unsigned Worker::turn_length() {
    if (device_.options.seed == 0) return device_.options.quantum;
    random_ = random_ * 1664525u + 1013904223u;
    return 1 + (random_ >> 8) % 256;
}

bool Worker::launch_next_group() {
    DispatchRun& run = *run_;
    if (!run.groups_left()) return false;
    const auto place = device_.occupancy.place(run.needs);
    if (!place) return false;
    const uint64_t index = run.next_group.fetch_add(1);
    if (index >= run.group_count) {
        device_.occupancy.release(*place, run.needs);
        device_.room_freed();
        return false;
    }
    active_.push_back(take_group_object());
    ResidentGroup& group = *active_.back();
    group.place = *place;
    const ComputeDispatch& d = run.dispatch;
    const unsigned waves = waves_in_group(d, group_id(d, index));
    for (unsigned i = 0; i < waves; ++i)
        if (!group.waves[i]) group.waves[i] = std::make_unique<ResidentWave>();

    const VmidTrapState& trap_state = device_.traps[d.vmid];
    LaunchContext context;
    context.memory = &run.vm.memory();
    context.services = this;
    context.trap_enabled = trap_state.trap_en.load(std::memory_order_acquire);
    context.gdbg_trap_en = device_.gdbg_per_vmid[d.vmid % kVmidCount].load() >> 3 & 1;
    context.seed = device_.options.seed;
    context.deferred_loads = device_.options.deferred_loads;
    context.launch_number = device_.take_launch_numbers(waves);
    launch_group(d, index, context, group);
    if (trace::on(trace::kSched)) [[unlikely]]
        trace::log(trace::kSched, "launch group (%u, %u, %u): waves %" PRIu64 "+%u on WGP %u, pc %#" PRIx64,
                   group.group.id[0], group.group.id[1], group.group.id[2], context.launch_number, waves,
                   place->wgp_index, d.program);
    for (unsigned i = 0; i < waves; ++i)
        make_ready(*group.waves[i]);
    return true;
}

void Worker::make_ready(ResidentWave& resident) {
    resident.state = WaveState::Ready;
    ready_.push(&resident);
}

void Worker::run_turn(ResidentWave& resident) {
    using trap::Next;
    Wave& wave = resident.wave;
    Next next = trap::before_turn(resident);
    if (next == Next::Continue) next = execute(resident, resident.single_step ? 1 : turn_length());
    switch (next) {
    case Next::Continue:
        make_ready(resident);
        launch_next_group();
        break;
    case Next::Ended:
        end_wave(resident);
        break;
    case Next::Barrier:
        arrive_at_barrier(resident);
        break;
    case Next::Sleep:
        sleep(resident);
        // What a polling wave waits for may be the work of a group that has not started.
        if (resident.sleep_streak != 0) launch_next_group();
        break;
    case Next::Halted:
        resident.state = WaveState::Halted;
        break;
    case Next::IllegalInHandler:
        trace::loud("%s; it is halted for good", describe(wave, instruction_at_).c_str());
        resident.state = WaveState::Halted;
        break;
    case Next::Illegal:
    case Next::FetchFault:
    case Next::Unmodelled:
        run_->stop(JobEnd::Failed, describe(wave, instruction_at_));
        device_.ring_all();
        break;
    }
}

void Worker::sleep(ResidentWave& resident) {
    const uint64_t asked = shader_clocks_to_nanoseconds(resident.wave.sleep_clocks);
    resident.wave.sleep_clocks = 0;
    const bool in_a_row = resident.ran_since_sleep < kInARow;
    if (in_a_row && resident.slept_before >= asked) {
        resident.slept_before -= asked;
        resident.ran_since_sleep = 0;
        make_ready(resident);
        return;
    }
    if (resident.ran_since_sleep < kPollingInstructions)
        resident.sleep_streak = std::min(resident.sleep_streak + 1, kLongestStreak);
    else
        resident.sleep_streak = 0;
    resident.ran_since_sleep = 0;
    if (asked == 0) {
        make_ready(resident);
        return;
    }
    const uint64_t longest =
        std::max({kLongestNap, kNapPerSleeper * sleepers_.size(), kNapPerLateness * lateness_});
    const uint64_t grown = std::min(asked << resident.sleep_streak, longest);
    resident.wake_at = host_nanoseconds() + std::max(asked, grown);
    resident.slept_before = std::max(asked, grown) - asked;
    resident.state = WaveState::Sleeping;
    sleepers_.push_back(&resident);
    std::push_heap(sleepers_.begin(), sleepers_.end(), wakes_later);
}

void Worker::wake_sleepers() {
    const uint64_t now = host_nanoseconds();
    while (!sleepers_.empty() && sleepers_.front()->wake_at <= now) {
        std::pop_heap(sleepers_.begin(), sleepers_.end(), wakes_later);
        lateness_ = now - sleepers_.back()->wake_at;
        make_ready(*sleepers_.back());
        sleepers_.pop_back();
    }
}

void Worker::wait_for_something() {
    const bool wants_room = run_->groups_left();
    bool wait = wants_room || !active_.empty();
    if (wants_room) {
        device_.room_waiters.fetch_add(1);
        box_.wants_room.store(true, std::memory_order_release);
        // Room may have been freed before the wish was seen, and other workers may have run all that was
        // left.
        wait = !launch_next_group() && (run_->groups_left() || !active_.empty());
    }
    if (wait) {
        std::unique_lock lock(box_.mutex);
        const auto something = [this] { return box_.attention.load(std::memory_order_acquire); };
        if (sleepers_.empty())
            box_.arrived.wait(lock, something);
        else
            box_.arrived.wait_until(
                lock,
                std::chrono::steady_clock::time_point(std::chrono::nanoseconds(sleepers_.front()->wake_at)),
                something);
    }
    if (wants_room) {
        box_.wants_room.store(false);
        device_.room_waiters.fetch_sub(1);
    }
}

void Worker::arrive_at_barrier(ResidentWave& resident) {
    ResidentGroup& group = *resident.group;
    resident.state = WaveState::Barrier;
    status::in_barrier.set(resident.wave.status, 1);
    ++group.group.waves_at_barrier;
    release_barrier_if_complete(group);
}

void Worker::release_barrier_if_complete(ResidentGroup& group) {
    // Ended waves count as arrived.
    if (group.group.waves_at_barrier == 0 || group.group.waves_at_barrier < group.group.waves_alive) return;
    group.group.waves_at_barrier = 0;
    for (unsigned i = 0; i < group.group.wave_count; ++i) {
        ResidentWave& resident = *group.waves[i];
        if (resident.state != WaveState::Barrier) continue;
        trap::barrier_done(resident);
        make_ready(resident);
    }
}

void Worker::end_wave(ResidentWave& resident) {
    ResidentGroup& group = *resident.group;
    if (resident.state == WaveState::Barrier) --group.group.waves_at_barrier;
    resident.state = WaveState::Ended;
    if (trace::on(trace::kSched)) [[unlikely]]
        trace::log(trace::kSched, "wave %" PRIu64 " ends", resident.wave.launch_number);
    if (--group.group.waves_alive == 0)
        retire(group);
    else
        release_barrier_if_complete(group);
}

void Worker::retire(ResidentGroup& group) {
    device_.occupancy.release(group.place, run_->needs);
    device_.room_freed();
    const auto at = std::find_if(active_.begin(), active_.end(),
                                 [&](const auto& active) { return active.get() == &group; });
    std::swap(*at, active_.back());
    free_groups_.push_back(std::move(active_.back()));
    active_.pop_back();
}

void Worker::drop_all() {
    ready_.clear();
    sleepers_.clear();
    for (auto& group : active_) {
        device_.occupancy.release(group->place, run_->needs);
        free_groups_.push_back(std::move(group));
    }
    if (!active_.empty()) device_.room_freed();
    active_.clear();
}

std::unique_ptr<ResidentGroup> Worker::take_group_object() {
    if (free_groups_.empty()) return std::make_unique<ResidentGroup>();
    auto group = std::move(free_groups_.back());
    free_groups_.pop_back();
    return group;
}

uint64_t Worker::realtime() {
    return clock_ticks();
}

uint64_t Worker::shader_cycles() {
    return host_nanoseconds() * kShaderClocksPerTick / 10;
}

uint64_t Worker::trap_memory_address(const Wave& wave) {
    return device_.traps[wave.vmid].tma.load(std::memory_order_acquire);
}

uint64_t Worker::trap_base_address(const Wave& wave) {
    return device_.traps[wave.vmid].tba.load(std::memory_order_acquire);
}

void Worker::send_message(Wave& wave, unsigned message) {
    switch (message & 0xff) {
    case kMessageInterrupt:
        device_.interrupts.fetch_add(1, std::memory_order_relaxed);
        if (trace::on(trace::kTrap))
            trace::log(trace::kTrap, "wave %" PRIu64 " sends INTERRUPT %#x", wave.launch_number,
                       wave.sgpr[kM0] & 0xff'ffffu);
        break;
    case kMessageDeallocVgprs:
        status::no_vgprs.set(wave.status, 1);
        break;
    default:
        wave.stop_unmodelled("s_sendmsg with message " + std::to_string(message));
    }
}

void Worker::invalidate_instruction_cache(Wave& wave) {
    device_.code_epochs.invalidate_wgp(wave.wgp_index);
    code_->select(wave);
}

} // namespace wb::sim
