// SPDX-License-Identifier: MIT
// MUBUF instructions. Dword accesses are range-checked dword by dword, all others as a whole (RDNA3 ISA,
// "Range checking"). Not modelled, and so stopping the device: loads into LDS.
#include "sim/isa/buffer_handlers.h"
#include "sim/isa/memory_handlers.h"

namespace wb::sim {

namespace {

struct BufferUnit {
    template <class Access>
    static void load(Wave& wave, const Inst& inst) {
        const BufferAccess buffer(wave, inst);
        Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
        if (!buffer || !dst) return;
        GpuMemory& memory = *wave.memory;
        for_each_lane(wave.exec(), [&](unsigned lane) {
            const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
            uint8_t bytes[Access::kBytes] = {};
            if (buffer.in_range(record, at, Access::kBytes)) [[likely]] {
                buffer.read<Access::kBytes>(memory, record, at, bytes);
            } else if constexpr (Access::kBytes > 4) {
                for (unsigned i = 0; i < Access::kBytes; i += 4)
                    if (buffer.in_range(record, at + i, 4)) buffer.read<4>(memory, record, at + i, bytes + i);
            }
            Access::unpack(bytes, dst, lane);
        });
        wave.note_memory_fault();
    }

    template <class Access>
    static void store(Wave& wave, const Inst& inst) {
        const BufferAccess buffer(wave, inst);
        const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
        if (!buffer || !data) return;
        GpuMemory& memory = *wave.memory;
        for_each_lane(wave.exec(), [&](unsigned lane) {
            const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
            uint8_t bytes[Access::kBytes];
            Access::pack(bytes, data, lane);
            if (buffer.in_range(record, at, Access::kBytes)) [[likely]] {
                buffer.write<Access::kBytes>(memory, record, at, bytes);
            } else if constexpr (Access::kBytes > 4) {
                for (unsigned i = 0; i < Access::kBytes; i += 4)
                    if (buffer.in_range(record, at + i, 4))
                        buffer.write<4>(memory, record, at + i, bytes + i);
            }
        });
        wave.note_memory_fault();
    }

    template <class Op>
    static void atomic(Wave& wave, const Inst& inst) {
        using T = typename Op::T;
        constexpr unsigned kWords = sizeof(T) / 4;
        const bool returns = inst.mem_flags & kMemGlc;
        const BufferAccess buffer(wave, inst);
        Vgpr* data = vgprs(wave, inst, inst.src[1], kWords * Op::kOperands); // Also the destination.
        if (!buffer || !data) return;
        [[maybe_unused]] const AtomicArithmetic<Op> arithmetic;
        for_each_lane(wave.exec(), [&](unsigned lane) {
            const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
            T old{};
            if (buffer.in_range(record, at, sizeof(T))) {
                const T second = Op::kOperands == 2 ? data_word<T>(data + kWords, lane) : T{};
                old = global_atomic<Op>(*wave.memory, buffer.address(record, at), data_word<T>(data, lane),
                                        second);
            }
            if (returns) set_data_word<T>(data, lane, old);
        });
        wave.note_memory_fault();
    }
};

/// buffer_gl0_inv, buffer_gl1_inv: there are no vector caches to invalidate.
void invalidate_cache(Wave&, const Inst&) {}

constexpr ExecFn handler(std::string_view op) {
    if (op == "gl0_inv" || op == "gl1_inv") return invalidate_cache;
    if (ExecFn typed = typed_handler<false>(op)) return typed;
    if (ExecFn access = load_store_handler<BufferUnit>(op)) return access;
    return atomic_handler<BufferUnit>(op);
}

} // namespace

const OpTable& mubuf_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, handler(without_prefix(#name))},
#include "sim/isa/tables/mubuf.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MUBUF, kRows};
    return kTable;
}

} // namespace wb::sim
