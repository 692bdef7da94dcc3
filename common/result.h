// SPDX-License-Identifier: MIT
// Result<T>: a value, or an Error a person can act on. GCC 12 has std::expected; this only fixes the error
// type.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace wb {

/// What went wrong, where, and what to do, in one sentence or two. `code` is a negative errno where a system
/// call boundary needs one, else 0.
struct Error {
    std::string message;
    int code = 0;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

/// Shorthand for `return fail("…")` in a function that returns Result or Status.
inline std::unexpected<Error> fail(std::string message, int code = 0) {
    return std::unexpected(Error{std::move(message), code});
}

} // namespace wb
