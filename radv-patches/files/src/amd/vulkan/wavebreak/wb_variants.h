/* SPDX-License-Identifier: MIT */
/*
 * Debug variants: a shader compiled a second time from the SPIR-V that was kept, for the debugger. Each is compiled once, in no
 * cache, and lives as long as its shader or a holder of its record.
 */
#ifndef WB_VARIANTS_H
#define WB_VARIANTS_H

#include "wb_code.h"
#include "wb_shaders.h"

struct wb_variant {
   struct wb_variant *next;
   uint32_t refcount;
   uint32_t flags;  /* WB_VARIANT_* */
   VkResult result; /* of the compile; the members below are only there when it succeeded */
   struct wb_debug_record record;
   struct wb_debug_record *built; /* owns what record points to */
   struct radv_shader shader;     /* as the command buffer sees it; not in RADV's arenas */
   struct wb_code_block block;
};

/* The shader's variant with these flags, compiled now if this is the first request; others wait for the same compile. NULL
 * when it cannot be compiled (a message said why, once). The variant lives as long as the shader. */
struct wb_variant *wb_variant_get(struct wb_device *wb, struct wb_shader *shader, uint32_t flags);

/* Drops the shader's own references. */
void wb_variants_release(struct wb_device *wb, struct wb_shader *shader);

/* The table's functions of these names. */
VkResult wb_get_record(VkDevice device, uint64_t shader_id, const struct wb_debug_record **record);
void wb_release_record(VkDevice device, const struct wb_debug_record *record);
VkResult wb_get_code(VkDevice device, uint64_t shader_id, const uint32_t **words, size_t *count);
VkResult wb_patch_slot(VkDevice device, uint64_t shader_id, uint32_t code_offset, uint32_t word);

#endif
