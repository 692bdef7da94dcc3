// SPDX-License-Identifier: MIT
#include "sim/memory/gpu_memory.h"
