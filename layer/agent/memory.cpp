// SPDX-License-Identifier: MIT
#include "layer/agent/memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/uio.h>
#include <unistd.h>

namespace wb::layer {
namespace {

constexpr std::chrono::milliseconds kPatience{2000};

struct Mapped {
    uint64_t va, size;
    uint8_t* cpu;
    std::string name;
    uint64_t end() const { return va + size; }
};

std::vector<Mapped> ranges_of(Device& device) {
    std::vector<Mapped> out;
    device.table().enumerate_ranges(
        device.handle(),
        [](void* user, const wb_range* range) {
            static_cast<std::vector<Mapped>*>(user)->push_back(
                {range->va, range->size, static_cast<uint8_t*>(range->cpu), range->name ? range->name : ""});
        },
        &out);
    return out;
}

/// The range that reaches furthest from `address`, one with a CPU mapping if `want_cpu`.
const Mapped* covering(const std::vector<Mapped>& ranges, uint64_t address, bool want_cpu) {
    const Mapped* best = nullptr;
    for (const Mapped& range : ranges)
        if (range.va <= address && address - range.va < range.size && (!want_cpu || range.cpu))
            if (!best || range.end() > best->end()) best = &range;
    return best;
}

std::string hex(uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

/// The first address of the range that nothing is mapped at; its end when all is mapped.
uint64_t first_hole(const std::vector<Mapped>& ranges, uint64_t address, uint64_t end) {
    while (address < end) {
        const Mapped* range = covering(ranges, address, false);
        if (!range) break;
        address = range->end();
    }
    return std::min(address, end);
}

std::string nearest(const std::vector<Mapped>& ranges, uint64_t address) {
    const Mapped* best = nullptr;
    uint64_t best_distance = 0;
    for (const Mapped& range : ranges) {
        const uint64_t distance = address < range.va ? range.va - address : address - range.end();
        const bool is_better = !best || distance < best_distance ||
                               (distance == best_distance && best->name.empty() && !range.name.empty());
        if (is_better) best = &range, best_distance = distance;
    }
    if (!best) return "nothing is mapped";
    const std::string name = best->name.empty() ? "an unnamed object" : "'" + best->name + "'";
    return "the nearest is " + name + ", " + hex(best->va) + " to " + hex(best->end());
}

Status check_ranges(const std::vector<Mapped>& ranges, uint64_t address, uint64_t size) {
    if (address + size < address) return fail("the range wraps around the address space");
    const uint64_t hole = first_hole(ranges, address, address + size);
    if (hole == address + size) return {};
    return fail("nothing is mapped at GPU address " + hex(hole) + "; " + nearest(ranges, hole), -EFAULT);
}

/// Copies between this process's own memory and `own`, without a fault when the program unmaps it meanwhile.
Status copy_own(uint8_t* there, uint8_t* own, size_t size, bool to_there) {
    const iovec local{own, size}, remote{there, size};
    const ssize_t copied = to_there ? process_vm_writev(getpid(), &local, 1, &remote, 1, 0)
                                    : process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (copied == ssize_t(size)) return {};
    return fail("the memory's CPU mapping cannot be used: " +
                std::string(copied < 0 ? std::strerror(errno) : "it has just gone away"));
}

Status by_cpu(const std::vector<Mapped>& ranges, uint64_t address, std::span<uint8_t> data, bool write) {
    for (size_t done = 0; done < data.size();) {
        const Mapped* range = covering(ranges, address + done, true);
        if (!range)
            return fail("memory at " + hex(address + done) +
                        " is not mapped for the CPU; it can be read while a wave is stopped");
        const size_t piece = size_t(std::min<uint64_t>(data.size() - done, range->end() - (address + done)));
        if (Status copied =
                copy_own(range->cpu + (address + done - range->va), data.data() + done, piece, write);
            !copied)
            return copied;
        done += piece;
    }
    return {};
}

/// [address, address + size) widened to whole words.
struct Words {
    uint64_t address;
    size_t before, size;
    Words(uint64_t at, uint64_t bytes)
        : address(at & ~3ull), before(size_t(at & 3)), size(size_t(before + bytes + 3) & ~size_t(3)) {}
};

Result<std::vector<uint8_t>> read_words(Device& device, const Area& wave, uint32_t command, uint64_t address,
                                        uint64_t size) {
    const Words words(address, size);
    std::vector<uint8_t> out(words.size);
    if (Status copied = device.mailbox().read(wave, command, words.address, out, kPatience); !copied)
        return std::unexpected(copied.error());
    out.erase(out.begin(), out.begin() + long(words.before));
    out.resize(size);
    return out;
}

Status write_words(Device& device, const Area& wave, uint32_t read, uint32_t write, uint64_t address,
                   std::span<const uint8_t> data) {
    const Words words(address, data.size());
    std::vector<uint8_t> buffer(words.size);
    // Only the first and last word may keep bytes of their own.
    const auto fetch = [&](size_t at) {
        return device.mailbox().read(wave, read, words.address + at, std::span(buffer).subspan(at, 4),
                                     kPatience);
    };
    if (words.before || words.size != data.size()) {
        if (Status first = fetch(0); !first) return first;
        if (words.size > 4)
            if (Status last = fetch(words.size - 4); !last) return last;
    }
    std::copy(data.begin(), data.end(), buffer.begin() + long(words.before));
    return device.mailbox().write(wave, write, words.address, buffer, kPatience);
}

/// The wave that is to do the work: the one named, else any that is stopped, else none.
Result<std::optional<Area>> worker(Device& device, uint64_t wave) {
    if (wave) {
        auto area = device.find_wave(wave);
        if (!area) return std::unexpected(area.error());
        return *area;
    }
    const auto waiting = device.waiting();
    if (waiting.empty()) return std::optional<Area>();
    return waiting.front();
}

Status check_size(uint64_t size) {
    if (size <= kMaxTransfer) return {};
    return fail("at most " + std::to_string(kMaxTransfer >> 20) + " MiB can be moved at once");
}

} // namespace

Status check_mapped(Device& device, uint64_t address, uint64_t size) {
    return check_ranges(ranges_of(device), address, size);
}

Result<std::vector<uint8_t>> read_gpu(Device& device, uint64_t address, uint64_t size, uint64_t wave) {
    if (Status fits = check_size(size); !fits) return std::unexpected(fits.error());
    const auto ranges = ranges_of(device);
    if (Status mapped = check_ranges(ranges, address, size); !mapped) return std::unexpected(mapped.error());
    if (!size) return std::vector<uint8_t>();
    const auto by = worker(device, wave);
    if (!by) return std::unexpected(by.error());
    if (*by) return read_words(device, **by, WB_CMD_READ_MEMORY, address, size);
    std::vector<uint8_t> out(size);
    if (Status copied = by_cpu(ranges, address, out, false); !copied) return std::unexpected(copied.error());
    return out;
}

Status write_gpu(Device& device, uint64_t address, std::span<const uint8_t> data, uint64_t wave) {
    if (Status fits = check_size(data.size()); !fits) return fits;
    const auto ranges = ranges_of(device);
    if (Status mapped = check_ranges(ranges, address, data.size()); !mapped || data.empty()) return mapped;
    const auto by = worker(device, wave);
    if (!by) return std::unexpected(by.error());
    if (*by) return write_words(device, **by, WB_CMD_READ_MEMORY, WB_CMD_WRITE_MEMORY, address, data);
    std::vector<uint8_t> copy(data.begin(), data.end());
    return by_cpu(ranges, address, copy, true);
}

static Status check_lds(Device& device, const Area& wave, uint64_t offset, uint64_t size) {
    const wb_record* record = device.mailbox().record(wave);
    if (!record) return fail("the wave has gone on");
    if (offset + size <= record->lds_size) return {};
    return fail("LDS bytes " + std::to_string(offset) + " to " + std::to_string(offset + size) +
                " are asked for, the group has " + std::to_string(record->lds_size));
}

Result<std::vector<uint8_t>> read_lds(Device& device, const Area& wave, uint32_t offset, uint32_t size) {
    if (Status fits = check_lds(device, wave, offset, size); !fits) return std::unexpected(fits.error());
    if (!size) return std::vector<uint8_t>();
    return read_words(device, wave, WB_CMD_READ_LDS, offset, size);
}

Status write_lds(Device& device, const Area& wave, uint32_t offset, std::span<const uint8_t> data) {
    if (Status fits = check_lds(device, wave, offset, data.size()); !fits || data.empty()) return fits;
    return write_words(device, wave, WB_CMD_READ_LDS, WB_CMD_WRITE_LDS, offset, data);
}

} // namespace wb::layer
