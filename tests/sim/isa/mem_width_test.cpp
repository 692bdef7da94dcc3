// SPDX-License-Identifier: MIT
// Loads and stores of every width by FLAT, GLOBAL, SCRATCH and MUBUF: what of the register changes, and which
// bytes of memory (RDNA3 ISA, "Flat Memory Instructions" and "Memory Buffer Load and Store Instructions").
#include "mem_buffer_fixture.h"

namespace wb::sim::test {
namespace {

struct Form {
    const char* name; ///< Without the segment.
    unsigned bytes;
    enum Extension {
        kWhole,
        kSign,
        kLow,
        kLowSign,
        kHigh,
        kHighSign
    } extension = kWhole; ///< Low, high: half a register.
};
constexpr Form kLoads[] = {
    {"load_u8", 1, Form::kWhole},           {"load_i8", 1, Form::kSign},
    {"load_u16", 2, Form::kWhole},          {"load_i16", 2, Form::kSign},
    {"load_b32", 4, Form::kWhole},          {"load_b64", 8, Form::kWhole},
    {"load_b96", 12, Form::kWhole},         {"load_b128", 16, Form::kWhole},
    {"load_d16_u8", 1, Form::kLow},         {"load_d16_i8", 1, Form::kLowSign},
    {"load_d16_b16", 2, Form::kLow},        {"load_d16_hi_u8", 1, Form::kHigh},
    {"load_d16_hi_i8", 1, Form::kHighSign}, {"load_d16_hi_b16", 2, Form::kHigh},
};
constexpr Form kStores[] = {
    {"store_b8", 1, Form::kWhole},       {"store_b16", 2, Form::kWhole},
    {"store_b32", 4, Form::kWhole},      {"store_b64", 8, Form::kWhole},
    {"store_b96", 12, Form::kWhole},     {"store_b128", 16, Form::kWhole},
    {"store_d16_hi_b8", 1, Form::kHigh}, {"store_d16_hi_b16", 2, Form::kHigh},
};
constexpr const char* kSegments[] = {"flat_", "global_", "scratch_", "buffer_"};

constexpr uint32_t kWidthBefore = 0xb4c5'd6e7;
constexpr unsigned kWidthOffset = 12, kWidthData = 4,
                   kStart = 20; ///< Bytes before what lane 0 touches; the instruction has kWidthOffset.

class WidthTest : public MemoryTest {
protected:
    static uint8_t pattern(unsigned lane, unsigned byte) {
        return uint8_t(lane * 29 + byte * 71 + (byte & 1) * 0x80);
    }
    bool in_scratch = false;
    uint64_t address(unsigned lane, unsigned byte) const {
        return in_scratch ? scratch_address(kScratch, lanes(), lane, kStart + byte)
                          : kBuffer + kStart + lane * 20 + byte;
    }
    void issue(const std::string& segment, const std::string& name) {
        in_scratch = segment == "scratch_";
        const std::string full = segment + name;
        if (in_scratch) {
            fill(0, [](unsigned) { return kStart - kWidthOffset; });
            run(scratch(full, kWidthData, 0, kWidthData, kNull, kWidthOffset));
        } else if (segment == "buffer_") {
            set_buffer(wave, {});
            fill(0, [](unsigned lane) { return kStart - kWidthOffset + lane * 20; });
            run(mubuf(full, kWidthData, 0, kOffen, kWidthOffset));
        } else {
            fill64(0, [](unsigned lane) { return kBuffer + kStart - kWidthOffset + lane * 20; });
            run(segment == "flat_" ? flat(full, kWidthData, 0, kWidthData, kWidthOffset)
                                   : global(full, kWidthData, 0, kWidthData, kNull, kWidthOffset));
        }
    }
};
WB_FOR_BOTH_WAVE_SIZES(WidthTest);

TEST_P(WidthTest, Loads) {
    set_exec(0xa5f0'7e81'3c5a'ff01);
    for (const std::string segment : kSegments) {
        in_scratch = segment == "scratch_";
        for (unsigned lane = 0; lane < lanes(); ++lane)
            for (unsigned byte = 0; byte < 16; ++byte)
                memory->store<uint8_t>(address(lane, byte), pattern(lane, byte));
        for (const Form& form : kLoads) {
            for (unsigned i = 0; i < 5; ++i)
                fill(kWidthData + i, [](unsigned) { return kWidthBefore; });
            issue(segment, form.name);
            for (unsigned lane = 0; lane < lanes(); ++lane) {
                uint32_t expected[5] = {kWidthBefore, kWidthBefore, kWidthBefore, kWidthBefore, kWidthBefore};
                if (active(lane)) {
                    uint8_t bytes[16];
                    for (unsigned byte = 0; byte < 16; ++byte)
                        bytes[byte] = pattern(lane, byte);
                    const uint32_t small = form.bytes == 1 ? bytes[0] : bytes[0] | unsigned(bytes[1]) << 8;
                    const uint32_t extended =
                        form.bytes == 1 ? uint32_t(int8_t(bytes[0])) : uint32_t(int16_t(small));
                    switch (form.extension) {
                    case Form::kWhole:
                        if (form.bytes < 4) expected[0] = 0;
                        std::memcpy(expected, bytes, form.bytes);
                        break;
                    case Form::kSign:
                        expected[0] = extended;
                        break;
                    case Form::kLow:
                    case Form::kLowSign:
                        expected[0] = (kWidthBefore & 0xffff'0000) |
                                      ((form.extension == Form::kLow ? small : extended) & 0xffff);
                        break;
                    default:
                        expected[0] = (kWidthBefore & 0xffff) |
                                      (form.extension == Form::kHigh ? small : extended) << 16;
                    }
                }
                for (unsigned i = 0; i < 5; ++i)
                    ASSERT_EQ(v(kWidthData + i, lane), expected[i])
                        << segment << form.name << " lane " << lane << " word " << i;
            }
        }
    }
}

TEST_P(WidthTest, Stores) {
    set_exec(0xa5f0'7e81'3c5a'ff01);
    for (unsigned i = 0; i < 4; ++i)
        fill(kWidthData + i, [i](unsigned lane) { return 0x9182'7364u * (lane + 1) + i * 0x0101'0101u; });
    for (const std::string segment : kSegments) {
        in_scratch = segment == "scratch_";
        for (const Form& form : kStores) {
            for (unsigned lane = 0; lane < lanes(); ++lane)
                for (unsigned byte = 0; byte < 20; ++byte)
                    memory->store<uint8_t>(address(lane, byte), 0x55);
            issue(segment, form.name);
            for (unsigned lane = 0; lane < lanes(); ++lane)
                for (unsigned byte = 0; byte < 20; ++byte) {
                    const unsigned from = byte + (form.extension == Form::kHigh ? 2 : 0);
                    const uint32_t expected = active(lane) && byte < form.bytes
                                                  ? v(kWidthData + from / 4, lane) >> from % 4 * 8 & 0xff
                                                  : 0x55;
                    ASSERT_EQ(memory->load<uint8_t>(address(lane, byte)), expected)
                        << segment << form.name << " lane " << lane << " byte " << byte;
                }
        }
    }
}

} // namespace
} // namespace wb::sim::test
