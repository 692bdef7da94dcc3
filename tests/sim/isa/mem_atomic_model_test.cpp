// SPDX-License-Identifier: MIT
// Every atomic of DS, MUBUF, FLAT, GLOBAL and MIMG on corner values, against what the pseudo-code of the
// RDNA3 ISA document's DS_*, *_ATOMIC_* and IMAGE_ATOMIC_* instructions says, written anew here. Each lane
// has its own word.
#include "mem_buffer_fixture.h"
#include "mem_image_fixture.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wb::sim::test {
namespace {

/// `old`: in memory; `a`, `b`: first and second data operand. Words of 32 bits are in the low half.
using Operation = uint64_t (*)(uint64_t old, uint64_t a, uint64_t b, bool wide);

int64_t as_signed(uint64_t x, bool wide) {
    return wide ? int64_t(x) : int32_t(x);
}
double as_float(uint64_t x, bool wide) {
    return wide ? std::bit_cast<double>(x) : double(std::bit_cast<float>(uint32_t(x)));
}
uint64_t add_floats(uint64_t old, uint64_t a, uint64_t, bool) {
    return std::bit_cast<uint32_t>(std::bit_cast<float>(uint32_t(old)) + std::bit_cast<float>(uint32_t(a)));
}

enum Takes { kOne, kTwo };
struct AtomicOp {
    const char* names; ///< Separated by spaces.
    Operation of;
    Takes takes = kOne;
};

#define OF [](uint64_t old, uint64_t a, uint64_t b, bool wide) -> uint64_t
#define ANY ((void)old, (void)a, (void)b, (void)wide)

// clang-format off
const AtomicOp kAtomicModels[] = {
    {"ds_add_u32 ds_add_rtn_u32 ds_add_u64 ds_add_rtn_u64 buffer_atomic_add_u32 buffer_atomic_add_u64 flat_atomic_add_u32 "
     "flat_atomic_add_u64 global_atomic_add_u32 global_atomic_add_u64 image_atomic_add", OF { ANY; return old + a; }},
    {"ds_sub_u32 ds_sub_rtn_u32 ds_sub_u64 ds_sub_rtn_u64 buffer_atomic_sub_u32 buffer_atomic_sub_u64 flat_atomic_sub_u32 "
     "flat_atomic_sub_u64 global_atomic_sub_u32 global_atomic_sub_u64 image_atomic_sub", OF { ANY; return old - a; }},
    {"ds_rsub_u32 ds_rsub_rtn_u32 ds_rsub_u64 ds_rsub_rtn_u64", OF { ANY; return a - old; }},
    {"buffer_atomic_csub_u32 global_atomic_csub_u32", OF { ANY; return old < a ? 0 : old - a; }},
    {"ds_inc_u32 ds_inc_rtn_u32 ds_inc_u64 ds_inc_rtn_u64 buffer_atomic_inc_u32 buffer_atomic_inc_u64 flat_atomic_inc_u32 "
     "flat_atomic_inc_u64 global_atomic_inc_u32 global_atomic_inc_u64 image_atomic_inc",
     OF { ANY; return old >= a ? 0 : old + 1; }},
    {"ds_dec_u32 ds_dec_rtn_u32 ds_dec_u64 ds_dec_rtn_u64 buffer_atomic_dec_u32 buffer_atomic_dec_u64 flat_atomic_dec_u32 "
     "flat_atomic_dec_u64 global_atomic_dec_u32 global_atomic_dec_u64 image_atomic_dec",
     OF { ANY; return old == 0 || old > a ? a : old - 1; }},
    {"ds_min_i32 ds_min_rtn_i32 ds_min_i64 ds_min_rtn_i64 buffer_atomic_min_i32 buffer_atomic_min_i64 flat_atomic_min_i32 "
     "flat_atomic_min_i64 global_atomic_min_i32 global_atomic_min_i64 image_atomic_smin",
     OF { ANY; return as_signed(old, wide) < as_signed(a, wide) ? old : a; }},
    {"ds_max_i32 ds_max_rtn_i32 ds_max_i64 ds_max_rtn_i64 buffer_atomic_max_i32 buffer_atomic_max_i64 flat_atomic_max_i32 "
     "flat_atomic_max_i64 global_atomic_max_i32 global_atomic_max_i64 image_atomic_smax",
     OF { ANY; return as_signed(old, wide) > as_signed(a, wide) ? old : a; }},
    {"ds_min_u32 ds_min_rtn_u32 ds_min_u64 ds_min_rtn_u64 buffer_atomic_min_u32 buffer_atomic_min_u64 flat_atomic_min_u32 "
     "flat_atomic_min_u64 global_atomic_min_u32 global_atomic_min_u64 image_atomic_umin", OF { ANY; return std::min(old, a); }},
    {"ds_max_u32 ds_max_rtn_u32 ds_max_u64 ds_max_rtn_u64 buffer_atomic_max_u32 buffer_atomic_max_u64 flat_atomic_max_u32 "
     "flat_atomic_max_u64 global_atomic_max_u32 global_atomic_max_u64 image_atomic_umax", OF { ANY; return std::max(old, a); }},
    {"ds_and_b32 ds_and_rtn_b32 ds_and_b64 ds_and_rtn_b64 buffer_atomic_and_b32 buffer_atomic_and_b64 flat_atomic_and_b32 "
     "flat_atomic_and_b64 global_atomic_and_b32 global_atomic_and_b64 image_atomic_and", OF { ANY; return old & a; }},
    {"ds_or_b32 ds_or_rtn_b32 ds_or_b64 ds_or_rtn_b64 buffer_atomic_or_b32 buffer_atomic_or_b64 flat_atomic_or_b32 "
     "flat_atomic_or_b64 global_atomic_or_b32 global_atomic_or_b64 image_atomic_or", OF { ANY; return old | a; }},
    {"ds_xor_b32 ds_xor_rtn_b32 ds_xor_b64 ds_xor_rtn_b64 buffer_atomic_xor_b32 buffer_atomic_xor_b64 flat_atomic_xor_b32 "
     "flat_atomic_xor_b64 global_atomic_xor_b32 global_atomic_xor_b64 image_atomic_xor", OF { ANY; return old ^ a; }},
    {"ds_storexchg_rtn_b32 ds_storexchg_rtn_b64 buffer_atomic_swap_b32 buffer_atomic_swap_b64 flat_atomic_swap_b32 "
     "flat_atomic_swap_b64 global_atomic_swap_b32 global_atomic_swap_b64 image_atomic_swap", OF { ANY; return a; }},
    {"ds_mskor_b32 ds_mskor_rtn_b32 ds_mskor_b64 ds_mskor_rtn_b64", OF { ANY; return (old & ~a) | b; }, kTwo},
    {"ds_wrap_rtn_b32", OF { ANY; return old >= a ? old - a : old + b; }, kTwo},
    {"ds_cmpstore_b32 ds_cmpstore_rtn_b32 ds_cmpstore_b64 ds_cmpstore_rtn_b64 buffer_atomic_cmpswap_b32 "
     "buffer_atomic_cmpswap_b64 flat_atomic_cmpswap_b32 flat_atomic_cmpswap_b64 global_atomic_cmpswap_b32 "
     "global_atomic_cmpswap_b64 image_atomic_cmpswap", OF { ANY; return old == b ? a : old; }, kTwo},
    {"ds_cmpstore_f32 ds_cmpstore_rtn_f32 ds_cmpstore_f64 ds_cmpstore_rtn_f64 buffer_atomic_cmpswap_f32 "
     "flat_atomic_cmpswap_f32 global_atomic_cmpswap_f32",
     OF { ANY; return as_float(old, wide) == as_float(b, wide) ? a : old; }, kTwo},
    {"ds_min_f32 ds_min_rtn_f32 ds_min_f64 ds_min_rtn_f64 buffer_atomic_min_f32 flat_atomic_min_f32 global_atomic_min_f32",
     OF { ANY; return as_float(a, wide) < as_float(old, wide) ? a : old; }},
    {"ds_max_f32 ds_max_rtn_f32 ds_max_f64 ds_max_rtn_f64 buffer_atomic_max_f32 flat_atomic_max_f32 global_atomic_max_f32",
     OF { ANY; return as_float(a, wide) > as_float(old, wide) ? a : old; }},
    {"ds_add_f32 ds_add_rtn_f32 buffer_atomic_add_f32 flat_atomic_add_f32 global_atomic_add_f32", add_floats},
};
// clang-format on

constexpr uint64_t kCorners[] = {
    0,
    1,
    2,
    9,
    10,
    0x7fff'ffff,
    0x8000'0000,
    0x8000'0001,
    0xffff'fffe,
    0xffff'ffff,
    0x1'0000'0000,
    0x3f80'0000,
    0xbf80'0000,
    0x7f80'0000,
    0xff80'0000,
    0x7fc0'0000,
    0x0040'0000,
    0x1234'5678,
    0x7fff'ffff'ffff'ffff,
    0x8000'0000'0000'0000,
    0xffff'ffff'ffff'ffff,
    0xffff'ffff'ffff'fffe,
    0x3ff0'0000'0000'0000,
    0xbff0'0000'0000'0000,
    0x7ff0'0000'0000'0000,
    0xfff0'0000'0000'0000,
    0x7ff8'0000'0000'0000,
    0x0008'0000'0000'0000,
    0x0123'4567'89ab'cdef,
};
constexpr unsigned kCount = std::size(kCorners);

class AtomicModel : public MemoryTest {
protected:
    static constexpr unsigned kAddress = 0, kData = 4, kResult = 12, kStride = 16;
    static constexpr uint64_t kUntouched = 0xdddd'dddd'dddd'dddd;

    struct Values {
        uint64_t old, a, b;
    };
    /// All pairs of old values and operands over the rounds; `b` is the old value in every other lane.
    static Values values(unsigned lane, unsigned round, bool wide) {
        const uint64_t mask = wide ? ~0ull : 0xffff'ffffull;
        const uint64_t old = kCorners[lane % kCount];
        return {old & mask, kCorners[(lane + round) % kCount] & mask,
                (lane % 2 ? old : kCorners[(lane * 3 + round) % kCount]) & mask};
    }

    void one_name(const std::string& name, const AtomicOp& model, unsigned round) {
        const bool is_ds = name.starts_with("ds_"), image = name.starts_with("image_");
        // An image's word is as wide as its format.
        for (const bool wide : {false, true}) {
            if (!image && wide != name.ends_with("64")) continue;
            const unsigned step = image ? (wide ? 8 : 4) : kStride, data2 = is_ds ? 8 : wide ? 6 : 5;
            for (const bool returns : {false, true}) {
                if (is_ds && returns != (name.find("_rtn_") != std::string::npos)) continue;
                for (unsigned lane = 0; lane < lanes(); ++lane) {
                    const uint64_t old = values(lane, round, wide).old;
                    if (is_ds)
                        set_lds<uint64_t>(lane * step, old);
                    else if (step == 4)
                        memory->store<uint32_t>(kBuffer + lane * step, uint32_t(old));
                    else
                        memory->store<uint64_t>(kBuffer + lane * step, old);
                }
                fill64(kData, [&](unsigned lane) { return values(lane, round, wide).a; });
                if (model.takes == kTwo)
                    fill64(data2, [&](unsigned lane) { return values(lane, round, wide).b; });
                fill64(kResult, [](unsigned) { return kUntouched; });
                issue(name, wide, model.takes == kTwo, returns, data2, step);
                const unsigned result =
                    is_ds || name.starts_with("flat") || name.starts_with("global") ? kResult : kData;
                for (unsigned lane = 0; lane < lanes(); ++lane) {
                    const Values in = values(lane, round, wide);
                    const uint64_t after =
                        is_ds  ? wide ? lds_at<uint64_t>(lane * step) : lds_at<uint32_t>(lane * step)
                         : wide ? memory->load<uint64_t>(kBuffer + lane * step)
                               : memory->load<uint32_t>(kBuffer + lane * step);
                    uint64_t expected = model.of(in.old, in.a, in.b, wide) & (wide ? ~0ull : 0xffff'ffffull);
                    if (!active(lane)) expected = in.old;
                    const bool nan = model.of == add_floats && std::isnan(as_float(expected, false));
                    ASSERT_TRUE(after == expected || (nan && std::isnan(as_float(after, false))))
                        << std::hex << name << " old " << in.old << " a " << in.a << " b " << in.b << ": "
                        << after << ", not " << expected;
                    if (!returns && result != kResult) continue;
                    const uint64_t got = wide ? v64(result, lane) : v(result, lane);
                    const uint64_t before = result == kData ? in.a
                                            : wide          ? kUntouched
                                                            : kUntouched & 0xffff'ffff;
                    ASSERT_EQ(got, returns && active(lane) ? in.old : before) << name << " lane " << lane;
                }
            }
        }
    }

    void issue(const std::string& name, bool wide, bool two, bool returns, unsigned data2, unsigned step) {
        if (name.starts_with("ds_")) {
            fill(kAddress, [&](unsigned lane) { return lane * step - 8; });
            run(ds(name, kResult, kAddress, kData, data2, 8));
        } else if (name.starts_with("buffer_")) {
            set_buffer(wave, {});
            fill(kAddress, [&](unsigned lane) { return lane * step; });
            run(mubuf(name, kData, kAddress, kOffen, 0, kZero, returns));
        } else if (name.starts_with("image_")) {
            set_image(wave, {.format = wide ? kUint32x2 : kUint32, .width = 64});
            fill(kAddress, [](unsigned lane) { return lane; });
            fill(kAddress + 1, [](unsigned) { return 0; });
            const unsigned words = (wide ? 2 : 1) * (two ? 2 : 1);
            run(mimg(name, kData, kAddress, k2D, (1 << words) - 1, returns ? unsigned(kGlc) : 0));
        } else {
            fill64(kAddress, [&](unsigned lane) { return kBuffer + lane * step; });
            run(name[0] == 'f' ? flat(name, kResult, kAddress, kData, 0, returns)
                               : global(name, kResult, kAddress, kData, kNull, 0, returns));
        }
    }
};
WB_FOR_BOTH_WAVE_SIZES(AtomicModel);

TEST_P(AtomicModel, EveryOpcodeOnCornerValues) {
    for (const AtomicOp& model : kAtomicModels) {
        for (std::string_view rest = model.names; !rest.empty();) {
            const size_t end = std::min(rest.find(' '), rest.size());
            const std::string name(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            for (unsigned round = 0; round < kCount; ++round) {
                set_exec(round % 2 ? 0xa5f0'7e81'3c5a'ff01 : ~0ull);
                one_name(name, model, round);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST_P(AtomicModel, ExchangesOfTwoWords) {
    // Offsets count words, or 64 of them.
    for (const bool wide : {false, true}) {
        for (const bool far : {false, true}) {
            const std::string name = std::string("ds_storexchg_2addr") + (far ? "_stride64" : "") +
                                     (wide ? "_rtn_b64" : "_rtn_b32");
            const unsigned word = wide ? 8 : 4, first = 1 * word * (far ? 64 : 1), second = 2 * first;
            set_exec(1ull << 5);
            fill(0, [](unsigned) { return 16; });
            fill64(4, [](unsigned) { return 0xaaaa'0000'aaaau; });
            fill64(8, [](unsigned) { return 0xbbbb'0000'bbbbu; });
            set_lds<uint64_t>(16 + first, 0x1'0000'0011);
            set_lds<uint64_t>(16 + second, 0x2'0000'0022);
            for (unsigned i = 0; i < 4; ++i)
                fill(12 + i, [](unsigned) { return 0xdddd; });
            run(ds(name, 12, 0, 4, 8, 1 | 2 << 8));
            EXPECT_EQ(lds_at<uint32_t>(16 + first), 0xaaaau) << name;
            EXPECT_EQ(lds_at<uint32_t>(16 + second), 0xbbbbu) << name;
            EXPECT_EQ(v(12, 5), 0x11u) << name;
            EXPECT_EQ(v(wide ? 14 : 13, 5), 0x22u) << name;
            EXPECT_EQ(v(12, 4), 0xddddu) << name;
            if (!wide) continue;
            EXPECT_EQ(v64(14, 5), 0x2'0000'0022u);
            EXPECT_EQ(lds_at<uint64_t>(16 + second), 0xbbbb'0000'bbbbu);
        }
    }
}

TEST_P(AtomicModel, NothingHappens) {
    for (const Words& words :
         {ds("ds_nop", 4, 0), mubuf("buffer_gl0_inv", 0, 0, 0), mubuf("buffer_gl1_inv", 0, 0, 0)}) {
        fill(4, [](unsigned) { return 77; });
        run(words);
        EXPECT_EQ(wave.events, 0u);
        EXPECT_EQ(v(4, 0), 77u);
    }
}

} // namespace
} // namespace wb::sim::test
