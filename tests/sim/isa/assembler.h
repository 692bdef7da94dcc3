// SPDX-License-Identifier: MIT
// gfx1100 assembler for tests: LLVM's, in this process.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace wb::test {

/// The machine words of `text` (lines of LLVM assembly, labels allowed) for waves of `lanes` lanes. A text
/// that does not assemble throws std::runtime_error with LLVM's message: a mistake in the test.
std::vector<uint32_t> assemble(std::string_view text, unsigned lanes);

} // namespace wb::test
