// SPDX-License-Identifier: MIT
// Typed buffer accesses: format conversion and channel selection (RDNA3 ISA, "Buffer Data").
#include "sim/isa/buffer_access.h"
#include "sim/isa/data_format.h"
#include "sim/isa/lane_access.h"
#include "sim/memory/residency.h"

#include <bit>

namespace wb::sim {

namespace {

/// The access's format, or null after stopping the device. A null descriptor (format 0, no records) has every
/// lane out of range, whatever the format: it gets a one dword one.
const DataFormat* format_of(Wave& wave, const Inst& inst, const BufferAccess& buffer,
                            bool format_in_instruction) {
    const unsigned id = format_in_instruction ? inst.extra : buffer.resource.format;
    if (const DataFormat* format = data_format(id)) return format;
    static constexpr DataFormat kNone{1, {32}, NumberType::Uint};
    if (buffer.resource.num_records == 0) return &kNone;
    stop_at(wave, inst, "buffer data format " + std::to_string(id) + " is not modelled");
    return nullptr;
}

unsigned registers_of(TypedAccess access) {
    return access.d16 ? (access.components + 1) / 2 : access.components;
}

void set_half(uint32_t& word, bool high, uint16_t value) {
    word = high ? (word & 0xffff) | uint32_t(value) << 16 : (word & 0xffff'0000) | value;
}

/// The whole texel, dword by dword where swizzling may tear it.
void read_texel(GpuMemory& memory, const BufferAccess& buffer, uint64_t record, uint64_t at, unsigned bytes,
                uint8_t* out) {
    if (!buffer.resource.element_bytes || bytes < 4) {
        std::memcpy(out, memory.at(buffer.address(record, at), bytes, false), bytes);
        return;
    }
    for (unsigned i = 0; i < bytes; i += 4)
        buffer.read<4>(memory, record, at + i, out + i);
}
void write_texel(GpuMemory& memory, const BufferAccess& buffer, uint64_t record, uint64_t at, unsigned bytes,
                 const uint8_t* in) {
    if (!buffer.resource.element_bytes || bytes < 4) {
        std::memcpy(memory.at(buffer.address(record, at), bytes, true), in, bytes);
        return;
    }
    for (unsigned i = 0; i < bytes; i += 4)
        buffer.write<4>(memory, record, at + i, in + i);
}

} // namespace

namespace {

/// A texel of each lane, dword by dword; zeros out of range.
struct TexelLanes {
    uint32_t dword[kMaxTexelBytes / 4][kMaxLanes];
    uint32_t inside[kMaxLanes]; ///< ~0 in range, else 0.
};

/// True when the lanes' texels are records of their own, the index alone decides what is in range, and all
/// records are inside the window.
bool by_index(const Wave& wave, const Inst& inst, const BufferAccess& buffer, unsigned bytes) {
    const BufferResource& r = buffer.resource;
    if (r.element_bytes || r.add_tid || (inst.mem_flags & (kMemOffen | kMemTfe))) return false;
    if (r.oob == OobSelect::StructuredWithOffset ? uint64_t(buffer.inst_offset) + bytes > r.stride
                                                 : r.oob != OobSelect::Structured)
        return false;
    return wave.memory->in_window(buffer.address(0, buffer.inst_offset),
                                  uint64_t(r.num_records) * r.stride + bytes);
}

/// Calls `action.operator()<BYTES>()`, so that a lane's loop has the texel's size as a constant.
template <class Action>
void with_texel_size(unsigned bytes, Action action) {
    switch (bytes) {
    case 1:
        return action.template operator()<1>();
    case 2:
        return action.template operator()<2>();
    case 4:
        return action.template operator()<4>();
    case 8:
        return action.template operator()<8>();
    case 12:
        return action.template operator()<12>();
    default:
        return action.template operator()<16>();
    }
}

template <unsigned Bytes>
void fetch_by_index(const Wave& wave, const BufferAccess& buffer, TexelLanes& out) {
    const uint8_t* first =
        static_cast<const uint8_t*>(wave.memory->at(buffer.address(0, buffer.inst_offset), 1, false));
    const uint32_t records = buffer.resource.num_records, stride = buffer.resource.stride;
    const uint32_t* index = buffer.index;
    const uint64_t exec = wave.exec();
    if (Bytes == 4 && stride == 4 && exec == wave.all_lanes() && index[wave.lanes - 1] < records &&
        are_consecutive(index, wave.lanes, 1)) {
        std::memcpy(out.dword[0], first + uint64_t(index[0]) * stride, wave.lanes * 4);
        std::memset(out.inside, 0xff, sizeof(out.inside));
        return;
    }
    for_each_lane(exec, [&](unsigned lane) {
        uint32_t words[(Bytes + 3) / 4] = {};
        const bool inside = index[lane] < records;
        if (inside) std::memcpy(words, first + uint64_t(index[lane]) * stride, Bytes);
        for (unsigned i = 0; i < (Bytes + 3) / 4; ++i)
            out.dword[i][lane] = words[i];
        out.inside[lane] = inside ? ~0u : 0;
    });
}

void fetch_texels(Wave& wave, const Inst& inst, const BufferAccess& buffer, unsigned bytes, TexelLanes& out,
                  Vgpr* tfe) {
    if (wave.exec() != wave.all_lanes()) std::memset(&out, 0, sizeof(out));
    if (by_index(wave, inst, buffer, bytes))
        return with_texel_size(bytes, [&]<unsigned Bytes> { fetch_by_index<Bytes>(wave, buffer, out); });
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
        const bool inside = buffer.in_range(record, at, bytes);
        uint32_t words[kMaxTexelBytes / 4] = {};
        if (inside) {
            read_texel(*wave.memory, buffer, record, at, bytes, reinterpret_cast<uint8_t*>(words));
            if (tfe && is_prt(*wave.memory, buffer.address(record, at))) tfe->lane[lane] = 1;
        }
        for (unsigned i = 0; i < kMaxTexelBytes / 4; ++i)
            out.dword[i][lane] = words[i];
        out.inside[lane] = inside ? ~0u : 0;
    });
}

/// What `select` gives each lane: in `space`, or where it is already.
const uint32_t* selected_lanes(const DataFormat& format, uint8_t select, const TexelLanes& texels,
                               uint32_t* space, unsigned lanes) {
    const uint32_t one = format.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
    const unsigned component = select - kSelectX;
    if (select >= kSelectX && component < format.components) {
        const uint32_t* dwords = texels.dword[format.position(component) / 32];
        if (format.bits[component] == 32) return dwords;
        unpack_component(format, component, dwords, space, lanes);
        return space;
    }
    // W of a texel in range is 1 where the format has none.
    const bool is_w = select == kSelectX + 3;
    const uint32_t value = is_w || select == kSelectOne ? one : 0;
    for (unsigned lane = 0; lane < lanes; ++lane)
        space[lane] = is_w ? value & texels.inside[lane] : value;
    return space;
}

} // namespace

/// Out of range texels read as zero; channels that select 1 still give 1. TFE as in MimgResidency.
void typed_load(Wave& wave, const Inst& inst, TypedAccess access, bool format_in_instruction) {
    const BufferAccess buffer(wave, inst, true);
    const bool tfe = inst.mem_flags & kMemTfe;
    Vgpr* dst = vgprs(wave, inst, inst.dst, registers_of(access) + tfe);
    if (!buffer || !dst) return;
    const DataFormat* format = format_of(wave, inst, buffer, format_in_instruction);
    if (!format) return;
    TexelLanes texels;
    fetch_texels(wave, inst, buffer, format->bytes(), texels, tfe ? dst + registers_of(access) : nullptr);
    const IeeeArithmetic arithmetic;
    const uint64_t exec = wave.exec();
    for (unsigned i = 0; i < access.components; ++i) {
        uint32_t space[kMaxLanes];
        const uint32_t* value = selected_lanes(*format, buffer.resource.select[i], texels, space, wave.lanes);
        if (access.d16) {
            for_each_lane(exec, [&](unsigned lane) {
                const uint32_t word = value[lane];
                set_half(dst[i / 2].lane[lane], access.high || i % 2,
                         format->integer() ? uint16_t(word) : half_from_float(word));
            });
        } else if (exec == wave.all_lanes()) {
            std::memcpy(dst[i].lane, value, wave.lanes * 4);
        } else {
            for_each_lane(exec, [&](unsigned lane) { dst[i].lane[lane] = value[lane]; });
        }
    }
    wave.note_memory_fault();
}

namespace {

template <unsigned Bytes>
void scatter_by_index(const Wave& wave, const BufferAccess& buffer, const uint32_t* const dwords[]) {
    uint8_t* first = static_cast<uint8_t*>(wave.memory->at(buffer.address(0, buffer.inst_offset), 1, true));
    const uint32_t records = buffer.resource.num_records, stride = buffer.resource.stride;
    for_active_lanes(wave, [=](unsigned lane) {
        if (buffer.index[lane] >= records) return;
        uint32_t words[(Bytes + 3) / 4];
        for (unsigned i = 0; i < (Bytes + 3) / 4; ++i)
            words[i] = dwords[i][lane];
        std::memcpy(first + uint64_t(buffer.index[lane]) * stride, words, Bytes);
    });
}

/// `dwords`: the texels of the lanes, dword by dword.
void scatter_texels(Wave& wave, const Inst& inst, const BufferAccess& buffer, unsigned bytes,
                    const uint32_t* const dwords[]) {
    if (by_index(wave, inst, buffer, bytes))
        return with_texel_size(bytes, [&]<unsigned Bytes> { scatter_by_index<Bytes>(wave, buffer, dwords); });
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
        if (!buffer.in_range(record, at, bytes)) return;
        uint32_t words[kMaxTexelBytes / 4];
        for (unsigned i = 0; i < (bytes + 3) / 4; ++i)
            words[i] = dwords[i][lane];
        write_texel(*wave.memory, buffer, record, at, bytes, reinterpret_cast<const uint8_t*>(words));
    });
}

/// Component `i` of what a lane stores.
uint32_t component_of(const DataFormat& format, TypedAccess access, const Vgpr* data, unsigned i,
                      unsigned lane) {
    if (!access.d16) return data[i].lane[lane];
    const bool high = access.high || i % 2;
    const uint16_t half = uint16_t(data[i / 2].lane[lane] >> (high ? 16 : 0));
    if (format.type == NumberType::Uint) return half;
    if (format.type == NumberType::Sint) return uint32_t(int32_t(int16_t(half)));
    return float_from_half(half);
}

} // namespace

/// Channel selects apply backwards: a component of memory gets the first data component that selects it, 0 if
/// none does.
void typed_store(Wave& wave, const Inst& inst, TypedAccess access, bool format_in_instruction) {
    const BufferAccess buffer(wave, inst);
    const Vgpr* data = vgprs(wave, inst, inst.src[1], registers_of(access));
    if (!buffer || !data) return;
    const DataFormat* format = format_of(wave, inst, buffer, format_in_instruction);
    if (!format) return;
    const IeeeArithmetic arithmetic;
    const unsigned bytes = format->bytes();
    int source[4] = {-1, -1, -1, -1};
    for (int i = int(access.components) - 1; i >= 0; --i) {
        const unsigned select = buffer.resource.select[i];
        if (select >= kSelectX) source[select - kSelectX] = i;
    }
    const uint32_t* dwords[4];
    uint32_t space[kMaxTexelBytes / 4][kMaxLanes];
    // The components of a format with one of 32 bits are all that.
    const bool whole = format->bits[0] == 32 && !access.d16;
    for (unsigned i = 0; i < 4; ++i)
        dwords[i] = !whole ? space[i] : source[i] < 0 ? kNoAddress : data[source[i]].lane;
    if (!whole)
        for_each_lane(wave.exec(), [&](unsigned lane) {
            uint32_t texel[4] = {};
            for (unsigned i = 0; i < 4; ++i)
                if (source[i] >= 0) texel[i] = component_of(*format, access, data, unsigned(source[i]), lane);
            uint32_t words[kMaxTexelBytes / 4] = {};
            pack_texel(*format, texel, words);
            for (unsigned i = 0; i < (bytes + 3) / 4; ++i)
                space[i][lane] = words[i];
        });
    scatter_texels(wave, inst, buffer, bytes, dwords);
    wave.note_memory_fault();
}

} // namespace wb::sim
