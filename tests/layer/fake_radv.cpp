// SPDX-License-Identifier: MIT
#include "tests/layer/fake_radv.h"

#include <cstring>

namespace wb::test {

static constexpr uint32_t kAreaPages = 1;

static uint32_t load(uint32_t& word) {
    return std::atomic_ref(word).load(std::memory_order_acquire);
}
static void store(uint32_t& word, uint32_t value) {
    std::atomic_ref(word).store(value, std::memory_order_release);
}

struct FakeRadv::Calls {
    static FakeRadv& of(VkDevice device) { return *reinterpret_cast<FakeRadv*>(device); }

    static void set_callbacks(VkDevice device, const wb_radv_callbacks* callbacks) {
        FakeRadv& self = of(device);
        std::unique_lock guard(self.lock_);
        self.has_set_ = callbacks != nullptr;
        self.idle_.wait(guard, [&] { return self.running_ == 0; });
        if (callbacks) self.callbacks_ = *callbacks;
    }
    static VkResult get_device_info(VkDevice device, wb_device_info* info) {
        FakeRadv& self = of(device);
        *info = {};
        info->device_name = "fake navi31";
        info->driver_info = "fake RADV";
        info->gfx_level = 1100;
        info->drm_minor = 128;
        info->vmid = WB_NONE;
        if (!self.init_calls || self.init_result < 0) return VK_SUCCESS;
        info->vmid = 3;
        info->handler_va = kHandlerVa;
        info->control_va = kControlVa;
        info->control = &self.control();
        info->pool = self.pool_.data();
        info->page_map = self.page_map_.data();
        info->directory = self.directory_.data();
        info->transfer = self.transfer_.data();
        info->pool_pages = kPages;
        info->transfer_size = uint32_t(self.transfer_.size());
        return VK_SUCCESS;
    }
    static VkResult init_trap(VkDevice device, const void*, size_t, const void*, size_t) {
        FakeRadv& self = of(device);
        ++self.init_calls;
        if (self.init_result < 0) self.message("no memory for the mailbox");
        return self.init_result;
    }
    static void enumerate_shaders(VkDevice, void (*cb)(void*, const wb_shader_info*), void* user) {
        static const uint32_t spirv[] = {0x07230203, 0x00010500, 0, 10, 0}, spec_id = 7;
        static const uint64_t spec_value = 42;
        static const uint8_t spec_size = 4;
        wb_shader_info info{kShader,  11,          VK_SHADER_STAGE_COMPUTE_BIT,
                            1,        "main",      "grass",
                            spirv,    5,           1,
                            &spec_id, &spec_value, &spec_size,
                            nullptr};
        cb(user, &info);
        info = {2,       12,      VK_SHADER_STAGE_COMPUTE_BIT,    1, "main", "", nullptr, 0, 0, nullptr,
                nullptr, nullptr, "made from a module identifier"};
        cb(user, &info);
    }
    static void set_debug_default(VkDevice device, int on, uint32_t) { of(device).default_on = on; }
    static VkResult set_shader_debug(VkDevice, uint64_t id, int, uint32_t) {
        return id == kShader ? VK_SUCCESS : VK_ERROR_UNKNOWN;
    }
    static VkResult get_record(VkDevice device, uint64_t id, const wb_debug_record** out) {
        static const char* files[] = {"grass.comp"};
        static const wb_slot slots[] = {{0, WB_NONE, 0, 0, 0, 0, 0, WB_SLOT_ENTRY, 0, 0},
                                        {16, 0, 40, 5, 100, 9, 0, WB_SLOT_STATEMENT, 0, 1},
                                        {32, 0, 41, 7, 120, 9, 0, WB_SLOT_STATEMENT, 1, 1}};
        static const wb_frame frames[] = {{4, WB_NONE, WB_NONE, 0, 0, 0}};
        static const wb_variable variables[] = {{20, WB_VAR_LOCAL, 0, WB_NONE}};
        static const wb_location locations[] = {
            {0, 0, WB_LOC_VGPR, 32, 0, 0, WB_LOC_WRITABLE, {}, 3, WB_NONE, 0},
            {0, 0, WB_LOC_CONSTANT, 64, 0, 0, 0, {}, 0, WB_NONE, 0xfedc'ba98'7654'3210}};
        static const wb_layout layouts[] = {{WB_LAYOUT_SCALAR, 0, 1, 0, WB_NONE, 32}};
        static wb_debug_record record;
        if (id != kShader) {
            of(device).message("the program gave no SPIR-V");
            return VK_ERROR_UNKNOWN;
        }
        record = {};
        record.abi = WB_RECORD_ABI;
        record.wave_size = 64;
        record.shader_id = kShader;
        record.code_va = kCodeVa;
        record.code_size = 64;
        record.command_sgpr = 5;
        std::fill_n(record.descriptor_set_sgpr, 32, WB_NONE);
        record.file_count = 1, record.files = files;
        record.slot_count = 3, record.slots = slots;
        record.frame_count = 1, record.frames = frames;
        record.variable_count = 1, record.variables = variables;
        record.location_count = 2, record.locations = locations;
        record.layout_count = 1, record.layouts = layouts;
        *out = &record;
        return VK_SUCCESS;
    }
    static void release_record(VkDevice, const wb_debug_record*) {}
    static VkResult get_code(VkDevice, uint64_t, const uint32_t** words, size_t* count) {
        static const uint32_t code[] = {WB_S_NOP, 0xbf810000};
        *words = code;
        *count = 2;
        return VK_SUCCESS;
    }
    static VkResult patch_slot(VkDevice device, uint64_t shader, uint32_t offset, uint32_t word) {
        FakeRadv& self = of(device);
        std::unique_lock guard(self.lock_);
        if (shader == kShader && self.code.contains(offset)) {
            self.code[offset] = word;
            return VK_SUCCESS;
        }
        guard.unlock();
        self.message("there is no slot");
        return VK_ERROR_UNKNOWN;
    }
    static void name_next_command(VkCommandBuffer, const char*) {}
    static VkResult get_command(VkDevice, uint32_t id, void (*cb)(void*, const wb_command_info*),
                                void* user) {
        if (id != 77) return VK_ERROR_UNKNOWN;
        wb_command_info info{};
        info.id = id;
        info.kind = WB_COMMAND_DISPATCH_INDIRECT;
        info.shader_id = kShader;
        info.label = "";
        cb(user, &info);
        return VK_SUCCESS;
    }
    static VkResult get_resource(VkDevice, uint32_t command, uint32_t set, uint32_t binding, uint32_t element,
                                 wb_resource* out) {
        if (command != 7) return VK_ERROR_UNKNOWN;
        *out = {};
        out->kind = WB_RESOURCE_STORAGE_BUFFER;
        out->va = kBufferVa + set * 16 + binding * 4 + element;
        out->size = 64;
        out->raw[0] = 0x1234, out->raw_count = 4;
        return VK_SUCCESS;
    }
    static void enumerate_ranges(VkDevice device, void (*cb)(void*, const wb_range*), void* user) {
        FakeRadv& self = of(device);
        const wb_range mapped{kBufferVa, kBufferSize, WB_RANGE_BUFFER, 0x20, 31, "grass", self.buffer.data()};
        cb(user, &mapped);
        const wb_range hidden{kHiddenVa, kHiddenSize, WB_RANGE_BUFFER, 0x20, 32, "", nullptr};
        cb(user, &hidden);
    }
    static void set_waves_stopped(VkDevice device, int stopped) { of(device).waves_stopped = stopped; }
    static VkResult get_fault(VkDevice device, wb_fault* out) {
        *out = of(device).fault;
        return out->precision ? VK_SUCCESS : VK_NOT_READY;
    }
    static void enumerate_freed(VkDevice, void (*cb)(void*, const wb_range*), void* user) {
        const wb_range freed{kFreedVa, 4096, WB_RANGE_BUFFER, 0x20, 33, "gone", nullptr};
        cb(user, &freed);
    }
    static void enumerate_batches(VkDevice, void (*cb)(void*, const wb_batch_info*), void* user) {
        const uint32_t command = 7;
        wb_batch_info done{1, WB_BATCH_DONE, 1, {2}, {1}, 0, nullptr};
        wb_batch_info ended{2, WB_BATCH_ENDED, 1, {kShader}, {3}, 1, &command};
        wb_batch_info cancelled{3, WB_BATCH_CANCELLED, 1, {2}, {1}, 0, nullptr};
        for (const wb_batch_info* batch : {&done, &ended, &cancelled})
            cb(user, batch);
    }
    static void set_lost_callback(VkDevice device, void (*cb)(void*), void* user) {
        of(device).lost_ = [cb, user] {
            if (cb) cb(user);
        };
    }
};

FakeRadv::FakeRadv()
    : code{{0, WB_S_NOP}, {16, WB_S_NOP}, {32, WB_S_NOP}}, buffer(kBufferSize), hidden(kHiddenSize),
      lds(kLds), control_(WB_CONTROL_SIZE / 8), pool_(size_t(kPages) * WB_PAGE_SIZE / 8), page_map_(4),
      directory_(kPages), transfer_(64) {
    control().magic = WB_MAILBOX_MAGIC;
    control().version = WB_MAILBOX_VERSION;
    control().focus_command = WB_ANY;
    // 80 pages: the map's third word has 16 of its 32, the fourth none.
    page_map_[2] = 0xffff0000;
    page_map_[3] = ~0u;
    handler_ = std::thread([this] { play(); });
}

FakeRadv::~FakeRadv() {
    quit_ = true;
    handler_.join();
}

layer::DriverDevice FakeRadv::driver() {
    static const wb_radv_table table = {WAVEBREAK_RADV_TABLE_VERSION,
                                        sizeof(wb_radv_table),
                                        Calls::set_callbacks,
                                        Calls::get_device_info,
                                        Calls::init_trap,
                                        Calls::enumerate_shaders,
                                        Calls::set_debug_default,
                                        Calls::set_shader_debug,
                                        Calls::get_record,
                                        Calls::release_record,
                                        Calls::get_code,
                                        Calls::patch_slot,
                                        Calls::name_next_command,
                                        Calls::get_command,
                                        Calls::get_resource,
                                        Calls::enumerate_ranges,
                                        Calls::set_waves_stopped,
                                        nullptr,
                                        Calls::get_fault,
                                        Calls::enumerate_freed,
                                        Calls::enumerate_batches,
                                        Calls::set_lost_callback};
    layer::DriverDevice out;
    out.handle = handle();
    out.table = &table;
    out.label_of = [](VkCommandBuffer) { return std::string("frame / cull"); };
    return out;
}

bool FakeRadv::has_callbacks() {
    std::lock_guard guard(lock_);
    return has_set_;
}

uint32_t FakeRadv::word(uint32_t offset) {
    std::lock_guard guard(lock_);
    return code.at(offset);
}

bool FakeRadv::all_disarmed() {
    std::lock_guard guard(lock_);
    for (const auto& [offset, word] : code)
        if (word != WB_S_NOP) return false;
    return true;
}

/// The callbacks, kept until release; none: user is null.
wb_radv_callbacks FakeRadv::acquire() {
    std::lock_guard guard(lock_);
    if (!has_set_) return {};
    ++running_;
    return callbacks_;
}

void FakeRadv::release() {
    std::lock_guard guard(lock_);
    --running_;
    idle_.notify_all();
}

void FakeRadv::create_shader(uint64_t id) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    wb_shader_info info{};
    info.id = id;
    info.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.alive = 1;
    info.entry_point = "main";
    info.name = "new one";
    to.shader_created(to.user, &info);
    release();
}

void FakeRadv::destroy_shader(uint64_t id) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    to.shader_destroyed(to.user, id);
    release();
}

void FakeRadv::record_command(uint32_t id, const char* label) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    static const uint8_t push[] = {1, 2, 3, 4};
    wb_command_info info{};
    info.id = id;
    info.kind = WB_COMMAND_DISPATCH;
    info.shader_id = kShader;
    info.groups[0] = 4, info.groups[1] = 5, info.groups[2] = 6;
    info.variant_bound = 1;
    info.label = label;
    info.push_constants = push;
    info.push_constant_size = 4;
    info.set_mask = 0b101;
    info.set_va[0] = 0x1000, info.set_va[2] = 0x3000;
    to.command_recorded(to.user, recording, &info);
    release();
}

void FakeRadv::submit(uint64_t submission, std::vector<uint32_t> commands) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    to.submitted(to.user, submission, commands.data(), uint32_t(commands.size()));
    release();
}

void FakeRadv::ran_normal(uint64_t submission, uint64_t shader, uint32_t dispatches) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    to.ran_normal(to.user, submission, shader, dispatches);
    release();
}

void FakeRadv::complete(uint64_t submission) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    to.completed(to.user, submission);
    release();
}

void FakeRadv::message(const char* text) {
    const wb_radv_callbacks to = acquire();
    if (!to.user) return;
    to.message(to.user, 2, text);
    release();
}

wb_record* FakeRadv::record(uint32_t page) {
    return reinterpret_cast<wb_record*>(reinterpret_cast<uint8_t*>(pool_.data()) +
                                        size_t(page) * WB_PAGE_SIZE);
}
uint32_t* FakeRadv::sgprs(uint32_t page) {
    return reinterpret_cast<uint32_t*>(record(page)) + WB_SGPR_OFFSET / 4;
}
uint32_t* FakeRadv::vgprs(uint32_t page) {
    return reinterpret_cast<uint32_t*>(record(page)) + WB_VGPR_OFFSET / 4;
}

uint32_t FakeRadv::stop_wave(uint32_t command, uint64_t pc, uint32_t reason) {
    uint32_t page = 0;
    for (;; ++page) {
        if (page == kPages) return WB_ANY;
        const uint32_t bit = 1u << (page % 32);
        if (!(std::atomic_ref(page_map_[page / 32]).fetch_or(bit) & bit)) break;
    }
    wb_record& r = *record(page);
    std::memset(static_cast<void*>(&r), 0, sizeof r);
    r.state = WB_DIR_RUNNING;
    r.reason = reason;
    r.trap_id = WB_TRAP_SLOT;
    r.wave_size = kWaveSize;
    r.vgprs = kVgprs;
    r.lds_size = kLds;
    r.serial = std::atomic_ref(control().serial).fetch_add(1);
    r.command_id = command;
    r.group[0] = 1, r.group[1] = 2, r.group[2] = 3;
    r.pc = pc;
    r.exec = ~0ull;
    for (uint32_t i = 0; i < WB_SAVED_SGPRS; ++i)
        sgprs(page)[i] = 1000 + i;
    for (uint32_t i = 0; i < kVgprs * kWaveSize && (WB_VGPR_OFFSET + i * 4 + 4) <= WB_PAGE_SIZE * kAreaPages;
         ++i)
        vgprs(page)[i] = i;
    {
        std::lock_guard guard(lock_);
        epochs_[page] = load(control().resume_epoch);
    }
    store(r.state, WB_DIR_STOPPED);
    store(directory_[page], WB_DIR_STOPPED);
    std::atomic_ref(control().stop_count).fetch_add(1);
    return page;
}

bool FakeRadv::is_stopped(uint32_t page) {
    return load(directory_[page]) == WB_DIR_STOPPED;
}

void FakeRadv::leave(uint32_t page) {
    store(record(page)->state, WB_DIR_RUNNING);
    store(directory_[page], WB_DIR_FREE);
    std::atomic_ref(page_map_[page / 32]).fetch_and(~(1u << (page % 32)));
}

uint8_t* FakeRadv::memory(uint64_t va) {
    if (va >= kBufferVa && va < kBufferVa + kBufferSize) return buffer.data() + (va - kBufferVa);
    if (va >= kHiddenVa && va < kHiddenVa + kHiddenSize) return hidden.data() + (va - kHiddenVa);
    return nullptr;
}

void FakeRadv::obey(uint32_t page) {
    wb_record& r = *record(page);
    uint32_t epoch;
    {
        std::lock_guard guard(lock_);
        epoch = epochs_[page];
    }
    if (load(r.command) == WB_CMD_NONE && load(control().resume_epoch) != epoch) {
        ++resumed_;
        return leave(page);
    }
    const uint32_t command = load(r.command);
    if (command == WB_CMD_NONE || (deaf && command > WB_CMD_STEP)) return;
    store(r.command, WB_CMD_NONE);
    if (command <= WB_CMD_STEP) {
        ++(command == WB_CMD_STEP ? stepped_ : resumed_);
        const uint32_t id = r.command_id;
        const uint64_t pc = r.pc;
        leave(page);
        if (command == WB_CMD_STEP) (void)stop_wave(id, pc + 4, WB_REASON_STEP);
        return;
    }
    const bool is_lds = command == WB_CMD_READ_LDS || command == WB_CMD_WRITE_LDS;
    const bool is_read = command == WB_CMD_READ_LDS || command == WB_CMD_READ_MEMORY;
    uint8_t* there = is_lds ? lds.data() + r.arg_address : memory(r.arg_address);
    if (r.arg_address % 4 || r.arg_size % 4 || r.arg_size > transfer_.size() || !there) std::abort();
    if (is_read)
        std::memcpy(transfer_.data(), there, r.arg_size);
    else
        std::memcpy(there, transfer_.data(), r.arg_size);
    store(r.done_seq, load(r.command_seq));
}

void FakeRadv::play() {
    while (!quit_) {
        for (uint32_t page = 0; page < kPages; ++page)
            if (is_stopped(page)) obey(page);
        std::this_thread::yield();
    }
}

} // namespace wb::test
