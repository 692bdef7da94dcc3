/* SPDX-License-Identifier: MIT */
/*
 * What the compiler learns while it makes one debug variant: slots, frames, variables and where their values are. One builder
 * serves one compile of one shader stage, on whatever thread; nothing is shared between builders, so no locks are needed.
 *
 * Use:
 *    struct wb_builder *builder = wb_builder_create(flags);
 *    stage->wavebreak = builder;               struct radv_shader_stage; NULL means a normal compile
 *    ... radv_shader_spirv_to_nir .. radv_shader_nir_to_asm as for a normal shader, with all caches off ...
 *    struct wb_debug_record *record = wb_builder_finish(builder);
 *    record->code_va = ...; record->command_sgpr = ...;
 *    wb_builder_destroy(builder);
 *    ... wb_record_free(record) when the variant dies.
 *
 * A shader compiled with a builder has s_nop 0 at each slot and at its first instruction (the entry slot). Passes that move,
 * merge or drop statements do not run, nor do ACO's value numbering and schedulers, whatever the pipeline asks for.
 */
#ifndef WB_BUILDER_H
#define WB_BUILDER_H

#include <stdint.h>

#include "wavebreak_record.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wb_builder;

/* Values are only shown: variables may share registers and constants fold; no location is marked WB_LOC_WRITABLE. Smaller code. */
#define WB_BUILD_READ_ONLY 0x1
/* Every variable gets a value of its own in each lane, even where all lanes agree, so that a write changes one invocation
 * only. Without it a variable that is uniform over the wave lives in an SGPR and a write changes it for the whole wave. */
#define WB_BUILD_PER_LANE 0x2

/* Makes the builder of one compile. flags: WB_BUILD_*. Returns NULL when out of memory. */
struct wb_builder *wb_builder_create(uint32_t flags);

/* Frees the builder; records made from it stay valid. NULL is allowed. */
void wb_builder_destroy(struct wb_builder *builder);

/* Makes the debug record from what was learnt, in one allocation. Call it after radv_shader_nir_to_asm has succeeded, once or
 * more. Filled in: files, slots, frames, variables, locations, layouts, wave_size, code_size (bytes, without constant data and
 * the padding that RADV adds), sgprs, vgprs, lds_size (bytes), scratch_bytes_per_lane, workgroup_size. The caller fills in
 * shader_id, code_va and the SGPR numbers, which are WB_NONE before. Returns NULL when out of memory or when no code with an
 * entry slot at offset 0 was generated; wb_builder_error then says why. */
struct wb_debug_record *wb_builder_finish(struct wb_builder *builder);

/* Why the last step failed, for a person to read; NULL when nothing failed. Lives as long as the builder. */
const char *wb_builder_error(const struct wb_builder *builder);

/* Frees a record made by wb_builder_finish. NULL is allowed. */
void wb_record_free(struct wb_debug_record *record);

#ifdef __cplusplus
}
#endif
#endif
