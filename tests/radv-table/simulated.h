// SPDX-License-Identifier: MIT
// What the tests on the simulated device share.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace wb::test {

// The bytes of the file that an environment variable names; none when it does not exist.
inline std::vector<char> read_file(const char* variable) {
    std::ifstream file(std::getenv(variable), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace wb::test
