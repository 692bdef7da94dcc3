// SPDX-License-Identifier: MIT
// The variables a person can look at in a frame, grouped as a variables view groups them.
#pragma once

#include "engine/session/names.h"

namespace wb::engine {

enum class ScopeKind {
    Arguments,     ///< of the frame's function
    Locals,        ///< of the frame, without its arguments
    Invocation,    ///< the launch values (gl_GlobalInvocationID, …) and the stage's inputs
    PushConstants, ///< as the command had them
    Buffers,       ///< what descriptors name: storage and uniform buffers, images, samplers
    Shared,        ///< shared and private variables of the module
};

struct ScopeVariable {
    std::string name;
    std::string type;       ///< As GLSL writes it, "" = not known.
    std::string expression; ///< What evaluates to it in this frame; "" when its name alone does not.
    Result<Value> value;    ///< Or why there is none.
};

/// The variables of one group, in order of declaration. Values in memory are not read yet.
std::vector<ScopeVariable> scope_variables(ScopeKind kind, FrameNames& names);

} // namespace wb::engine
