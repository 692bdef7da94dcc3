// SPDX-License-Identifier: MIT
#include "layer/agent/requests.h"
#include "layer/overlay/board.h"

namespace wb::layer {

using nlohmann::json;

Reply overlay_state(Agent&, const json&) {
    return json{{"overlay", Board::get().state()}};
}

Reply overlay_show(Agent&, const json& request) {
    Board::get().show(request.at("visible").get<bool>());
    return json::object();
}

Reply overlay_texture(Agent&, const json& request) {
    return done(Board::get().put_texture(request.at("data").get_binary()));
}

Reply overlay_drop(Agent&, const json& request) {
    Board::get().drop_texture(request.at("texture").get<uint64_t>());
    return json::object();
}

Reply overlay_frame(Agent&, const json& request) {
    return done(Board::get().put_frame(request.at("data").get_binary()));
}

Reply capture(Agent&, const json&) {
    Board::get().capture();
    return json::object();
}

} // namespace wb::layer
