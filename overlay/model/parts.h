// SPDX-License-Identifier: MIT
// What the panels show: plain data that is never changed once it is published. One struct for each panel;
// each is made by the function of its name in collect.h.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wb::overlay {

using Ids = std::array<uint32_t, 3>;

/// What the program is doing.
enum class Phase {
    NotStarted,
    Starting, ///< Until its layer has connected.
    Running,  ///< No wave is stopped, or all go on.
    Stepping,
    Stopped,
    Ended,
};

struct FrameRow {
    std::string function, file; ///< file "" = not known
    uint32_t line = 0;
};

/// The top line: what happens, and what the other panels are about.
struct Overview {
    Phase phase = Phase::NotStarted;
    std::string activity; ///< What is waited for, "" = nothing: "waiting for a breakpoint".
    double since = 0;     ///< When that began, in seconds of seconds_now().
    bool can_cancel = false;
    std::string stop, stop_reason; ///< The last stop as a sentence and as one of docs/json.md's words.
    bool good = true;              ///< The last stop is no fault and no unhappy end.
    std::string program;
    uint64_t wave = 0; ///< The focus; 0 = none
    unsigned wave_name = 0, lane = 0, frame = 0;
    std::optional<Ids> invocation, group;
    bool lane_active = true;
    std::vector<FrameRow> frames;
    uint64_t stops = 0; ///< Counts the times that something stopped.
    bool quit = false;  ///< The command `quit` was given.
};

struct WaveRow {
    uint64_t wave = 0, exec = 0, shader = 0;
    unsigned name = 0, wave_size = 64;
    uint32_t command = 0, hw_id1 = 0, line = 0;
    std::optional<Ids> group;
    std::string file; ///< without folders
    bool passes = true;
};
struct Waves {
    std::vector<WaveRow> rows;
    size_t passing = 0;
    std::string filter, problem; ///< The filter these were judged by, and why it could not be.
    uint64_t missed = 0;
};

/// A value as text. `missing`: there is none, and the text is the reason.
struct Cell {
    std::string text;
    bool missing = false, changed = false;
};
struct LaneRow {
    bool active = false;
    std::optional<Ids> invocation;
    std::vector<Cell> cells; ///< one for each expression
};
struct Lanes {
    std::vector<std::string> expressions;
    std::vector<LaneRow> rows;
};

/// One line of a tree of values, in the order they are shown.
struct VariableRow {
    std::string name, type;
    Cell value;
    std::string expression; ///< What evaluates to it, "" = nothing does: it cannot be watched or changed.
    std::string key;        ///< Names it in Wants::open.
    unsigned depth = 0;
    bool has_parts = false, open = false, is_group = false, is_more = false;
    uint64_t address = 0; ///< That it points to or lies at, 0 = none.
    std::string place;    ///< The object at that address: "blades+64".
};
struct Variables {
    std::vector<VariableRow> rows;
    std::string problem; ///< Why there are none.
    char format = 0;
};

using Lines = std::vector<std::string>;
struct SourceFileRow {
    uint64_t shader = 0;
    std::string file, title; ///< title: how the shader is called
};
struct Source {
    std::vector<SourceFileRow> files;
    uint64_t shader = 0; ///< Of the file that is shown.
    std::string file, problem;
    std::shared_ptr<const Lines> lines;
    std::vector<uint32_t> statements;                ///< Lines that a breakpoint can be at, ascending.
    std::map<uint32_t, std::vector<unsigned>> waves; ///< Names of the waves stopped at each line.
    std::map<uint32_t, int> breakpoints;             ///< By line: id, negative = disabled.
    uint32_t focus_line = 0;                         ///< Line of the selected frame, 0 = in another file.
    bool focus_frame = false; ///< That frame is an outer one: it is the line of the call.
    // Beside it, when wanted:
    std::shared_ptr<const Lines> spirv;
    uint32_t spirv_line = 0; ///< Of the focus wave, from 1; 0 = none
};

struct InstructionRow {
    uint32_t offset = 0;
    uint64_t address = 0;
    std::string text, place; ///< place: "grass.comp:40" where a statement begins
    bool slot = false;
};
struct Disassembly {
    std::shared_ptr<const std::vector<InstructionRow>> rows;
    std::string shader, problem;
    uint64_t pc = 0;
    std::map<uint64_t, unsigned> waves; ///< How many waves are at each address.
};

struct RegisterRow {
    std::string name, text;
    bool changed = false;
};
struct Registers {
    std::vector<RegisterRow> special, scalar, vector;
    std::string problem;
    unsigned lane = 0;
};

struct BufferRow {
    uint64_t address = 0, size = 0;
    bool image = false;
    uint32_t usage = 0;
    std::string name;
    std::vector<std::string> known_as; ///< Expressions of the focus frame that lead to it.
};
struct Buffers {
    std::vector<BufferRow> rows;
};

/// Part of a buffer's contents, read at this stop.
struct Contents {
    uint64_t address = 0, size = 0, first = 0, count = 0; ///< elements shown, and how many there are
    std::string type, problem;
    std::vector<std::string> types;   ///< That can be chosen.
    std::vector<std::string> columns; ///< Parts of an element.
    std::vector<std::string> plots;   ///< Its scalars, which can be plotted.
    std::vector<std::vector<Cell>> rows;
    std::vector<uint64_t> links; ///< One for each cell, row by row: the address in it, 0 = none.
    std::vector<uint8_t> bytes;  ///< For hex, from `address`.
    std::vector<float> plot;     ///< The plotted scalar along the index.
    uint64_t plot_step = 1;      ///< Elements from one point of it to the next.
};

struct DispatchRow {
    uint32_t device = 0, command = 0;
    uint64_t shader_id = 0;
    std::optional<Ids> groups; ///< nothing: indirect
    std::string shader, label;
    uint64_t submissions = 0;
    bool debuggable = false, focused = false, armed = false;
};
struct Dispatches {
    std::vector<DispatchRow> rows;
    std::string problem;
};

struct BreakpointRow {
    unsigned id = 0;
    std::string where, condition, hit_condition, problem;
    uint64_t hits = 0;
    bool enabled = true, pending = false, temporary = false;
};
struct Breakpoints {
    std::vector<BreakpointRow> rows;
};

struct ConsoleLine {
    enum class Kind { Command, Answer, Error, Notice, Program };
    Kind kind = Kind::Answer;
    std::string text;
};
struct Console {
    std::vector<ConsoleLine> lines;
    uint64_t total = 0; ///< Lines so far, those that were dropped included.
};

struct DeviceRow {
    std::string name, driver, why, install;
    bool debuggable = false, simulated = false;
    uint32_t vmid = 0;
    uint64_t handler = 0, mailbox = 0;
    std::optional<std::chrono::milliseconds> job_timeout; ///< The kernel's, nothing = none.
};
struct Devices {
    std::vector<DeviceRow> rows;
    uint64_t missed = 0;
};

/// An expression over the lanes of all stopped waves of the focus wave's dispatch, in its grid.
struct HeatMap {
    std::string expression, problem;
    struct Point {
        Ids at{};
        double value = 0;
        uint64_t wave = 0;
        uint8_t lane = 0;
    };
    std::vector<Point> points;
    Ids from{}, to{}; ///< The box that holds them, `to` exclusive.
    double least = 0, most = 0;
    size_t waves = 0, missing = 0; ///< waves looked at; lanes without a value
};

struct Hover {
    std::string expression, type;
    Cell value;
};

/// All of it. Parts may be from different moments while a change is being worked in; `version` counts
/// changes.
struct Snapshot {
    uint64_t version = 0;
    std::shared_ptr<const Overview> overview;
    std::shared_ptr<const Waves> waves;
    std::shared_ptr<const Lanes> lanes;
    std::shared_ptr<const Variables> variables, watches;
    std::shared_ptr<const Source> source;
    std::shared_ptr<const Disassembly> disassembly;
    std::shared_ptr<const Registers> registers;
    std::shared_ptr<const Buffers> buffers;
    std::shared_ptr<const Contents> contents;
    std::shared_ptr<const Dispatches> dispatches;
    std::shared_ptr<const Breakpoints> breakpoints;
    std::shared_ptr<const Console> console;
    std::shared_ptr<const Devices> devices;
    std::shared_ptr<const HeatMap> heat_map;
    std::shared_ptr<const Hover> hover;
};

/// Seconds of the monotonic clock.
double seconds_now();

} // namespace wb::overlay
