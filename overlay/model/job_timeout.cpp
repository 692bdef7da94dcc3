// SPDX-License-Identifier: MIT
#include "overlay/model/job_timeout.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace wb::overlay {

using std::chrono::milliseconds;

std::optional<milliseconds> job_timeout(const std::string& parameter) {
    constexpr milliseconds kDefault(10000);
    std::optional<milliseconds> out;
    std::istringstream in(parameter);
    std::string each;
    bool any = false;
    for (int i = 0; i < 2 && std::getline(in, each, ','); ++i) {
        char* end = nullptr;
        const long long value = std::strtoll(each.c_str(), &end, 0);
        if (end == each.c_str()) break;
        any = true;
        if (value < 0) continue;
        const milliseconds limit = value ? milliseconds(value) : kDefault;
        out = out ? std::min(*out, limit) : limit;
    }
    return any ? out : kDefault;
}

std::string job_timeout_text(std::optional<milliseconds> timeout, double stopped_seconds) {
    if (!timeout) return "none";
    const double limit = double(timeout->count()) / 1000;
    if (stopped_seconds <= 0) return fmt::format("{:g} s", limit);
    return fmt::format("{:g} s; stopped for {:.0f} s, at most {:.0f} s are left", limit, stopped_seconds,
                       std::max(0.0, limit - stopped_seconds));
}

} // namespace wb::overlay
