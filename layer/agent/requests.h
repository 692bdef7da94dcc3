// SPDX-License-Identifier: MIT
// The requests of protocol/messages.h, by area. Each handler runs on the agent thread, takes the request's
// map and returns the reply's fields; a field that is missing or of a wrong type may throw a json exception.
#pragma once

#include "layer/agent/agent.h"

namespace wb::layer {

using Reply = Result<nlohmann::json>;
using Handler = Reply (*)(Agent&, const nlohmann::json& request);

/// The reply of a request that only succeeds or fails.
Reply done(const Status& status);
/// The device that a request names, if its driver has a table. The trap handler need not be there.
Result<Device*> driven(Agent&, const nlohmann::json& request);
/// The device, if its trap handler is there too.
Result<Device*> debuggable(Result<Device*> device);
Result<Device*> debuggable(Agent&, const nlohmann::json& request);

/// Null: no such request.
Handler find_handler(const std::string& op);

// Facts about devices, shaders and memory.
Reply list_devices(Agent&, const nlohmann::json&);
Reply list_shaders(Agent&, const nlohmann::json&);
Reply get_spirv(Agent&, const nlohmann::json&);
Reply get_record(Agent&, const nlohmann::json&);
Reply list_ranges(Agent&, const nlohmann::json&);
Reply get_fault(Agent&, const nlohmann::json&);
// Commands.
Reply list_commands(Agent&, const nlohmann::json&);
Reply get_command(Agent&, const nlohmann::json&);
Reply get_resource(Agent&, const nlohmann::json&);
// Control.
Reply set_debug(Agent&, const nlohmann::json&);
Reply arm(Agent&, const nlohmann::json&);
Reply set_filter(Agent&, const nlohmann::json&);
Reply set_timeout(Agent&, const nlohmann::json&);
Reply interrupt(Agent&, const nlohmann::json&);
Reply release_hold(Agent&, const nlohmann::json&);
Reply resume(Agent&, const nlohmann::json&);
// Stopped waves.
Reply list_waves(Agent&, const nlohmann::json&);
Reply get_registers(Agent&, const nlohmann::json&);
Reply get_vgprs(Agent&, const nlohmann::json&);
Reply set_register(Agent&, const nlohmann::json&);
// Memory.
Reply read_memory(Agent&, const nlohmann::json&);
Reply write_memory(Agent&, const nlohmann::json&);
Reply read_lds(Agent&, const nlohmann::json&);
Reply write_lds(Agent&, const nlohmann::json&);
// The overlay.
Reply overlay_state(Agent&, const nlohmann::json&);
Reply overlay_show(Agent&, const nlohmann::json&);
Reply overlay_texture(Agent&, const nlohmann::json&);
Reply overlay_drop(Agent&, const nlohmann::json&);
Reply overlay_frame(Agent&, const nlohmann::json&);
Reply capture(Agent&, const nlohmann::json&);

} // namespace wb::layer
