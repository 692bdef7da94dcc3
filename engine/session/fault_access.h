// SPDX-License-Identifier: MIT
// Which access of a wave it was that faulted. The trap is imprecise: the PC is behind the instruction, on
// hardware maybe some instructions behind (hardware.md 1.3), and the kernel tells a page only.
#pragma once

#include "engine/session/wave_view.h"

namespace wb::engine {

/// A memory instruction before the PC whose address registers, as they are now, lie in the page that faulted.
struct FaultAccess {
    std::string instruction; ///< as text
    unsigned lane = 0;       ///< the first of those whose address is in the page
    uint64_t lanes = 0;
    uint64_t address = 0; ///< of `lane`
    uint32_t size = 0;    ///< bytes that a lane touches
};

/// How an instruction that LLVM printed addresses memory.
struct MemoryOperands {
    bool write = false, scalar = false;
    uint32_t size = 0;
    int vgpr = -1;        ///< address, or 32-bit offset with `sgpr`
    int sgpr = -1;        ///< base address; -1 = none
    int64_t offset = 0;   ///< immediate
    int offset_sgpr = -1; ///< scalar loads: a register to be added
};

/// "global_store_b32 v[2:3], v4, off offset:16" and its kin: GLOBAL, FLAT and scalar loads, whose addresses
/// are in registers. Nothing for other instructions.
std::optional<MemoryOperands> parse_memory_operands(std::string_view text);

/// The last such instruction before the PC that accounts for a fault in [page, page + size). Nothing when
/// none does: its registers may have been overwritten, or it went through a descriptor.
std::optional<FaultAccess> find_fault_access(WaveView& view, const protocol::Fault& fault);

} // namespace wb::engine
