// SPDX-License-Identifier: MIT
// The image formats that the corpus names, and contents for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vulkan/vulkan.h>

namespace wb::corpus {

/// What random contents of a format must look like so that every value is a number.
enum class Contents : uint8_t { Bits, Half, Float, SmallFloats, Depth };

struct CorpusFormat {
    const char* name;
    VkFormat format;
    uint32_t bytes; ///< of a texel or block
    uint32_t block; ///< texels of a block in x and y
    Contents contents;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};

/// The format called `name` in `// image:`, or null.
const CorpusFormat* corpus_format(const std::string& name);

/// Fills `bytes` (a multiple of 4) with reproducible contents; `seed` tells images apart.
void fill_contents(Contents contents, uint32_t seed, std::span<std::byte> bytes);

} // namespace wb::corpus
