// SPDX-License-Identifier: MIT
// Storage buffers that both host and device see.
#pragma once

#include "samples/common/device.h"

#include <span>

namespace wb::headless {

struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceAddress address = 0; ///< where shaders find it
    std::byte* data = nullptr;   ///< mapped for the host, coherent, for the device's lifetime
    size_t size = 0;             ///< bytes

    template <class T>
    std::span<T> as() const {
        return {reinterpret_cast<T*>(data), size / sizeof(T)};
    }
};

/// Makes a storage buffer of `size` bytes (more than 0), owned by `device`, in device memory where the host
/// can map that. It can be a source and a destination of copies and, with `indirect`, a source of indirect
/// commands; it can be a uniform buffer and a texel buffer too. Contents are undefined.
Result<Buffer> make_buffer(Device& device, size_t size, const char* name, bool indirect = false);

} // namespace wb::headless
