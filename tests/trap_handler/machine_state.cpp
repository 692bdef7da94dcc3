// SPDX-License-Identifier: MIT
#include "tests/trap_handler/machine_state.h"

#include <cstdarg>
#include <cstdio>

namespace wb::test {

namespace {

void add(std::string& out, const char* format, ...) {
    char line[160];
    va_list list;
    va_start(list, format);
    std::vsnprintf(line, sizeof line, format, list);
    va_end(list);
    out += line;
    out += '\n';
}

} // namespace

std::string StateProgram::text() const {
    const unsigned a = base, saved = base + 2, flag = base + 4, mode = base + 5, temp = base + 6;
    std::string out;
    add(out, "s_mov_b64 s[%u:%u], s[0:1]", a, a + 1);
    add(out, "s_mov_b64 exec, -1");
    add(out, "v_mbcnt_lo_u32_b32 v0, -1, 0");
    if (lanes == 64) add(out, "v_mbcnt_hi_u32_b32 v0, -1, v0");
    for (unsigned i = vgprs; i-- > 0;)
        add(out, "v_lshl_add_u32 v%u, v0, 10, %#x", i, 0x5a000000u | i);
    for (unsigned i = 0; i < 106; ++i)
        if (!keeps(i)) add(out, "s_mov_b32 s%u, %#x", i, sgpr(i));
    add(out, "s_mov_b32 vcc_lo, %#x", uint32_t(kVcc));
    add(out, "s_mov_b32 vcc_hi, %#x", uint32_t(kVcc >> 32));
    add(out, "s_mov_b32 m0, %#x", kM0);
    add(out, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 10), %#x", kMode);
    add(out, "s_mov_b32 exec_lo, %#x", uint32_t(exec));
    add(out, "s_mov_b32 exec_hi, %#x", uint32_t(exec >> 32));
    add(out, "s_cmp_eq_u32 0, %d", scc ? 0 : 1);
    out += middle + "\n";
    add(out, "s_cselect_b32 s%u, 1, 0", flag);
    add(out, "s_getreg_b32 s%u, hwreg(HW_REG_MODE)", mode);
    add(out, "s_mov_b64 s[%u:%u], exec", saved, saved + 1);
    add(out, "s_mov_b64 exec, -1");
    const auto advance = [&](unsigned bytes) {
        add(out, "s_add_u32 s%u, s%u, %u", a, a, bytes);
        add(out, "s_addc_u32 s%u, s%u, 0", a + 1, a + 1);
    };
    for (unsigned i = 0; i < vgprs; ++i) {
        add(out, "global_store_addtid_b32 v%u, s[%u:%u]", i, a, a + 1);
        advance(lanes * 4);
    }
    add(out, "s_mov_b64 exec, 1");
    const auto scalar = [&](const std::string& name) {
        add(out, "v_mov_b32 v0, %s", name.c_str());
        add(out, "global_store_addtid_b32 v0, s[%u:%u]", a, a + 1);
        advance(4);
    };
    for (unsigned i = 0; i < 106; ++i)
        scalar(keeps(i) ? "0" : "s" + std::to_string(i));
    scalar("vcc_lo");
    scalar("vcc_hi");
    add(out, "s_mov_b32 s%u, m0", temp);
    for (const unsigned i : {temp, saved, saved + 1, flag, mode})
        scalar("s" + std::to_string(i));
    add(out, "s_endpgm");
    return out;
}

} // namespace wb::test
