// SPDX-License-Identifier: MIT
// Values of shader variables and expressions, and the places they come from.
#pragma once

#include "common/result.h"
#include "engine/symbols/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace wb::engine {

/// Where a scalar's bits live. Register origins can be written when `writable`.
struct Origin {
    enum class Kind : uint8_t { None, Constant, Sgpr, Vgpr, LaneMask, SpillLane, Memory };
    Kind kind = Kind::None;
    bool writable = false;
    uint8_t byte = 0, lane = 0; ///< first byte in the register; SpillLane's lane
    uint32_t reg = 0;
    uint64_t address = 0; ///< Memory: within the value's space.
    /// Only debug information says that the value is the variable's: no code reads it there.
    bool described = false;
};

/// One scalar: its bits, zero-extended.
struct Leaf {
    enum class State : uint8_t { Ok, Undefined, Unavailable };
    uint64_t bits = 0;
    State state = State::Ok;
    Origin origin;
};

/// Address spaces an expression can reach.
enum class Space : uint8_t {
    Global,       ///< GPU virtual addresses.
    Lds,          ///< Byte offsets in the workgroup's LDS.
    Scratch,      ///< Byte offsets in one lane's scratch.
    PushConstant, ///< Byte offsets in the command's push constants.
    Descriptor,   ///< A variable behind a descriptor: `address` is the array element, `variable` says set and
                  ///< binding.
};

/// Memory that holds a value of some type. `layout` is an index into the debug record's layouts where the
/// compiler chose offsets itself.
struct Place {
    Space space = Space::Global;
    uint64_t address = 0;
    uint32_t matrix_stride = 0;
    bool row_major = false;
    uint32_t layout = kNoId;
    const Variable* variable = nullptr;
};

/// A typed thing: either leaves at hand, or a place in memory not read yet. `why` says what is not available.
struct Value {
    const Type* type = nullptr;
    bool in_memory = false;
    Place place;                      ///< in_memory
    std::vector<Leaf> leaves;         ///< otherwise, type->leaves() of them
    Space leaf_space = Space::Global; ///< space of Memory origins among the leaves
    std::string why;

    bool is_scalar() const { return type && type->is_scalar(); }
};

/// How values reach the stopped wave and the program's memory. Implemented by the session (live) and by
/// tests.
class Access {
public:
    virtual ~Access() = default;
    virtual Result<std::vector<uint8_t>> read(Space space, uint64_t address, uint64_t size) = 0;
    virtual Status write(Space space, uint64_t address, std::span<const uint8_t> data) = 0;
    /// GPU address and byte size that descriptor (set, binding, element) holds.
    struct Bound {
        uint64_t address, size;
    };
    virtual Result<Bound> descriptor(const Variable& variable, uint32_t element) = 0;
    /// "name+64" for an address inside a named object, "" when there is none.
    virtual std::string describe(uint64_t address) = 0;
    /// Offset of child `index` of layout node `node` from the node's start, and the child's node. kNoId: no
    /// such node.
    struct LayoutChild {
        uint64_t offset = 0;
        uint32_t node = kNoId;
    };
    virtual LayoutChild layout_child(uint32_t node, uint64_t index) = 0;
};

/// Member, component, column or element `index` of `value`. Errors name the bound that was passed.
Result<Value> child(Access& access, const Value& value, uint64_t index);
/// What pointer `value` points to, as memory of the pointer's element type.
Result<Value> dereference(Access& access, const Value& value);
/// Reads memory so that the result has leaves. At most `max_leaves` scalars; a larger value is refused with
/// its size.
Result<Value> load(Access& access, const Value& value, uint64_t max_leaves = 1u << 16);

} // namespace wb::engine
