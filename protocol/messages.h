// SPDX-License-Identifier: MIT
// The messages between the agent (in the program's process) and the engine (in wavebreak). This list is
// frozen for protocol version 1: fields may be added, none may change its meaning. docs/protocol.md tells how
// a session goes.
//
// Each message is a CBOR map. Requests (engine to agent) carry "op" (kOp…) and "id"; the reply carries the
// same "id" and either the reply struct's fields and "ok": true, or "ok": false and "error" (a sentence for a
// person). Events (agent to engine) carry "event" (kEvent…) and no id. Replies come in the order of the
// requests; events may come between. Memory, registers, SPIR-V and code are CBOR byte strings, little endian.
#pragma once

#include <nlohmann/byte_container_with_subtype.hpp>
#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wb::protocol {

inline constexpr uint32_t kVersion = 1;
/// Largest frame either side accepts, in bytes. A longer one ends the connection.
inline constexpr uint32_t kMaxFrame = 64u << 20;
inline constexpr uint32_t kNone = 0xffffffff;

/// A byte string (CBOR major type 2).
using Bytes = nlohmann::byte_container_with_subtype<std::vector<uint8_t>>;

/// Conversion of a message to and from a map by its members' names; what a map lacks keeps its default
/// (messages.cpp).
#define WB_MESSAGE(Type)                                                                                     \
    void to_json(nlohmann::json& map, const Type& message);                                                  \
    void from_json(const nlohmann::json& map, Type& message);

// ---- hello
// -----------------------------------------------------------------------------------------------------

/// First message of each side. An engine of another major version is refused with a sentence; a second engine
/// too.
struct Hello {
    uint32_t version = kVersion;
    std::string name; ///< "wavebreak 0.1.0" or "layer 0.1.0"
    int32_t pid = 0;
    std::string program; ///< agent: path of the executable
};
WB_MESSAGE(Hello)

// ---- facts
// -----------------------------------------------------------------------------------------------------

/// One VkDevice of the program. `debuggable` false: `why` says what is missing (driver is not ours, no trap
/// handler, …).
struct DeviceInfo {
    uint32_t device = 0; ///< agent's number, from 1
    std::string name, driver;
    bool debuggable = false, simulated = false;
    std::string why;
    uint32_t gfx_level = 0, vmid = kNone;
    uint64_t handler_va = 0, control_va = 0;
    std::string install; ///< how TBA/TMA were set: "debugfs regs2", …
    /// The kernel ends a job that runs longer (amdgpu.lockup_timeout for graphics), in ms; 0 = never, or not
    /// known.
    uint32_t lockup_ms = 0;
};
WB_MESSAGE(DeviceInfo)

struct ShaderInfo {
    uint64_t shader = 0, pipeline = 0;
    uint32_t device = 0, stage = 0;                      ///< VkShaderStageFlagBits
    bool alive = true, has_spirv = false, debug = false; ///< debug: its variant is bound at recording
    std::string entry_point, name, no_spirv_reason;
    std::vector<uint32_t> spec_ids;
    std::vector<uint64_t> spec_values;
    std::vector<uint8_t> spec_sizes;
};
WB_MESSAGE(ShaderInfo)

/// The debug record of wavebreak_record.h; structs as arrays of numbers in the order of their C members
/// (padding left out), so that thousands of locations stay small.
struct Record {
    uint64_t shader = 0, code_va = 0;
    uint32_t wave_size = 64, code_size = 0, sgprs = 0, vgprs = 0, lds_size = 0, scratch_bytes_per_lane = 0;
    uint32_t command_sgpr = kNone, push_constant_sgpr = kNone, grid_size_sgpr = kNone;
    std::array<uint32_t, 3> workgroup_id_sgpr{kNone, kNone, kNone}, workgroup_size{};
    std::vector<uint32_t> descriptor_set_sgpr;
    std::vector<std::string> files;
    std::vector<std::array<uint32_t, 10>> slots; ///< code_offset, file, line, column, spirv_offset, scope_id,
                                                 ///< frame, flags, first_location, location_count
    std::vector<std::array<uint32_t, 6>>
        frames; ///< function_id, parent, call_file, call_line, call_column, call_spirv_offset
    std::vector<std::array<uint32_t, 4>> variables; ///< spirv_id, kind, frame, builtin
    std::vector<std::array<uint64_t, 10>>
        locations; ///< variable, leaf, kind, bit_size, byte, lane, flags, reg, layout, constant
    std::vector<std::array<uint32_t, 6>> layouts; ///< kind, offset, count, stride, first_child, bit_size
    Bytes code;                                   ///< the variant's code with all slots unarmed
};
WB_MESSAGE(Record)

struct CommandInfo {
    uint32_t command = 0, kind = 0; ///< wb_command_kind
    uint32_t device = 0;
    uint64_t pipeline = 0, shader = 0, indirect_va = 0;
    std::array<uint32_t, 3> groups{};
    bool variant_bound = false;
    std::string label;        ///< debug labels joined with " / ", then the command's own name
    uint64_t submissions = 0; ///< how often it was submitted so far
    uint64_t last_submission = 0;
    Bytes push_constants;
    std::vector<uint64_t> sets; ///< address of each bound descriptor set, 0 = not bound
};
WB_MESSAGE(CommandInfo)

struct Range {
    uint64_t va = 0, size = 0, id = 0;
    uint32_t kind = 0, usage = 0; ///< wb_range_kind; VkBufferUsageFlags / VkImageUsageFlags
    std::string name;
};
WB_MESSAGE(Range)

struct Resource {
    uint32_t kind = 0; ///< wb_resource_kind
    uint64_t va = 0, size = 0;
    uint32_t format = 0, width = 0, height = 0, depth = 0, layers = 0, levels = 0;
    std::vector<uint32_t> raw;
};
WB_MESSAGE(Resource)

/// The kernel's record of the device's last page fault: a page, not a byte; of several faults one; never
/// taken back.
struct Fault {
    bool known = false; ///< false: `why` says what is missing
    std::string why;
    uint64_t address = 0, precision = 0; ///< the page and its size in bytes
    uint32_t status = 0;                 ///< GCVM_L2_PROTECTION_FAULT_STATUS
    bool write = false;
};
WB_MESSAGE(Fault)

/// One stopped wave: what the wave record (trap_handler/mailbox.h) says. `wave` names this stop: it is new at
/// each stop.
struct WaveInfo {
    uint64_t wave = 0;
    uint32_t device = 0, command = kNone, reason = 0, trap_id = 0, wave_size = 64, vgprs = 0, lds_size = 0,
             serial = 0;
    std::array<uint32_t, 3> group{};
    uint32_t local = 0; ///< packed local id of the first lane
    uint64_t submission = 0, shader = 0, pc = 0, exec = 0, vcc = 0, flat_scratch = 0;
    uint32_t m0 = 0, scc = 0, mode = 0, status = 0, trapsts = 0, hw_id1 = 0, hw_id2 = 0, ib_sts = 0;
};
WB_MESSAGE(WaveInfo)

/// The overlay in the program's swapchain, as the layer sees it.
struct OverlayState {
    bool visible = false;
    uint32_t width = 0, height = 0; ///< of the picture it is drawn into; 0 = none was presented yet
    std::string way;                ///< "draws", "computes", "" = not at all
    std::string why;                ///< why not, or what went wrong; "" = nothing
    std::string keys;               ///< what the hotkeys are and whether they can be caught
};
WB_MESSAGE(OverlayState)

/// A key or the pointer while the overlay is shown. Keys are X11's keysyms, also on other systems.
struct OverlayInput {
    std::string kind;                   ///< "key", "pointer"
    uint32_t keysym = 0, modifiers = 0; ///< modifiers: 1 Shift, 2 Control, 4 Alt, 8 Super
    bool down = false;
    int32_t x = 0, y = 0, wheel = 0; ///< pixels of the picture; wheel: notches, away from the person positive
    uint32_t buttons = 0;            ///< held after this event: 1 left, 2 right, 4 middle
};
WB_MESSAGE(OverlayInput)
#undef WB_MESSAGE

// ---- numbers of Vulkan's and the driver's that the engine, which includes neither's headers, has to know;
// the layer checks them against those headers
/// ShaderInfo::stage of a compute shader: VK_SHADER_STAGE_COMPUTE_BIT.
inline constexpr uint32_t kStageCompute = 0x20;
/// Flag of set_debug: every variable has a value for each lane, so that a change changes one invocation,
/// never its whole wave (WB_VARIANT_PER_LANE).
inline constexpr uint32_t kVariantPerLane = 0x8;
/// Range::kind of buffers and images (wb_range_kind).
inline constexpr uint32_t kRangeBuffer = 1, kRangeImage = 2, kRangeMemory = 3;

// ---- requests: op, its fields, its reply's fields
// -----------------------------------------------------------------
// clang-format off
inline constexpr const char* kOpListDevices   = "list_devices";    // {} -> devices: [DeviceInfo]
inline constexpr const char* kOpListShaders   = "list_shaders";    // {device} -> shaders: [ShaderInfo]
inline constexpr const char* kOpGetSpirv      = "get_spirv";       // {device, shader} -> spirv: bytes
inline constexpr const char* kOpGetRecord     = "get_record";      // {device, shader} -> record: Record (compiles the variant if need be)
inline constexpr const char* kOpSetDebug      = "set_debug";       // {device, shader (0 = default for new ones), on, flags} -> {}
inline constexpr const char* kOpArm           = "arm";             // {device, shader, offsets: [u32], armed: bool} -> {}; arming any slot arms the entry slot
inline constexpr const char* kOpSetFilter     = "set_filter";      // {device, command, group: [3], local, reasons} -> {}; kNone = any
inline constexpr const char* kOpListCommands  = "list_commands";   // {device, newest: count} -> commands: [CommandInfo], newest last
inline constexpr const char* kOpGetCommand    = "get_command";     // {device, command} -> command: CommandInfo
inline constexpr const char* kOpGetResource   = "get_resource";    // {device, command, set, binding, element} -> resource: Resource
inline constexpr const char* kOpListRanges    = "list_ranges";     // {device} -> ranges: [Range]
inline constexpr const char* kOpGetFault      = "get_fault";       // {device} -> fault: Fault, freed: [Range], what the program destroyed last, newest first
inline constexpr const char* kOpListWaves     = "list_waves";      // {device} -> waves: [WaveInfo], missed, timed_out
inline constexpr const char* kOpGetRegisters  = "get_registers";   // {wave} -> sgprs: bytes (128 words), ttmps: bytes (16 words)
inline constexpr const char* kOpGetVgprs      = "get_vgprs";       // {wave, first, count} -> vgprs: bytes, count * wave_size words
inline constexpr const char* kOpSetRegister   = "set_register";    // {wave, kind: "sgpr"|"vgpr"|"exec"|"vcc"|"m0"|"scc"|"mode"|"pc", index, lane, value} -> {}
inline constexpr const char* kOpReadMemory    = "read_memory";     // {device, address, size, wave (0 = any way)} -> data: bytes; refuses unmapped ranges by name
inline constexpr const char* kOpWriteMemory   = "write_memory";    // {device, address, data, wave} -> {}
inline constexpr const char* kOpReadLds       = "read_lds";        // {wave, offset, size} -> data: bytes
inline constexpr const char* kOpWriteLds      = "write_lds";       // {wave, offset, data} -> {}; words the person changed only
inline constexpr const char* kOpResume        = "resume";          // {device, waves: [u64] (empty = all), step: bool} -> resumed: count
inline constexpr const char* kOpInterrupt      = "interrupt";       // {device} -> {}; every wave of the program in shaders with a trap handler traps: they stop with WB_REASON_HOST if the filter has it
inline constexpr const char* kOpRelease       = "release";         // {hold} -> {}: lets a held device or pipeline creation go on
inline constexpr const char* kOpSetTimeout    = "set_timeout";     // {device, milliseconds (0 = off)} -> {}: the handler's dead-man's switch
inline constexpr const char* kOpOverlayState   = "overlay_state";   // {} -> overlay: OverlayState
inline constexpr const char* kOpOverlayShow    = "overlay_show";    // {visible} -> {}
inline constexpr const char* kOpOverlayTexture = "overlay_texture"; // {data: bytes (overlay_frame.h)} -> {}; replaces that of the same id
inline constexpr const char* kOpOverlayDrop    = "overlay_drop";    // {texture} -> {}
inline constexpr const char* kOpOverlayFrame   = "overlay_frame";   // {data: bytes (overlay_frame.h)} -> {}; replaces the frame before
inline constexpr const char* kOpCapture        = "capture";         // {} -> {}: as the hotkey
inline constexpr const char* kOpDetach        = "detach";          // {} -> {}: disarm, resume everything, close

// ---- events -------------------------------------------------------------------------------------------------------
inline constexpr const char* kEventDeviceCreated   = "device_created";   // DeviceInfo + hold (0 = not held)
inline constexpr const char* kEventDeviceDestroyed = "device_destroyed"; // {device}
inline constexpr const char* kEventShaderCreated   = "shader_created";   // ShaderInfo + hold
inline constexpr const char* kEventShaderDestroyed = "shader_destroyed"; // {device, shader}
inline constexpr const char* kEventStopped         = "stopped";          // {device, waves: count now stopped, stops: total}
inline constexpr const char* kEventSubmitted       = "submitted";        // {device, submission, commands: [u32][, normal: [[shader, dispatches]]]}; normal: those that ran without a debug variant
inline constexpr const char* kEventCompleted       = "completed";        // {device, submission}
inline constexpr const char* kEventDeviceLost      = "device_lost";      // {device, fault: Fault, text}; once; text: what is known, for a person
inline constexpr const char* kEventMessage         = "message";          // {severity: 0 info 1 warning 2 error, text}
inline constexpr const char* kEventOverlay         = "overlay";          // OverlayState, when it changed
inline constexpr const char* kEventOverlayInput    = "overlay_input";    // OverlayInput
inline constexpr const char* kEventCaptured        = "captured";         // {frames: 1, commands: [[device, command]] in the order of submission, note}
inline constexpr const char* kEventExiting         = "exiting";          // {}: the program is ending in an orderly way
// clang-format on

} // namespace wb::protocol
