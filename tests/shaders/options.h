// SPDX-License-Identifier: MIT
// run_corpus's command line.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <vector>

namespace wb::corpus {

struct Options {
    std::string source;            ///< folder of NAME.comp
    std::string spirv;             ///< folder of NAME + suffix
    std::string suffix = ".g.spv"; ///< of the SPIR-V files
    std::string out;               ///< folder for NAME.out
    std::string compare[2];        ///< folders of NAME.out
    std::vector<std::string> names;
    uint32_t repeat = 1;
    uint32_t dispatches = 1;  ///< recorded in each submission
    bool cpu_time = false;    ///< print each submission's
    std::string wait_for;     ///< file to read to its end
    uint32_t wait_before = 1; ///< ahead of this submission
    uint32_t subgroup_size = 0;
    bool no_optimization = false;
    bool help = false;
};

extern const char kUsage[];

/// Reads the arguments after the program's name; an error names the bad one.
Result<Options> parse_options(int count, char** arguments);

} // namespace wb::corpus
