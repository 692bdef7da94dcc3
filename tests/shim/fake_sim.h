// SPDX-License-Identifier: MIT
// What the test and its fake device agree on. The fake answers each call with a value made from the call's
// arguments, so that the test sees that the shim passed every one of them on.
#pragma once

#include <cstdint>

namespace fake {

// The files the fake has, and the numbers it gives them: the first open of a file gets base, the next base +
// 1, ...
inline constexpr int kRenderNodeBase = 100;
inline constexpr int kRegsBase = 500;

// ioctl requests. Each gets a Call to fill in.
inline constexpr unsigned long kEcho = 0xc0106401;   // argument.file = the file; returns 0
inline constexpr unsigned long kRefuse = 0xc0106402; // returns -EBUSY
inline constexpr unsigned long kCloses = 0xc0106403; // argument.file = closes so far; returns 41
// Not of the DRM type: debugfs files have ioctls of their own.
inline constexpr unsigned long kDebugfs = 0xc0102001; // argument.file = the file; returns 0

struct Call {
    int64_t file;
    int64_t unused;
};

// What a read of `size` bytes from `file` at `offset` gets in byte `i`.
inline uint8_t byte_at(int file, int64_t offset, uint64_t i) {
    return uint8_t(file * 31 + offset * 7 + int64_t(i));
}

// mmap: the mapping begins with this word; an offset of kNoMapping is refused with -ENODEV.
inline constexpr int64_t kNoMapping = 0x7000;
inline uint64_t mapping_word(int file, int64_t offset) {
    return uint64_t(file) << 32 | uint64_t(offset);
}

} // namespace fake
