// SPDX-License-Identifier: MIT
#include "sim/isa/image_sampling.h"

#include "sim/isa/cube_map.h"
#include "sim/memory/residency.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wb::sim {

namespace {

constexpr float kFixedUnit = 256; ///< 8 fractional bits.

uint32_t as_bits(float value) {
    return std::bit_cast<uint32_t>(value);
}
float lerp(float a, float b, float weight) {
    return a + (b - a) * weight;
}

/// The texel index inside 0..size-1, or -1: the border.
int64_t wrapped(int64_t i, int64_t size, Wrap wrap) {
    const auto modulo = [](int64_t value, int64_t by) {
        const int64_t rest = value % by;
        return rest < 0 ? rest + by : rest;
    };
    switch (wrap) {
    case Wrap::Repeat:
        return modulo(i, size);
    case Wrap::Mirror: {
        const int64_t at = modulo(i, 2 * size);
        return at < size ? at : 2 * size - 1 - at;
    }
    case Wrap::MirrorOnceEdge:
        return std::clamp<int64_t>(i < 0 ? -1 - i : i, 0, size - 1);
    case Wrap::MirrorOnceBorder:
        i = i < 0 ? -1 - i : i;
        return i < size ? i : -1;
    case Wrap::ClampBorder:
        return i < 0 || i >= size ? -1 : i;
    default:
        return std::clamp<int64_t>(i, 0, size - 1);
    }
}

bool holds(Compare compare, float reference, float texel) {
    switch (compare) {
    case Compare::Less:
        return reference < texel;
    case Compare::Equal:
        return reference == texel;
    case Compare::LessEqual:
        return reference <= texel;
    case Compare::Greater:
        return reference > texel;
    case Compare::NotEqual:
        return reference != texel;
    case Compare::GreaterEqual:
        return reference >= texel;
    case Compare::Always:
        return true;
    default:
        return false;
    }
}

/// `out` = `out` and `other` with weight `weight`, as the reduction says. Not for integers.
void combine(Reduction reduction, float weight, const uint32_t other[4], uint32_t out[4]) {
    for (unsigned i = 0; i < 4; ++i) {
        const float a = std::bit_cast<float>(out[i]), b = std::bit_cast<float>(other[i]);
        if (reduction == Reduction::Average)
            out[i] = as_bits(lerp(a, b, weight));
        else if (weight != 0)
            out[i] = as_bits(reduction == Reduction::Min ? std::fmin(a, b) : std::fmax(a, b));
    }
}

} // namespace

uint32_t ImageSampler::size(unsigned axis, unsigned level) const {
    if (axis == 0) return view.image.level_width(level);
    return axis == 1 ? view.image.level_height(level) : view.image.level_slices(level);
}

ImageSampler::Footprint ImageSampler::footprint(const SamplePoint& point) const {
    double x = 0, y = 0;
    const unsigned level = view.image.base_level;
    for (unsigned i = 0; i < axes; ++i) {
        const double scale = unnormalized ? 1.0 : size(i, level);
        x += std::pow(point.ddx[i] * scale, 2);
        y += std::pow(point.ddy[i] * scale, 2);
    }
    Footprint out;
    double longest = std::sqrt(std::max(x, y));
    const double shortest = std::sqrt(std::min(x, y));
    if (state.most_probes > 1 && longest > shortest) {
        const double ratio = shortest > 0 ? std::ceil(longest / shortest) : state.most_probes;
        out.probes = unsigned(std::clamp<double>(ratio, 1, state.most_probes));
        longest /= out.probes;
        std::copy_n(x >= y ? point.ddx : point.ddy, 3, out.along);
    }
    out.lod = float(std::log2(longest)); // -inf without derivatives.
    return out;
}

float ImageSampler::clamp_lod(float lod, float instruction_min_lod) const {
    const float view_min = std::max(0.0f, view.image.min_lod - float(view.image.base_level));
    const float lowest = std::max({state.min_lod, view_min, instruction_min_lod});
    if (!(lod > lowest)) lod = lowest; // NaN too.
    lod = std::min(lod, std::max(state.max_lod, lowest));
    return std::nearbyint(std::min(lod, float(kMaxImageLevels)) * kFixedUnit) / kFixedUnit;
}

unsigned ImageSampler::nearest_level(float lod) const {
    const float top = float(view.image.last_level - view.image.base_level);
    const float level = std::clamp(lod, 0.0f, top);
    return view.image.base_level + unsigned(std::ceil(level + 0.5f) - 1);
}

ImageSampler::Axis ImageSampler::locate(const SamplePoint& point, unsigned axis, unsigned level,
                                        bool linear) const {
    double at = point.coordinate[axis];
    if (!unnormalized) at *= size(axis, level);
    if (!(std::abs(at) < 1e9)) at = at > 0 ? 1e9 : at < 0 ? -1e9 : 0; // Infinities, NaN.
    if (!linear) return {int64_t(std::floor(at)) + point.offset[axis], 0};
    const int64_t fixed = std::llrint((at - 0.5) * kFixedUnit);
    return {(fixed >> 8) + point.offset[axis], float(fixed & 255) / kFixedUnit};
}

void ImageSampler::compare_texel(const SamplePoint& point, uint32_t out[4]) const {
    const float reference =
        view.format->normalized() ? std::clamp(point.reference, 0.0f, 1.0f) : point.reference;
    out[0] = holds(state.compare, reference, std::bit_cast<float>(out[0])) ? as_bits(1.0f) : 0;
    out[1] = out[2] = 0;
    out[3] = as_bits(1.0f);
}

void ImageSampler::fetch(unsigned level, uint32_t x, uint32_t y, uint32_t slice, uint32_t out[4]) const {
    view.fetch(memory, level, x, y, slice, 0, out);
    if (non_resident && is_prt(memory, view.texel_address(level, x, y, slice, 0))) *non_resident = true;
}

void ImageSampler::texel(const SamplePoint& point, unsigned level, const int64_t at[3],
                         uint32_t out[4]) const {
    if (cube && state.cube_wrap) {
        const uint32_t edge = size(0, level);
        CubeTexel to{point.slice % 6, uint32_t(at[0]), uint32_t(at[1])};
        if (at[0] < 0 || at[1] < 0 || at[0] >= edge || at[1] >= edge)
            to = cube_neighbour(to.face, at[0], at[1], edge);
        fetch(level, to.x, to.y, point.slice / 6 * 6 + to.face, out);
    } else {
        int64_t inside[3] = {0, 0, point.slice};
        for (unsigned i = 0; i < axes; ++i) {
            inside[i] = wrapped(at[i], size(i, level), state.wrap[i]);
            if (inside[i] >= 0) continue;
            std::copy_n(border, 4, out);
            if (compare) compare_texel(point, out);
            return;
        }
        fetch(level, uint32_t(inside[0]), uint32_t(inside[1]), uint32_t(inside[2]), out);
    }
    if (compare) compare_texel(point, out);
}

/// A texel beyond a corner of a cube map's face is the mean of the three that meet there.
bool ImageSampler::cube_corner(const SamplePoint& point, unsigned level, const int64_t at[3],
                               uint32_t out[4]) const {
    const int64_t edge = size(0, level);
    const auto outside = [&](int64_t i) { return i < 0 || i >= edge; };
    if (!cube || !state.cube_wrap || !outside(at[0]) || !outside(at[1])) return false;
    const int64_t x = std::clamp<int64_t>(at[0], 0, edge - 1), y = std::clamp<int64_t>(at[1], 0, edge - 1);
    const int64_t corner[3][3] = {{x, y, 0}, {at[0], y, 0}, {x, at[1], 0}};
    uint32_t texels[3][4];
    for (unsigned i = 0; i < 3; ++i)
        texel(point, level, corner[i], texels[i]);
    for (unsigned i = 0; i < 4; ++i)
        out[i] = view.format->integer()
                     ? texels[0][i]
                     : as_bits((std::bit_cast<float>(texels[0][i]) + std::bit_cast<float>(texels[1][i]) +
                                std::bit_cast<float>(texels[2][i])) /
                               3);
    return true;
}

void ImageSampler::sample_level(const SamplePoint& point, unsigned level, bool linear,
                                uint32_t out[4]) const {
    Axis along[3] = {};
    int64_t first[3] = {};
    for (unsigned i = 0; i < axes; ++i) {
        along[i] = locate(point, i, level, linear);
        first[i] = along[i].texel;
    }
    if (!linear) {
        // A point of a cube lies on its face; at s or t = 1 it belongs to the last texel.
        if (cube)
            for (unsigned i = 0; i < 2; ++i)
                first[i] = std::clamp<int64_t>(first[i], 0, size(i, level) - 1);
        texel(point, level, first, out);
        return;
    }
    // Corners in the order x, y, z; texels of weight 0 are not read, but for the first.
    uint32_t planes[2][4], rows[2][4], columns[2][4];
    const unsigned depth = axes > 2 && along[2].weight != 0 ? 2 : 1;
    const unsigned height = axes > 1 && along[1].weight != 0 ? 2 : 1;
    const unsigned width = along[0].weight != 0 ? 2 : 1;
    for (unsigned z = 0; z < depth; ++z) {
        for (unsigned y = 0; y < height; ++y) {
            for (unsigned x = 0; x < width; ++x) {
                const int64_t at[3] = {first[0] + x, first[1] + y, first[2] + z};
                if (!cube_corner(point, level, at, columns[x])) texel(point, level, at, columns[x]);
            }
            std::copy_n(columns[0], 4, rows[y]);
            if (width == 2) combine(state.reduction, along[0].weight, columns[1], rows[y]);
        }
        std::copy_n(rows[0], 4, planes[z]);
        if (height == 2) combine(state.reduction, along[1].weight, rows[1], planes[z]);
    }
    std::copy_n(planes[0], 4, out);
    if (depth == 2) combine(state.reduction, along[2].weight, planes[1], out);
}

void ImageSampler::sample(const SamplePoint& point, float lod, uint32_t out[4]) const {
    const bool linear = (lod <= 0 ? state.mag_linear : state.min_linear) && !view.format->integer();
    if (state.mip_filter == MipFilter::None || unnormalized) {
        sample_level(point, view.image.base_level, linear, out);
        return;
    }
    if (state.mip_filter == MipFilter::Nearest || view.format->integer()) {
        sample_level(point, nearest_level(lod), linear, out);
        return;
    }
    const unsigned top = view.image.last_level - view.image.base_level;
    const float level = std::clamp(lod, 0.0f, float(top));
    const unsigned high = unsigned(level);
    const float weight = level - float(high);
    sample_level(point, view.image.base_level + high, linear, out);
    if (weight == 0) return;
    uint32_t low[4];
    sample_level(point, view.image.base_level + std::min(high + 1, top), linear, low);
    combine(state.reduction, weight, low, out);
}

void ImageSampler::sample_footprint(const SamplePoint& point, const Footprint& footprint, float lod,
                                    uint32_t out[4]) const {
    if (footprint.probes == 1 || view.format->integer()) {
        sample(point, lod, out);
        return;
    }
    float sum[4] = {};
    for (unsigned probe = 0; probe < footprint.probes; ++probe) {
        SamplePoint at = point;
        const float along = (float(probe) + 0.5f) / float(footprint.probes) - 0.5f;
        for (unsigned i = 0; i < axes; ++i)
            at.coordinate[i] += along * footprint.along[i];
        uint32_t texel[4];
        sample(at, lod, texel);
        for (unsigned i = 0; i < 4; ++i) {
            const float value = std::bit_cast<float>(texel[i]);
            if (state.reduction == Reduction::Average || probe == 0)
                sum[i] += value;
            else
                sum[i] =
                    state.reduction == Reduction::Min ? std::fmin(sum[i], value) : std::fmax(sum[i], value);
        }
    }
    const float share = state.reduction == Reduction::Average ? float(footprint.probes) : 1;
    for (unsigned i = 0; i < 4; ++i)
        out[i] = as_bits(sum[i] / share);
}

void ImageSampler::gather(const SamplePoint& point, float lod, unsigned channel, uint32_t out[4]) const {
    const unsigned level = nearest_level(lod);
    const Axis x = locate(point, 0, level, true), y = locate(point, 1, level, true);
    constexpr int kOrder[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    for (unsigned i = 0; i < 4; ++i) {
        const int64_t at[3] = {x.texel + kOrder[i][0], y.texel + kOrder[i][1], 0};
        uint32_t found[4];
        if (!cube_corner(point, level, at, found)) texel(point, level, at, found);
        out[i] = view.selected(channel, found);
    }
}

} // namespace wb::sim
