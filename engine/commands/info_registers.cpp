// SPDX-License-Identifier: MIT
// info registers.
#include "engine/commands/info_topics.h"

#include <fmt/format.h>

namespace wb::engine {

Outcome info_registers(Interpreter& interpreter, std::string_view arguments) {
    auto got = interpreter.stopped();
    if (!got) return failed(got.error().message);
    WaveView& view = **got;
    const protocol::WaveInfo& info = view.info();
    const unsigned lane = interpreter.session().focus().lane;
    std::string text;
    std::string_view which = trimmed(arguments);
    if (which.starts_with('$')) which.remove_prefix(1);
    if (!which.empty() && which != "all") {
        auto names = interpreter.session().names();
        if (!names) return failed(names.error().message);
        auto value = names->register_value(which);
        if (!value) return failed(value.error().message);
        nlohmann::json data;
        if (value->is_scalar() && !value->in_memory) data[std::string(which)] = value->leaves[0].bits;
        return told(fmt::format("{:<8} {}", which, to_text(view, *value, {'x'})),
                    {{"registers", std::move(data)}});
    }
    text +=
        fmt::format("pc       0x{:x}\nexec     0x{:016x}\nvcc      0x{:016x}\nscc      {}\nm0       "
                    "0x{:08x}\nmode     0x{:08x}\nstatus   0x{:08x}\ntrapsts  0x{:08x}\n",
                    info.pc, info.exec, info.vcc, info.scc, info.m0, info.mode, info.status, info.trapsts);
    nlohmann::json data{{"lane", lane},
                        {"pc", info.pc},
                        {"exec", info.exec},
                        {"vcc", info.vcc},
                        {"scc", info.scc},
                        {"m0", info.m0},
                        {"mode", info.mode},
                        {"status", info.status},
                        {"trapsts", info.trapsts},
                        {"sgprs", nlohmann::json::array()},
                        {"vgprs", nlohmann::json::array()}};
    const uint32_t shown =
        which == "all"
            ? 106
            : std::min(106u, view.shader() && view.shader()->record ? view.shader()->record->sgprs : 16u);
    for (uint32_t n = 0; n < shown; ++n) {
        auto word = view.sgpr(n);
        if (!word) return failed(word.error().message);
        data["sgprs"].push_back(*word);
        text += fmt::format("{:<8} 0x{:08x}{}", fmt::format("s{}", n), *word,
                            n % 4 == 3 || n + 1 == shown ? "\n" : "   ");
    }
    text += fmt::format("VGPRs of lane {}:\n", lane);
    for (uint32_t n = 0; n < info.vgprs; ++n) {
        auto word = view.vgpr(n, lane);
        if (!word) return failed(word.error().message);
        data["vgprs"].push_back(*word);
        text += fmt::format("{:<8} 0x{:08x}{}", fmt::format("v{}", n), *word,
                            n % 4 == 3 || n + 1 == info.vgprs ? "\n" : "   ");
    }
    return told(std::move(text), {{"registers", std::move(data)}});
}

} // namespace wb::engine
