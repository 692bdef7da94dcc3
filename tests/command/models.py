# SPDX-License-Identifier: MIT
"""What the tests' shaders compute."""


def steps_model(change=None, lane_change=None):
    """What steps.comp stores for two groups; `change` alters sum of invocation `lane_change` before it is stored to LDS."""
    out = []
    for group in range(2):
        sums = []
        for n in range(64):
            i = group * 64 + n
            first = 3 * i + 1
            sums.append((first + 3 * first + 1) % 2**32)
        if lane_change is not None and lane_change // 64 == group:
            sums[lane_change % 64] = change
        for n in range(64):
            other = sums[(n + 1) % 64] + (100 if n % 2 == 0 else 200)
            out.append((sums[n] + 3 * other) % 2**32)
    return out
