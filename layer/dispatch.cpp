// SPDX-License-Identifier: MIT
#include "layer/dispatch.h"

namespace wb::layer {

Registry<InstanceData>& instances() {
    static auto* registry = new Registry<InstanceData>;
    return *registry;
}

Registry<DeviceData>& devices() {
    static auto* registry = new Registry<DeviceData>;
    return *registry;
}

} // namespace wb::layer
