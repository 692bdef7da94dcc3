// SPDX-License-Identifier: MIT
// Keys and mouse buttons on their way from GLFW to Dear ImGui. Until 1.87 ImGui sees the state at each frame
// only: what is pressed and released between two frames it would miss. So events wait here, and a release
// comes a frame after its press.
#pragma once

#include "overlay/panels.h"

#include <vector>

struct GLFWwindow;

namespace wb::overlay {

/// A debugger's key, and when it came (seconds_now).
struct Press {
    Key key;
    double time;
};

/// Takes the window's callbacks over from ImGui's backend, which has to be initialised. One window only:
/// GLFW's callbacks carry nothing else, and are called on the thread of that window.
void queue_input(GLFWwindow* window);
/// Hands over what the next frame may see. True when something is left for the frame after it.
bool deliver_input(GLFWwindow* window);
/// Puts the pointer where the button was that deliver_input handed over, though it may have moved on since: a
/// click counts where it was made. Between the backend's NewFrame and ImGui's.
void place_clicks();
/// The debugger's keys since the last call.
std::vector<Press> take_presses();

} // namespace wb::overlay
