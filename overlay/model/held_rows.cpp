// SPDX-License-Identifier: MIT
#include "overlay/model/held_rows.h"

#include <map>
#include <set>

namespace wb::overlay {

std::shared_ptr<const Dispatches> held_rows(const Dispatches& held, const Dispatches& now) {
    using Name = std::pair<uint32_t, uint64_t>; // of a device's command or shader
    std::map<Name, const DispatchRow*> commands;
    std::set<Name> armed;
    for (const DispatchRow& row : now.rows) {
        commands[{row.device, row.command}] = &row;
        if (row.armed) armed.insert({row.device, row.shader_id});
    }
    auto out = std::make_shared<Dispatches>(held);
    for (DispatchRow& row : out->rows) {
        const auto same = commands.find({row.device, row.command});
        if (same != commands.end()) {
            row = *same->second;
            continue;
        }
        row.focused = false;
        row.armed = armed.contains({row.device, row.shader_id});
    }
    return out;
}

} // namespace wb::overlay
