// SPDX-License-Identifier: MIT
#include "sim/isa/code_cache.h"

#include "sim/isa/decode.h"

#include <string>

namespace wb::sim {

namespace {

/// Exec of code that cannot be read: a memory violation with the PC at it.
void raise_fetch_fault(Wave& wave, const Inst& inst) {
    wave.pc -= inst.dwords * 4;
    wave.fault = {.pending = true, .address = wave.pc, .write = false};
    wave.events |= kEventMemoryFault;
}

/// Exec of an instruction that names a VGPR which the wave does not have. The device is stopped: the hardware
/// reads v0 then and drops the write (hardware.md 4.4), which no valid program relies on.
void raise_vgpr_fault(Wave& wave, const Inst& inst) {
    wave.pc -= inst.dwords * 4;
    wave.stop_unmodelled(mnemonic(inst) + " with v" + std::to_string(inst.vgpr_end - 1) +
                         " in a wave that has " + std::to_string(wave.vgpr_count) + " VGPRs");
}

constexpr uint64_t line_of(uint64_t address) {
    return address & ~uint64_t(kCodeLineBytes - 1);
}

} // namespace

size_t CodeCache::ContentHash::operator()(const Content& content) const {
    uint64_t hash = content.lanes + content.valid_words * 256u;
    for (const uint32_t word : content.words)
        hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15ull, hash ^= hash >> 29;
    return hash;
}

CodeCache::CodeCache(GpuMemory& memory, const CodeCacheEpochs& epochs) : memory_(memory), epochs_(epochs) {
    fetch_fault_.exec = raise_fetch_fault;
    fetch_fault_.vgpr_end = 0;
}

CodeCache::~CodeCache() = default;

void CodeCache::select(const Wave& wave) {
    auto& view = views_[wave.wgp_index][wave.lanes == 64];
    if (!view) view = std::make_unique<View>();
    view_ = view.get();
    line_address_ = kNoAddress;
    const uint64_t epoch = epochs_.of(wave.wgp_index);
    if (view_->epoch == epoch) return;
    view_->epoch = epoch;
    view_->slots.fill(Slot{});
}

const Inst* CodeCache::fetch_slow(const Wave& wave) {
    if (!view_) select(wave);
    const uint64_t address = line_of(wave.pc);
    Slot* slot = &view_->slots[address / kCodeLineBytes % kSlots];
    if (slot->address != address) {
        Line* line = find_line(address, wave.lanes);
        if (!line) return &fetch_fault_;
        *slot = {address, line};
    }
    line_address_ = address;
    line_ = slot->line;
    const unsigned index = unsigned(wave.pc - address) / 4;
    Inst& inst = line_->insts[index];
    if (!inst.exec) {
        const std::span<const uint32_t> words(line_->content.words.data(), line_->content.valid_words);
        const DecodeResult result = decode(words.subspan(index), wave.lanes, inst);
        if (result.status == DecodeStatus::NeedMoreWords) {
            inst = fetch_fault_;
        }
    }
    if (inst.vgpr_end > wave.vgpr_count) {
        vgpr_fault_ = inst;
        vgpr_fault_.exec = raise_vgpr_fault;
        return &vgpr_fault_;
    }
    return &inst;
}

CodeCache::Line* CodeCache::find_line(uint64_t address, unsigned lanes) {
    if (lines_.size() >= kMaxLines) forget_everything();
    if (!memory_.is_mapped(address, kCodeLineBytes)) return nullptr;
    Content content{.lanes = uint8_t(lanes)};
    std::memcpy(content.words.data(), memory_.at(address, kCodeLineBytes, false), kCodeLineBytes);
    content.valid_words = kCodeLineWords;
    constexpr unsigned kTailBytes = kTailWords * 4;
    const uint64_t tail = address + kCodeLineBytes;
    if (memory_.is_mapped(tail, kTailBytes)) {
        std::memcpy(&content.words[kCodeLineWords], memory_.at(tail, kTailBytes, false), kTailBytes);
        content.valid_words += kTailWords;
    }
    std::unique_ptr<Line>& line = lines_[content];
    if (!line) {
        line = std::make_unique<Line>();
        line->content = content;
    }
    return line.get();
}

void CodeCache::forget_everything() {
    lines_.clear();
    for (auto& sizes : views_)
        for (auto& view : sizes)
            if (view) view->slots.fill(Slot{});
    line_address_ = kNoAddress;
    line_ = nullptr;
}

} // namespace wb::sim
