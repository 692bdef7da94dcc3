// SPDX-License-Identifier: MIT
#include "sim/isa/image_view.h"

#include "sim/isa/memory_access.h"

#include <bit>
#include <cstring>
#include <memory>

namespace wb::sim {

namespace {

const char* what_is_missing(const ImageView& view) {
    if (!view.image.valid_type()) return "the image descriptor is not one of an image";
    if (view.image.compressed)
        return "compressed images (DCC, HTILE) are not modelled; run with RADV_DEBUG=nodcc,nohiz";
    return nullptr;
}

void prepare(ImageView& view) {
    view.format = nullptr;
    view.image = ImageResource::decode(view.words);
    // RADV writes zeros for VK_NULL_HANDLE. Such a view has no format of its own; any will do.
    constexpr unsigned kAnyFormat = 20;
    view.null = view.words[1] == 0 && view.words[3] == 0;
    if (view.null) {
        view.image.type = ImageType::Image2D;
        view.format = image_format(kAnyFormat);
        return;
    }
    view.missing = what_is_missing(view);
    const ImageFormat* format = view.missing ? nullptr : image_format(view.image.format);
    if (!format) {
        if (!view.missing) view.missing = "this image data format is not modelled";
        return;
    }
    const unsigned texels = 1u << format->block_log2;
    view.spread = std::has_single_bit(format->element_bytes) ? 1 : 3;
    ImageResource in_elements = view.image;
    if (view.spread != 1) {
        if (view.image.swizzle_mode || view.image.levels > 1 || view.image.depth_field)
            view.missing = "formats of 96 bits are linear, of one level and without a pitch of their own";
        in_elements.width *= view.spread;
    }
    if (!view.missing)
        view.missing = view.layout.prepare(in_elements, unsigned(std::countr_zero(format->element_bytes)),
                                           texels, texels);
    if (!view.missing) view.format = format;
}

constexpr unsigned kViews = 16;
struct ViewCache {
    ImageView views[kViews];
    bool filled[kViews] = {};
};
/// On the heap: the simulator is loaded late, when there is little static thread storage left.
thread_local std::unique_ptr<ViewCache> cache;

} // namespace

const ImageView* image_view(Wave& wave, const Inst& inst) {
    // A descriptor that starts at one of the last codes is zero where there are no registers.
    uint32_t words[8] = {};
    for (unsigned i = 0; i < 8 && inst.src[2] + i < kSgprSink; ++i)
        words[i] = wave.sgpr[inst.src[2] + i];
    const uint32_t hash = words[0] ^ words[1] >> 20 ^ words[3] >> 12 ^ words[4] * 5;
    const unsigned slot = (hash ^ hash >> 4 ^ hash >> 8) % kViews;
    if (!cache) [[unlikely]]
        cache = std::make_unique<ViewCache>();
    ViewCache& kept = *cache;
    ImageView& view = kept.views[slot];
    if (!kept.filled[slot] || std::memcmp(view.words, words, sizeof words) != 0) {
        std::memcpy(view.words, words, sizeof words);
        kept.filled[slot] = true;
        prepare(view);
    }
    if (!view.format) [[unlikely]] {
        stop_at(wave, inst,
                std::string(view.missing) + " (format " + std::to_string(view.image.format) +
                    ", swizzle mode " + std::to_string(view.image.swizzle_mode) + ")");
        return nullptr;
    }
    return &view;
}

} // namespace wb::sim
