// SPDX-License-Identifier: MIT
// Packets as text, for WAVEBREAK_SIM_TRACE=pm4 and error messages.
#include "sim/cp/packet.h"
#include "sim/cp/registers.h"
#include "sim/text.h"

namespace wb::sim {

namespace {

std::string assignment(uint32_t offset, uint32_t value) {
    const char* name = register_name(offset);
    return name != nullptr ? text(" %s=%#x", name, value) : text(" reg_%#x=%#x", offset, value);
}

struct RegisterForm {
    uint8_t opcode;
    RegisterWindow window;
    enum Form : uint8_t { Run, Pairs, Packed } form;
};
constexpr RegisterForm kRegisterForms[] = {
    {0x68, RegisterWindow::Config, RegisterForm::Run},
    {0x69, RegisterWindow::Context, RegisterForm::Run},
    {0x76, RegisterWindow::Sh, RegisterForm::Run},
    {0x79, RegisterWindow::Uconfig, RegisterForm::Run},
    {0x7A, RegisterWindow::Uconfig, RegisterForm::Run},
    {0x9B, RegisterWindow::Sh, RegisterForm::Run},
    {0xB8, RegisterWindow::Context, RegisterForm::Pairs},
    {0xB9, RegisterWindow::Context, RegisterForm::Packed},
    {0xBA, RegisterWindow::Sh, RegisterForm::Pairs},
    {0xBB, RegisterWindow::Sh, RegisterForm::Packed},
    {0xBD, RegisterWindow::Sh, RegisterForm::Packed},
    {0xBE, RegisterWindow::Uconfig, RegisterForm::Pairs},
};

/// The assignments of a register packet; empty when the packet is none.
std::string register_list(const Packet& packet) {
    std::string out;
    const auto body = packet.body;
    for (const RegisterForm& row : kRegisterForms) {
        if (row.opcode != packet.opcode() || body.empty()) continue;
        const uint32_t base = window_base(row.window);
        if (row.form == RegisterForm::Run) {
            for (size_t i = 1; i < body.size(); ++i)
                out += assignment(base + ((body[0] & 0xffff) + uint32_t(i) - 1) * 4, body[i]);
            if (body[0] >> 28 != 0) out += text(" (INDEX %u)", body[0] >> 28);
        } else if (row.form == RegisterForm::Pairs) {
            for (size_t i = 0; i + 1 < body.size(); i += 2)
                out += assignment(base + body[i] * 4, body[i + 1]);
        } else {
            for (size_t i = 1; i + 2 < body.size(); i += 3)
                out += assignment(base + (body[i] & 0xffff) * 4, body[i + 1]) +
                       assignment(base + (body[i] >> 16) * 4, body[i + 2]);
        }
    }
    return out;
}

} // namespace

std::string packet_text(const Packet& packet) {
    const PacketRow* row = find_packet(packet.opcode());
    std::string out = row != nullptr ? row->name : text("opcode_%#x", packet.opcode());
    if (packet.predicate()) out += " PREDICATE";
    if (std::string registers = register_list(packet); !registers.empty()) return out + registers;
    constexpr size_t kShown = 16;
    for (size_t i = 0; i < packet.body.size() && i < kShown; ++i) {
        out += text(" %#x", packet.body[i]);
        std::string fields;
        if (row == nullptr) continue;
        for (const PacketField& field : row->fields) {
            const uint32_t value = field.field.get(packet.body[i]);
            if (field.dword == i && value != 0)
                fields += text("%s%s=%#x", fields.empty() ? "" : " ", field.name, value);
        }
        if (!fields.empty()) out += "{" + fields + "}";
    }
    if (packet.body.size() > kShown) out += text(" ... (%zu dwords)", packet.body.size());
    return out;
}

} // namespace wb::sim
