// SPDX-License-Identifier: MIT
#include "layer/agent/mailbox.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <time.h>

namespace wb::layer {

static uint32_t load(const uint32_t& word) {
    return std::atomic_ref(const_cast<uint32_t&>(word)).load(std::memory_order_acquire);
}
static void store(uint32_t& word, uint32_t value) {
    std::atomic_ref(word).store(value, std::memory_order_release);
}

void Mailbox::set_filter(const Filter& filter) {
    wb_control& control = *info_.control;
    if (!filter.reasons) return stop_nothing();
    const bool anything = filter.command == WB_ANY && filter.group[0] == WB_ANY && filter.local == WB_ANY;
    // A wave without a mark cannot be told apart, so it belongs to "any" only.
    store(control.flags, anything ? WB_FLAG_UNMARKED : 0);
    store(control.focus_command, filter.command);
    for (size_t i = 0; i < 3; ++i)
        store(control.focus_group[i], filter.group[i]);
    store(control.focus_local, filter.local);
    store(control.reasons, filter.reasons);
}

void Mailbox::stop_nothing() {
    store(info_.control->reasons, 0);
}

void Mailbox::set_timeout(uint64_t ticks) {
    std::atomic_ref(info_.control->timeout).store(ticks, std::memory_order_release);
}

void Mailbox::beat() {
    store(info_.control->heartbeat, load(info_.control->heartbeat) + 1);
}

uint32_t Mailbox::stop_count() const {
    return load(info_.control->stop_count);
}
uint32_t Mailbox::missed() const {
    return load(info_.control->missed);
}
uint32_t Mailbox::timed_out() const {
    return load(info_.control->timed_out);
}

/// Taken pages of the page map's word, without those that the pool lacks.
uint32_t Mailbox::used_pages(uint32_t word) const {
    const uint32_t left = info_.pool_pages - word * 32;
    const uint32_t exists = left >= 32 ? ~0u : (1u << left) - 1;
    return load(info_.page_map[word]) & exists;
}

std::vector<Area> Mailbox::stopped() const {
    // The directory has a word for each page and lies behind a slow bus: the page map says which to read.
    std::vector<Area> out;
    for (uint32_t word = 0; word * 32 < info_.pool_pages; ++word)
        for (uint32_t bits = used_pages(word); bits; bits &= bits - 1) {
            const uint32_t page = word * 32 + uint32_t(std::countr_zero(bits));
            if (load(info_.directory[page]) != WB_DIR_STOPPED) continue;
            const auto* record = reinterpret_cast<const wb_record*>(static_cast<const uint8_t*>(info_.pool) +
                                                                    size_t(page) * WB_PAGE_SIZE);
            out.push_back({page, load(record->serial)});
        }
    return out;
}

bool Mailbox::is_empty() const {
    for (uint32_t word = 0; word * 32 < info_.pool_pages; ++word)
        if (used_pages(word)) return false;
    return true;
}

wb_record* Mailbox::record(const Area& area) const {
    if (area.page >= info_.pool_pages || load(info_.directory[area.page]) != WB_DIR_STOPPED) return nullptr;
    auto* record =
        reinterpret_cast<wb_record*>(static_cast<uint8_t*>(info_.pool) + size_t(area.page) * WB_PAGE_SIZE);
    return load(record->serial) == area.serial ? record : nullptr;
}

uint32_t* Mailbox::sgprs(const Area& area) const {
    return reinterpret_cast<uint32_t*>(static_cast<uint8_t*>(info_.pool) + size_t(area.page) * WB_PAGE_SIZE +
                                       WB_SGPR_OFFSET);
}
uint32_t* Mailbox::vgprs(const Area& area) const {
    return reinterpret_cast<uint32_t*>(static_cast<uint8_t*>(info_.pool) + size_t(area.page) * WB_PAGE_SIZE +
                                       WB_VGPR_OFFSET);
}

bool Mailbox::let_go(const Area& area, uint32_t command) {
    wb_record* wave = record(area);
    if (!wave) return false;
    store(wave->command, command);
    return true;
}

void Mailbox::let_all_go() {
    for (const Area& area : stopped())
        (void)let_go(area, WB_CMD_RESUME);
    store(info_.control->resume_epoch, load(info_.control->resume_epoch) + 1);
}

static void pause_us(long microseconds) {
    const timespec time{0, microseconds * 1000};
    nanosleep(&time, nullptr);
}

Status Mailbox::order(const Area& area, uint32_t command, uint64_t address, uint32_t size,
                      std::chrono::milliseconds patience) {
    wb_record* wave = record(area);
    if (!wave) return fail("the wave has gone on");
    const uint32_t sequence = ++sequence_ ? sequence_ : ++sequence_;
    wave->arg_address = address;
    wave->arg_size = size;
    store(wave->command_seq, sequence);
    store(wave->command, command);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (long wait = 10; load(wave->done_seq) != sequence; wait = std::min(wait * 2, 500L)) {
        if (!record(area)) return fail("the wave went on before it had copied the memory");
        if (std::chrono::steady_clock::now() > deadline)
            return fail("the stopped wave does not answer; it may have faulted at the address");
        beat();
        pause_us(wait);
    }
    return {};
}

Status Mailbox::read(const Area& area, uint32_t command, uint64_t address, std::span<uint8_t> out,
                     std::chrono::milliseconds patience) {
    for (size_t done = 0; done < out.size();) {
        const size_t piece = std::min<size_t>(out.size() - done, info_.transfer_size);
        if (Status copied = order(area, command, address + done, uint32_t(piece), patience); !copied)
            return copied;
        std::memcpy(out.data() + done, info_.transfer, piece);
        done += piece;
    }
    return {};
}

Status Mailbox::write(const Area& area, uint32_t command, uint64_t address, std::span<const uint8_t> data,
                      std::chrono::milliseconds patience) {
    for (size_t done = 0; done < data.size();) {
        const size_t piece = std::min<size_t>(data.size() - done, info_.transfer_size);
        std::memcpy(info_.transfer, data.data() + done, piece);
        if (Status copied = order(area, command, address + done, uint32_t(piece), patience); !copied)
            return copied;
        done += piece;
    }
    return {};
}

} // namespace wb::layer
