// SPDX-License-Identifier: MIT
// From a debug record's locations to values.
#pragma once

#include "engine/symbols/debug_record.h"
#include "engine/values/value.h"

namespace wb::engine {

/// Register contents of one stopped wave.
class Registers {
public:
    virtual ~Registers() = default;
    virtual Result<uint32_t> sgpr(uint32_t number) = 0;
    virtual Result<uint32_t> vgpr(uint32_t number, unsigned lane) = 0;
};

/// Reads the bits an origin names. `bits` is the scalar's width (booleans: 1 in a lane mask, else their
/// register's).
Result<uint64_t> read_origin(Registers& registers, Access& access, const Origin& origin, Space space,
                             unsigned bits, unsigned lane, unsigned wave_size);

/// Value of record variable `variable` of type `type` at `slot`, for `lane`. Leaves the record does not
/// mention are unavailable; a register that cannot be read makes its leaf unavailable, with the reason in
/// `why`.
Value locate(const DebugRecord& record, const Slot& slot, uint32_t variable, const Type* type,
             Registers& registers, Access& access, unsigned lane);

/// True when the slot has any location of `variable`, be it "undefined" or "unavailable".
bool is_listed(const DebugRecord& record, const Slot& slot, uint32_t variable);
/// True when the slot has at least one location of `variable` that is not "undefined".
bool has_value(const DebugRecord& record, const Slot& slot, uint32_t variable);

} // namespace wb::engine
