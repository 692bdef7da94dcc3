// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace wb::random_shader {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same numbers for a seed on every machine.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t next() {
        uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    /// 0 to count - 1; count is not 0.
    size_t below(size_t count) { return size_t(next() % count); }
    bool percent(unsigned chance) { return below(100) < chance; }
    template <class Container>
    auto& pick(Container& container) {
        return container[below(std::size(container))];
    }

private:
    uint64_t state_;
};

} // namespace wb::random_shader
