// SPDX-License-Identifier: MIT
// The instruction caches of the device's WGPs, holding decoded instructions.
//
// As on hardware, code is fetched in 64-byte lines and a fetched line stays what it was until the WGP
// invalidates its cache (s_icache_inv), the device does (ACQUIRE_MEM with GLI_INV), or the line is evicted:
// code patched without an invalidation keeps running in its old form. Instructions are decoded when they are
// first executed. Each worker thread has its own CodeCache, so nothing here takes a lock; lines with equal
// content share their decoded instructions.
#pragma once

#include "sim/isa/inst.h"
#include "sim/memory/gpu_memory.h"
#include "sim/wave/wave.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace wb::sim {

inline constexpr unsigned kWgpCount = 48; ///< navi31: 6 shader engines, 2 arrays each, 4 WGPs each.
inline constexpr unsigned kCodeLineBytes = 64, kCodeLineWords = kCodeLineBytes / 4;
inline constexpr unsigned kCodeCacheBytes = 32 * 1024; ///< One WGP's instruction cache.

/// When each WGP's instruction cache was last invalidated. One for the device; any thread.
class CodeCacheEpochs {
public:
    /// s_icache_inv on a WGP. Waves of that WGP refetch from their next scheduling turn on.
    void invalidate_wgp(unsigned wgp) { wgp_[wgp].fetch_add(1, std::memory_order_release); }
    /// GLI_INV: every WGP.
    void invalidate_all() { device_.fetch_add(1, std::memory_order_release); }
    /// A number that changes with each invalidation that concerns the WGP.
    uint64_t of(unsigned wgp) const {
        return wgp_[wgp].load(std::memory_order_acquire) +
               (uint64_t(device_.load(std::memory_order_acquire)) << 32);
    }

private:
    std::atomic<uint32_t> device_{0};
    std::array<std::atomic<uint32_t>, kWgpCount> wgp_{};
};

/// One worker thread's view of the instruction caches. Use by that thread only, under
/// GpuMemory::ExecutorThread.
class CodeCache {
public:
    CodeCache(GpuMemory& memory, const CodeCacheEpochs& epochs);
    ~CodeCache();
    CodeCache(const CodeCache&) = delete;
    CodeCache& operator=(const CodeCache&) = delete;

    /// To be called before running another wave, and whenever a wave left the run loop (events): chooses the
    /// wave's WGP and wave size and obeys invalidations that happened meanwhile.
    void select(const Wave& wave);

    /// The instruction at wave.pc. Never null: an illegal word, code that cannot be fetched, and a VGPR
    /// number beyond the wave's allocation give an instruction whose exec raises the event and leaves the PC
    /// at it. The pointer is valid until the next fetch or select.
    const Inst* fetch(const Wave& wave) {
        const uint64_t offset = wave.pc - line_address_;
        if (offset < kCodeLineBytes) [[likely]] {
            const Inst* inst = &line_->insts[offset / 4];
            if (inst->vgpr_end <= wave.vgpr_count) [[likely]]
                return inst;
        }
        return fetch_slow(wave);
    }

    /// Decoded lines held now; for tests and statistics.
    size_t line_count() const { return lines_.size(); }

private:
    static constexpr unsigned kSlots = kCodeCacheBytes / kCodeLineBytes;
    static constexpr unsigned kTailWords = 2; ///< What an instruction may need of the next line.
    static constexpr uint64_t kNoAddress = ~0ull - kCodeLineBytes;
    static constexpr size_t kMaxLines = 16 * 1024;

    struct Content {
        std::array<uint32_t, kCodeLineWords + kTailWords> words{};
        uint8_t valid_words = 0; ///< Fewer than all when the next page is not mapped.
        uint8_t lanes = 0;
        bool operator==(const Content&) const = default;
    };
    struct ContentHash {
        size_t operator()(const Content& content) const;
    };
    struct Line {
        std::array<Inst, kCodeLineWords> insts;
        Content content;
    };
    struct Slot {
        uint64_t address = kNoAddress;
        Line* line = nullptr;
    };
    /// One WGP's cache for one wave size.
    struct View {
        uint64_t epoch = 0;
        std::array<Slot, kSlots> slots;
    };

    const Inst* fetch_slow(const Wave& wave);
    Line* find_line(uint64_t address, unsigned lanes);
    void forget_everything();

    // The line being executed.
    uint64_t line_address_ = kNoAddress;
    Line* line_ = nullptr;
    View* view_ = nullptr;

    GpuMemory& memory_;
    const CodeCacheEpochs& epochs_;
    std::unordered_map<Content, std::unique_ptr<Line>, ContentHash> lines_;
    std::array<std::array<std::unique_ptr<View>, 2>, kWgpCount> views_;
    Inst fetch_fault_, vgpr_fault_;
};

} // namespace wb::sim
