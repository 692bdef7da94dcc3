// SPDX-License-Identifier: MIT
#include "layer/agent/faults.h"
#include "layer/agent/requests.h"

#include <thread>

namespace wb::layer {

using nlohmann::json;

Reply get_fault(Agent& agent, const json& request) {
    auto device = agent.device(request.at("device").get<uint32_t>());
    if (!device) return std::unexpected(device.error());
    if (!(*device)->has_table()) return std::unexpected((*device)->check().error());
    const DriverDevice& driver = (*device)->driver();
    // The wave's trap may be seen before the kernel has taken the fault's interrupt.
    protocol::Fault fault = read_fault(driver);
    for (int i = 0; i < 20 && !fault.known; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        fault = read_fault(driver);
    }
    return json{{"fault", fault}, {"freed", list_freed(driver)}};
}

} // namespace wb::layer
