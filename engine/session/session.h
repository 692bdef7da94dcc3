// SPDX-License-Identifier: MIT
// A debugging session: the program's devices and shaders, breakpoints, stopped waves, and the focus.
//
// Used by one thread. Nothing here prints: what happens outside a call (messages of the program's driver,
// shaders that appear) goes to the `notify` function; calls return what happened.
#pragma once

#include "engine/session/breakpoints.h"
#include "engine/session/fault_report.h"
#include "engine/session/names.h"
#include "engine/session/wave_view.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <set>

namespace wb::engine {

/// Why execution came back to the person.
struct Stop {
    enum class Kind {
        Breakpoint,  ///< `breakpoint`, `lanes` where it holds
        Step,        ///< a step, next, finish or stepi is done
        ShaderBreak, ///< the shader asked for it (NonSemantic.DebugBreak)
        MemoryViolation,
        IllegalInstruction,
        Exception,
        WaveEnded, ///< the focus wave has no statement left
        ProgramEnded,
        Interrupted, ///< the person pressed Ctrl-C
    };
    Kind kind = Kind::ProgramEnded;
    unsigned breakpoint = 0;
    uint64_t lanes = 0;
    std::string note; ///< e.g. that a condition could not be evaluated
    /// Of a memory violation: what is known of the access.
    std::shared_ptr<const FaultReport> fault{};
};

/// What a log point prints for lanes that say the same.
struct LogLine {
    uint64_t lanes = 0;
    std::string text;
};

/// The wave, lane and frame that commands speak about.
struct Focus {
    uint64_t wave = 0; ///< 0 = none
    unsigned lane = 0;
    unsigned frame = 0; ///< 0 = innermost
};

class Session {
public:
    explicit Session(std::unique_ptr<Transport> transport);
    ~Session();

    // ---- set by the front end
    std::function<void(int severity, const std::string& text)> notify = [](int, const std::string&) {};
    /// How the program ended: "exited with status 3"; "" when that is not known. Asked once the line to it is
    /// gone.
    std::function<std::string()> how_ended = [] { return std::string(); };
    /// A log point prints `line` for the stopped wave `view`, which goes on. By default through `notify`.
    std::function<void(const Breakpoint& breakpoint, WaveView& view, const LogLine& line)> logged;
    /// Becomes true on Ctrl-C: ends a wait for a stop, once waves that run have been stopped as ask_to_stop
    /// does, and one for the driver to compile a debug variant.
    const std::atomic<bool>* interrupt = nullptr;
    /// While true, an interrupt ends a wait at once and stops nothing: the session is about to end.
    const std::atomic<bool>* leaving = nullptr;
    /// Called about every 100 ms while the program runs, not during steps. It may change breakpoints, look,
    /// ask for a stop and detach; it must not let waves go on or wait.
    std::function<void()> idle;
    /// Called before a shader's debug variant is asked for (which takes seconds for a big one) with its
    /// title, and with "" when it is there.
    std::function<void(const std::string& shader)> compiling = [](const std::string&) {};

    // ---- program
    /// Attaching: learns the devices and shaders that exist already.
    Status learn();
    /// Takes in what has happened since the last call, without waiting: events, the program's end.
    void catch_up();
    /// Lets everything run until something stops.
    Result<Stop> continue_running();
    /// Takes in the waves that have stopped since a stop was told, and those that have gone, without waiting
    /// and without moving the focus. True when there were some. While nothing is stopped it only catches up.
    bool take_in_stops();
    /// Waits for the next stop without letting stopped waves go on: after a step whose wave has ended.
    Result<Stop> keep_waiting();
    /// Has the waves that run stop at their next statements, each with all its variables; the first to come
    /// to one ends the wait that is under way, or the next one, with Kind::Interrupted, and the others come
    /// to be seen by take_in_stops. When none comes after all, that wait ends the same way, without a focus
    /// and with a note that says why. An error says why none can be hoped for: nothing runs, or no debug
    /// variant.
    Status ask_to_stop();
    /// What comes to a statement stays stopped, as ask_to_stop has it.
    bool stops_all() const { return pause_.has_value(); }
    enum class StepKind {
        Into,
        Over,
        Out,
        Until, ///< like Over, but on to a later line: not back to a loop's begin
        To,    ///< to one of the offsets, or out of the innermost frame
    };
    /// `offsets`: of slots of the focus wave's shader, for StepKind::To.
    Result<Stop> step(StepKind kind, const std::vector<uint32_t>& offsets = {});
    Result<Stop> step_instruction();
    /// Disarms and resumes everything; the program goes on by itself.
    void detach();
    /// The program has ended, or goes on without us.
    bool ended() const { return end_ != End::Not; }
    /// Which of them, as a sentence without a capital and a full stop. Meaningful once ended() is true.
    std::string end_text() const;

    // ---- breakpoints
    Breakpoint& add_breakpoint(Breakpoint breakpoint);
    bool delete_breakpoint(unsigned id);
    Status set_enabled(unsigned id, bool enabled);
    /// Replaces what the breakpoint depends on by what `like` has: invocation, condition and hit condition.
    /// Its hits so far stay.
    Status change_condition(unsigned id, const Breakpoint& like);
    /// The breakpoint's next `count` hits do not stop.
    Status ignore(unsigned id, uint64_t count);
    const std::map<unsigned, Breakpoint>& breakpoints() const { return breakpoints_; }
    /// Tries `breakpoint` in every loaded shader; messages of those where the file is known but the line is
    /// not.
    std::vector<std::string> resolve_everywhere(Breakpoint& breakpoint);
    /// An error when none of the loaded shaders that have the place has the condition's variables. Finds the
    /// place of one with a condition.
    Status check_condition(Breakpoint& breakpoint);

    // ---- waves and focus
    std::vector<WaveView*> stopped_waves();
    WaveView* wave(uint64_t id);
    WaveView* focus_wave() { return wave(focus_.wave); }
    const Focus& focus() const { return focus_; }
    void set_focus(Focus focus) { focus_ = focus; }
    unsigned short_name(uint64_t wave) const; ///< The small number `info waves` shows.
    uint64_t wave_named(unsigned short_name) const;
    /// Names in the focus frame; an error says why there are none.
    Result<FrameNames> names(unsigned lane);
    Result<FrameNames> names() { return names(focus_.lane); }
    /// Indices of the record's frames from the innermost outwards, of the focus wave.
    std::vector<uint32_t> frames();

    ValueHistory& history() { return history_; }
    Agent& agent() { return agent_; }
    Shaders& shaders() { return shaders_; }
    const ObjectMap& objects() const { return objects_; }
    void refresh_objects();
    const std::vector<protocol::DeviceInfo>& devices() const { return devices_; }
    /// "NAME cannot be debugged: WHY" of the last device that cannot be, "" = there was none.
    const std::string& refused_device() const { return refused_device_; }
    uint64_t missed() const { return missed_; }
    /// Dispatches of the shader that ran without its debug variant while we listened: no breakpoint stops in
    /// them.
    uint64_t ran_normal(uint64_t shader) const;
    /// The wave's memory violation, as far as the kernel's record and its registers tell.
    FaultReport report_fault(WaveView& view);
    /// Loads every shader that is not loaded yet (variants are compiled).
    void load_shaders();

private:
    struct StepState;
    /// Submissions that run, and the look at one that runs for long (watchdog.cpp).
    struct Watch {
        struct Running {
            uint32_t device = 0;
            uint64_t submission = 0;
            std::vector<uint32_t> commands;
            std::chrono::steady_clock::time_point since;
            /// Those that run debug variants, with their shaders; asked for when it matters.
            std::optional<std::map<uint32_t, uint64_t>> variants{};
            /// Waves of it may have begun when nothing of their shader was armed: the handler does not know
            /// which invocations they are.
            bool unknown = false;
        };
        void submitted(uint32_t device, uint64_t submission, std::vector<uint32_t> commands);
        void completed(uint32_t device, uint64_t submission);

        std::vector<Running> running;
        std::optional<Running> last; ///< the newest of all
        std::set<uint64_t> looked;   ///< submissions
        bool looking = false;
        uint32_t limit = 0; ///< the kernel's, in ms
        uint64_t submission = 0;
        std::chrono::steady_clock::time_point until;
        std::set<std::string> places;
        std::string seen; ///< the last look's result
    };
    /// Waves that run were asked to stop: all slots of `shaders` are armed until waves go on (pausing.cpp).
    struct Pause {
        std::set<uint64_t> shaders;
        bool waiting = true; ///< for the first wave
        std::chrono::steady_clock::time_point since, ran;
    };
    const std::map<uint32_t, uint64_t>& variants_of(Watch::Running& running);
    bool pause_shaders_of(Watch::Running& running);
    Status arm_pause();
    /// Has the devices' waves fetch their code anew; what fails is told.
    void send_host_traps(const std::set<uint32_t>& devices);
    std::string why_in_vain();
    void end_pause();
    std::optional<Stop> interrupted(StepState* step);
    void identify(WaveView& view);
    void reach_running(const Breakpoint& armed, bool shader_is_new);
    bool has_shader_unarmed(const Breakpoint& breakpoint) const;
    void watch();
    void begin_look(const Watch::Running& running);
    void end_look();
    void note_place(WaveView& view);
    void on_device_lost(const nlohmann::json& event);
    enum class End : uint8_t { Not, Program, Detached };
    void end(End how);
    Status handle(const nlohmann::json& event);
    void on_device(const nlohmann::json& event);
    bool load(Shader& shader, const std::atomic<bool>* until);
    bool load(Shader& shader) { return load(shader, interrupt); }
    void on_shader(const nlohmann::json& event);
    void tell_place(const Breakpoint& breakpoint, const Breakpoint::Place& place, const Shader& shader);
    void on_submitted(const nlohmann::json& event);
    void on_completed(const nlohmann::json& event);
    void tell_ran_normal(const Breakpoint& breakpoint);
    Status apply_arming(const std::set<uint32_t>* stepping_slots, uint64_t stepping_shader);
    Status apply_filter(const StepState* step);
    Result<Stop> wait(StepState* step);
    std::optional<Stop> look_at_waves(StepState* step);
    std::optional<Stop> judge(WaveView& view, StepState* step);
    std::optional<Stop> judge_slot(WaveView& view, const Slot& slot, StepState* step);
    bool applies(const Breakpoint& breakpoint, const WaveView& view, const Slot& slot) const;
    void print_log_points(WaveView& view, const Slot& slot);
    bool judge_breakpoint(Breakpoint& breakpoint, WaveView& view, Stop& stop);
    void forget_waves();
    unsigned name_for(const protocol::WaveInfo& info);
    Status resume(const std::vector<uint64_t>& waves, bool step = false);
    void take_focus(WaveView& view, uint64_t lanes);
    Result<Stop> finished_step(Result<Stop> stop);

    std::unique_ptr<Transport> transport_;
    Agent agent_;
    Shaders shaders_;
    ObjectMap objects_;
    std::vector<protocol::DeviceInfo> devices_;
    std::string refused_device_;
    ValueHistory history_;
    std::map<unsigned, Breakpoint> breakpoints_;
    unsigned next_breakpoint_ = 1, next_short_name_ = 1;
    std::map<uint64_t, std::unique_ptr<WaveView>> waves_; ///< Stopped, by the agent's number.
    std::map<uint64_t, unsigned> short_names_;            ///< Of the stopped waves.
    /// A wave keeps its short name from stop to stop: device, command, submission, workgroup, first lane.
    std::map<std::array<uint64_t, 7>, unsigned> names_by_identity_;
    std::set<uint64_t> judged_;
    std::map<uint64_t, std::set<uint32_t>> armed_; ///< Slots armed now, by shader.
    std::optional<Agent::Filter> filter_;
    Focus focus_;
    End end_ = End::Not;
    Watch watch_;
    std::optional<Pause> pause_;
    bool stops_pending_ = false;
    bool wide_for_unknown_ = false; ///< the filter, until what has waves unknown to the handler has ended
    uint64_t completed_ = 0, missed_ = 0;
    std::map<uint64_t, uint64_t> ran_normal_;                 ///< By shader.
    std::set<std::pair<unsigned, uint64_t>> told_ran_normal_; ///< Breakpoint, shader.
};

} // namespace wb::engine
