/* SPDX-License-Identifier: MIT */
/* The simulated device behind the shim. */
#ifndef WAVEBREAK_SHIM_SIM_H
#define WAVEBREAK_SHIM_SIM_H

#include <stdbool.h>

#include "wavebreak/sim_abi.h"

/*
 * The device's functions; loads the library that WAVEBREAK_SIM_LIB names at the first call, so that a process
 * which never looks at the GPU never has it. NULL, with errno ENODEV and the reason once on stderr, when
 * there is none: no library, one of another version, or a process that was forked from one whose device was
 * in use (the device's threads stay behind in a fork). Any thread.
 */
const struct wavebreak_sim_ops* shim_sim(void);

/* The same where a file of the device has been found: it is loaded and here. Without a system call. Any
 * thread. */
const struct wavebreak_sim_ops* shim_sim_of_file(void);

/* Whether this process has the memory of the one that loaded the device: it is that one, or its child of
 * vfork(). Without a system call where the kernel wipes memory in forks. Any thread. */
bool shim_sim_is_here(void);

/* Whether it is that one itself, with its descriptors. One system call. Any thread. */
bool shim_sim_is_ours(void);

#endif
