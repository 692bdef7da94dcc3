// SPDX-License-Identifier: MIT
// Compiles random shaders and runs them on both drivers with the corpus's tools.
#pragma once

#include "common/result.h"
#include "tests/random/program.h"

namespace wb::random_shader {

enum class Verdict {
    Same,
    Different,    ///< both drivers ran it and wrote different results
    OursFailed,   ///< the simulated GPU did not run it to its end
    Invalid,      ///< glslang refuses it
    TheirsFailed, ///< lavapipe did not run it to its end
};
const char* name_of(Verdict verdict);

struct Outcome {
    Verdict verdict = Verdict::Same;
    std::string what; ///< the tools' words
};

struct Tools {
    std::string compare_devices, run_corpus, env; ///< of tests/shaders and script
    std::string folder;                           ///< where shaders are written; must exist
};

/// Runs `programs`, in the order given; `options` are compare_devices's for the simulated GPU. The shaders'
/// files are named after their seeds. An error when a tool cannot be run.
Result<std::vector<Outcome>> run_on_both(const Tools& tools, const std::vector<Program>& programs,
                                         const std::vector<std::string>& options);

} // namespace wb::random_shader
