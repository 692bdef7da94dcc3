// SPDX-License-Identifier: MIT
// Dear ImGui's draw data as the layer takes it.
#pragma once

#include "protocol/overlay_frame.h"

#include <imgui.h>

namespace wb::overlay {

/// Windows of this name are drawn only while a wave may stop (protocol::OverlayWhen::StopsArmed).
inline constexpr const char* kStandstillWindow = "##standstill";

/// Draw callbacks are left out: there is nobody to call in the layer.
protocol::OverlayFrame to_overlay_frame(const ImDrawData& data);
/// The font atlas of the current context under `id`, which is then its texture's id.
protocol::OverlayTexture font_texture(uint64_t id);

} // namespace wb::overlay
