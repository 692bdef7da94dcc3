// SPDX-License-Identifier: MIT
// Stops, frames and waves as text.
#pragma once

#include "engine/session/session.h"

#include <optional>

namespace wb::engine {

/// "Breakpoint 1, main () at grass.comp:40, invocation (37, 5, 0) [wave 1, lane 21, workgroup (2, 0, 0)]" and
/// the source line.
std::string describe_stop(Session& session, const Stop& stop);
/// What a memory violation touched, by which lanes and instruction, in lines.
std::string describe_fault(const FaultReport& report);
/// The same as describe_stop for a tool: reason, and where the focus is. docs/json.md lists the fields.
nlohmann::json stop_data(Session& session, const Stop& stop);
/// A breakpoint for a tool: its number, where it is, and what it depends on.
nlohmann::json breakpoint_data(const Breakpoint& breakpoint);
/// Where the focus frame is in its source; none where no wave is stopped or the place has no file.
struct SourcePlace {
    std::string file;
    uint32_t line = 0;
};
std::optional<SourcePlace> focus_place(Session& session);
/// The focus wave's frames for a tool, innermost first, `most` of them.
nlohmann::json frames_data(Session& session, size_t most = SIZE_MAX);
/// "hash (v = (1, 2, 3)) at grass.comp:8": function, arguments with values, place.
std::string describe_frame(Session& session, unsigned frame);
/// "40\t    float x = 1.0;" or "" when there is no source.
std::string source_text(const Shader& shader, std::string_view file, uint32_t line);
/// "lanes 3, 7-9".
std::string lane_list(uint64_t lanes);
std::string ids_text(const std::array<uint32_t, 3>& ids);

} // namespace wb::engine
