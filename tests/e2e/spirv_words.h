// SPDX-License-Identifier: MIT
// Writes SPIR-V words, for what Debian's glslang does not know. Numbers of opcodes, enumerants and limits:
// the SPIR-V specification and the registry's extension documents.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace wb::test {

/// A module of one compute entry point, `main`, whose only function is being written. Types and constants are
/// made once each.
class SpirvWords {
public:
    using Id = uint32_t;

    Id new_id() { return next_++; }
    /// Appends an instruction without a result to the function.
    void add(uint32_t opcode, std::initializer_list<uint32_t> operands) { append(body_, opcode, operands); }
    /// Appends one with a result of `type`; returns the result.
    Id value(uint32_t opcode, Id type, std::span<const uint32_t> operands) {
        const Id result = new_id();
        std::vector<uint32_t> all = {type, result};
        all.insert(all.end(), operands.begin(), operands.end());
        append(body_, opcode, all);
        return result;
    }
    Id value(uint32_t opcode, Id type, std::initializer_list<uint32_t> operands) {
        return value(opcode, type, std::span(operands.begin(), operands.size()));
    }
    /// A variable of the function.
    Id variable(Id pointer_type) {
        const Id result = new_id();
        append(locals_, 59, {pointer_type, result, kFunction});
        return result;
    }

    void capability(uint32_t number) { append(capabilities_, 17, {number}); }
    void extension(std::string_view name) { append(extensions_, 10, text(name)); }
    /// A set of extended instructions.
    Id import(std::string_view name) {
        std::vector<uint32_t> operands = {new_id()};
        for (const uint32_t word : text(name))
            operands.push_back(word);
        append(imports_, 11, operands);
        return operands[0];
    }
    void execution_mode(std::initializer_list<uint32_t> mode) {
        std::vector<uint32_t> operands = {main_};
        operands.insert(operands.end(), mode);
        append(modes_, 16, operands);
    }
    void decorate(std::initializer_list<uint32_t> operands) { append(annotations_, 71, operands); }
    void decorate_member(std::initializer_list<uint32_t> operands) { append(annotations_, 72, operands); }

    /// A type or constant: one for each list of operands. Types have their result first, constants behind
    /// their type.
    Id type(uint32_t opcode, std::initializer_list<uint32_t> operands) { return global(opcode, 0, operands); }
    Id constant(Id of_type, std::initializer_list<uint32_t> words) { return global(43, of_type, words); }

    Id void_type() { return type(19, {}); }
    Id bool_type() { return type(20, {}); }
    Id int_type(uint32_t bits, bool is_signed) { return type(21, {bits, is_signed}); }
    Id float_type(uint32_t bits) { return type(22, {bits}); }
    Id u32(uint32_t value) { return constant(int_type(32, false), {value}); }
    Id boolean(bool value) { return global(value ? 41 : 42, bool_type(), {}); }
    Id f32(float value) { return constant(float_type(32), {std::bit_cast<uint32_t>(value)}); }
    Id pointer(uint32_t storage, Id to) { return type(32, {storage, to}); }
    /// A storage buffer at set 0, `binding`, with an array of elements of `bytes` bytes.
    Id buffer(uint32_t binding, Id element, uint32_t bytes) {
        const Id array = new_id(), block = new_id(), result = new_id();
        append(globals_, 29, {array, element});
        append(globals_, 30, {block, array});
        append(globals_, 59, {pointer(kStorageBuffer, block), result, kStorageBuffer});
        decorate({array, 6, bytes});        // ArrayStride
        decorate({block, 2});               // Block
        decorate_member({block, 0, 35, 0}); // Offset
        decorate({result, 34, 0});          // DescriptorSet
        decorate({result, 33, binding});
        interface_.push_back(result);
        return result;
    }
    /// The built-in variable `number`, an input of `of_type`.
    Id builtin(uint32_t number, Id of_type) {
        const Id result = new_id();
        append(globals_, 59, {pointer(kInput, of_type), result, kInput});
        decorate({result, 11, number});
        interface_.push_back(result);
        return result;
    }
    /// The address of element `index` (an id) of a buffer.
    Id element(Id buffer, Id of_type, Id index) {
        return value(65, pointer(kStorageBuffer, of_type), {buffer, u32(0), index});
    }
    Id load(Id of_type, Id address) { return value(61, of_type, {address}); }
    void store(Id address, Id what) { add(62, {address, what}); }

    static constexpr uint32_t kInput = 1, kFunction = 7, kStorageBuffer = 12; ///< Storage classes.
    static constexpr uint32_t kLabel = 248, kBranch = 249, kBranchConditional = 250, kLoopMerge = 246;

    /// The module, with `size` invocations in x and the memory model given.
    std::vector<uint32_t> finish(uint32_t size, uint32_t memory_model) {
        const Id function_type = type(33, {void_type()}), label = new_id();
        std::vector<uint32_t> words = {0x0723'0203, 0x0001'0500, 0, 0, 0};
        const auto join = [&](const std::vector<uint32_t>& more) {
            words.insert(words.end(), more.begin(), more.end());
        };
        join(capabilities_);
        join(extensions_);
        join(imports_);
        append(words, 14, {0, memory_model});
        std::vector<uint32_t> entry = {5, main_};
        for (const uint32_t word : text("main"))
            entry.push_back(word);
        entry.insert(entry.end(), interface_.begin(), interface_.end());
        append(words, 15, entry);
        append(words, 16, {main_, 17, size, 1, 1}); // LocalSize
        join(modes_);
        join(annotations_);
        join(globals_);
        append(words, 54, {void_type(), main_, 0, function_type});
        append(words, kLabel, {label});
        join(locals_);
        join(body_);
        append(words, 253, {}); // Return
        append(words, 56, {});
        words[3] = next_;
        return words;
    }

private:
    template <class Operands>
    static void append(std::vector<uint32_t>& to, uint32_t opcode, const Operands& operands) {
        to.push_back(uint32_t(std::size(operands) + 1) << 16 | opcode);
        to.insert(to.end(), std::begin(operands), std::end(operands));
    }
    static void append(std::vector<uint32_t>& to, uint32_t opcode, std::initializer_list<uint32_t> operands) {
        append<std::initializer_list<uint32_t>>(to, opcode, operands);
    }
    static std::vector<uint32_t> text(std::string_view name) {
        std::vector<uint32_t> words(name.size() / 4 + 1);
        for (size_t i = 0; i < name.size(); ++i)
            words[i / 4] |= uint32_t(uint8_t(name[i])) << i % 4 * 8;
        return words;
    }
    Id global(uint32_t opcode, Id of_type, std::initializer_list<uint32_t> operands) {
        std::vector<uint32_t> key = {opcode, of_type};
        key.insert(key.end(), operands);
        Id& known = known_[key];
        if (known) return known;
        known = new_id();
        std::vector<uint32_t> all;
        if (of_type) all.push_back(of_type);
        all.push_back(known);
        all.insert(all.end(), operands);
        append(globals_, opcode, all);
        return known;
    }

    static constexpr Id main_ = 1;
    Id next_ = 2;
    std::map<std::vector<uint32_t>, Id> known_;
    std::vector<Id> interface_;
    std::vector<uint32_t> capabilities_, extensions_, imports_, modes_, annotations_, globals_, locals_,
        body_;
};

} // namespace wb::test
