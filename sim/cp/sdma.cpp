// SPDX-License-Identifier: MIT
// Packets and their fields as SDMA 6 has them: Mesa 25.0.7's sid.h (SDMA_*) and what its radv_sdma.c emits.
#include "sim/cp/sdma.h"

#include "sim/cp/sdma_copy.h"
#include "sim/text.h"
#include "sim/trace.h"

#include <cinttypes>

namespace wb::sim {

namespace {

constexpr Field kCode{0, 16}, kNopCount{16, 14}, kElement{29, 3}, kDetile{31, 1}, kFillSize{30, 2};
// Windows: the first dword of a place has x and y, the second z and more.
constexpr Field kX{0, 14}, kY{16, 14}, kZ{0, 13}, kHigh{16, 14}, kPitch{13, 19}, kSlicePitch{0, 28};
constexpr Field kInfoElement{0, 3}, kInfoSwizzle{3, 5}, kInfoDimension{9, 2}, kInfoLevels{16, 4},
    kInfoLevel{20, 4};
constexpr unsigned kDimension3D = 2;

uint64_t address(const uint32_t* words) {
    return words[0] | uint64_t(words[1]) << 32;
}

std::array<uint32_t, 3> size(const uint32_t* words) {
    return {kX.get(words[0]) + 1, kY.get(words[0]) + 1, kZ.get(words[1]) + 1};
}

/// Five dwords: address, x and y, z and pitch, pitch of slices. `pitch`: where the fourth has it.
SdmaWindow linear_window(const uint32_t* words, Field pitch) {
    SdmaWindow out;
    out.va = address(words);
    out.x = kX.get(words[2]);
    out.y = kY.get(words[2]);
    out.z = kZ.get(words[3]);
    out.pitch = pitch.get(words[3]) + 1;
    out.slice_pitch = uint64_t(kSlicePitch.get(words[4])) + 1;
    return out;
}

/// Six dwords: address, x and y, z and width, height and depth, what the surface is.
Status tiled_window(const uint32_t* words, SdmaWindow& out) {
    const uint32_t info = words[5];
    ImageResource image;
    image.base = address(words);
    image.type = kInfoDimension.get(info) == kDimension3D ? ImageType::Image3D : ImageType::Array2D;
    image.width = kHigh.get(words[3]) + 1;
    image.height = kX.get(words[4]) + 1;
    image.depth_field = kZ.get(words[4] >> 16);
    image.swizzle_mode = uint8_t(kInfoSwizzle.get(info));
    image.levels = uint8_t(kInfoLevels.get(info) + 1);
    out.tiled = true;
    out.level = kInfoLevel.get(info);
    out.x = kX.get(words[2]);
    out.y = kY.get(words[2]);
    out.z = kZ.get(words[3]);
    if (out.level >= image.levels) return fail("it names a level that the surface does not have");
    if (const char* missing = out.layout.prepare(image, kInfoElement.get(info), 1, 1)) return fail(missing);
    return {};
}

Status copy_linear(GpuMemory& memory, const uint32_t* words) {
    sdma_copy_bytes(memory, address(words + 5), address(words + 3), uint64_t(words[1] & 0x3fff'ffff) + 1);
    return {};
}

Status copy_linear_window(GpuMemory& memory, const uint32_t* words) {
    const unsigned element = kElement.get(words[0]);
    if (element > 4) return fail("its elements have more than 16 bytes");
    sdma_copy_window(memory, linear_window(words + 6, kPitch), linear_window(words + 1, kPitch),
                     size(words + 11), element);
    return {};
}

Status copy_tiled_window(GpuMemory& memory, const uint32_t* words) {
    SdmaWindow tiled;
    if (Status ok = tiled_window(words + 1, tiled); !ok) return ok;
    const SdmaWindow linear = linear_window(words + 7, kHigh);
    const bool detile = kDetile.get(words[0]);
    sdma_copy_window(memory, detile ? linear : tiled, detile ? tiled : linear, size(words + 12),
                     tiled.layout.element_log2);
    return {};
}

Status copy_between_tiled(GpuMemory& memory, const uint32_t* words) {
    SdmaWindow from, to;
    if (Status ok = tiled_window(words + 1, from); !ok) return ok;
    if (Status ok = tiled_window(words + 7, to); !ok) return ok;
    if (from.layout.element_log2 != to.layout.element_log2)
        return fail("its surfaces' elements differ in size");
    sdma_copy_window(memory, to, from, size(words + 13), to.layout.element_log2);
    return {};
}

Status fill(GpuMemory& memory, const uint32_t* words) {
    constexpr unsigned kDwords = 2;
    if (kFillSize.get(words[0]) != kDwords) return fail("only fills with dwords are modelled");
    const uint64_t va = address(words + 1), bytes = uint64_t(words[4] & 0x3fff'ffff) + 1;
    if (va % 4 || bytes % 4) return fail("its range is not made of dwords");
    for (uint64_t at = 0; at < bytes && !GpuMemory::thread_fault().pending; at += 4)
        memory.store(va + at, words[3]);
    return {};
}

struct SdmaRow {
    unsigned code; ///< operation and, above it, its kind
    const char* name;
    unsigned dwords;
    uint32_t flags; ///< of the header, that are understood
    Status (*run)(GpuMemory& memory, const uint32_t* words);
};
constexpr SdmaRow kSdmaRows[] = {
    {0x0001, "COPY_LINEAR", 7, 0, copy_linear},
    {0x0401, "COPY_LINEAR_SUB_WINDOW", 13, 7u << 29, copy_linear_window},
    {0x0501, "COPY_TILED_SUB_WINDOW", 14, 1u << 31, copy_tiled_window},
    {0x0601, "COPY_T2T_SUB_WINDOW", 15, 0, copy_between_tiled},
    {0x000b, "CONSTANT_FILL", 5, 3u << 30, fill},
};
constexpr unsigned kMostDwords = 15;

const SdmaRow* row_of(uint32_t header) {
    for (const SdmaRow& row : kSdmaRows)
        if (row.code == kCode.get(header) && (header >> 16 << 16 & ~row.flags) == 0) return &row;
    return nullptr;
}

/// Runs the packet at `va`, of which `left` dwords are in the buffer; how many it had.
Result<uint32_t> run_packet(GpuMemory& memory, uint64_t va, uint32_t left) {
    const uint32_t header = memory.load<uint32_t>(va);
    if (GpuMemory::thread_fault().pending) return 0;
    if (kCode.get(header) == 0) return 1 + kNopCount.get(header);
    const SdmaRow* row = row_of(header);
    if (!row) return fail("is not modelled; set RADV_DEBUG=nodma or do not use a transfer queue");
    if (left < row->dwords) return fail(text("(%s) is cut off by the buffer's end", row->name));
    uint32_t words[kMostDwords];
    for (uint32_t i = 0; i < row->dwords; ++i)
        words[i] = memory.load<uint32_t>(va + uint64_t(i) * 4);
    if (Status ok = row->run(memory, words); !ok) return fail(text("(%s): ", row->name) + ok.error().message);
    return row->dwords;
}

} // namespace

JobEnd run_sdma(const Job& job, const PacketProcessor& processor) {
    GpuMemory& memory = job.vm->memory();
    for (const Ib& ib : job.ibs) {
        for (uint32_t i = 0; i < ib.dwords;) {
            if (processor.killed()) return JobEnd::Killed;
            const uint64_t va = ib.va + uint64_t(i) * 4;
            const auto dwords = run_packet(memory, va, ib.dwords - i);
            if (!dwords) {
                trace::loud("sdma ring %u, job %" PRIu64 ": packet %08x at %#" PRIx64 " %s", job.ring.ring,
                            job.id, memory.load<uint32_t>(va), va, dwords.error().message.c_str());
                return JobEnd::Failed;
            }
            if (GpuMemory::thread_fault().pending) {
                // Writes to PRT ranges are dropped.
                if (const MemoryFault fault = memory.take_fault(); fault.pending) {
                    job.vm->page_fault(fault, "SDMA");
                    return JobEnd::Failed;
                }
            }
            i += *dwords;
        }
    }
    return JobEnd::Done;
}

} // namespace wb::sim
