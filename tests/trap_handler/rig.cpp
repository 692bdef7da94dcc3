// SPDX-License-Identifier: MIT
#include "tests/trap_handler/rig.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace wb::test {

using sim::ComputeDispatch;

namespace {

constexpr uint64_t kWindow = 1ull << 28;

std::vector<uint8_t> handler_binary() {
    const char* path = std::getenv("WAVEBREAK_TRAP_HANDLER");
    if (!path)
        throw std::runtime_error("WAVEBREAK_TRAP_HANDLER must name the handler's binary: run by meson test");
    std::ifstream file(path, std::ios::binary);
    std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.empty()) throw std::runtime_error(std::string("cannot read the trap handler ") + path);
    return bytes;
}

void store(uint32_t& word, uint32_t value) {
    __atomic_store_n(&word, value, __ATOMIC_RELEASE);
}

} // namespace

void TrapRig::SetUp() {
    auto made = sim::GpuMemory::create(kWindow);
    ASSERT_TRUE(made) << made.error().message;
    memory = std::move(*made);
    ASSERT_TRUE(memory->map_anonymous(kBase + 0x10000, 0x80000));
    ASSERT_TRUE(memory->map_anonymous(kData, kDataSize));
    ASSERT_TRUE(memory->map_anonymous(kPool, uint64_t(kPageWords) * 32 * WB_PAGE_SIZE));
    vm = std::make_unique<sim::test::FakeVm>(*memory);
    const std::vector<uint8_t> handler = handler_binary();
    ASSERT_LE(handler.size(), kControl - kHandler);
    std::memcpy(at<uint8_t>(kHandler), handler.data(), handler.size());
    make_device({});

    wb_control& c = control();
    c.magic = WB_MAILBOX_MAGIC;
    c.version = WB_MAILBOX_VERSION;
    c.reasons = WB_REASON_SLOT;
    c.focus_command = c.focus_group[0] = c.focus_local = WB_ANY;
    c.pool = kPool;
    c.page_map = kPageMap;
    c.page_words = kPageWords;
    *at<uint32_t>(kPageMap - 4) = kPageWords;
    c.directory = kDirectory;
    c.transfer = kTransfer;
    c.transfer_size = kTransferSize;
    sim::VmidTrapState& trap = traps[vm->vmid()];
    trap.tba = kHandler;
    trap.tma = kControl;
    trap.trap_en = true;
}

void TrapRig::TearDown() {
    if (runner_.joinable()) {
        cancelled = true;
        dispatcher->kill();
        runner_.join();
    }
    dispatcher.reset();
    device.reset();
}

void TrapRig::make_device(const sim::WaveOptions& options) {
    dispatcher.reset();
    device = std::make_unique<sim::WaveDevice>(traps, options);
    dispatcher = std::make_unique<sim::Dispatcher>(*device);
}

void TrapRig::program(std::string_view text, unsigned lanes) {
    words = assemble(text, lanes);
    // Instruction fetch looks ahead: some room behind the end, as drivers leave it.
    ASSERT_LE(words.size() * 4 + 0x400, kHandler - kCode);
    wb_variant_header header{};
    header.magic = WB_VARIANT_MAGIC_VALUE;
    header.code_size = uint32_t(words.size() * 4);
    header.command_sgpr = 4;
    header.group_sgpr = 5 | 6 << 8 | 7 << 16;
    header.wave_size = lanes;
    std::memcpy(at<uint8_t>(kCode - sizeof header), &header, sizeof header);
    std::memcpy(at<uint8_t>(kCode), words.data(), words.size() * 4);
    device->code_epochs.invalidate_all();
}

ComputeDispatch TrapRig::dispatch_of(uint32_t groups, uint32_t threads, unsigned lanes,
                                     unsigned vgprs) const {
    namespace rsrc1 = sim::rsrc1;
    namespace rsrc2 = sim::rsrc2;
    ComputeDispatch d;
    d.program = kCode;
    d.wave32 = lanes == 32;
    const unsigned unit = d.wave32 ? 8 : 4;
    rsrc1::vgprs.set(d.rsrc1, (vgprs + unit - 1) / unit - 1);
    rsrc1::float_mode.set(d.rsrc1, 0xC0);
    rsrc1::wgp_mode.set(d.rsrc1, 1);
    rsrc2::user_sgpr.set(d.rsrc2, kUserSgprs);
    rsrc2::tgid_x_en.set(d.rsrc2, 1);
    rsrc2::tgid_y_en.set(d.rsrc2, 1);
    rsrc2::tgid_z_en.set(d.rsrc2, 1);
    rsrc2::tg_size_en.set(d.rsrc2, 1);
    rsrc2::trap_present.set(d.rsrc2, 1);
    d.user_data[0] = uint32_t(kData);
    d.user_data[1] = uint32_t(kData >> 32);
    d.user_data[4] = kCommandId;
    d.threads = {threads, 1, 1};
    d.last_threads = d.threads;
    d.end_group = {groups, 1, 1};
    d.vmid = vm->vmid();
    return d;
}

sim::DispatchEnd TrapRig::run(const ComputeDispatch& dispatch) {
    start(dispatch);
    return finish();
}

void TrapRig::start(const ComputeDispatch& dispatch) {
    ended_ = false;
    runner_ = std::thread([this, dispatch] {
        const sim::GpuMemory::ExecutorThread executor(*memory);
        end_ = dispatcher->run(dispatch, *vm, cancelled);
        ended_ = true;
    });
}

sim::DispatchEnd TrapRig::finish() {
    wait_until([this] { return ended_.load(); }, "the dispatch to end");
    runner_.join();
    return end_;
}

void TrapRig::wait_until(const std::function<bool()>& condition, const char* what) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error(std::string("waited too long for ") + what);
        std::this_thread::yield();
    }
}

void TrapRig::wait_stops(uint32_t count) const {
    wait_until(
        [&] {
            if (ended_ && read(control().stop_count) < count)
                throw std::runtime_error("the dispatch ended before the stop: " + end_.message);
            return read(control().stop_count) >= count;
        },
        "a stop");
}

std::vector<Stopped> TrapRig::stopped() const {
    std::vector<Stopped> found;
    for (unsigned page = 0; page < kPageWords * 32; ++page) {
        if (read(at<uint32_t>(kDirectory)[page]) != WB_DIR_STOPPED) continue;
        const uint64_t area = kPool + uint64_t(page) * WB_PAGE_SIZE;
        Stopped wave{page, at<wb_record>(area), 0, at<uint32_t>(area + WB_SGPR_OFFSET),
                     at<uint32_t>(area + WB_VGPR_OFFSET)};
        wave.serial = read(wave.record->serial);
        if (read(wave.record->state) == WB_DIR_STOPPED) found.push_back(wave);
    }
    std::ranges::sort(found, {}, &Stopped::serial);
    return found;
}

Stopped TrapRig::only_stop(uint32_t count) const {
    wait_stops(count);
    const auto waves = stopped();
    if (waves.size() != 1 || read(control().stop_count) != count)
        throw std::runtime_error("expected one stopped wave, there are " + std::to_string(waves.size()));
    return waves[0];
}

void TrapRig::command(const Stopped& wave, uint32_t command) const {
    store(wave.record->command_seq, wave.record->command_seq + 1);
    store(wave.record->command, command);
}

void TrapRig::resume_all() const {
    for (const Stopped& wave : stopped())
        resume(wave);
}

void TrapRig::transfer(const Stopped& wave, uint32_t which, uint64_t address, uint32_t size) const {
    wave.record->arg_address = address;
    wave.record->arg_size = size;
    command(wave, which);
    const uint32_t sequence = wave.record->command_seq;
    wait_until([&] { return read(wave.record->done_seq) == sequence; }, "a transfer");
}

Stopped TrapRig::step(const Stopped& wave) const {
    const uint32_t before = read(control().stop_count);
    command(wave, WB_CMD_STEP);
    wait_stops(before + 1);
    const uint32_t serial = before;
    for (const Stopped& other : stopped())
        if (other.serial == serial) return other;
    throw std::runtime_error("the step's stop is not in the directory");
}

bool TrapRig::pool_is_free() const {
    return std::all_of(at<uint32_t>(kPageMap), at<uint32_t>(kPageMap) + kPageWords,
                       [this](const uint32_t& word) { return read(word) == 0; }) &&
           stopped().empty();
}

void TrapRig::keep_pages(unsigned pages) {
    for (unsigned page = pages; page < kPageWords * 32; ++page)
        at<uint32_t>(kPageMap)[page / 32] |= 1u << page % 32;
}

std::vector<uint32_t> TrapRig::data_words(uint32_t bytes) const {
    return {at<uint32_t>(kData), at<uint32_t>(kData) + bytes / 4};
}

void TrapRig::patch(unsigned word, uint32_t value) {
    store(at<uint32_t>(kCode)[word], value);
    device->code_epochs.invalidate_all();
}

unsigned TrapRig::find_word(uint32_t value, unsigned nth) const {
    for (unsigned i = 0; i < words.size(); ++i)
        if (words[i] == value && nth-- == 0) return i;
    throw std::runtime_error("no such word in the program");
}

} // namespace wb::test
