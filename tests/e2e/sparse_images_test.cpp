// SPDX-License-Identifier: MIT
// Sparse images: copied to and from with some blocks bound, against a model of which texels have memory.
#include "tests/e2e/sparse_fixture.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace wb::test {
namespace {

struct Shape {
    VkFormat format;
    uint32_t texel; ///< Bytes.
    VkImageType type;
    VkExtent3D extent;
    uint32_t layers, levels;

    VkExtent3D level(uint32_t number) const {
        return {std::max(extent.width >> number, 1u), std::max(extent.height >> number, 1u),
                std::max(extent.depth >> number, 1u)};
    }
};

class SparseImages : public SparseTest {
protected:
    void TearDown() override {
        if (image_) vkDestroyImage(device, image_, nullptr);
        SparseTest::TearDown();
    }

    /// Binds about half of the blocks, and the mip tail of every second layer; fills the image from a buffer
    /// and reads it back.
    void check(const Shape& shape) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT;
        info.imageType = shape.type;
        info.format = shape.format;
        info.extent = shape.extent;
        info.mipLevels = shape.levels;
        info.arrayLayers = shape.layers;
        info.samples = VK_SAMPLE_COUNT_1_BIT;
        info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                     VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
        WB_VK(vkCreateImage(device, &info, nullptr, &image_));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device, image_, &needs);
        uint32_t count = 1;
        VkSparseImageMemoryRequirements sparse{};
        vkGetImageSparseMemoryRequirements(device, image_, &count, &sparse);
        ASSERT_EQ(count, 1u);
        const VkDeviceMemory memory = allocate(needs.size, needs.memoryTypeBits);
        std::vector<std::vector<bool>> resident; // Of each layer and level, in the order of `regions`.
        bind_some(shape, sparse, needs.alignment, memory, resident);
        copy_and_compare(shape, resident);
    }

private:
    void bind_some(const Shape& shape, const VkSparseImageMemoryRequirements& sparse, VkDeviceSize block,
                   VkDeviceMemory memory, std::vector<std::vector<bool>>& resident) {
        std::mt19937 random(7);
        const VkExtent3D step = sparse.formatProperties.imageGranularity;
        const bool one_tail = sparse.formatProperties.flags & VK_SPARSE_IMAGE_FORMAT_SINGLE_MIPTAIL_BIT;
        std::vector<VkSparseImageMemoryBind> blocks;
        std::vector<VkSparseMemoryBind> tails;
        VkDeviceSize next = 0;
        for (uint32_t layer = 0; layer < shape.layers; ++layer) {
            const bool tail = layer % 2 == 0 || one_tail;
            if (sparse.imageMipTailFirstLod < shape.levels && tail && !(one_tail && layer)) {
                tails.push_back({sparse.imageMipTailOffset + layer * sparse.imageMipTailStride,
                                 sparse.imageMipTailSize, memory, next, 0});
                next += sparse.imageMipTailSize;
            }
            for (uint32_t level = 0; level < shape.levels; ++level) {
                const VkExtent3D size = shape.level(level);
                std::vector<bool> texels(size_t(size.width) * size.height * size.depth,
                                         level >= sparse.imageMipTailFirstLod && tail);
                for (uint32_t z = 0; level < sparse.imageMipTailFirstLod && z < size.depth; z += step.depth)
                    for (uint32_t y = 0; y < size.height; y += step.height)
                        for (uint32_t x = 0; x < size.width; x += step.width) {
                            if (random() % 2) continue;
                            const VkExtent3D part{std::min(step.width, size.width - x),
                                                  std::min(step.height, size.height - y),
                                                  std::min(step.depth, size.depth - z)};
                            blocks.push_back({{VK_IMAGE_ASPECT_COLOR_BIT, level, layer},
                                              {int32_t(x), int32_t(y), int32_t(z)},
                                              part,
                                              memory,
                                              next,
                                              0});
                            next += block;
                            for (uint32_t k = 0; k < part.depth; ++k)
                                for (uint32_t j = 0; j < part.height; ++j)
                                    for (uint32_t i = 0; i < part.width; ++i)
                                        texels[((z + k) * size_t(size.height) + y + j) * size.width + x + i] =
                                            true;
                        }
                resident.push_back(std::move(texels));
            }
        }
        const VkSparseImageMemoryBindInfo block_info{image_, uint32_t(blocks.size()), blocks.data()};
        const VkSparseImageOpaqueMemoryBindInfo tail_info{image_, uint32_t(tails.size()), tails.data()};
        VkBindSparseInfo info{VK_STRUCTURE_TYPE_BIND_SPARSE_INFO};
        info.imageBindCount = !blocks.empty();
        info.pImageBinds = &block_info;
        info.imageOpaqueBindCount = !tails.empty();
        info.pImageOpaqueBinds = &tail_info;
        bind(info);
    }

    void copy_and_compare(const Shape& shape, const std::vector<std::vector<bool>>& resident) {
        std::vector<VkBufferImageCopy> regions;
        VkDeviceSize size = 0;
        for (uint32_t layer = 0; layer < shape.layers; ++layer)
            for (uint32_t level = 0; level < shape.levels; ++level) {
                const VkExtent3D extent = shape.level(level);
                regions.push_back(
                    {size, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, level, layer, 1}, {0, 0, 0}, extent});
                size += VkDeviceSize(extent.width) * extent.height * extent.depth * shape.texel;
                size = (size + 15) / 16 * 16;
            }
        Buffer source, result;
        make_buffer(size / 4, source);
        make_buffer(size / 4, result);
        std::mt19937 random(3);
        std::generate_n(source.words, size / 4, [&] { return uint32_t(random()) | 0x01010101u; });
        std::fill_n(result.words, size / 4, 0xcdcdcdcd);
        run_commands([&](VkCommandBuffer c) {
            VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
            barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
            barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
            barrier.image = image_;
            barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, shape.levels, 0, shape.layers};
            const auto wait = [&] {
                vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                     VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1,
                                     &barrier);
                barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
                barrier.oldLayout = VK_IMAGE_LAYOUT_GENERAL;
            };
            wait();
            vkCmdCopyBufferToImage(c, source.buffer, image_, VK_IMAGE_LAYOUT_GENERAL,
                                   uint32_t(regions.size()), regions.data());
            wait();
            vkCmdCopyImageToBuffer(c, image_, VK_IMAGE_LAYOUT_GENERAL, result.buffer,
                                   uint32_t(regions.size()), regions.data());
        });
        size_t with_memory = 0, without = 0;
        const auto* from = reinterpret_cast<const uint8_t*>(source.words);
        const auto* to = reinterpret_cast<const uint8_t*>(result.words);
        const uint8_t zero[16] = {};
        for (size_t i = 0; i < regions.size(); ++i) {
            const uint32_t width = regions[i].imageExtent.width;
            for (size_t texel = 0; texel < resident[i].size(); ++texel) {
                const size_t at = regions[i].bufferOffset + texel * shape.texel;
                ++(resident[i][texel] ? with_memory : without);
                ASSERT_EQ(std::memcmp(to + at, resident[i][texel] ? from + at : zero, shape.texel), 0)
                    << (resident[i][texel] ? "resident" : "not resident") << " texel " << texel % width
                    << ", " << texel / width << " of region " << i;
            }
        }
        EXPECT_GT(with_memory, 0u);
        EXPECT_GT(without, 0u);
    }

    VkImage image_ = VK_NULL_HANDLE;
};

TEST_F(SparseImages, OfTwoDimensions) {
    check({VK_FORMAT_R32_UINT, 4, VK_IMAGE_TYPE_2D, {300, 200, 1}, 1, 9});
}

TEST_F(SparseImages, WithLayersAndSmallTexels) {
    check({VK_FORMAT_R8_UNORM, 1, VK_IMAGE_TYPE_2D, {520, 260, 1}, 2, 3});
}

TEST_F(SparseImages, WithLargeTexels) {
    check({VK_FORMAT_R32G32B32A32_UINT, 16, VK_IMAGE_TYPE_2D, {150, 130, 1}, 2, 8});
}

TEST_F(SparseImages, OfThreeDimensions) {
    check({VK_FORMAT_R32_UINT, 4, VK_IMAGE_TYPE_3D, {70, 40, 33}, 1, 4});
}

} // namespace
} // namespace wb::test
