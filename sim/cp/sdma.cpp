// SPDX-License-Identifier: MIT
#include "sim/cp/sdma.h"

#include "sim/trace.h"

#include <cinttypes>

namespace wb::sim {

namespace {
constexpr Field kOpcode{0, 8}, kNopCount{16, 14};
constexpr unsigned kOpNop = 0;
} // namespace

JobEnd run_sdma(const Job& job, const PacketProcessor& processor) {
    GpuMemory& memory = job.vm->memory();
    for (const Ib& ib : job.ibs) {
        for (uint32_t i = 0; i < ib.dwords;) {
            if (processor.killed()) return JobEnd::Killed;
            const uint32_t header = memory.load<uint32_t>(ib.va + uint64_t(i) * 4);
            if (GpuMemory::thread_fault().pending) {
                job.vm->page_fault(memory.take_fault(), "SDMA");
                return JobEnd::Failed;
            }
            if (kOpcode.get(header) != kOpNop) {
                trace::loud("sdma ring %u, job %" PRIu64 ": packet %08x at %#" PRIx64
                            " is not modelled; set RADV_DEBUG=nodma or do not use a transfer queue",
                            job.ring.ring, job.id, header, ib.va + uint64_t(i) * 4);
                return JobEnd::Failed;
            }
            i += 1 + kNopCount.get(header);
        }
    }
    return JobEnd::Done;
}

} // namespace wb::sim
