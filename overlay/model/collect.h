// SPDX-License-Identifier: MIT
// From the session to what the panels show: one function for each panel. They run on the model's thread,
// while the session is theirs. Internal to overlay/model.
#pragma once

#include "engine/disassembly/disassembler.h"
#include "engine/session/session.h"
#include "overlay/model/parts.h"
#include "overlay/model/wants.h"

#include <functional>

namespace wb::overlay {

/// Texts of the stop before, so that changed ones can be marked.
class Changes {
public:
    void next_stop();
    /// Notes `text` for `key`; true when it was another one at the stop before.
    bool note(const std::string& key, const std::string& text);

private:
    std::map<std::string, std::string> before_, now_;
};

/// Texts that stay the same as long as a shader lives.
struct ShaderTexts {
    std::map<std::string, std::shared_ptr<const Lines>> files;
    std::shared_ptr<const Lines> spirv;
    std::vector<uint32_t> spirv_offsets;
    std::shared_ptr<const std::vector<InstructionRow>> instructions;
};

struct Collector {
    engine::Session& session;
    const Wants& wants;
    Changes& changes;
    std::map<uint64_t, ShaderTexts>& texts; ///< By shader.
    /// True when something newer waits and a long collection should be given up; nothing is then returned.
    std::function<bool()> hurry = [] { return false; };
};

template <class Part>
using Collected = std::shared_ptr<const Part>; ///< Null: given up.

Collected<Waves> collect_waves(Collector& from);
Collected<Lanes> collect_lanes(Collector& from);
Collected<Variables> collect_variables(Collector& from);
Collected<Variables> collect_watches(Collector& from);
Collected<Source> collect_source(Collector& from);
Collected<Disassembly> collect_disassembly(Collector& from);
Collected<Registers> collect_registers(Collector& from);
Collected<Buffers> collect_buffers(Collector& from);
Collected<Contents> collect_contents(Collector& from);
Collected<Dispatches> collect_dispatches(Collector& from);
Collected<Breakpoints> collect_breakpoints(Collector& from);
Collected<Devices> collect_devices(Collector& from);
Collected<HeatMap> collect_heat_map(Collector& from);
Collected<Hover> collect_hover(Collector& from);
/// Focus and frames of the overview; the rest of it is the model's.
void collect_focus(engine::Session& session, Overview& out);

// ---- shared by them
/// The enabled breakpoint that stops at the entry of that command, 0 = none.
unsigned breakpoint_of(const engine::Session& session, const protocol::CommandInfo& command);
/// Names as wave `view` sees them in its innermost frame; an error says why there are none.
Result<engine::FrameNames> names_of(engine::Session& session, engine::WaveView& view, unsigned lane);
/// The value of `expression`, as one line.
Cell evaluate_cell(const std::string& expression, engine::FrameNames& names, engine::WaveView& view,
                   char format);
std::string base_name(std::string_view path);

/// What expressions of the focus frame lead to, through descriptors and pointers: where it is and what it is
/// there.
struct Reachable {
    std::string expression;
    const engine::Type* type = nullptr;
    engine::Value value; ///< in memory
    uint64_t address = 0;
};
std::vector<Reachable> reachable(engine::Session& session);

} // namespace wb::overlay
