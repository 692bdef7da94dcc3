// SPDX-License-Identifier: MIT
#include "engine/session/fault_access.h"

#include "engine/disassembly/disassembler.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace wb::engine {

/// How far behind its instruction the trap is looked for, in bytes of code.
static constexpr uint32_t kReach = 256;

/// "_b32", "_u8", "_d16_hi_i8", "_add_f64", …: bytes that a lane touches; 0 = not known.
static uint32_t access_size(std::string_view name) {
    const std::string_view type = name.substr(name.rfind('_') + 1);
    if (type == "hi" || type.starts_with("d16")) return 2;
    uint32_t bits = 0;
    const size_t digits = type.find_first_of("0123456789");
    if (digits == type.npos) return 0;
    std::from_chars(type.data() + digits, type.data() + type.size(), bits);
    return bits / 8;
}

/// The number in "v4", "v[2:3]", "s[0:1]", "s5", "vcc"; -1 for anything else of another kind.
static int register_number(std::string_view operand, char kind) {
    if (operand.empty() || operand[0] != kind) return -1;
    operand.remove_prefix(1);
    if (operand.starts_with('[')) operand.remove_prefix(1);
    int number = -1;
    if (std::from_chars(operand.data(), operand.data() + operand.size(), number).ec != std::errc()) return -1;
    return number;
}

static int64_t integer(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool hex = text.starts_with("0x");
    if (hex) text.remove_prefix(2);
    int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    return negative ? -value : value;
}

static std::vector<std::string_view> operands_of(std::string_view text) {
    std::vector<std::string_view> out;
    size_t begin = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
        // Commas part operands; blanks part what follows the last of them ("off offset:16 glc").
        if (i < text.size() && text[i] != ',' && text[i] != ' ') continue;
        if (i > begin) out.push_back(text.substr(begin, i - begin));
        begin = i + 1;
    }
    return out;
}

std::optional<MemoryOperands> parse_memory_operands(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view name = text.substr(0, end);
    std::string_view rest = text.substr(end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const std::vector<std::string_view> operands = operands_of(rest);
    MemoryOperands out;
    for (const std::string_view operand : operands)
        if (operand.starts_with("offset:")) out.offset = integer(operand.substr(7));

    if (name.starts_with("s_load_b")) {
        if (operands.size() < 3) return std::nullopt;
        out.scalar = true;
        out.size = access_size(name);
        out.sgpr = register_number(operands[1], 's');
        out.offset_sgpr = register_number(operands[2], 's');
        if (out.offset_sgpr < 0 && operands[2] != "null") out.offset += integer(operands[2]);
        return out.sgpr < 0 ? std::nullopt : std::optional(out);
    }
    const bool global = name.starts_with("global_"), flat = name.starts_with("flat_");
    if (!global && !flat) return std::nullopt;
    const std::string_view action = name.substr(name.find('_') + 1);
    const bool load = action.starts_with("load_"), store = action.starts_with("store_");
    // (Whether a FLAT atomic gives back the old value cannot be told from its operands.)
    if (!load && !store && !(global && action.starts_with("atomic_"))) return std::nullopt;
    out.write = !load;
    out.size = access_size(name);
    // load: data, address, base. store: address, data, base. atomic: [old,] address, data, base.
    size_t at = load ? 1 : 0;
    if (!load && !store && global) {
        const auto base = std::ranges::find_if(
            operands, [](std::string_view o) { return o == "off" || o.starts_with('s'); });
        if (base - operands.begin() == 3) at = 1;
    }
    if (at >= operands.size()) return std::nullopt;
    out.vgpr = register_number(operands[at], 'v');
    if (global && operands.size() > 2) out.sgpr = register_number(operands[load ? 2 : at + 2], 's');
    return out.vgpr < 0 || !out.size ? std::nullopt : std::optional(out);
}

static std::optional<uint64_t> address_of(WaveView& view, const MemoryOperands& operands, unsigned lane) {
    uint64_t address = uint64_t(operands.offset);
    const auto add = [&](const Result<uint32_t>& word, unsigned shift) {
        if (word) address += uint64_t(*word) << shift;
        return bool(word);
    };
    if (operands.sgpr >= 0 &&
        (!add(view.sgpr(unsigned(operands.sgpr)), 0) || !add(view.sgpr(unsigned(operands.sgpr) + 1), 32)))
        return std::nullopt;
    if (operands.offset_sgpr >= 0 && !add(view.sgpr(unsigned(operands.offset_sgpr)), 0)) return std::nullopt;
    if (operands.vgpr < 0) return address;
    if (!add(view.vgpr(unsigned(operands.vgpr), lane), 0)) return std::nullopt;
    if (operands.sgpr < 0 && !add(view.vgpr(unsigned(operands.vgpr) + 1, lane), 32)) return std::nullopt;
    return address;
}

std::optional<FaultAccess> find_fault_access(WaveView& view, const protocol::Fault& fault) {
    if (!fault.known || !view.shader() || !view.shader()->record) return std::nullopt;
    const DebugRecord& record = *view.shader()->record;
    const uint64_t pc = view.info().pc - record.code_va;
    if (pc > record.code_size) return std::nullopt;
    // Slots are instructions' beginnings, so decoding starts at one.
    const Slot* from = record.slot_before(uint32_t(pc > kReach ? pc - kReach : 0));
    const auto lines = disassemble(record.code, record.wave_size, from ? from->code_offset : 0, kReach);
    std::optional<FaultAccess> best;
    for (const DisassembledLine& line : lines) {
        if (line.offset >= pc) break;
        const auto operands = parse_memory_operands(line.text);
        if (!operands || operands->write != fault.write) continue;
        FaultAccess access{line.text, 0, 0, 0, operands->size};
        uint64_t lanes = view.info().exec;
        if (operands->scalar) lanes &= -lanes; // One address for all.
        for (; lanes; lanes &= lanes - 1) {
            const unsigned lane = unsigned(std::countr_zero(lanes));
            const auto address = address_of(view, *operands, lane);
            if (!address || *address + operands->size <= fault.address ||
                *address >= fault.address + fault.precision)
                continue;
            if (!access.lanes) access.lane = lane, access.address = *address;
            access.lanes |= 1ull << lane;
        }
        if (!access.lanes) continue;
        if (operands->scalar) access.lanes = view.info().exec;
        best = std::move(access);
    }
    return best;
}

} // namespace wb::engine
