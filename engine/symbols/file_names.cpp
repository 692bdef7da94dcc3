// SPDX-License-Identifier: MIT
#include "engine/symbols/file_names.h"

#include <algorithm>

namespace wb::engine {

static std::string_view without_dots(std::string_view path) {
    while (path.starts_with("./") || path.starts_with("../"))
        path.remove_prefix(path.find('/') + 1);
    return path;
}

/// Takes the part behind the last '/' off.
static std::string_view take_last(std::string_view& path) {
    const size_t slash = path.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    return last;
}

namespace {
struct Likeness {
    unsigned shared = 0; ///< parts that are the same at the end
    bool fits = false;   ///< one of the names has no further part
    bool operator==(const Likeness&) const = default;
    bool operator>(const Likeness& other) const {
        return shared != other.shared ? shared > other.shared : fits && !other.fits;
    }
};
} // namespace

static Likeness compare(std::string_view known, std::string_view asked) {
    known = without_dots(known);
    asked = without_dots(asked);
    Likeness out;
    while (!known.empty() && !asked.empty()) {
        if (take_last(known) != take_last(asked)) return out;
        ++out.shared;
    }
    out.fits = out.shared > 0;
    return out;
}

bool file_fits(std::string_view known, std::string_view asked) {
    return known == asked || compare(known, asked).fits;
}

FileChoice choose_file(std::span<const std::string_view> known, std::string_view asked) {
    if (const auto exact = std::ranges::find(known, asked); exact != known.end())
        return {size_t(exact - known.begin()), ""};
    FileChoice choice;
    Likeness best;
    for (size_t i = 0; i < known.size(); ++i) {
        const Likeness likeness = compare(known[i], asked);
        if (likeness.shared == 0) continue;
        if (likeness > best) {
            best = likeness;
            choice = {i, ""};
        } else if (likeness == best && without_dots(known[i]) != without_dots(known[*choice.index])) {
            choice.ambiguous += (choice.ambiguous.empty() ? std::string(known[*choice.index]) : "") + " or " +
                                std::string(known[i]);
        }
    }
    if (!choice.ambiguous.empty()) choice.index.reset();
    return choice;
}

} // namespace wb::engine
