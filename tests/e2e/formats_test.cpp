// SPDX-License-Identifier: MIT
// Images of formats that are stored in their own ways: three dwords to a texel, and several planes.
#include "tests/e2e/compute_fixture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "texels.comp.h"

namespace wb::test {
namespace {

using Color = std::array<float, 4>;
struct Place {
    float x, y;
};

// Of images with planes; texels of the planes.
constexpr uint32_t kWidth = 72, kHeight = 36, kHalf = kWidth / 2, kChroma = kHalf * kHeight / 2;
constexpr uint32_t kLuma = kWidth * kHeight, kBytes = kLuma + 2 * kChroma;

class Formats : public ComputeTest {
protected:
    Formats() {
        conversions_.samplerYcbcrConversion = VK_TRUE;
        features = &conversions_;
        skip_without_features = true;
        more_usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    }
    void SetUp() override {
        ComputeTest::SetUp();
        if (!device) return;
        const VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, family};
        WB_VK(vkCreateCommandPool(device, &info, nullptr, &pool_));
    }
    void TearDown() override {
        if (device) {
            for (const auto& destroy_it : at_end_)
                destroy_it();
            vkDestroyCommandPool(device, pool_, nullptr);
        }
        ComputeTest::TearDown();
    }

    bool offers(VkFormat format, VkFormatFeatureFlags wanted, bool linear) {
        VkFormatProperties has;
        vkGetPhysicalDeviceFormatProperties(physical, format, &has);
        return ((linear ? has.linearTilingFeatures : has.optimalTilingFeatures) & wanted) == wanted;
    }
    void make_image(VkFormat format, uint32_t width, uint32_t height, VkImageTiling tiling,
                    VkImageCreateFlags flags, VkImage& image) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.flags = flags;
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = format;
        info.extent = {width, height, 1};
        info.mipLevels = info.arrayLayers = 1;
        info.samples = VK_SAMPLE_COUNT_1_BIT;
        info.tiling = tiling;
        info.usage =
            VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
        WB_VK(vkCreateImage(device, &info, nullptr, &image));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device, image, &needs);
        const VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needs.size,
                                            uint32_t(std::countr_zero(needs.memoryTypeBits))};
        VkDeviceMemory memory;
        WB_VK(vkAllocateMemory(device, &allocate, nullptr, &memory));
        WB_VK(vkBindImageMemory(device, image, memory, 0));
        at_end_.push_back([this, made = image, memory] {
            vkDestroyImage(device, made, nullptr);
            vkFreeMemory(device, memory, nullptr);
        });
    }
    void make_view(VkImage image, VkFormat format, VkImageAspectFlags aspect, const void* next,
                   VkImageView& view) {
        VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, next};
        info.image = image;
        info.viewType = VK_IMAGE_VIEW_TYPE_2D;
        info.format = format;
        info.subresourceRange = {aspect, 0, 1, 0, 1};
        WB_VK(vkCreateImageView(device, &info, nullptr, &view));
        at_end_.insert(at_end_.begin(), [this, made = view] { vkDestroyImageView(device, made, nullptr); });
    }
    void make_sampler(VkFilter filter, const void* next, VkSampler& sampler) {
        VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, next};
        info.magFilter = info.minFilter = filter;
        info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        WB_VK(vkCreateSampler(device, &info, nullptr, &sampler));
        at_end_.insert(at_end_.begin(), [this, made = sampler] { vkDestroySampler(device, made, nullptr); });
    }

    void run_commands(const std::function<void(VkCommandBuffer)>& record) {
        const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr,
                                                   pool_, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
        VkCommandBuffer commands = VK_NULL_HANDLE;
        WB_VK(vkAllocateCommandBuffers(device, &allocate, &commands));
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        WB_VK(vkBeginCommandBuffer(commands, &begin));
        record(commands);
        WB_VK(vkEndCommandBuffer(commands));
        submit_and_wait(commands);
    }
    static void barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from) {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.oldLayout = from;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        barrier.image = image;
        barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0, 0, nullptr, 0, nullptr, 1, &barrier);
    }
    /// Copies `regions` from a buffer to the image and, image to buffer, into another one.
    void fill_and_read_back(VkImage image, const std::vector<VkBufferImageCopy>& regions, const Buffer& from,
                            const Buffer& to) {
        run_commands([&](VkCommandBuffer c) {
            barrier(c, image, VK_IMAGE_LAYOUT_UNDEFINED);
            vkCmdCopyBufferToImage(c, from.buffer, image, VK_IMAGE_LAYOUT_GENERAL, uint32_t(regions.size()),
                                   regions.data());
            barrier(c, image, VK_IMAGE_LAYOUT_GENERAL);
            vkCmdCopyImageToBuffer(c, image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, uint32_t(regions.size()),
                                   regions.data());
        });
    }

    /// What textureLod gives at each place; with `buffer` instead its texels of `format`. With `immutable`
    /// the sampler is part of the set layout.
    void read(VkImageView view, VkSampler sampler, bool immutable, std::span<const Place> places,
              std::vector<Color>& out, const Buffer* buffer = nullptr,
              VkFormat format = VK_FORMAT_R32_SFLOAT) {
        constexpr VkDescriptorType kTypes[] = {
            VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
            VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
        Buffer place_buffer, results;
        make_buffer(places.size() * 2, place_buffer);
        make_buffer(places.size() * 4, results);
        std::memcpy(place_buffer.words, places.data(), places.size_bytes());
        VkBufferViewCreateInfo view_info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
        view_info.buffer = buffer ? buffer->buffer : place_buffer.buffer;
        view_info.format = format;
        view_info.range = VK_WHOLE_SIZE;
        VkBufferView texels;
        WB_VK(vkCreateBufferView(device, &view_info, nullptr, &texels));

        VkDescriptorSetLayoutBinding bindings[4];
        std::vector<VkDescriptorPoolSize> sizes;
        for (uint32_t i = 0; i < 4; ++i) {
            bindings[i] = {i, kTypes[i], 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
            sizes.push_back({kTypes[i], i ? 1u : 3u}); // A conversion may take a descriptor per plane.
        }
        if (immutable) bindings[0].pImmutableSamplers = &sampler;
        Program program;
        const VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                       nullptr, 0, 4, bindings};
        WB_VK(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &program.set_layout));
        const uint32_t constants[] = {uint32_t(places.size()), buffer != nullptr};
        ASSERT_NO_FATAL_FAILURE(make_pipeline(texels_comp, sizeof constants, program));
        const VkDescriptorPoolCreateInfo pool_info{
            VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, 1, 4, sizes.data()};
        WB_VK(vkCreateDescriptorPool(device, &pool_info, nullptr, &program.pool));
        const VkDescriptorSetAllocateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr,
                                              program.pool, 1, &program.set_layout};
        WB_VK(vkAllocateDescriptorSets(device, &set, &program.set));
        const VkDescriptorImageInfo image{sampler, view, VK_IMAGE_LAYOUT_GENERAL};
        const VkDescriptorBufferInfo buffers[] = {{place_buffer.buffer, 0, VK_WHOLE_SIZE},
                                                  {results.buffer, 0, VK_WHOLE_SIZE}};
        for (uint32_t i = 0; i < 4; ++i) {
            VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
            write.dstSet = program.set;
            write.dstBinding = i;
            write.descriptorCount = 1;
            write.descriptorType = kTypes[i];
            write.pImageInfo = &image;
            write.pTexelBufferView = &texels;
            write.pBufferInfo = &buffers[i < 2 ? 0 : i - 2];
            vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
        }
        run_commands([&](VkCommandBuffer c) {
            bind_program(c, program);
            vkCmdPushConstants(c, program.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants,
                               constants);
            vkCmdDispatch(c, (constants[0] + 63) / 64, 1, 1);
        });
        destroy(program);
        vkDestroyBufferView(device, texels, nullptr);
        out.resize(places.size());
        std::memcpy(out.data(), results.words, places.size() * sizeof(Color));
    }

    /// The middles of all texels, row by row.
    static std::vector<Place> middles(uint32_t width, uint32_t height) {
        std::vector<Place> out;
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x)
                out.push_back({(float(x) + 0.5f) / float(width), (float(y) + 0.5f) / float(height)});
        return out;
    }

    /// Planes of 8 bits: copied, read by a view of each plane, and all at once by a conversion.
    void check_planes(VkFormat format, bool two_planes);
    void check_conversion(VkImage image, VkFormat format, VkFilter filter, const uint8_t* luma,
                          const std::function<double(uint32_t, uint32_t)>& chroma);

private:
    VkPhysicalDeviceSamplerYcbcrConversionFeatures conversions_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES};
    VkCommandPool pool_ = VK_NULL_HANDLE;
    std::vector<std::function<void()>> at_end_;
};

TEST_F(Formats, ThreeDwordsInTexelBuffers) {
    constexpr uint32_t kCount = 100;
    if (!offers(VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, false)) GTEST_SKIP();
    VkFormatProperties has;
    vkGetPhysicalDeviceFormatProperties(physical, VK_FORMAT_R32G32B32_SFLOAT, &has);
    if (!(has.bufferFeatures & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT)) GTEST_SKIP();
    Buffer texels;
    make_buffer(kCount * 3, texels);
    for (uint32_t i = 0; i < kCount * 3; ++i)
        texels.words[i] = std::bit_cast<uint32_t>(float(i) * 0.25f - 7);
    VkImage image;
    ASSERT_NO_FATAL_FAILURE(make_image(VK_FORMAT_R8G8B8A8_UNORM, 4, 4, VK_IMAGE_TILING_OPTIMAL, 0, image));
    VkImageView view;
    VkSampler sampler;
    make_view(image, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_ASPECT_COLOR_BIT, nullptr, view);
    make_sampler(VK_FILTER_NEAREST, nullptr, sampler);
    std::vector<Color> got;
    const std::vector<Place> places(kCount + 1); // One beyond the end reads zeros.
    ASSERT_NO_FATAL_FAILURE(read(view, sampler, false, places, got, &texels, VK_FORMAT_R32G32B32_SFLOAT));
    for (uint32_t i = 0; i < kCount; ++i)
        for (uint32_t channel = 0; channel < 4; ++channel)
            EXPECT_EQ(got[i][channel], channel == 3 ? 1 : float(i * 3 + channel) * 0.25f - 7);
    EXPECT_EQ(got[kCount][0], 0);
}

TEST_F(Formats, ThreeDwordsInLinearImages) {
    constexpr VkFormat kFormat = VK_FORMAT_R32G32B32_SFLOAT;
    if (!offers(kFormat, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT, true))
        GTEST_SKIP() << "the device has no such images";
    // Rows of a multiple of 256 bytes, and others.
    constexpr uint32_t kSizes[][2] = {{37, 11}, {64, 5}, {1, 3}, {130, 2}};
    for (const auto& [width, height] : kSizes) {
        const uint32_t words = width * height * 3;
        Buffer in, out;
        make_buffer(words, in);
        make_buffer(words, out);
        for (uint32_t i = 0; i < words; ++i)
            in.words[i] = std::bit_cast<uint32_t>(float(i) * 0.5f + 1);
        VkImage image;
        ASSERT_NO_FATAL_FAILURE(make_image(kFormat, width, height, VK_IMAGE_TILING_LINEAR, 0, image));
        fill_and_read_back(
            image, {{0, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {0, 0, 0}, {width, height, 1}}}, in, out);
        EXPECT_EQ(std::memcmp(in.words, out.words, words * 4), 0) << width << "x" << height;
        VkImageView view;
        VkSampler sampler;
        make_view(image, kFormat, VK_IMAGE_ASPECT_COLOR_BIT, nullptr, view);
        make_sampler(VK_FILTER_NEAREST, nullptr, sampler);
        std::vector<Color> got;
        ASSERT_NO_FATAL_FAILURE(read(view, sampler, false, middles(width, height), got));
        for (uint32_t i = 0; i < width * height; ++i)
            for (uint32_t channel = 0; channel < 4; ++channel)
                ASSERT_EQ(got[i][channel], channel == 3 ? 1 : float(i * 3 + channel) * 0.5f + 1)
                    << width << "x" << height << ", texel " << i;
    }
}

void Formats::check_planes(VkFormat format, bool two_planes) {
    if (!offers(format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_MIDPOINT_CHROMA_SAMPLES_BIT,
                false))
        GTEST_SKIP() << "the device has no such images";
    Buffer in, out;
    make_buffer(kBytes / 4, in);
    make_buffer(kBytes / 4, out);
    auto* bytes = reinterpret_cast<uint8_t*>(in.words);
    for (uint32_t i = 0; i < kBytes; ++i)
        bytes[i] = uint8_t(i * 37 + i / 251);
    // Of Cb and Cr at chroma texel `i`.
    const auto chroma = [&](uint32_t i, uint32_t which) {
        return bytes[two_planes ? kLuma + i * 2 + which : kLuma + which * kChroma + i] / 255.0;
    };
    VkImage image;
    ASSERT_NO_FATAL_FAILURE(make_image(format, kWidth, kHeight, VK_IMAGE_TILING_OPTIMAL,
                                       VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT, image));
    constexpr VkImageAspectFlags kPlanes[] = {VK_IMAGE_ASPECT_PLANE_0_BIT, VK_IMAGE_ASPECT_PLANE_1_BIT,
                                              VK_IMAGE_ASPECT_PLANE_2_BIT};
    std::vector<VkBufferImageCopy> regions;
    for (uint32_t plane = 0; plane < (two_planes ? 2u : 3u); ++plane) {
        const VkExtent3D size = plane ? VkExtent3D{kHalf, kHeight / 2, 1} : VkExtent3D{kWidth, kHeight, 1};
        regions.push_back({plane == 0 ? 0 : kLuma + (plane - 1) * VkDeviceSize(kChroma),
                           0,
                           0,
                           {kPlanes[plane], 0, 0, 1},
                           {0, 0, 0},
                           size});
    }
    fill_and_read_back(image, regions, in, out);
    EXPECT_EQ(std::memcmp(in.words, out.words, kBytes), 0);

    VkSampler sampler;
    make_sampler(VK_FILTER_NEAREST, nullptr, sampler);
    std::vector<Color> got;
    for (uint32_t plane = 0; plane < regions.size(); ++plane) {
        VkImageView view;
        make_view(image, plane && two_planes ? VK_FORMAT_R8G8_UNORM : VK_FORMAT_R8_UNORM, kPlanes[plane],
                  nullptr, view);
        const VkExtent3D size = regions[plane].imageExtent;
        ASSERT_NO_FATAL_FAILURE(read(view, sampler, false, middles(size.width, size.height), got));
        for (uint32_t i = 0; i < got.size(); ++i) {
            const double first = plane ? chroma(i, plane - 1) : bytes[i] / 255.0;
            ASSERT_NEAR(got[i][0], first, 1e-6) << "plane " << plane << ", texel " << i;
            const double second = plane && two_planes ? chroma(i, 1) : 0;
            ASSERT_NEAR(got[i][1], second, 1e-6) << "plane " << plane << ", texel " << i;
        }
    }

    for (const VkFilter filter : {VK_FILTER_NEAREST, VK_FILTER_LINEAR}) {
        if (filter == VK_FILTER_LINEAR &&
            !offers(format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_YCBCR_CONVERSION_LINEAR_FILTER_BIT, false))
            continue;
        ASSERT_NO_FATAL_FAILURE(check_conversion(image, format, filter, bytes, chroma));
    }
}

/// BT.709 of the full range; chroma samples lie in the middle of four texels.
void Formats::check_conversion(VkImage image, VkFormat format, VkFilter filter, const uint8_t* luma,
                               const std::function<double(uint32_t, uint32_t)>& chroma) {
    VkSamplerYcbcrConversionCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_CREATE_INFO};
    info.format = format;
    info.ycbcrModel = VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_709;
    info.ycbcrRange = VK_SAMPLER_YCBCR_RANGE_ITU_FULL;
    info.xChromaOffset = info.yChromaOffset = VK_CHROMA_LOCATION_MIDPOINT;
    info.chromaFilter = filter;
    VkSamplerYcbcrConversion conversion;
    WB_VK(vkCreateSamplerYcbcrConversion(device, &info, nullptr, &conversion));
    const VkSamplerYcbcrConversionInfo use{VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO, nullptr,
                                           conversion};
    VkImageView view;
    VkSampler converting;
    make_view(image, format, VK_IMAGE_ASPECT_COLOR_BIT, &use, view);
    make_sampler(filter, &use, converting);
    std::vector<Color> got;
    ASSERT_NO_FATAL_FAILURE(read(view, converting, true, middles(kWidth, kHeight), got));
    vkDestroySamplerYcbcrConversion(device, conversion, nullptr);

    const auto at = [&](int32_t x, int32_t y, uint32_t which) {
        const auto column = uint32_t(std::clamp(x, 0, int32_t(kHalf) - 1));
        const auto line = uint32_t(std::clamp(y, 0, int32_t(kHeight / 2) - 1));
        return chroma(line * kHalf + column, which);
    };
    // Of the texel's own chroma sample and the nearest others: three quarters and a quarter along each axis.
    const auto reconstructed = [&](uint32_t x, uint32_t y, uint32_t which) {
        const auto i = int32_t(x / 2), j = int32_t(y / 2);
        if (filter == VK_FILTER_NEAREST) return at(i, j, which);
        const int32_t aside = x % 2 ? 1 : -1, above = y % 2 ? 1 : -1;
        return (at(i, j, which) * 9 + at(i + aside, j, which) * 3 + at(i, j + above, which) * 3 +
                at(i + aside, j + above, which)) /
               16;
    };
    constexpr double kRed = 0.2126, kBlue = 0.0722; // Weights of luma in BT.709.
    for (uint32_t i = 0; i < kLuma; ++i) {
        SCOPED_TRACE("texel " + std::to_string(i) + ", filter " + std::to_string(filter));
        const double y = luma[i] / 255.0;
        const double cb = reconstructed(i % kWidth, i / kWidth, 0) - 128 / 255.0;
        const double cr = reconstructed(i % kWidth, i / kWidth, 1) - 128 / 255.0;
        const double red = y + 2 * (1 - kRed) * cr, blue = y + 2 * (1 - kBlue) * cb;
        const double green = (y - kRed * red - kBlue * blue) / (1 - kRed - kBlue);
        constexpr double kTolerance = 1e-4; // Mesa has 1.85563 for 1.8556, and the like.
        ASSERT_NEAR(got[i][0], red, kTolerance);
        ASSERT_NEAR(got[i][1], green, kTolerance);
        ASSERT_NEAR(got[i][2], blue, kTolerance);
        ASSERT_EQ(got[i][3], 1);
    }
}

TEST_F(Formats, ThreePlanesOf420) {
    check_planes(VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM, false);
}

TEST_F(Formats, TwoPlanesOf420) {
    check_planes(VK_FORMAT_G8_B8R8_2PLANE_420_UNORM, true);
}

} // namespace
} // namespace wb::test
