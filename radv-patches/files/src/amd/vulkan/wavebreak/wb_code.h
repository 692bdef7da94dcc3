/* SPDX-License-Identifier: MIT */
/*
 * The code arena of debug variants: memory of the GPU's 32-bit window that neither GPU cache nor CPU cache keeps (GTT, mapped
 * uncached), so that a slot that the CPU arms is seen at the next instruction fetch that misses the instruction cache.
 */
#ifndef WB_CODE_H
#define WB_CODE_H

#include "c11/threads.h"
#include "util/list.h"

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

struct radeon_winsys_bo;
struct wb_device;
struct wb_code_chunk;

struct wb_code_arena {
   mtx_t lock;
   struct list_head chunks;
};

/* A piece of the arena, aligned to 256 bytes. */
struct wb_code_block {
   struct wb_code_chunk *chunk; /* NULL: none */
   struct radeon_winsys_bo *bo;
   uint64_t va;
   uint8_t *cpu;
   uint32_t size;
};

void wb_code_init(struct wb_code_arena *arena);

/* Frees the arena; all blocks die with it. */
void wb_code_finish(struct wb_device *wb);

/* Takes `size` bytes. Fails for lack of memory. Any thread. */
VkResult wb_code_alloc(struct wb_device *wb, uint32_t size, struct wb_code_block *block);
void wb_code_free(struct wb_device *wb, struct wb_code_block *block);

/* True when the buffer object is part of the arena. */
bool wb_code_owns(struct wb_code_arena *arena, const struct radeon_winsys_bo *bo);

#endif
