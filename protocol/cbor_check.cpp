// SPDX-License-Identifier: MIT
#include "protocol/cbor_check.h"

#include <array>

namespace wb::protocol {
namespace {

enum Major { kUnsigned, kNegative, kBytes, kText, kArray, kMap, kTag, kSimple };
constexpr unsigned kIndefinite = 31;
constexpr uint64_t kUntilBreak = ~0ull;

class Walker {
public:
    explicit Walker(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    bool run() {
        open_[0] = 1;
        depth_ = 1;
        while (depth_ > 0) {
            if (open_[depth_ - 1] == 0) {
                --depth_;
                continue;
            }
            if (!item()) return false;
        }
        return at_ == bytes_.size();
    }

private:
    /// Reads one item's head and what belongs to it, or opens a level.
    bool item() {
        if (at_ >= bytes_.size()) return false;
        const uint8_t head = bytes_[at_++];
        const unsigned major = head >> 5, info = head & 31;
        uint64_t& left = open_[depth_ - 1];
        if (head == 0xff) {
            if (left != kUntilBreak) return false;
            left = 0;
            return true;
        }
        if (left != kUntilBreak) --left;
        uint64_t argument = info;
        if (info >= 24 && info <= 27) {
            const size_t size = size_t(1) << (info - 24);
            if (bytes_.size() - at_ < size) return false;
            argument = 0;
            for (size_t i = 0; i < size; ++i)
                argument = argument << 8 | bytes_[at_++];
        } else if (info > 27 && info != kIndefinite) {
            return false;
        }
        switch (major) {
        case kBytes:
        case kText:
            return info == kIndefinite ? open(kUntilBreak) : skip(argument);
        case kArray:
        case kMap:
            if (info == kIndefinite) return open(kUntilBreak);
            if (argument > bytes_.size() - at_) return false;
            return open(major == kMap ? argument * 2 : argument);
        case kTag:
            return false;
        default:
            return info != kIndefinite;
        }
    }

    bool skip(uint64_t size) {
        if (size > bytes_.size() - at_) return false;
        at_ += size_t(size);
        return true;
    }

    bool open(uint64_t items) {
        if (depth_ >= open_.size()) return false;
        open_[depth_++] = items;
        return true;
    }

    std::span<const uint8_t> bytes_;
    size_t at_ = 0, depth_ = 0;
    std::array<uint64_t, kMaxDepth + 1> open_{}; ///< items left at each level
};

} // namespace

bool is_sound_cbor(std::span<const uint8_t> bytes) {
    return Walker(bytes).run();
}

} // namespace wb::protocol
