// SPDX-License-Identifier: MIT
// Typed loads and stores of MUBUF and MTBUF, one to four channels, in whole and half registers: numbers that
// the formats hold exactly, encoded here. Source: RDNA3 ISA, "Memory Buffer Load and Store Instructions" and
// its table of formats.
#include "mem_buffer_fixture.h"

#include <bit>
#include <cmath>

namespace wb::sim::test {
namespace {

constexpr unsigned kTypedData = 4, kTypedBytes = 16;
constexpr uint32_t kTypedBefore = 0xb4c5'd6e7;

/// Channel `i` of a lane: a sum of a few powers of two.
float value_of(unsigned lane, unsigned i) {
    const float magnitude = std::ldexp(1 + float(lane % 8) / 8, int(i) - 2);
    return (lane + i) % 3 ? magnitude : -magnitude;
}
/// Bits of a number that a half holds as a normal one.
uint32_t half_bits(float x) {
    int exponent = 0;
    const float fraction = std::frexp(std::fabs(x), &exponent); // In 0.5 .. 1.
    return (x < 0 ? 0x8000u : 0) | unsigned(exponent + 14) << 10 | (unsigned(fraction * 2048) & 0x3ff);
}

enum class Number { Float, Uint, Sint };
struct Format {
    unsigned id, channels, bits; ///< All channels of one size.
    Number number;
};
constexpr Format kFormats[] = {
    {13, 1, 16, Number::Float}, {29, 2, 16, Number::Float}, {57, 4, 16, Number::Float},
    {22, 1, 32, Number::Float}, {50, 2, 32, Number::Float}, {60, 3, 32, Number::Float},
    {63, 4, 32, Number::Float}, {5, 1, 8, Number::Uint},    {18, 2, 8, Number::Uint},
    {46, 4, 8, Number::Uint},   {12, 1, 16, Number::Sint},  {28, 2, 16, Number::Sint},
    {56, 4, 16, Number::Sint},  {20, 1, 32, Number::Uint},  {48, 2, 32, Number::Uint},
    {58, 3, 32, Number::Uint},  {61, 4, 32, Number::Uint},
};

/// Integers are small enough for a byte, or for half a register.
uint32_t integer_of(unsigned lane, unsigned i, const Format& format) {
    const unsigned value = lane * 3 + i * 17 + 1;
    return format.number == Number::Sint && (lane + i) % 2 ? 0u - value : value;
}
/// What channel `i` is in memory.
uint32_t stored(unsigned lane, unsigned i, const Format& format) {
    if (format.number != Number::Float) return integer_of(lane, i, format);
    return format.bits == 16 ? half_bits(value_of(lane, i)) : std::bit_cast<uint32_t>(value_of(lane, i));
}
/// What it is in a register; beyond the format's channels: 0, 0, 1.
uint32_t in_register(unsigned lane, unsigned i, const Format& format, bool d16) {
    if (i >= format.channels) {
        if (i < 3) return 0;
        return format.number != Number::Float ? 1 : d16 ? 0x3c00 : 0x3f80'0000;
    }
    if (format.number != Number::Float) return integer_of(lane, i, format) & (d16 ? 0xffff : ~0u);
    return d16 ? half_bits(value_of(lane, i)) : std::bit_cast<uint32_t>(value_of(lane, i));
}

constexpr const char* kChannels[] = {"x", "xy", "xyz", "xyzw"};

class TypedTest : public MemoryTest {
protected:
    void issue(bool mtbuf_form, const std::string& name, const Format& format) {
        // A format in the descriptor that the instruction's own overrides.
        set_buffer(wave, {.stride = kTypedBytes,
                          .num_records = kMaxLanes,
                          .oob = 0,
                          .format = mtbuf_form ? 1 : format.id});
        fill(0, [](unsigned lane) { return lane; });
        run(mtbuf_form ? mtbuf(name, format.id, kTypedData, 0, kIdxen) : mubuf(name, kTypedData, 0, kIdxen));
    }
    uint8_t byte(unsigned lane, unsigned at) {
        return memory->load<uint8_t>(kBuffer + lane * kTypedBytes + at);
    }
    void put(unsigned lane, unsigned at, uint32_t value, unsigned bits) {
        for (unsigned i = 0; i < bits / 8; ++i)
            memory->store<uint8_t>(kBuffer + lane * kTypedBytes + at + i, uint8_t(value >> 8 * i));
    }
    template <class Body>
    void for_forms(Body&& body) {
        set_exec(0xa5f0'7e81'3c5a'ff01);
        for (const bool is_mtbuf : {false, true})
            for (const bool d16 : {false, true})
                for (unsigned channels = 1; channels <= 4; ++channels)
                    body(is_mtbuf, d16, channels);
    }
};
WB_FOR_BOTH_WAVE_SIZES(TypedTest);

TEST_P(TypedTest, Loads) {
    for_forms([&](bool is_mtbuf, bool d16, unsigned channels) {
        const std::string name = std::string(is_mtbuf ? "tbuffer_" : "buffer_") +
                                 (d16 ? "load_d16_format_" : "load_format_") + kChannels[channels - 1];
        for (const Format& format : kFormats) {
            for (unsigned lane = 0; lane < lanes(); ++lane)
                for (unsigned i = 0; i < format.channels; ++i)
                    put(lane, i * format.bits / 8, stored(lane, i, format), format.bits);
            for (unsigned i = 0; i < 4; ++i)
                fill(kTypedData + i, [](unsigned) { return kTypedBefore; });
            issue(is_mtbuf, name, format);
            for (unsigned lane = 0; lane < lanes(); ++lane) {
                uint32_t expected[4] = {kTypedBefore, kTypedBefore, kTypedBefore, kTypedBefore};
                for (unsigned i = 0; i < channels && active(lane); ++i) {
                    const uint32_t value = in_register(lane, i, format, d16);
                    uint32_t& word = expected[d16 ? i / 2 : i];
                    word = !d16    ? value
                           : i % 2 ? (word & 0xffff) | value << 16
                                   : (word & 0xffff'0000) | value;
                }
                for (unsigned i = 0; i < 4; ++i)
                    ASSERT_EQ(v(kTypedData + i, lane), expected[i])
                        << name << " format " << format.id << " lane " << lane;
            }
        }
    });
}

TEST_P(TypedTest, Stores) {
    for_forms([&](bool is_mtbuf, bool d16, unsigned channels) {
        const std::string name = std::string(is_mtbuf ? "tbuffer_" : "buffer_") +
                                 (d16 ? "store_d16_format_" : "store_format_") + kChannels[channels - 1];
        for (const Format& format : kFormats) {
            if (format.channels != channels) continue; // As compilers pair them.
            for (unsigned at = 0; at < kMaxLanes * kTypedBytes; ++at)
                memory->store<uint8_t>(kBuffer + at, 0x55);
            for (unsigned i = 0; i < 4; ++i)
                fill(kTypedData + i, [&](unsigned lane) {
                    if (!d16) return i < channels ? in_register(lane, i, format, false) : kTypedBefore;
                    return in_register(lane, i * 2 % 4, format, true) |
                           in_register(lane, i * 2 % 4 + 1, format, true) << 16;
                });
            issue(is_mtbuf, name, format);
            for (unsigned lane = 0; lane < lanes(); ++lane)
                for (unsigned at = 0; at < kTypedBytes; ++at) {
                    const unsigned size = format.bits / 8, i = at / size;
                    const uint32_t expected =
                        active(lane) && i < channels ? stored(lane, i, format) >> at % size * 8 & 0xff : 0x55;
                    ASSERT_EQ(byte(lane, at), expected)
                        << name << " format " << format.id << " lane " << lane << " byte " << at;
                }
        }
    });
}

TEST_P(TypedTest, HighHalves) {
    const Format format = kFormats[0];
    set_exec(0x5a5a'5a5a'5a5a'5a5a);
    for (unsigned lane = 0; lane < lanes(); ++lane)
        put(lane, 0, stored(lane, 0, format), 16);
    fill(kTypedData, [](unsigned) { return kTypedBefore; });
    issue(false, "buffer_load_d16_hi_format_x", format);
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(kTypedData, lane),
                  active(lane) ? stored(lane, 0, format) << 16 | (kTypedBefore & 0xffff) : kTypedBefore);
    fill(kTypedData, [](unsigned lane) { return half_bits(float(lane + 1)) << 16 | 0x1234; });
    issue(false, "buffer_store_d16_hi_format_x", format);
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(byte(lane, 0) | byte(lane, 1) << 8,
                  active(lane) ? half_bits(float(lane + 1)) : stored(lane, 0, format));
}

TEST_P(TypedTest, NeighbouringDwords) {
    constexpr unsigned kFloat = 22, kFirst = 7;
    for (unsigned i = 0; i < 256; ++i)
        memory->store<uint32_t>(kBuffer + i * 4, 0x4000'0000 + i);
    for (const uint32_t records : {200u, 27u}) // All in range, or not.
        for (const uint64_t exec : {~0ull, 0xfff0'1234'9876'fffeull})
            for (const unsigned step : {1u, 2u}) {
                set_exec(exec);
                set_buffer(wave, {.stride = 4, .num_records = records, .oob = 0, .format = kFloat});
                fill(0, [&](unsigned lane) { return kFirst + lane * step; });
                for (unsigned i = 0; i < 4; ++i)
                    fill(kTypedData + i, [](unsigned) { return kTypedBefore; });
                run(mubuf("buffer_load_format_xyzw", kTypedData, 0, kIdxen));
                for (unsigned lane = 0; lane < lanes(); ++lane) {
                    const unsigned record = kFirst + lane * step;
                    const bool inside = record < records;
                    const uint32_t expected[4] = {inside ? 0x4000'0000 + record : 0, 0, 0,
                                                  inside ? 0x3f80'0000u : 0};
                    for (unsigned i = 0; i < 4; ++i)
                        ASSERT_EQ(v(kTypedData + i, lane), active(lane) ? expected[i] : kTypedBefore)
                            << "channel " << i << " lane " << lane << " of " << records << " records";
                }
            }
}

} // namespace
} // namespace wb::sim::test
