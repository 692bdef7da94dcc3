// SPDX-License-Identifier: MIT
#include "layer/agent/driver.h"

namespace wb::layer {

static thread_local std::string last_message;

std::string take_driver_message() {
    return std::exchange(last_message, {});
}

void set_driver_message(const char* text) {
    last_message = text ? text : "";
}

std::unexpected<Error> driver_failure(const std::string& what, VkResult result) {
    std::string reason = take_driver_message();
    if (reason.empty()) reason = "RADV answers VkResult " + std::to_string(int(result));
    return fail(what + ": " + reason);
}

} // namespace wb::layer
