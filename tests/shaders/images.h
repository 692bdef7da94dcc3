// SPDX-License-Identifier: MIT
// The images of a shader of the corpus: made, filled and read back with copies between buffers and images, so
// that what a driver does for those is tested too.
#pragma once

#include "samples/common/pipeline.h"
#include "tests/shaders/image_formats.h"
#include "tests/shaders/recipe.h"

#include <vector>

namespace wb::corpus {

class Images {
public:
    /// Makes images, views and samplers, owned by `device`. An error names what a recipe asks for in vain.
    static Result<Images> make(headless::Device& device, const std::vector<ImageRecipe>& recipes);

    std::span<const headless::ImageBinding> bindings() const { return bindings_; }
    /// Fills the staging buffers with the images' first contents.
    void reset();
    /// Records the copies into all images, and out of the storage images.
    void upload(VkCommandBuffer commands) const;
    void download(VkCommandBuffer commands) const;
    /// Appends the contents of the storage images.
    void append_results(std::vector<uint32_t>& words) const;

private:
    struct Image {
        ImageRecipe recipe;
        const CorpusFormat* format = nullptr;
        VkImage handle = VK_NULL_HANDLE;
        headless::Buffer in, out;
        std::vector<VkBufferImageCopy> copies;
    };
    Status add(headless::Device& device, const ImageRecipe& recipe);
    /// The view `buffer` (a texel buffer) or `uniform`: the buffer `in` itself is what the shader sees.
    Status add_buffer(headless::Device& device, const ImageRecipe& recipe);
    std::vector<Image> images_;
    std::vector<headless::ImageBinding> bindings_;
};

} // namespace wb::corpus
