// SPDX-License-Identifier: MIT
// The members of each message, by name. Here and not in the header: every file that names a message would
// compile them again.
#include "protocol/messages.h"

#include <nlohmann/json.hpp>

namespace wb::protocol {

#define WB_MEMBERS(Type, ...)                                                                                \
    namespace members {                                                                                      \
    NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Type, __VA_ARGS__)                                       \
    }                                                                                                        \
    void to_json(nlohmann::json& map, const Type& message) {                                                 \
        members::to_json(map, message);                                                                      \
    }                                                                                                        \
    void from_json(const nlohmann::json& map, Type& message) {                                               \
        members::from_json(map, message);                                                                    \
    }

WB_MEMBERS(Hello, version, name, pid, program)
WB_MEMBERS(DeviceInfo, device, name, driver, debuggable, simulated, why, gfx_level, vmid, handler_va,
           control_va, install, lockup_ms)
WB_MEMBERS(ShaderInfo, shader, pipeline, device, stage, alive, has_spirv, debug, entry_point, name,
           no_spirv_reason, spec_ids, spec_values, spec_sizes)
WB_MEMBERS(Record, shader, code_va, wave_size, code_size, sgprs, vgprs, lds_size, scratch_bytes_per_lane,
           command_sgpr, push_constant_sgpr, grid_size_sgpr, workgroup_id_sgpr, workgroup_size,
           descriptor_set_sgpr, files, slots, frames, variables, locations, layouts, code)
WB_MEMBERS(CommandInfo, command, kind, device, pipeline, shader, indirect_va, groups, variant_bound, label,
           submissions, last_submission, push_constants, sets)
WB_MEMBERS(Fault, known, why, address, precision, status, write)
WB_MEMBERS(Range, va, size, id, kind, usage, name)
WB_MEMBERS(Resource, kind, va, size, format, width, height, depth, layers, levels, raw)
WB_MEMBERS(WaveInfo, wave, device, command, reason, trap_id, wave_size, vgprs, lds_size, serial, group, local,
           submission, shader, pc, exec, vcc, flat_scratch, m0, scc, mode, status, trapsts, hw_id1, hw_id2,
           ib_sts)
WB_MEMBERS(OverlayState, visible, width, height, way, why, keys)
WB_MEMBERS(OverlayInput, kind, keysym, modifiers, down, x, y, wheel, buttons)

} // namespace wb::protocol
