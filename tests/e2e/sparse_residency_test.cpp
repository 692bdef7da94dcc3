// SPDX-License-Identifier: MIT
// Residency codes of reads from a sparse image, some of whose blocks have no memory.
#include "tests/e2e/sparse_fixture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "residency.comp.h"

namespace wb::test {
namespace {

constexpr uint32_t kWidth = 512, kLevels = 2, kPlaces = 2048;
constexpr uint32_t kQuarters = 4; ///< A place counts in quarters of a texel.

/// As in residency.comp.
struct Seen {
    float fetch, load, nearest, linear, levels, gather;
    uint32_t resident, unused;
};
struct Read {
    double value = 0;
    bool resident = true;
};

class SparseResidency : public SparseTest {
protected:
    SparseResidency() {
        codes_.features.shaderResourceResidency = VK_TRUE;
        codes_.features.sparseBinding = codes_.features.sparseResidencyImage2D = VK_TRUE;
        codes_.features.shaderStorageImageReadWithoutFormat = VK_TRUE;
        features = &codes_;
    }
    void TearDown() override {
        if (device) {
            for (VkSampler sampler : samplers_)
                vkDestroySampler(device, sampler, nullptr);
            vkDestroyImageView(device, view_, nullptr);
            vkDestroyImageView(device, first_level_, nullptr);
            vkDestroyImage(device, image_, nullptr);
        }
        SparseTest::TearDown();
    }

    static uint32_t size(uint32_t level) { return kWidth >> level; }
    /// What a texel holds where it has memory.
    static float content(uint32_t level, uint32_t x, uint32_t y) {
        return float(1 + (x * 7 + y * 13 + level * 5) % 200);
    }
    Read texel(uint32_t level, int32_t x, int32_t y) const {
        const uint32_t last = size(level) - 1;
        const uint32_t u = uint32_t(std::clamp(x, 0, int32_t(last))),
                       v = uint32_t(std::clamp(y, 0, int32_t(last)));
        const bool bound = bound_[level][(v / step_) * (size(level) / step_) + u / step_];
        return {bound ? content(level, u, v) : 0.0, bound};
    }
    /// Linear filtering at (x, y) quarters of a texel of level 0.
    Read filtered(uint32_t level, int32_t x, int32_t y) const {
        const double scale = kQuarters << level;
        const double u = x / scale - 0.5, v = y / scale - 0.5;
        const int32_t i = int32_t(std::floor(u)), j = int32_t(std::floor(v));
        Read out;
        for (int32_t corner = 0; corner < 4; ++corner) {
            const double weight = (corner & 1 ? u - i : 1 - (u - i)) * (corner & 2 ? v - j : 1 - (v - j));
            const Read one = texel(level, i + (corner & 1), j + (corner >> 1));
            out.value += weight * one.value;
            out.resident &= one.resident;
        }
        return out;
    }

    void make_image() {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT;
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = VK_FORMAT_R32_SFLOAT;
        info.extent = {kWidth, kWidth, 1};
        info.mipLevels = kLevels;
        info.arrayLayers = 1;
        info.samples = VK_SAMPLE_COUNT_1_BIT;
        info.usage =
            VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
        WB_VK(vkCreateImage(device, &info, nullptr, &image_));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device, image_, &needs);
        uint32_t count = 1;
        VkSparseImageMemoryRequirements sparse{};
        vkGetImageSparseMemoryRequirements(device, image_, &count, &sparse);
        step_ = sparse.formatProperties.imageGranularity.width;
        ASSERT_EQ(step_, sparse.formatProperties.imageGranularity.height);
        ASSERT_GE(sparse.imageMipTailFirstLod, kLevels) << "the model has no mip tail";
        const VkDeviceMemory memory = allocate(needs.size, needs.memoryTypeBits);
        std::vector<VkSparseImageMemoryBind> binds;
        for (uint32_t level = 0; level < kLevels; ++level) {
            for (uint32_t y = 0; y < size(level); y += step_) {
                for (uint32_t x = 0; x < size(level); x += step_) {
                    bound_[level].push_back(random_() % 3 != 0);
                    if (!bound_[level].back()) continue;
                    binds.push_back({{VK_IMAGE_ASPECT_COLOR_BIT, level, 0},
                                     {int32_t(x), int32_t(y), 0},
                                     {step_, step_, 1},
                                     memory,
                                     binds.size() * needs.alignment,
                                     0});
                }
            }
        }
        const VkSparseImageMemoryBindInfo image{image_, uint32_t(binds.size()), binds.data()};
        VkBindSparseInfo bind_info{VK_STRUCTURE_TYPE_BIND_SPARSE_INFO};
        bind_info.imageBindCount = 1;
        bind_info.pImageBinds = &image;
        bind(bind_info);

        VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
        view.image = image_;
        view.viewType = VK_IMAGE_VIEW_TYPE_2D;
        view.format = info.format;
        view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, kLevels, 0, 1};
        WB_VK(vkCreateImageView(device, &view, nullptr, &view_));
        view.subresourceRange.levelCount = 1;
        WB_VK(vkCreateImageView(device, &view, nullptr, &first_level_));
        VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
        sampler.addressModeU = sampler.addressModeV = sampler.addressModeW =
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        sampler.maxLod = VK_LOD_CLAMP_NONE;
        WB_VK(vkCreateSampler(device, &sampler, nullptr, &samplers_[0]));
        sampler.magFilter = sampler.minFilter = VK_FILTER_LINEAR;
        sampler.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
        WB_VK(vkCreateSampler(device, &sampler, nullptr, &samplers_[1]));
    }

    void fill_image() {
        Buffer texels;
        ASSERT_NO_FATAL_FAILURE(make_buffer(kWidth * kWidth * 2, texels));
        std::vector<VkBufferImageCopy> regions;
        size_t at = 0;
        for (uint32_t level = 0; level < kLevels; ++level) {
            regions.push_back({at * 4,
                               0,
                               0,
                               {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1},
                               {0, 0, 0},
                               {size(level), size(level), 1}});
            for (uint32_t y = 0; y < size(level); ++y)
                for (uint32_t x = 0; x < size(level); ++x)
                    texels.words[at++] = std::bit_cast<uint32_t>(content(level, x, y));
        }
        run_commands([&](VkCommandBuffer c) {
            VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
            barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
            barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
            barrier.image = image_;
            barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, kLevels, 0, 1};
            vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                                 0, nullptr, 0, nullptr, 1, &barrier);
            vkCmdCopyBufferToImage(c, texels.buffer, image_, VK_IMAGE_LAYOUT_GENERAL,
                                   uint32_t(regions.size()), regions.data());
        });
    }

    void read_places(const Buffer& places, const Buffer& results) {
        constexpr VkDescriptorType kTypes[] = {
            VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
        constexpr uint32_t kCount = uint32_t(std::size(kTypes));
        VkDescriptorSetLayoutBinding bindings[kCount];
        VkDescriptorPoolSize sizes[kCount];
        for (uint32_t i = 0; i < kCount; ++i) {
            bindings[i] = {i, kTypes[i], 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
            sizes[i] = {kTypes[i], 1};
        }
        Program program;
        const VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                       nullptr, 0, kCount, bindings};
        WB_VK(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &program.set_layout));
        ASSERT_NO_FATAL_FAILURE(make_pipeline(residency_comp, 0, program));
        const VkDescriptorPoolCreateInfo pool_info{
            VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, 1, kCount, sizes};
        WB_VK(vkCreateDescriptorPool(device, &pool_info, nullptr, &program.pool));
        const VkDescriptorSetAllocateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr,
                                              program.pool, 1, &program.set_layout};
        WB_VK(vkAllocateDescriptorSets(device, &set, &program.set));
        const VkDescriptorImageInfo images[] = {{samplers_[0], view_, VK_IMAGE_LAYOUT_GENERAL},
                                                {samplers_[1], view_, VK_IMAGE_LAYOUT_GENERAL},
                                                {VK_NULL_HANDLE, first_level_, VK_IMAGE_LAYOUT_GENERAL}};
        const VkDescriptorBufferInfo buffers[] = {{places.buffer, 0, VK_WHOLE_SIZE},
                                                  {results.buffer, 0, VK_WHOLE_SIZE}};
        for (uint32_t i = 0; i < kCount; ++i) {
            VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
            write.dstSet = program.set;
            write.dstBinding = i;
            write.descriptorCount = 1;
            write.descriptorType = kTypes[i];
            if (i < 3)
                write.pImageInfo = &images[i];
            else
                write.pBufferInfo = &buffers[i - 3];
            vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
        }
        run_commands([&](VkCommandBuffer c) {
            bind_program(c, program);
            vkCmdDispatch(c, kPlaces / 64, 1, 1);
        });
        destroy(program);
    }

    std::mt19937 random_{11};
    uint32_t step_ = 1;

private:
    VkPhysicalDeviceFeatures2 codes_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    std::vector<bool> bound_[kLevels];
    VkImage image_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE, first_level_ = VK_NULL_HANDLE;
    VkSampler samplers_[2] = {};
};

TEST_F(SparseResidency, OfFetchesLoadsSamplesAndGathers) {
    ASSERT_NO_FATAL_FAILURE(make_image());
    ASSERT_NO_FATAL_FAILURE(fill_image());
    Buffer places, results;
    make_buffer(kPlaces * 2, places);
    make_buffer(kPlaces * sizeof(Seen) / 4, results);
    for (uint32_t i = 0; i < kPlaces * 2; ++i) {
        // Half of them near the border of two blocks; all where no neighbour of either level has weight 0.
        uint32_t at = random_() % kWidth;
        if (random_() % 2) at = at / step_ * step_ + uint32_t(random_() % 3);
        places.words[i] = at * kQuarters + 1 + 2 * (random_() % 2);
    }
    read_places(places, results);
    const auto* seen = reinterpret_cast<const Seen*>(results.words);
    uint32_t counts[2] = {};
    for (uint32_t i = 0; i < kPlaces; ++i) {
        const auto x = int32_t(places.words[i * 2]), y = int32_t(places.words[i * 2 + 1]);
        SCOPED_TRACE("place " + std::to_string(x) + ", " + std::to_string(y) + " quarters");
        const Read one = texel(0, x / 4, y / 4);
        const Read linear = filtered(0, x, y), half = filtered(1, x, y);
        Read gather;
        const int32_t left = int32_t(std::floor(x / 4.0 - 0.5)), top = int32_t(std::floor(y / 4.0 - 0.5));
        constexpr int32_t kOrder[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
        for (int32_t corner = 0; corner < 4; ++corner) {
            const Read each = texel(0, left + kOrder[corner][0], top + kOrder[corner][1]);
            gather.value += (1 << corner) * each.value;
            gather.resident &= each.resident;
        }
        const uint32_t resident = (one.resident ? 7 : 0) | linear.resident << 3 |
                                  (linear.resident && half.resident) << 4 | gather.resident << 5;
        EXPECT_EQ(seen[i].resident, resident);
        EXPECT_EQ(seen[i].fetch, one.value);
        EXPECT_EQ(seen[i].load, one.value);
        EXPECT_EQ(seen[i].nearest, one.value);
        EXPECT_NEAR(seen[i].linear, linear.value, 1e-3);
        EXPECT_NEAR(seen[i].levels, (linear.value + half.value) / 2, 1e-3);
        EXPECT_EQ(seen[i].gather, gather.value);
        ++counts[one.resident];
        if (HasFailure()) return;
    }
    EXPECT_GT(counts[0], kPlaces / 8);
    EXPECT_GT(counts[1], kPlaces / 8);
}

} // namespace
} // namespace wb::test
