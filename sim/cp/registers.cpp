// SPDX-License-Identifier: MIT
#include "sim/cp/registers.h"

#include <algorithm>
#include <iterator>

namespace wb::sim {

namespace {

#define X(offset, name) {offset, #name},
constexpr RegisterName kConfig[] = {
#include "sim/cp/tables/config_registers.inc"
};
constexpr RegisterName kSh[] = {
#include "sim/cp/tables/sh_registers.inc"
};
constexpr RegisterName kContext[] = {
#include "sim/cp/tables/context_registers.inc"
};
constexpr RegisterName kUconfig[] = {
#include "sim/cp/tables/uconfig_registers.inc"
};
#undef X

struct Window {
    const char* name;
    uint32_t base, end;
    std::span<const RegisterName> registers;
};
constexpr Window kWindows[] = {
    {"CONFIG", 0x8000, 0xB000, kConfig},
    {"SH", 0xB000, 0xC000, kSh},
    {"CONTEXT", 0x28000, 0x2A000, kContext},
    {"UCONFIG", 0x30000, 0x40000, kUconfig},
};

} // namespace

uint32_t window_base(RegisterWindow window) {
    return kWindows[unsigned(window)].base;
}
uint32_t window_end(RegisterWindow window) {
    return kWindows[unsigned(window)].end;
}
const char* window_name(RegisterWindow window) {
    return kWindows[unsigned(window)].name;
}
std::span<const RegisterName> window_registers(RegisterWindow window) {
    return kWindows[unsigned(window)].registers;
}

const char* register_name(uint32_t offset) {
    for (const Window& window : kWindows) {
        if (offset < window.base || offset >= window.end) continue;
        const auto at = std::lower_bound(window.registers.begin(), window.registers.end(), offset,
                                         [](const RegisterName& row, uint32_t o) { return row.offset < o; });
        return at != window.registers.end() && at->offset == offset ? at->name : nullptr;
    }
    return nullptr;
}

RegisterFile::RegisterFile() {
    for (unsigned i = 0; i < std::size(kWindows); ++i)
        files_[i].resize((kWindows[i].end - kWindows[i].base) / 4);
}

std::vector<uint32_t>* RegisterFile::file(uint32_t offset, uint32_t& index) {
    if (offset & 3) return nullptr;
    for (unsigned i = 0; i < std::size(kWindows); ++i) {
        if (offset < kWindows[i].base || offset >= kWindows[i].end) continue;
        index = (offset - kWindows[i].base) / 4;
        return &files_[i];
    }
    return nullptr;
}

bool RegisterFile::write(uint32_t offset, uint32_t value) {
    uint32_t index = 0;
    std::vector<uint32_t>* words = file(offset, index);
    if (words == nullptr) return false;
    (*words)[index] = value;
    return true;
}

uint32_t RegisterFile::read(uint32_t offset) const {
    uint32_t index = 0;
    const std::vector<uint32_t>* words = const_cast<RegisterFile*>(this)->file(offset, index);
    return words == nullptr ? 0 : (*words)[index];
}

void RegisterFile::clear_context() {
    auto& words = files_[unsigned(RegisterWindow::Context)];
    std::fill(words.begin(), words.end(), 0);
}

} // namespace wb::sim
