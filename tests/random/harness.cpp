// SPDX-License-Identifier: MIT
#include "tests/random/harness.h"

#include "tests/random/process.h"

#include <fstream>
#include <sstream>

namespace wb::random_shader {
namespace {

std::string file_name(const Program& program) {
    return "r" + std::to_string(program.seed);
}

/// True when glslang takes it; else `what` is its complaint.
Result<bool> compile(const Tools& tools, const Program& program, std::string& what) {
    const std::string base = tools.folder + "/" + file_name(program);
    std::ofstream file(base + ".comp");
    file << print(program);
    file.close();
    if (!file) return fail("cannot write " + base + ".comp");
    auto ended = run_process({"glslangValidator", "--quiet", "-V", "-g", "--target-env", "vulkan1.2", "-o",
                              base + ".g.spv", base + ".comp"});
    if (!ended) return std::unexpected(ended.error());
    what = ended->output;
    return ended->status == 0;
}

/// What compare_devices says of the shader `name`: its line and the comments below.
Outcome read_verdict(const std::string& tap, const std::string& name) {
    std::istringstream lines(tap);
    Outcome outcome{Verdict::OursFailed, "compare_devices says nothing of it:\n" + tap};
    bool within = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("ok ") || line.starts_with("not ok ")) {
            within = line.ends_with(" - " + name);
            if (within) outcome = {line.starts_with("ok ") ? Verdict::Same : Verdict::Different, ""};
        } else if (within && line.starts_with("# ")) {
            outcome.what += line.substr(2) + "\n";
        }
    }
    if (outcome.what.starts_with("on lavapipe: ")) outcome.verdict = Verdict::TheirsFailed;
    if (outcome.what.starts_with("on sim: ")) outcome.verdict = Verdict::OursFailed;
    return outcome;
}

} // namespace

const char* name_of(Verdict verdict) {
    static const char* const kNames[] = {"the same", "different results",
                                         "the simulated GPU did not finish it", "not valid GLSL",
                                         "lavapipe did not finish it"};
    return kNames[unsigned(verdict)];
}

Result<std::vector<Outcome>> run_on_both(const Tools& tools, const std::vector<Program>& programs,
                                         const std::vector<std::string>& options) {
    std::vector<Outcome> outcomes(programs.size());
    std::vector<std::string> command = {tools.compare_devices, tools.run_corpus, tools.env, tools.folder,
                                        tools.folder};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back("--");
    const size_t without_names = command.size();
    for (size_t i = 0; i < programs.size(); ++i) {
        auto valid = compile(tools, programs[i], outcomes[i].what);
        if (!valid) return std::unexpected(valid.error());
        if (*valid)
            command.push_back(file_name(programs[i]));
        else
            outcomes[i].verdict = Verdict::Invalid;
    }
    if (command.size() == without_names) return outcomes;
    auto ended = run_process(command);
    if (!ended) return std::unexpected(ended.error());
    for (size_t i = 0; i < programs.size(); ++i)
        if (outcomes[i].verdict != Verdict::Invalid)
            outcomes[i] = read_verdict(ended->output, file_name(programs[i]));
    return outcomes;
}

} // namespace wb::random_shader
