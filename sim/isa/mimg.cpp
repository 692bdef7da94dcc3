// SPDX-License-Identifier: MIT
// MIMG instructions that name texels by integers: loads, stores, atomics, queries. Sampling: mimg_sample.cpp,
// rays: mimg_bvh.cpp.
#include "sim/isa/image_view.h"
#include "sim/isa/memory_spaces.h"
#include "sim/isa/mimg_operands.h"
#include "sim/memory/residency.h"

#include <array>
#include <optional>
#include <string_view>

namespace wb::sim {

namespace {

enum class Level { Base, Operand };

/// Texel coordinates of a dimension: axes in the order x, y, slice, sample, without the level.
constexpr unsigned kAxes[] = {1, 2, 3, 3, 2, 3, 3, 4};

/// One instruction's image and coordinates. Addresses are x, y, slice, sample, level: those that the
/// dimension has.
struct TexelAccess {
    const ImageView* view;
    MimgDim dim;
    unsigned axes;
    bool a16, has_level;
    MimgAddress address;

    TexelAccess(Wave& wave, const Inst& inst, Level level, bool loads = false)
        : view(usable(wave, inst, loads)), dim(mimg_dim(inst)), axes(kAxes[unsigned(dim)]),
          a16(inst.mem_flags & kMemA16), has_level(level == Level::Operand),
          address(wave, inst, view ? registers() : 0) {
        if (!address.valid) view = nullptr;
    }
    explicit operator bool() const { return view; }

    struct Texel {
        uint32_t x = 0, y = 0, slice = 0, sample = 0;
        unsigned level = 0;
    };
    /// The lane's texel, or nothing when it is out of range.
    std::optional<Texel> texel(unsigned lane) const {
        uint32_t at[5] = {};
        for (unsigned i = 0; i < axes + has_level; ++i)
            at[i] = a16 ? address.half(0, i, lane) : address.word[i][lane];
        Texel out;
        out.x = at[0];
        switch (dim) {
        case MimgDim::D1:
            break;
        case MimgDim::Array1D:
            out.slice = at[1];
            break;
        case MimgDim::Msaa2D:
            out.y = at[1], out.sample = at[2];
            break;
        case MimgDim::D2:
            out.y = at[1];
            break;
        default:
            out.y = at[1], out.slice = at[2], out.sample = axes == 4 ? at[3] : 0;
        }
        const uint64_t level = uint64_t(view->image.base_level) + (has_level ? at[axes] : 0);
        if (level > view->image.last_level) return {};
        out.level = unsigned(level);
        return view->in_range(out.level, out.x, out.y, out.slice, out.sample) ? std::optional(out)
                                                                              : std::nullopt;
    }
    uint64_t texel_address(const Texel& at) const {
        return view->texel_address(at.level, at.x, at.y, at.slice, at.sample);
    }

private:
    static const ImageView* usable(Wave& wave, const Inst& inst, bool loads) {
        if (const char* missing = mimg_missing(inst, loads)) {
            stop_at(wave, inst, missing);
            return nullptr;
        }
        return image_view(wave, inst);
    }
    unsigned registers() const {
        const unsigned count = axes + has_level;
        return a16 ? (count + 1) / 2 : count;
    }
};

template <Level Where>
void image_load(Wave& wave, const Inst& inst) {
    const TexelAccess access(wave, inst, Where, true);
    if (!access) return;
    const unsigned dmask = mimg_dmask(inst);
    const unsigned registers = mimg_data_registers(inst, unsigned(std::popcount(dmask)));
    Vgpr* dst = vgprs(wave, inst, inst.dst, registers + MimgResidency::registers(inst));
    if (!dst) return;
    const MimgResidency residency(inst, dst, registers);
    const ImageView& view = *access.view;
    const IeeeArithmetic arithmetic;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint32_t texel[4] = {};
        bool non_resident = false;
        if (const auto at = access.texel(lane)) {
            view.fetch(*wave.memory, at->level, at->x, at->y, at->slice, at->sample, texel);
            if (residency.status) non_resident = is_prt(*wave.memory, access.texel_address(*at));
        }
        unsigned written = 0;
        for (unsigned channel = 0; channel < 4; ++channel)
            if (dmask >> channel & 1)
                put_component(inst, *view.format, dst, written++, lane, view.selected(channel, texel));
        residency.note(lane, non_resident);
    });
    wave.note_memory_fault();
}

/// One channel of four neighbouring samples (RDNA3 ISA, IMAGE_MSAA_LOAD): the sample address names the first.
void image_msaa_load(Wave& wave, const Inst& inst) {
    const TexelAccess access(wave, inst, Level::Base);
    if (!access) return;
    constexpr unsigned kSamples = 4;
    Vgpr* dst = vgprs(wave, inst, inst.dst, mimg_data_registers(inst, kSamples));
    if (!dst) return;
    const ImageView& view = *access.view;
    const unsigned channel = unsigned(std::countr_zero(mimg_dmask(inst) | 8));
    const IeeeArithmetic arithmetic;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const auto at = access.texel(lane);
        for (unsigned i = 0; i < kSamples; ++i) {
            uint32_t texel[4] = {};
            if (at && (at->sample + i) >> view.image.samples_log2 == 0)
                view.fetch(*wave.memory, 0, at->x, at->y, at->slice, at->sample + i, texel);
            put_component(inst, *view.format, dst, i, lane, view.selected(channel, texel));
        }
    });
    wave.note_memory_fault();
}

/// Channel selects apply backwards, as in typed buffer stores; components nobody gives are 0.
template <Level Where>
void image_store(Wave& wave, const Inst& inst) {
    const TexelAccess access(wave, inst, Where);
    if (!access) return;
    const ImageView& view = *access.view;
    const unsigned dmask = mimg_dmask(inst);
    const Vgpr* data =
        vgprs(wave, inst, inst.src[1], mimg_data_registers(inst, unsigned(std::popcount(dmask))));
    if (!data) return;
    if (!view.format->encode) {
        stop_at(wave, inst, "image store to a block-compressed format");
        return;
    }
    int source[4] = {-1, -1, -1, -1}; // By component of memory: which data component.
    int given = std::popcount(dmask);
    for (unsigned channel = 4; channel-- > 0;) {
        if (!(dmask >> channel & 1)) continue;
        --given;
        const unsigned select = view.image.select[channel];
        if (select >= kImageSelectX) source[select - kImageSelectX] = given;
    }
    const IeeeArithmetic arithmetic;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const auto at = access.texel(lane);
        if (!at) return;
        uint32_t texel[4] = {};
        for (unsigned i = 0; i < 4; ++i)
            if (source[i] >= 0) texel[i] = get_component(inst, *view.format, data, unsigned(source[i]), lane);
        void* element = wave.memory->at(access.texel_address(*at), view.format->element_bytes, true);
        view.format->encode(*view.format, texel, static_cast<uint8_t*>(element));
    });
    wave.note_memory_fault();
}

/// An image atomic on texels of T's size. The data registers are also the destination (GLC).
template <template <class> class Op, class T>
void image_atomic_of(Wave& wave, const Inst& inst) {
    constexpr unsigned kWords = sizeof(T) / 4;
    const TexelAccess access(wave, inst, Level::Base);
    if (!access) return;
    Vgpr* data = vgprs(wave, inst, inst.src[1], kWords * Op<T>::kOperands);
    if (!data) return;
    if (!access.view->null && access.view->format->element_bytes != sizeof(T)) {
        stop_at(wave, inst, "image atomic whose data size is not the texel size");
        return;
    }
    for_each_lane(wave.exec(), [&](unsigned lane) {
        T old{};
        if (const auto at = access.texel(lane)) {
            const T second = Op<T>::kOperands == 2 ? data_word<T>(data + kWords, lane) : T{};
            old = global_atomic<Op<T>>(*wave.memory, access.texel_address(*at), data_word<T>(data, lane),
                                       second);
        }
        if (inst.mem_flags & kMemGlc) set_data_word<T>(data, lane, old);
    });
    wave.note_memory_fault();
}
template <template <class> class Op>
void image_atomic(Wave& wave, const Inst& inst) {
    const unsigned words = unsigned(std::popcount(mimg_dmask(inst))) / Op<uint32_t>::kOperands;
    if (words == 2)
        image_atomic_of<Op, uint64_t>(wave, inst);
    else
        image_atomic_of<Op, uint32_t>(wave, inst);
}

/// Width, height, depth or layers, and levels. The address is the level.
void image_get_resinfo(Wave& wave, const Inst& inst) {
    const ImageView* view = image_view(wave, inst);
    if (!view) return;
    const unsigned dmask = mimg_dmask(inst);
    const MimgAddress address(wave, inst, 1);
    Vgpr* dst = vgprs(wave, inst, inst.dst, unsigned(std::popcount(dmask)));
    if (!dst || !address.valid) return;
    const ImageResource& image = view->image;
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint32_t operand = inst.mem_flags & kMemA16 ? address.half(0, 0, lane) : address.word[0][lane];
        const uint64_t level = uint64_t(image.base_level) + operand;
        std::array<uint32_t, 4> size{};
        if (!view->null && level <= image.last_level) {
            size = {image.level_width(unsigned(level)), image.level_height(unsigned(level)),
                    image.level_slices(unsigned(level)), 0};
            if (image.type == ImageType::Cube) size[2] /= 6;
        }
        if (!view->null) size[3] = image.last_level - image.base_level + 1u;
        unsigned written = 0;
        for (unsigned channel = 0; channel < 4; ++channel)
            if (dmask >> channel & 1) dst[written++].lane[lane] = size[channel];
    });
}

/// The handler of the mnemonic behind "image_", sampling and rays apart.
constexpr ExecFn mimg_handler(std::string_view op) {
    if (op == "load") return image_load<Level::Base>;
    if (op == "load_mip") return image_load<Level::Operand>;
    if (op == "store") return image_store<Level::Base>;
    if (op == "store_mip") return image_store<Level::Operand>;
    if (op == "msaa_load") return image_msaa_load;
    if (op == "get_resinfo") return image_get_resinfo;
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

constexpr OpRow kPlainRows[] = {
#define X(op, name) {op, #name, mimg_handler(std::string_view(#name).substr(6))},
#include "sim/isa/tables/mimg.inc"
#undef X
};

} // namespace

const OpTable& mimg_table() {
    static const auto rows = [] {
        auto all = std::to_array(kPlainRows);
        for (OpRow& row : all) {
            if (!row.exec) row.exec = mimg_sample_handler(row.op);
            if (!row.exec) row.exec = mimg_bvh_handler(std::string_view(row.name).substr(6));
        }
        return all;
    }();
    static const OpTable table{Encoding::MIMG, rows};
    return table;
}

} // namespace wb::sim
