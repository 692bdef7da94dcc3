// SPDX-License-Identifier: MIT
#include "layer/agent/events.h"

#include "protocol/messages.h"

#include <unistd.h>

namespace wb::layer {

void Outbox::open(bool is_open) {
    std::lock_guard guard(lock_);
    open_ = is_open;
    events_.clear();
    dropped_ = 0;
}

void Outbox::put(nlohmann::json event) {
    {
        std::lock_guard guard(lock_);
        if (!open_) return;
        if (events_.size() >= kLimit) {
            ++dropped_;
            return;
        }
        events_.push_back(std::move(event));
    }
    const uint64_t one = 1;
    (void)!write(wake_fd_, &one, sizeof one);
}

void Outbox::message(int severity, const std::string& text) {
    put({{"event", protocol::kEventMessage}, {"severity", severity}, {"text", text}});
}

std::deque<nlohmann::json> Outbox::take(uint64_t& dropped) {
    std::lock_guard guard(lock_);
    dropped = std::exchange(dropped_, 0);
    return std::exchange(events_, {});
}

uint64_t Holds::begin() {
    std::lock_guard guard(lock_);
    held_.insert(++last_);
    return last_;
}

bool Holds::wait(uint64_t hold, std::chrono::milliseconds patience) {
    std::unique_lock guard(lock_);
    const bool released = changed_.wait_for(guard, patience, [&] { return !held_.contains(hold); });
    held_.erase(hold);
    return released;
}

void Holds::release(uint64_t hold) {
    std::lock_guard guard(lock_);
    held_.erase(hold);
    changed_.notify_all();
}

void Holds::release_all() {
    std::lock_guard guard(lock_);
    held_.clear();
    changed_.notify_all();
}

} // namespace wb::layer
