// SPDX-License-Identifier: MIT
// First-in first-out queue in a ring that only ever grows.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace wb::sim {

template <class T>
class ReadyQueue {
public:
    bool empty() const { return size_ == 0; }
    size_t size() const { return size_; }
    void push(T item) {
        if (size_ == items_.size()) grow();
        items_[(head_ + size_) & (items_.size() - 1)] = item;
        ++size_;
    }
    T pop() {
        T item = items_[head_];
        head_ = (head_ + 1) & (items_.size() - 1);
        --size_;
        return item;
    }
    /// Brings the `index`th item to the front: for shuffled schedules.
    void swap_to_front(size_t index) {
        std::swap(items_[head_], items_[(head_ + index) & (items_.size() - 1)]);
    }
    /// Takes `item` out wherever it is; the others keep their order.
    void remove(T item) {
        for (size_t n = size_; n > 0; --n) {
            T front = pop();
            if (front != item) push(front);
        }
    }
    void clear() { head_ = size_ = 0; }

private:
    void grow() {
        std::vector<T> larger(items_.empty() ? 64 : items_.size() * 2);
        for (size_t i = 0; i < size_; ++i)
            larger[i] = items_[(head_ + i) & (items_.size() - 1)];
        items_ = std::move(larger);
        head_ = 0;
    }
    std::vector<T> items_; ///< Size is a power of two.
    size_t head_ = 0, size_ = 0;
};

} // namespace wb::sim
