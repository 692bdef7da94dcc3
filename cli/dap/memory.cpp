// SPDX-License-Identifier: MIT
// readMemory and writeMemory: GPU memory by address.
#include "cli/dap/adapter.h"

#include "cli/dap/base64.h"

#include <charconv>
#include <fmt/format.h>

namespace wb::cli::dap_server {

Result<uint64_t> parse_reference(const std::string& reference, int64_t offset) {
    uint64_t address = 0;
    const char *begin = reference.data(), *end = begin + reference.size();
    const bool hex = reference.starts_with("0x");
    const auto [stop, error] = std::from_chars(begin + (hex ? 2 : 0), end, address, hex ? 16 : 10);
    if (error != std::errc() || stop != end || reference.empty())
        return fail(fmt::format("'{}' is no memory reference", reference));
    return address + uint64_t(offset);
}

namespace {

/// Where memory is read: the focus wave's device, through the wave when there is one.
struct Reader {
    uint32_t device = 0;
    uint64_t wave = 0;
};

Result<Reader> reader(Adapter& adapter) {
    if (engine::WaveView* view = adapter.state == State::Stopped ? adapter.session().focus_wave() : nullptr)
        return Reader{view->info().device, view->info().wave};
    if (adapter.session().devices().empty()) return fail("the program has made no Vulkan device yet");
    if (adapter.state == State::Ended) return fail("the program has ended");
    return Reader{adapter.session().devices().front().device, 0};
}

Result<dap::ReadMemoryResponse> read_memory(Adapter& adapter, const dap::ReadMemoryRequest& request) {
    constexpr int64_t kMost = 1 << 20;
    auto address = parse_reference(request.memoryReference, request.offset.value(0));
    if (!address) return std::unexpected(address.error());
    if (request.count < 0 || request.count > kMost)
        return fail(fmt::format("between 0 and {} bytes can be read at once", kMost));
    auto from = reader(adapter);
    if (!from) return std::unexpected(from.error());
    dap::ReadMemoryResponse response;
    response.address = fmt::format("0x{:x}", *address);
    const uint64_t count = uint64_t(int64_t(request.count));
    if (!count) return response;
    auto bytes = adapter.session().agent().read_memory(from->device, *address, count, from->wave);
    if (!bytes) {
        // What lies before the end of the object is there in any case.
        adapter.session().refresh_objects();
        const protocol::Range* range = adapter.session().objects().find(*address);
        const uint64_t there = range ? std::min(count, range->va + range->size - *address) : 0;
        if (there && there < count)
            bytes = adapter.session().agent().read_memory(from->device, *address, there, from->wave);
    }
    if (!bytes) return fail(fmt::format("cannot read at 0x{:x}: {}", *address, bytes.error().message));
    response.data = base64_encode(*bytes);
    if (bytes->size() < count) response.unreadableBytes = int64_t(count - bytes->size());
    return response;
}

Result<dap::WriteMemoryResponse> write_memory(Adapter& adapter, const dap::WriteMemoryRequest& request) {
    auto address = parse_reference(request.memoryReference, request.offset.value(0));
    if (!address) return std::unexpected(address.error());
    const auto bytes = base64_decode(request.data);
    if (!bytes) return fail("'data' is not base64");
    auto to = reader(adapter);
    if (!to) return std::unexpected(to.error());
    if (Status ok = adapter.session().agent().write_memory(to->device, *address, *bytes, to->wave); !ok)
        return fail(fmt::format("cannot write at 0x{:x}: {}", *address, ok.error().message));
    dap::MemoryEvent event;
    event.memoryReference = fmt::format("0x{:x}", *address);
    event.offset = 0;
    event.count = int64_t(bytes->size());
    adapter.post([&adapter, event] {
        adapter.changed_variables();
        if (adapter.tells_memory) adapter.send(event);
    });
    dap::WriteMemoryResponse response;
    response.bytesWritten = int64_t(bytes->size());
    return response;
}

} // namespace

void handle_memory(Adapter& adapter) {
    adapter.on<dap::ReadMemoryRequest>(
        [&](const dap::ReadMemoryRequest& r) { return read_memory(adapter, r); });
    adapter.on<dap::WriteMemoryRequest>(
        [&](const dap::WriteMemoryRequest& r) { return write_memory(adapter, r); });
}

} // namespace wb::cli::dap_server
