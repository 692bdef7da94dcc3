// SPDX-License-Identifier: MIT
// What names mean in one frame of a stopped wave, for one lane.
#pragma once

#include "engine/expr/evaluate.h"
#include "engine/session/value_history.h"
#include "engine/session/wave_view.h"

namespace wb::engine {

class FrameNames final : public Names {
public:
    /// `frame`: index into the record's frames. `view` must have a shader with a record and a statement.
    /// `history` may be null: there is none.
    FrameNames(WaveView& view, uint32_t frame, unsigned lane, const ValueHistory* history = nullptr)
        : view_(view), frame_(frame), lane_(lane), history_(history) {
        view.lane = lane;
    }

    Result<Value> variable(std::string_view name) override;
    Result<Value> register_value(std::string_view name) override;
    /// A variable of the module (buffer, push constant, shared, input, built-in), also where a local hides
    /// it.
    Result<Value> global(std::string_view name) { return module_variable(name); }
    const Module& module() override { return *view_.shader()->module; }

    struct Local {
        std::string name;
        const Variable* variable = nullptr;
        uint32_t record_index = 0; ///< kNoId: the record has nothing of it.
    };
    /// Variables of the frame that are in scope, parameters first, then in order of declaration; compiler
    /// temporaries left out. Of two with one name the inner one wins where scopes are known; else both are
    /// listed, the later with its SPIR-V id.
    std::vector<Local> locals() const;
    Value value_of(const Local& local);

private:
    Result<Value> module_variable(std::string_view name);
    Result<Value> builtin(const Variable& variable);
    bool in_scope(const Variable& variable) const;
    void add_removed(std::vector<Local>& locals) const;
    Value vector_of_ids(const std::array<uint32_t, 3>& ids);

    WaveView& view_;
    uint32_t frame_;
    unsigned lane_;
    const ValueHistory* history_;
};

} // namespace wb::engine
