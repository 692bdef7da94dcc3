// SPDX-License-Identifier: MIT
#include "tests/shaders/images.h"

#include <algorithm>
#include <cstdlib>

namespace wb::corpus {
namespace {

struct ViewKind {
    const char* name;
    VkImageType image;
    VkImageViewType view;
};
constexpr ViewKind kViews[] = {
    {"1d", VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D},
    {"2d", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D},
    {"3d", VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D},
    {"cube", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE},
    {"1darray", VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY},
    {"2darray", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY},
    {"cubearray", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY},
};

bool is_cube(const ViewKind& kind) {
    return kind.view == VK_IMAGE_VIEW_TYPE_CUBE || kind.view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
}

Result<VkSampler> make_sampler(headless::Device& device,
                               const std::vector<std::pair<std::string, std::string>>& settings) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.maxLod = VK_LOD_CLAMP_NONE;
    VkSamplerReductionModeCreateInfo reduction{VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO};
    const auto wrap = [](const std::string& name) {
        if (name == "mirror") return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
        if (name == "edge") return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        if (name == "border") return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
        if (name == "mirror-once") return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    };
    for (const auto& [name, value] : settings) {
        const float number = std::strtof(value.c_str(), nullptr);
        if (name == "linear" || name == "mag") info.magFilter = VK_FILTER_LINEAR;
        if (name == "linear" || name == "min") info.minFilter = VK_FILTER_LINEAR;
        if (name == "mip-linear") info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
        if (name == "wrap") info.addressModeU = info.addressModeV = info.addressModeW = wrap(value);
        if (name == "bias") info.mipLodBias = number;
        if (name == "min-lod") info.minLod = number;
        if (name == "max-lod") info.maxLod = number;
        if (name == "black") info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
        if (name == "white") info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
        if (name == "int-white") info.borderColor = VK_BORDER_COLOR_INT_OPAQUE_WHITE;
        if (name == "unnormalized") {
            info.unnormalizedCoordinates = VK_TRUE;
            info.maxLod = 0;
        }
        if (name == "compare") {
            info.compareEnable = VK_TRUE;
            info.compareOp = VkCompareOp(int(number));
        }
        if (name == "reduce") {
            reduction.reductionMode =
                value == "min" ? VK_SAMPLER_REDUCTION_MODE_MIN : VK_SAMPLER_REDUCTION_MODE_MAX;
            info.pNext = &reduction;
        }
    }
    VkSampler sampler = VK_NULL_HANDLE;
    if (auto ok =
            headless::check(vkCreateSampler(device.handle(), &info, nullptr, &sampler), "making a sampler");
        !ok)
        return std::unexpected(ok.error());
    device.own(sampler);
    return sampler;
}

void image_barrier(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspect, VkImageLayout from) {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = from;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
}

} // namespace

Result<Images> Images::make(headless::Device& device, const std::vector<ImageRecipe>& recipes) {
    Images images;
    for (const ImageRecipe& recipe : recipes)
        if (auto ok = images.add(device, recipe); !ok) return std::unexpected(ok.error());
    return images;
}

Status Images::add_buffer(headless::Device& device, const ImageRecipe& recipe) {
    Image image{recipe, corpus_format(recipe.format), VK_NULL_HANDLE, {}, {}, {}};
    if (!image.format) return fail("no image format " + recipe.format);
    auto made = headless::make_buffer(device, recipe.size[0] * image.format->bytes, "texels");
    if (!made) return std::unexpected(made.error());
    image.in = *made;
    headless::ImageBinding binding;
    binding.elements = recipe.elements;
    binding.buffer = image.in.handle;
    binding.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    if (recipe.view == "buffer") {
        binding.type = recipe.sampled ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                      : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
        info.buffer = image.in.handle;
        info.format = image.format->format;
        info.range = VK_WHOLE_SIZE;
        if (auto ok = headless::check(vkCreateBufferView(device.handle(), &info, nullptr, &binding.texels),
                                      "a buffer view");
            !ok)
            return ok;
        device.own(binding.texels);
    }
    images_.push_back(std::move(image));
    bindings_.push_back(binding);
    return {};
}

Status Images::add(headless::Device& device, const ImageRecipe& recipe) {
    if (recipe.view == "buffer" || recipe.view == "uniform") return add_buffer(device, recipe);
    Image image{recipe, corpus_format(recipe.format), VK_NULL_HANDLE, {}, {}, {}};
    const auto kind =
        std::ranges::find_if(kViews, [&](const ViewKind& known) { return recipe.view == known.name; });
    if (!image.format || kind == std::end(kViews))
        return fail("no image format " + recipe.format + " or no view " + recipe.view);

    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = is_cube(*kind) ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
    info.imageType = kind->image;
    info.format = image.format->format;
    info.extent = {recipe.size[0], recipe.size[1], recipe.size[2]};
    info.mipLevels = recipe.levels;
    info.arrayLayers = recipe.layers;
    info.samples = VkSampleCountFlagBits(recipe.samples);
    info.tiling = recipe.linear_tiling ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL;
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (recipe.sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT);
    if (auto ok = headless::check(vkCreateImage(device.handle(), &info, nullptr, &image.handle),
                                  "making an image of " + recipe.format);
        !ok)
        return ok;
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device.handle(), image.handle, &needs);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = uint32_t(__builtin_ctz(needs.memoryTypeBits));
    VkDeviceMemory memory = VK_NULL_HANDLE;
    Status ok =
        headless::check(vkAllocateMemory(device.handle(), &allocate, nullptr, &memory), "image memory");
    device.own(image.handle, memory);
    if (ok)
        ok = headless::check(vkBindImageMemory(device.handle(), image.handle, memory, 0), "binding memory");
    if (!ok) return ok;

    VkImageViewCreateInfo view_info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view_info.image = image.handle;
    view_info.viewType = kind->view;
    view_info.format = info.format;
    const uint32_t view_levels = recipe.sampled ? VK_REMAINING_MIP_LEVELS : 1;
    view_info.subresourceRange = {image.format->aspect, recipe.base_level, view_levels, 0, recipe.layers};
    headless::ImageBinding binding;
    binding.elements = recipe.elements;
    binding.type =
        recipe.sampled ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    ok = headless::check(vkCreateImageView(device.handle(), &view_info, nullptr, &binding.view),
                         "an image view");
    if (!ok) return ok;
    device.own(binding.view);
    if (recipe.sampled) {
        auto sampler = make_sampler(device, recipe.sampler);
        if (!sampler) return std::unexpected(sampler.error());
        binding.sampler = *sampler;
    }

    VkDeviceSize bytes = 0;
    for (uint32_t level = 0; level < recipe.levels; ++level) {
        const auto size = [&](unsigned axis) { return std::max(recipe.size[axis] >> level, 1u); };
        const auto blocks = [&](unsigned axis) {
            return (size(axis) + image.format->block - 1) / image.format->block;
        };
        VkBufferImageCopy copy{};
        copy.bufferOffset = bytes;
        copy.imageSubresource = {image.format->aspect, level, 0, recipe.layers};
        copy.imageExtent = {size(0), size(1), size(2)};
        image.copies.push_back(copy);
        const VkDeviceSize level_bytes =
            VkDeviceSize(blocks(0)) * blocks(1) * size(2) * recipe.layers * image.format->bytes;
        bytes += (level_bytes + 15) / 16 * 16;
    }
    for (headless::Buffer* buffer : {&image.in, &image.out}) {
        auto made = headless::make_buffer(device, bytes, "image contents");
        if (!made) return std::unexpected(made.error());
        *buffer = *made;
    }
    images_.push_back(std::move(image));
    bindings_.push_back(binding);
    return {};
}

void Images::reset() {
    for (size_t i = 0; i < images_.size(); ++i) {
        fill_contents(images_[i].format->contents, uint32_t(i + 1), images_[i].in.as<std::byte>());
        if (images_[i].handle) std::ranges::fill(images_[i].out.as<std::byte>(), std::byte{0xcd});
    }
}

void Images::upload(VkCommandBuffer commands) const {
    for (const Image& image : images_) {
        if (!image.handle) continue;
        image_barrier(commands, image.handle, image.format->aspect, VK_IMAGE_LAYOUT_UNDEFINED);
        if (image.recipe.samples > 1) continue;
        vkCmdCopyBufferToImage(commands, image.in.handle, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                               uint32_t(image.copies.size()), image.copies.data());
        image_barrier(commands, image.handle, image.format->aspect, VK_IMAGE_LAYOUT_GENERAL);
    }
}

void Images::download(VkCommandBuffer commands) const {
    for (const Image& image : images_) {
        if (image.recipe.sampled || !image.handle || image.recipe.samples > 1) continue;
        image_barrier(commands, image.handle, image.format->aspect, VK_IMAGE_LAYOUT_GENERAL);
        vkCmdCopyImageToBuffer(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL, image.out.handle,
                               uint32_t(image.copies.size()), image.copies.data());
        VkMemoryBarrier read{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
        read.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        read.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                             &read, 0, nullptr, 0, nullptr);
    }
}

void Images::append_results(std::vector<uint32_t>& words) const {
    for (const Image& image : images_)
        if (!image.recipe.sampled && image.recipe.samples == 1)
            std::ranges::copy((image.handle ? image.out : image.in).as<uint32_t>(),
                              std::back_inserter(words));
}

} // namespace wb::corpus
