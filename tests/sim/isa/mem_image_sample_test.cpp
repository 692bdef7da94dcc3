// SPDX-License-Identifier: MIT
// Every form of IMAGE_SAMPLE, IMAGE_GATHER4 and IMAGE_GET_LOD: the order of their addresses (RDNA3 ISA,
// "Image Instructions", VGPR usage) and what Vulkan's "Image Operations Steps" make of them, computed in
// double on an image of three levels that image_store_mip has written. Positions and levels are such that
// every weight is exact.
#include "mem_image_fixture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace wb::sim::test {
namespace {

constexpr int kSize = 8, kLevels = 3;
constexpr unsigned kCoordinates = 8, kTexel = 2;

double texel(int level, int x, int y) {
    const int last = (kSize >> level) - 1;
    return level * 100 + std::clamp(y, 0, last) * 10 + std::clamp(x, 0, last);
}

/// What a mnemonic's suffixes ask for.
struct Suffixes {
    bool compare, level, bias, zero, derivatives, lowest, offset, g16;
    explicit Suffixes(const std::string& name) {
        const auto has = [&](const std::string& part) {
            return (name + "_").find("_" + part + "_") != std::string::npos;
        };
        compare = has("c"), level = has("l"), bias = has("b"), zero = has("lz"), derivatives = has("d");
        lowest = has("cl"), offset = has("o"), g16 = has("g16");
    }
};

/// What one lane asks for, in texels of level 0.
struct Request {
    double x = 0, y = 0;  ///< Texel centres are at whole numbers.
    double footprint = 1; ///< Texels between neighbours in x and y: a power of two.
    double level = 0, bias = 0, lowest = 0, reference = 0;
    int offset_x = 0, offset_y = 0;
};

struct Model {
    const Request& request;
    const Suffixes& suffixes;

    double lod() const {
        double lod = suffixes.level ? request.level : suffixes.zero ? 0 : std::log2(request.footprint);
        if (suffixes.bias) lod += request.bias;
        return lod;
    }
    double clamped() const { return std::max({lod(), 0.0, suffixes.lowest ? request.lowest : 0.0}); }
    /// One texel after the comparison.
    double at(int level, int x, int y) const {
        const double found = texel(level, x, y);
        return suffixes.compare ? request.reference <= found : found;
    }
    void position(int level, double& x, double& y) const {
        const double scale = 1.0 / (1 << level);
        x = (request.x + 0.5) * scale - 0.5 + (suffixes.offset ? request.offset_x : 0);
        y = (request.y + 0.5) * scale - 0.5 + (suffixes.offset ? request.offset_y : 0);
    }
    double linear(int level) const {
        double x = 0, y = 0;
        position(level, x, y);
        const int i = int(std::floor(x)), j = int(std::floor(y));
        const double a = x - i, b = y - j;
        return (at(level, i, j) * (1 - a) + at(level, i + 1, j) * a) * (1 - b) +
               (at(level, i, j + 1) * (1 - a) + at(level, i + 1, j + 1) * a) * b;
    }
    double sampled() const {
        const double lod = std::min(clamped(), kLevels - 1.0);
        const int level = int(lod);
        return linear(level) * (1 - (lod - level)) + linear(std::min(level + 1, kLevels - 1)) * (lod - level);
    }
    /// Lower left, lower right, upper right, upper left.
    double gathered(unsigned i) const {
        const int level = int(std::min(clamped(), kLevels - 1.0));
        double x = 0, y = 0;
        position(level, x, y);
        return at(level, int(std::floor(x)) + (i == 1 || i == 2), int(std::floor(y)) + (i < 2));
    }
};

class SampleForms : public ImageTest {
protected:
    void SetUp() override {
        set_descriptor({.format = kFloat32,
                        .width = kSize,
                        .height = kSize,
                        .swizzle_mode = 27,
                        .max_mip = kLevels - 1});
        wave.sgpr[kImageResource + 3] |= (kLevels - 1) << 16; // LAST_LEVEL.
        for (int level = 0; level < kLevels; ++level)
            for (int row = 0; row < kSize >> level; ++row) {
                fill(0, [](unsigned lane) { return lane; }); // Beyond the edge nothing is written.
                fill(1, [&](unsigned) { return row; });
                fill(2, [&](unsigned) { return level; });
                fill(3, [&](unsigned lane) { return bits(texel(level, int(lane), row)); });
                run(mimg("image_store_mip", 3, 0, k2D, 1));
            }
        set_sampler(wave, kClampAll | 3 << 12); // reference <= texel
        // Whole quads: lanes that are off have no part in differences.
        set_exec(0xf0ff'0ff0'ff0f'f0f0);
    }
    static uint32_t bits(double value) { return std::bit_cast<uint32_t>(float(value)); }
    /// Of a normal number that a half holds exactly, or 0.
    static uint32_t half_bits(double value) {
        if (value == 0) return 0;
        int exponent = 0;
        const double fraction = std::frexp(std::fabs(value), &exponent);
        EXPECT_EQ(fraction * 2048, std::floor(fraction * 2048)) << value;
        return (value < 0 ? 0x8000u : 0) | unsigned(exponent + 14) << 10 |
               (unsigned(fraction * 2048) & 0x3ff);
    }

    /// Puts the addresses of `name` into the registers.
    void set_addresses(const Suffixes& suffixes, bool a16, const std::function<Request(unsigned)>& request) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const Request r = request(lane);
            std::vector<uint32_t> words;
            if (suffixes.offset) words.push_back((r.offset_x & 63) | (r.offset_y & 63) << 8);
            if (suffixes.bias) words.push_back(a16 ? half_bits(r.bias) : bits(r.bias));
            if (suffixes.compare) words.push_back(bits(r.reference));
            const double step = r.footprint / kSize;
            if (suffixes.derivatives && suffixes.g16) {
                words.push_back(half_bits(step)); // d/dx of x and y, then d/dy
                words.push_back(half_bits(step) << 16);
            } else if (suffixes.derivatives) {
                words.insert(words.end(), {bits(step), 0, 0, bits(step)});
            }
            std::vector<double> body = {(r.x + 0.5) / kSize, (r.y + 0.5) / kSize};
            if (suffixes.level) body.push_back(r.level);
            if (suffixes.lowest) body.push_back(r.lowest);
            for (size_t i = 0; i < body.size(); i += a16 ? 2 : 1)
                words.push_back(!a16
                                    ? bits(body[i])
                                    : half_bits(body[i]) |
                                          (i + 1 < body.size() ? half_bits(body[i + 1]) << 16 : 0xdead'0000));
            for (size_t i = 0; i < words.size(); ++i)
                registers[kCoordinates + i].lane[lane] = words[i];
        }
    }
    /// Lanes of a quad are `footprint` texels apart.
    static Request request_of(unsigned lane, unsigned round, bool whole_levels) {
        Request r;
        const unsigned quad = lane / 4;
        r.footprint = std::ldexp(1, int(quad + round) % 4 - 1);
        r.x = 1 + quad % 3 + (lane & 1 ? r.footprint : 0) + (round % 4) * 0.25;
        r.y = 2 + quad % 2 + (lane & 2 ? r.footprint : 0) + (round / 4 % 4) * 0.25;
        const double part = whole_levels ? 1 : 0.25;
        r.level = (lane + round) % 9 * part;
        r.bias = (int(lane * 3 + round) % 7 - 3) * part;
        r.lowest = (lane * 5 + round) % 5 * (whole_levels ? 1 : 0.5);
        r.reference = (lane * 7 + round * 13) % 80 + (round % 3) * 90;
        r.offset_x = int(lane + round) % 5 - 2;
        r.offset_y = int(lane / 3 + round) % 7 - 3;
        return r;
    }
    void check(const std::string& name, bool gather) {
        const Suffixes suffixes(name);
        for (unsigned round = 0; round < 16; ++round)
            for (const bool a16 : {false, true}) {
                const auto request = [&](unsigned lane) { return request_of(lane, round, gather); };
                set_addresses(suffixes, a16, request);
                for (unsigned i = 0; i < 5; ++i)
                    fill(kTexel + i, [](unsigned) { return 0xcccc; });
                run(sampling(name, kTexel, kCoordinates, k2D, 1, a16 ? unsigned(kA16) : 0));
                for (unsigned lane = 0; lane < lanes(); ++lane) {
                    const Request asked = request(lane);
                    const Model model{asked, suffixes};
                    for (unsigned i = 0; i < (gather ? 4 : 1); ++i) {
                        const double expected = gather ? model.gathered(i) : model.sampled();
                        ASSERT_EQ(v(kTexel + i, lane), active(lane) ? bits(expected) : 0xcccc)
                            << name << " round " << round << " lane " << lane << " a16 " << a16 << ": "
                            << std::bit_cast<float>(v(kTexel + i, lane)) << ", not " << expected;
                    }
                    ASSERT_EQ(v(kTexel + (gather ? 4 : 1), lane), 0xccccu);
                }
            }
    }
};
WB_FOR_BOTH_WAVE_SIZES(SampleForms);

TEST_P(SampleForms, StoresOfLevels) {
    for (int level = 0; level < kLevels; ++level) {
        fill(0, [](unsigned lane) { return lane % 8; });
        fill(1, [](unsigned lane) { return lane / 8; });
        fill(2, [&](unsigned) { return level; });
        run(mimg("image_load_mip", 4, 0, k2D, 1));
        for (unsigned lane = 0; lane < lanes(); ++lane) {
            const int x = int(lane % 8), y = int(lane / 8), edge = kSize >> level;
            const uint32_t expected = x < edge && y < edge ? bits(texel(level, x, y)) : 0;
            EXPECT_TRUE(v(4, lane) == expected || !active(lane)) << level << " " << lane;
        }
    }
}

TEST_P(SampleForms, Samples) {
    for (const char* name : {"image_sample",
                             "image_sample_d",
                             "image_sample_l",
                             "image_sample_b",
                             "image_sample_lz",
                             "image_sample_c",
                             "image_sample_c_d",
                             "image_sample_c_l",
                             "image_sample_c_b",
                             "image_sample_c_lz",
                             "image_sample_o",
                             "image_sample_d_o",
                             "image_sample_l_o",
                             "image_sample_b_o",
                             "image_sample_lz_o",
                             "image_sample_c_o",
                             "image_sample_c_d_o",
                             "image_sample_c_l_o",
                             "image_sample_c_b_o",
                             "image_sample_c_lz_o",
                             "image_sample_d_g16",
                             "image_sample_c_d_g16",
                             "image_sample_d_o_g16",
                             "image_sample_c_d_o_g16",
                             "image_sample_cl",
                             "image_sample_d_cl",
                             "image_sample_b_cl",
                             "image_sample_c_cl",
                             "image_sample_c_d_cl",
                             "image_sample_c_b_cl",
                             "image_sample_cl_o",
                             "image_sample_d_cl_o",
                             "image_sample_b_cl_o",
                             "image_sample_c_cl_o",
                             "image_sample_c_d_cl_o",
                             "image_sample_c_b_cl_o",
                             "image_sample_c_d_cl_g16",
                             "image_sample_d_cl_o_g16",
                             "image_sample_c_d_cl_o_g16",
                             "image_sample_d_cl_g16"})
        check(name, false);
}

TEST_P(SampleForms, Gathers) {
    for (const char* name :
         {"image_gather4", "image_gather4_l", "image_gather4_b", "image_gather4_lz", "image_gather4_c",
          "image_gather4_c_lz", "image_gather4_o", "image_gather4_lz_o", "image_gather4_c_lz_o",
          "image_gather4_cl", "image_gather4_b_cl", "image_gather4_c_cl", "image_gather4_c_l",
          "image_gather4_c_b", "image_gather4_c_b_cl"})
        check(name, true);
}

TEST_P(SampleForms, LevelOfDetail) {
    const auto request = [&](unsigned lane) { return request_of(lane, 0, true); };
    set_addresses(Suffixes("image_get_lod"), false, request);
    run(sampling("image_get_lod", kTexel, kCoordinates, k2D, 3));
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        if (!active(lane)) continue;
        const double lod = std::log2(request(lane).footprint);
        EXPECT_EQ(v(kTexel, lane), bits(std::clamp(lod, 0.0, kLevels - 1.0)));
        EXPECT_EQ(v(kTexel + 1, lane), bits(lod));
    }
}

} // namespace
} // namespace wb::sim::test
