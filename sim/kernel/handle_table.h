// SPDX-License-Identifier: MIT
// Handles as DRM hands them out: from 1 up, the lowest free one first. Not thread-safe; DrmFile locks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

namespace wb::sim {

template <class T>
class HandleTable {
public:
    uint32_t add(std::shared_ptr<T> object) {
        if (free_.empty()) {
            slots_.push_back(std::move(object));
            return uint32_t(slots_.size());
        }
        const uint32_t handle = free_.top();
        free_.pop();
        slots_[handle - 1] = std::move(object);
        return handle;
    }
    /// Null for a handle that does not exist.
    std::shared_ptr<T> find(uint32_t handle) const {
        return handle && handle <= slots_.size() ? slots_[handle - 1] : nullptr;
    }
    /// The object that was there, or null.
    std::shared_ptr<T> remove(uint32_t handle) {
        std::shared_ptr<T> object = find(handle);
        if (!object) return object;
        slots_[handle - 1].reset();
        free_.push(handle);
        return object;
    }
    /// The handle of `object`, or 0.
    uint32_t handle_of(const T* object) const {
        for (uint32_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].get() == object) return i + 1;
        return 0;
    }
    void for_each(const std::function<void(T&)>& visit) const {
        for (const auto& slot : slots_)
            if (slot) visit(*slot);
    }

private:
    std::vector<std::shared_ptr<T>> slots_;
    std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> free_;
};

} // namespace wb::sim
