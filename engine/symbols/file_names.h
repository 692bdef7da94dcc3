// SPDX-License-Identifier: MIT
// Which of a shader's files a person means by a name.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wb::engine {

/// That one of the names is the other one's end, folder by folder: "part.comp" and "a/part.comp", not
/// "b/part.comp". Folders "." and ".." in front say nothing and are left out.
bool file_fits(std::string_view known, std::string_view asked);

struct FileChoice {
    std::optional<size_t> index; ///< Of the known names; none: no file is called so, or several may be meant.
    std::string ambiguous;       ///< "a/part.comp or b/part.comp", "" = not ambiguous.
};

/// The file of `known` that `asked` means: the very name, else the one that shares most folders at its end,
/// at least the name behind the last '/'. Whether it fits is for file_fits to say.
FileChoice choose_file(std::span<const std::string_view> known, std::string_view asked);

} // namespace wb::engine
