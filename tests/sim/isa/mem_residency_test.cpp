// SPDX-License-Identifier: MIT
// TFE: which lanes of a load met memory that a partially resident range lacks.
#include "mem_buffer_fixture.h"
#include "mem_image_fixture.h"
#include "sim/wave/load_shape.h"

#include <bit>

namespace wb::sim::test {
namespace {

constexpr uint32_t kTfeBit = 1u << 21, kLweBit = 1u << 22, kUnwritten = 0xaaaa'aaaa;
constexpr unsigned kPageRows = 16; ///< Rows of 256 bytes of a page. The second page has no memory.

Words with(Words words, uint32_t second) {
    words[1] |= second;
    return words;
}

class ResidencyTest : public ImageTest {
protected:
    ResidencyTest() {
        EXPECT_TRUE(memory->map_prt(kBuffer + kGpuPageSize, kGpuPageSize));
        for (unsigned row = 0; row < 3 * kPageRows; ++row)
            if (row / kPageRows != 1)
                for (unsigned x = 0; x < 64; ++x)
                    memory->store<float>(kBuffer + row * 256 + x * 4, float(row));
        set_descriptor({.format = kFloat32, .width = 64, .height = 48});
        fill(0, [](unsigned) { return 5; });
        fill(1, row);
        for (unsigned reg = 4; reg < 10; ++reg)
            fill(reg, [](unsigned) { return kUnwritten; });
    }
    static unsigned row(unsigned lane) { return lane % 48; }
    static bool resident(unsigned at) { return at / kPageRows != 1; }
    /// The status is behind the data in `reg`.
    void expect_status(unsigned reg) {
        for (unsigned lane = 0; lane < lanes(); ++lane) {
            EXPECT_EQ(v(reg, lane), active(lane) && !resident(row(lane)) ? 1 : kUnwritten) << lane;
            EXPECT_EQ(v(reg + 1, lane), kUnwritten);
        }
        EXPECT_EQ(wave.events, 0u);
    }
};
WB_FOR_BOTH_WAVE_SIZES(ResidencyTest);

TEST_P(ResidencyTest, ImageLoads) {
    set_exec(~0x10ull);
    run(with(mimg("image_load", 4, 0, k2D, 1), kTfeBit));
    expect_status(5);
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        const float wanted = resident(row(lane)) ? float(row(lane)) : 0;
        EXPECT_EQ(v(4, lane), active(lane) ? std::bit_cast<uint32_t>(wanted) : kUnwritten);
    }
}

TEST_P(ResidencyTest, BehindSeveralComponentsAndHalves) {
    run(with(mimg("image_load", 4, 0, k2D, 7), kTfeBit));
    expect_status(7);
    fill(5, [](unsigned) { return kUnwritten; });
    fill(6, [](unsigned) { return kUnwritten; });
    run(with(mimg("image_load", 4, 0, k2D, 1, kD16), kTfeBit));
    expect_status(5);
}

TEST_P(ResidencyTest, WithoutTheBitNothingIsWritten) {
    run(mimg("image_load", 4, 0, k2D, 1));
    EXPECT_EQ(v(5, kPageRows), kUnwritten);
}

TEST_P(ResidencyTest, OutsideTheImageIsNoFailure) {
    fill(1, [](unsigned) { return 48; });
    run(with(mimg("image_load", 4, 0, k2D, 1), kTfeBit));
    EXPECT_EQ(v(4, 0), 0u);
    EXPECT_EQ(v(5, 0), kUnwritten);
}

TEST_P(ResidencyTest, SamplesAndGathersOfAnyTexelWithoutMemory) {
    set_sampler(wave, kClampAll);
    // Row centres read one row, row borders two.
    const auto sample = [&](std::string_view name, float y, unsigned data) {
        fill(0, [](unsigned) { return std::bit_cast<uint32_t>(5.5f / 64); });
        fill(1, [&](unsigned) { return std::bit_cast<uint32_t>(y / 48); });
        for (unsigned reg = 4; reg < 10; ++reg)
            fill(reg, [](unsigned) { return kUnwritten; });
        run(with(sampling(name, 4, 0, k2D, 1), kTfeBit));
        EXPECT_EQ(v(5 + data, 0), kUnwritten);
        return v(4 + data, 0) == kUnwritten;
    };
    EXPECT_TRUE(sample("image_sample_lz", 15.5f, 1));
    EXPECT_FALSE(sample("image_sample_lz", 16.5f, 1));
    EXPECT_FALSE(sample("image_sample_lz", 16, 1));
    EXPECT_EQ(std::bit_cast<float>(v(4, 0)), 15.0f / 2);
    EXPECT_FALSE(sample("image_sample_lz", 31.75f, 1));
    EXPECT_TRUE(sample("image_sample_lz", 33, 1));
    EXPECT_TRUE(sample("image_gather4_lz", 15, 4));
    EXPECT_FALSE(sample("image_gather4_lz", 16, 4));
}

TEST_P(ResidencyTest, TypedBufferLoads) {
    set_buffer(wave, {.stride = 256, .num_records = 48, .oob = 1, .format = 22});
    run(with(mubuf("buffer_load_format_x", 4, 1, kIdxen), kTfeBit));
    expect_status(5);
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(std::bit_cast<float>(v(4, lane)), resident(row(lane)) ? float(row(lane)) : 0);
    run(with(mubuf("buffer_load_format_xyzw", 4, 1, kIdxen), kTfeBit));
    EXPECT_EQ(v(8, kPageRows), 1u);
    EXPECT_EQ(v(8, 0), kUnwritten);
}

TEST_P(ResidencyTest, DeferredLoadsKnowTheRegister) {
    const auto registers = [&](const Words& words) {
        Inst inst;
        decode(words, lanes(), inst);
        return unsigned(load_shape(inst).registers);
    };
    EXPECT_EQ(registers(with(mimg("image_load", 4, 0, k2D, 15), kTfeBit)), 5u);
    EXPECT_EQ(registers(with(mimg("image_load", 4, 0, k2D, 7, kD16), kTfeBit)), 3u);
    EXPECT_EQ(registers(with(mubuf("buffer_load_format_xy", 4, 1, kIdxen), kTfeBit)), 3u);
    EXPECT_EQ(registers(mubuf("buffer_load_format_xy", 4, 1, kIdxen)), 2u);
}

TEST_P(ResidencyTest, OtherUsesStop) {
    const auto stops = [&](const Words& words) {
        wave.events = 0;
        run_unchecked(words);
        return (wave.events & kEventUnmodelled) != 0;
    };
    EXPECT_TRUE(stops(with(mimg("image_store", 4, 0, k2D, 1), kTfeBit)));
    EXPECT_TRUE(stops(with(mimg("image_load", 4, 0, k2D, 1), kLweBit)));
    set_buffer(wave, {});
    EXPECT_TRUE(stops(with(mubuf("buffer_load_b32", 4, 1, kOffen), kTfeBit)));
}

} // namespace
} // namespace wb::sim::test
