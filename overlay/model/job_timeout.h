// SPDX-License-Identifier: MIT
// How long the kernel lets a job of the GPU run: while waves are stopped, their job is running.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace wb::overlay {

/// From the text of /sys/module/amdgpu/parameters/lockup_timeout: "" (the default of 10 s), one number of
/// milliseconds, or four for graphics, compute, SDMA and video, where 0 means the default and a negative one
/// no limit. Which ring a stopped wave's job is on is not known, so this is the lesser of the first two;
/// nothing: no limit.
std::optional<std::chrono::milliseconds> job_timeout(const std::string& parameter);

/// "10 s; stopped for 3 s, at most 7 s are left".
std::string job_timeout_text(std::optional<std::chrono::milliseconds> timeout, double stopped_seconds);

} // namespace wb::overlay
