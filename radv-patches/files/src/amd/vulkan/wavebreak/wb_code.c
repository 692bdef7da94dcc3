/* SPDX-License-Identifier: MIT */
#include "wb_code.h"

#include "wb_device.h"

#include "radv_buffer.h"

#include "util/u_math.h"
#include "util/vma.h"

#include <stdlib.h>
#include <string.h>

#define CODE_ALIGNMENT 256 /* COMPUTE_PGM_LO holds the address shifted by 8 */
#define CHUNK_SIZE (1u << 20)

struct wb_code_chunk {
   struct list_head link;
   struct util_vma_heap heap;
   struct radeon_winsys_bo *bo;
   uint8_t *cpu;
};

void
wb_code_init(struct wb_code_arena *arena)
{
   mtx_init(&arena->lock, mtx_plain);
   list_inithead(&arena->chunks);
}

void
wb_code_finish(struct wb_device *wb)
{
   list_for_each_entry_safe (struct wb_code_chunk, chunk, &wb->code.chunks, link) {
      util_vma_heap_finish(&chunk->heap);
      radv_bo_destroy(wb->radv, NULL, chunk->bo);
      list_del(&chunk->link);
      free(chunk);
   }
}

static struct wb_code_chunk *
create_chunk(struct wb_device *wb, uint32_t size)
{
   struct radv_device *device = wb->radv;
   struct wb_code_chunk *chunk = calloc(1, sizeof(*chunk));
   if (!chunk)
      return NULL;

   const enum radeon_bo_flag flags = RADEON_FLAG_32BIT | RADEON_FLAG_VA_UNCACHED | RADEON_FLAG_READ_ONLY |
                                     RADEON_FLAG_NO_INTERPROCESS_SHARING | RADEON_FLAG_PREFER_LOCAL_BO;
   if (radv_bo_create(device, NULL, size, CODE_ALIGNMENT, RADEON_DOMAIN_GTT, flags, RADV_BO_PRIORITY_SHADER, 0, true,
                      &chunk->bo) != VK_SUCCESS) {
      free(chunk);
      return NULL;
   }
   chunk->cpu = radv_buffer_map(device->ws, chunk->bo);
   if (!chunk->cpu) {
      radv_bo_destroy(device, NULL, chunk->bo);
      free(chunk);
      return NULL;
   }
   util_vma_heap_init(&chunk->heap, CODE_ALIGNMENT, size);
   list_add(&chunk->link, &wb->code.chunks);
   return chunk;
}

/* The heap's addresses are offsets plus one alignment, since it takes 0 for failure. */
static bool
alloc_in(struct wb_code_chunk *chunk, uint32_t size, struct wb_code_block *block)
{
   const uint64_t place = util_vma_heap_alloc(&chunk->heap, size, CODE_ALIGNMENT);
   if (!place)
      return false;
   const uint64_t offset = place - CODE_ALIGNMENT;
   *block = (struct wb_code_block){
      .chunk = chunk,
      .bo = chunk->bo,
      .va = radv_buffer_get_va(chunk->bo) + offset,
      .cpu = chunk->cpu + offset,
      .size = size,
   };
   return true;
}

VkResult
wb_code_alloc(struct wb_device *wb, uint32_t size, struct wb_code_block *block)
{
   memset(block, 0, sizeof(*block));
   size = align(size, CODE_ALIGNMENT);

   mtx_lock(&wb->code.lock);
   bool done = false;
   list_for_each_entry (struct wb_code_chunk, chunk, &wb->code.chunks, link) {
      if ((done = alloc_in(chunk, size, block)))
         break;
   }
   if (!done) {
      struct wb_code_chunk *chunk = create_chunk(wb, MAX2(size, CHUNK_SIZE));
      done = chunk && alloc_in(chunk, size, block);
   }
   mtx_unlock(&wb->code.lock);
   return done ? VK_SUCCESS : VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

void
wb_code_free(struct wb_device *wb, struct wb_code_block *block)
{
   if (!block->chunk)
      return;
   mtx_lock(&wb->code.lock);
   util_vma_heap_free(&block->chunk->heap, block->va - radv_buffer_get_va(block->bo) + CODE_ALIGNMENT, block->size);
   mtx_unlock(&wb->code.lock);
   block->chunk = NULL;
}

bool
wb_code_owns(struct wb_code_arena *arena, const struct radeon_winsys_bo *bo)
{
   bool found = false;
   mtx_lock(&arena->lock);
   list_for_each_entry (struct wb_code_chunk, chunk, &arena->chunks, link)
      found |= chunk->bo == bo;
   mtx_unlock(&arena->lock);
   return found;
}
