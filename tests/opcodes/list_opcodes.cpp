// SPDX-License-Identifier: MIT
// list_opcodes: a line "ENCODING opcode mnemonic modelled|missing" for each row of the simulator's tables.
#include "sim/isa/decode.h"

#include <cstdio>

int main() {
    using namespace wb::sim;
    const struct {
        const char* name;
        const OpTable& table;
    } tables[] = {
        {"SOP1", sop1_table()},   {"SOP2", sop2_table()},     {"SOPK", sopk_table()},
        {"SOPC", sopc_table()},   {"SOPP", sopp_table()},     {"SMEM", smem_table()},
        {"VOP1", vop1_table()},   {"VOP2", vop2_table()},     {"VOPC", vopc_table()},
        {"VOP3", vop3_table()},   {"VOP3P", vop3p_table()},   {"VINTERP", vinterp_table()},
        {"VOPD", vopd_x_table()}, {"VOPD", vopd_y_table()},   {"DS", ds_table()},
        {"FLAT", flat_table()},   {"GLOBAL", global_table()}, {"SCRATCH", scratch_table()},
        {"MUBUF", mubuf_table()}, {"MTBUF", mtbuf_table()},   {"MIMG", mimg_table()},
        {"EXP", exp_table()},     {"LDSDIR", ldsdir_table()},
    };
    for (const auto& [name, table] : tables)
        for (const OpRow& row : table.rows)
            std::printf("%s %u %s %s\n", name, row.op, row.name, row.exec ? "modelled" : "missing");
}
