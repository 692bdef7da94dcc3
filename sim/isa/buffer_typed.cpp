// SPDX-License-Identifier: MIT
// Typed buffer accesses: format conversion and channel selection (RDNA3 ISA, "Buffer Data").
#include "sim/isa/buffer_access.h"
#include "sim/isa/data_format.h"
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

uint32_t selected(const DataFormat& format, uint8_t select, const uint32_t texel[4]) {
    if (select >= kSelectX) return texel[select - kSelectX];
    if (select == kSelectOne) return format.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
    return 0;
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

/// Out of range texels read as zero; channels that select 1 still give 1. TFE as in MimgResidency.
void typed_load(Wave& wave, const Inst& inst, TypedAccess access, bool format_in_instruction) {
    const BufferAccess buffer(wave, inst, true);
    const bool tfe = inst.mem_flags & kMemTfe;
    Vgpr* dst = vgprs(wave, inst, inst.dst, registers_of(access) + tfe);
    if (!buffer || !dst) return;
    const DataFormat* format = format_of(wave, inst, buffer, format_in_instruction);
    if (!format) return;
    const IeeeArithmetic arithmetic;
    const unsigned bytes = format->bytes();
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
        uint32_t texel[4] = {};
        if (buffer.in_range(record, at, bytes)) {
            uint8_t raw[kMaxTexelBytes];
            read_texel(*wave.memory, buffer, record, at, bytes, raw);
            unpack_texel(*format, raw, texel);
            if (tfe && is_prt(*wave.memory, buffer.address(record, at)))
                dst[registers_of(access)].lane[lane] = 1;
        }
        for (unsigned i = 0; i < access.components; ++i) {
            const uint32_t value = selected(*format, buffer.resource.select[i], texel);
            if (!access.d16) {
                dst[i].lane[lane] = value;
                continue;
            }
            const uint16_t half = format->integer() ? uint16_t(value) : half_from_float(value);
            set_half(dst[i / 2].lane[lane], access.high || i % 2, half);
        }
    });
    wave.note_memory_fault();
}

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
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
        if (!buffer.in_range(record, at, bytes)) return;
        uint32_t texel[4] = {};
        for (unsigned i = 0; i < 4; ++i) {
            if (source[i] < 0) continue;
            const unsigned component = unsigned(source[i]);
            if (!access.d16) {
                texel[i] = data[component].lane[lane];
                continue;
            }
            const bool high = access.high || component % 2;
            const uint16_t half = uint16_t(data[component / 2].lane[lane] >> (high ? 16 : 0));
            if (format->type == NumberType::Uint)
                texel[i] = half;
            else if (format->type == NumberType::Sint)
                texel[i] = uint32_t(int32_t(int16_t(half)));
            else
                texel[i] = float_from_half(half);
        }
        uint8_t raw[kMaxTexelBytes];
        pack_texel(*format, texel, raw);
        write_texel(*wave.memory, buffer, record, at, bytes, raw);
    });
    wave.note_memory_fault();
}

} // namespace wb::sim
