// SPDX-License-Identifier: MIT
// The panels, drawn with Dear ImGui: the same for the window, and for the picture that the layer lays over a
// program's own.
//
// Nothing here knows windows, OpenGL or Vulkan. The front end makes the ImGui context, feeds its input, calls
// ImGui::NewFrame, then draw(), then ImGui::Render. One thread.
#pragma once

#include "overlay/model/model.h"
#include "overlay/state.h"

namespace wb::overlay {

/// Draws everything into the current ImGui frame, over the whole display. Sends what the person does to
/// `model`, and to it what the panels want.
void draw(State& state, Model& model);

/// Keys of a debugger. A front end calls it for each press, before it draws.
enum class Key { Continue, ToggleBreakpoint, StepOver, StepInto, StepOut, StepInstruction, Cancel, Pause };
void press(State& state, Model& model, Key key);

} // namespace wb::overlay
