// SPDX-License-Identifier: MIT
// MIMG instructions: loads, stores and atomics of storage images that are linear and have one level.
// Sampling, the tiled swizzle modes, mip chains, multisampling and compression are not modelled and stop the
// device.
#include "sim/isa/data_format.h"
#include "sim/isa/image_resource.h"
#include "sim/isa/memory_access.h"
#include "sim/isa/memory_spaces.h"

#include <bit>
#include <optional>
#include <string_view>

namespace wb::sim {

namespace {

constexpr unsigned kMaxCoordinates = 4; ///< x, y, slice, level.

/// Coordinates of each MIMG dimension without the level: 1D, 2D, 3D, cube, 1D array, 2D array.
constexpr unsigned kCoordinates[] = {1, 2, 3, 3, 2, 3};
constexpr unsigned kDimension1DArray = 4;

unsigned dmask_of(const Inst& inst) {
    return inst.extra & 15;
}
unsigned dimension_of(const Inst& inst) {
    return inst.extra >> 8 & 7;
}

/// One image instruction's image and coordinates; `format` is null after the device was stopped.
struct ImageAccess {
    ImageResource image;
    const DataFormat* format = nullptr;
    unsigned dimension = 0, count = 0;
    bool a16 = false, has_level = false;
    const uint32_t* coordinate[kMaxCoordinates] = {};

    ImageAccess(Wave& wave, const Inst& inst, bool with_level) : has_level(with_level) {
        // A descriptor that starts at one of the last codes is zero where there are no registers.
        uint32_t words[8] = {};
        for (unsigned i = 0; i < 8 && inst.src[2] + i < kSgprSink; ++i)
            words[i] = wave.sgpr[inst.src[2] + i];
        image = ImageResource::decode(words);
        dimension = dimension_of(inst);
        if (const char* missing = unmodelled(inst)) {
            stop_at(wave, inst, missing);
            return;
        }
        count = kCoordinates[dimension] + has_level;
        a16 = inst.mem_flags & kMemA16;
        const unsigned registers = a16 ? (count + 1) / 2 : count;
        for (unsigned i = 0; i < registers; ++i) {
            const bool from_nsa = i && inst.mem_flags & kMemNsa;
            const unsigned code = from_nsa ? kVgpr0 + inst.nsa[i - 1] : inst.src[0] + i;
            const Vgpr* address = vgprs(wave, inst, code, 1);
            if (!address) return;
            coordinate[i] = address->lane;
        }
        format = data_format(image.format);
        if (!format || !std::has_single_bit(format->bytes())) {
            stop_at(wave, inst, "image data format " + std::to_string(image.format) + " is not modelled");
            format = nullptr;
        }
    }

    /// Address of the lane's texel, or nothing when its coordinates are out of range.
    std::optional<uint64_t> address(unsigned lane) const {
        uint32_t at[kMaxCoordinates] = {};
        for (unsigned i = 0; i < count; ++i)
            at[i] = a16 ? coordinate[i / 2][lane] >> (i % 2 ? 16 : 0) & 0xffff : coordinate[i][lane];
        if (has_level && at[count - 1] != 0) return {}; // There is one level only.
        const unsigned axes = count - has_level;
        const uint32_t x = at[0], y = axes > 1 && dimension != kDimension1DArray ? at[1] : 0;
        const uint32_t slice = dimension == kDimension1DArray ? at[1] : axes > 2 ? at[2] : 0;
        if (x >= image.width || y >= image.rows() || slice >= image.slices()) return {};
        return image.linear_address(format->bytes(), x, y, slice);
    }

private:
    const char* unmodelled(const Inst& inst) const {
        if (inst.mem_flags & (kMemTfe | kMemLwe)) return "TFE and LWE (texture fail) are not modelled";
        if (inst.mem_flags & kMemR128) return "128-bit image descriptors are not modelled";
        if (image.type < ImageType::Image1D) return "the image descriptor is not one of an image";
        if (dimension >= std::size(kCoordinates) || image.type >= ImageType::Multisampled2D)
            return "multisampled images are not modelled";
        if (image.swizzle_mode) return "tiled images are not modelled";
        if (image.max_mip || image.base_level || image.last_level) return "mip chains are not modelled";
        return image.compressed ? "compressed images (DCC) are not modelled" : nullptr;
    }
};

unsigned data_registers(const Inst& inst) {
    const unsigned components = unsigned(std::popcount(dmask_of(inst)));
    return inst.mem_flags & kMemD16 ? (components + 1) / 2 : components;
}

/// Component `i` of those that dmask selects: 32 bits, or with D16 a half converted from or to 16.
void put(const Inst& inst, const DataFormat& format, Vgpr* dst, unsigned i, unsigned lane, uint32_t value) {
    if (!(inst.mem_flags & kMemD16)) {
        dst[i].lane[lane] = value;
        return;
    }
    const uint32_t half = format.integer() ? value & 0xffff : half_from_float(value);
    uint32_t& word = dst[i / 2].lane[lane];
    word = i % 2 ? (word & 0xffff) | half << 16 : (word & 0xffff'0000) | half;
}
uint32_t get(const Inst& inst, const DataFormat& format, const Vgpr* data, unsigned i, unsigned lane) {
    if (!(inst.mem_flags & kMemD16)) return data[i].lane[lane];
    const uint16_t half = uint16_t(data[i / 2].lane[lane] >> (i % 2 ? 16 : 0));
    if (format.type == NumberType::Uint) return half;
    return format.type == NumberType::Sint ? uint32_t(int32_t(int16_t(half))) : float_from_half(half);
}

constexpr unsigned kSelectOne = 1, kSelectX = 4;

template <bool WithLevel>
void image_load(Wave& wave, const Inst& inst) {
    const ImageAccess access(wave, inst, WithLevel);
    Vgpr* dst = access.format ? vgprs(wave, inst, inst.dst, data_registers(inst)) : nullptr;
    if (!dst) return;
    const DataFormat& format = *access.format;
    const uint32_t one = format.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
    const IeeeArithmetic arithmetic;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint32_t texel[4] = {};
        if (const auto address = access.address(lane))
            unpack_texel(format, wave.memory->at(*address, format.bytes(), false), texel);
        unsigned written = 0;
        for (unsigned channel = 0; channel < 4; ++channel) {
            if (!(dmask_of(inst) >> channel & 1)) continue;
            const unsigned select = access.image.select[channel];
            const uint32_t value = select >= kSelectX     ? texel[select - kSelectX]
                                   : select == kSelectOne ? one
                                                          : 0;
            put(inst, format, dst, written++, lane, value);
        }
    });
    wave.note_memory_fault();
}

/// Channel selects apply backwards, as in typed buffer stores; components nobody gives are 0.
template <bool WithLevel>
void image_store(Wave& wave, const Inst& inst) {
    const ImageAccess access(wave, inst, WithLevel);
    const Vgpr* data = access.format ? vgprs(wave, inst, inst.src[1], data_registers(inst)) : nullptr;
    if (!data) return;
    const DataFormat& format = *access.format;
    const IeeeArithmetic arithmetic;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const auto address = access.address(lane);
        if (!address) return;
        uint32_t texel[4] = {};
        unsigned given = unsigned(std::popcount(dmask_of(inst)));
        for (unsigned channel = 4; channel-- > 0;) {
            if (!(dmask_of(inst) >> channel & 1)) continue;
            --given;
            const unsigned select = access.image.select[channel];
            if (select >= kSelectX) texel[select - kSelectX] = get(inst, format, data, given, lane);
        }
        pack_texel(format, texel, wave.memory->at(*address, format.bytes(), true));
    });
    wave.note_memory_fault();
}

/// An image atomic on texels of T's size. The data registers are also the destination (GLC).
template <template <class> class Op>
void image_atomic(Wave& wave, const Inst& inst) {
    const auto run = [&]<class T>(T) {
        constexpr unsigned kWords = sizeof(T) / 4;
        const ImageAccess access(wave, inst, false);
        Vgpr* data = access.format ? vgprs(wave, inst, inst.src[1], kWords * Op<T>::kOperands) : nullptr;
        if (!data) return;
        if (access.format->bytes() != sizeof(T)) {
            stop_at(wave, inst, "image atomic whose data size is not the texel size");
            return;
        }
        for_each_lane(wave.exec(), [&](unsigned lane) {
            T old{};
            if (const auto address = access.address(lane)) {
                const T second = Op<T>::kOperands == 2 ? data_word<T>(data + kWords, lane) : T{};
                old = global_atomic<Op<T>>(*wave.memory, *address, data_word<T>(data, lane), second);
            }
            if (inst.mem_flags & kMemGlc) set_data_word<T>(data, lane, old);
        });
        wave.note_memory_fault();
    };
    const unsigned words = unsigned(std::popcount(dmask_of(inst))) / Op<uint32_t>::kOperands;
    if (words == 2)
        run(uint64_t{});
    else
        run(uint32_t{});
}

/// The handler of the mnemonic behind "image_".
constexpr ExecFn handler(std::string_view op) {
    if (op == "load") return image_load<false>;
    if (op == "load_mip") return image_load<true>;
    if (op == "store") return image_store<false>;
    if (op == "store_mip") return image_store<true>;
    if (op == "atomic_swap") return image_atomic<AtomicSwap>;
    if (op == "atomic_cmpswap") return image_atomic<AtomicCompareSwap>;
    if (op == "atomic_add") return image_atomic<AtomicAdd>;
    if (op == "atomic_sub") return image_atomic<AtomicSub>;
    if (op == "atomic_smin") return image_atomic<AtomicMinSigned>;
    if (op == "atomic_umin") return image_atomic<AtomicMin>;
    if (op == "atomic_smax") return image_atomic<AtomicMaxSigned>;
    if (op == "atomic_umax") return image_atomic<AtomicMax>;
    if (op == "atomic_and") return image_atomic<AtomicAnd>;
    if (op == "atomic_or") return image_atomic<AtomicOr>;
    if (op == "atomic_xor") return image_atomic<AtomicXor>;
    if (op == "atomic_inc") return image_atomic<AtomicInc>;
    if (op == "atomic_dec") return image_atomic<AtomicDec>;
    return nullptr;
}

} // namespace

const OpTable& mimg_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, handler(std::string_view(#name).substr(6))},
#include "sim/isa/tables/mimg.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MIMG, kRows};
    return kTable;
}

} // namespace wb::sim
