// SPDX-License-Identifier: MIT
// SMEM instructions: scalar loads from memory (RDNA3 ISA 8).
#include "sim/isa/scalar_ops.h"

#include <cstring>

namespace wb::sim {

namespace {

/// Writes loaded dwords to consecutive scalar registers. Not to NULL, not beyond the register file, and to
/// TTMPs only with PRIV.
void write_loaded(Wave& wave, unsigned dst, const uint32_t* data, unsigned words) {
    const bool plain = dst + words <= kTtmp0;
    for (unsigned i = 0; i < words; ++i) {
        const unsigned code = dst + i;
        if (!plain) {
            if (code == kNull || code >= kSgprSink) continue;
            if (code >= kTtmp0 && code < kNull && !wave.privileged()) continue;
        }
        wave.sgpr[code] = data[i];
    }
}

/// Byte offset of the instruction: its constant plus SOFFSET.
uint64_t instruction_offset(const Wave& wave, const Inst& inst) {
    return uint64_t(int64_t(inst.imm)) + read_scalar32(wave, inst.src[3], 0);
}

template <unsigned Words>
void load(Wave& wave, const Inst& inst) {
    const uint64_t address =
        (read_scalar64(wave, inst.src[2], 0) + instruction_offset(wave, inst)) & ~uint64_t(3);
    uint32_t data[Words];
    std::memcpy(data, wave.memory->at(address, sizeof(data), false), sizeof(data));
    write_loaded(wave, inst.dst, data, Words);
    wave.note_memory_fault();
}

/// Scalar buffer loads use only base, stride and num_records of the resource. Dwords beyond the end read 0.
template <unsigned Words>
void buffer_load(Wave& wave, const Inst& inst) {
    const unsigned resource = inst.src[2];
    const uint64_t base = uint64_t(int64_t(wave.sgpr64(resource) << 16) >> 16) & ~uint64_t(3);
    const uint32_t stride = (wave.sgpr[resource + 1] >> 16) & 0x3fff;
    const uint64_t records = wave.sgpr[resource + 2];
    const uint64_t size = stride ? stride * records : records;
    const uint64_t offset = instruction_offset(wave, inst) & ~uint64_t(3);
    const uint64_t available = resource != kNull && offset < size ? (size - offset) / 4 : 0;
    const unsigned words = available < Words ? unsigned(available) : Words;
    uint32_t data[Words] = {};
    if (words) std::memcpy(data, wave.memory->at(base + offset, words * 4, false), words * 4);
    write_loaded(wave, inst.dst, data, Words);
    wave.note_memory_fault();
}

constexpr auto s_load_b32 = load<1>;
constexpr auto s_load_b64 = load<2>;
constexpr auto s_load_b128 = load<4>;
constexpr auto s_load_b256 = load<8>;
constexpr auto s_load_b512 = load<16>;
constexpr auto s_buffer_load_b32 = buffer_load<1>;
constexpr auto s_buffer_load_b64 = buffer_load<2>;
constexpr auto s_buffer_load_b128 = buffer_load<4>;
constexpr auto s_buffer_load_b256 = buffer_load<8>;
constexpr auto s_buffer_load_b512 = buffer_load<16>;

// There are no data caches to invalidate, and address translation probes only warm one.
constexpr auto s_gl1_inv = no_effect;
constexpr auto s_dcache_inv = no_effect;
constexpr auto s_atc_probe = no_effect;
constexpr auto s_atc_probe_buffer = no_effect;

} // namespace

const OpTable& smem_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, name},
#include "sim/isa/tables/smem.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SMEM, kRows};
    return kTable;
}

} // namespace wb::sim
