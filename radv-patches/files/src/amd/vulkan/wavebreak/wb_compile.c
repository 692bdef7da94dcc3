/* SPDX-License-Identifier: MIT */
#include "wb_compile.h"

#include "wb_builder.h"
#include "wb_device.h"

#include "radv_physical_device.h"
#include "radv_pipeline.h"
#include "radv_pipeline_graphics.h"
#include "radv_shader_info.h"

#include "nir/nir.h"
#include "sid.h"

#include <stdlib.h>
#include <string.h>

/* hardware.md 1.4; the bits have no name in Mesa's tables of these generations. */
#define RSRC1_DEBUG_MODE (1u << 22)
#define RSRC3_TRAP_ON_START_GFX11 (1u << 10)

static struct radv_shader_stage
stage_of(const struct wb_shader *shader, struct wb_builder *builder)
{
   struct radv_shader_stage stage = {
      .stage = MESA_SHADER_COMPUTE,
      .next_stage = MESA_SHADER_NONE,
      .spirv = {.data = (const char *)shader->spirv, .size = shader->spirv_words * 4},
      .entrypoint = shader->entry_point,
      .spec_info = shader->spec.mapEntryCount ? &shader->spec : NULL,
      .key = shader->key,
      .layout = shader->layout,
      .wavebreak = builder,
   };
   stage.key.keep_statistic_info = 0;
   return stage;
}

/* From NIR as the front end made it to the point where ACO takes over. */
static void
lower(struct radv_device *device, const struct wb_shader *shader, struct radv_shader_stage *stage)
{
   radv_optimize_nir(stage->nir, stage->key.optimisations_disabled);
   nir_shader_gather_info(stage->nir, nir_shader_get_entrypoint(stage->nir));

   radv_nir_shader_info_init(stage->stage, MESA_SHADER_NONE, &stage->info);
   radv_nir_shader_info_pass(device, stage->nir, &stage->layout, &stage->key, NULL, RADV_PIPELINE_COMPUTE, false,
                             &stage->info);
   /* The choice depends on what optimisations left; a program sees it in its subgroup operations. */
   if (shader->wave_size)
      stage->info.wave_size = stage->info.ballot_bit_size = shader->wave_size;
   stage->info.wavebreak_command_id = true;
   for (unsigned i = 0; i < 3; i++)
      stage->info.cs.uses_block_id[i] = true; /* the handler reads the workgroup id at the entry slot */

   radv_declare_shader_args(device, NULL, &stage->info, MESA_SHADER_COMPUTE, MESA_SHADER_NONE, &stage->args);
   stage->info.user_sgprs_locs = stage->args.user_sgprs_locs;
   stage->info.inline_push_constant_mask = stage->args.ac.inline_push_const_mask;

   radv_postprocess_nir(device, NULL, stage);
}

static void
enable_traps(const struct radv_physical_device *pdev, uint32_t flags, struct ac_shader_config *config)
{
   config->rsrc2 |= S_00B84C_TRAP_PRESENT(1);
   if (flags & WB_VARIANT_DEBUG_MODE)
      config->rsrc1 |= RSRC1_DEBUG_MODE;
   if ((flags & WB_VARIANT_TRAP_ON_START) && pdev->info.gfx_level >= GFX11 && pdev->info.gfx_level < GFX12)
      config->rsrc3 |= RSRC3_TRAP_ON_START_GFX11;
}

static VkResult
take(const struct radv_shader_binary *binary, const struct radv_shader_stage *stage, struct wb_compiled *out)
{
   const struct radv_shader_binary_legacy *legacy = (const struct radv_shader_binary_legacy *)binary;
   if (binary->type != RADV_BINARY_TYPE_LEGACY)
      return VK_ERROR_FEATURE_NOT_PRESENT;
   out->code_size = legacy->code_size;
   out->code = malloc(legacy->code_size);
   if (!out->code)
      return VK_ERROR_OUT_OF_HOST_MEMORY;
   memcpy(out->code, legacy->data + legacy->stats_size, legacy->code_size);
   out->info = binary->info;
   out->args = stage->args;
   out->config = binary->config;
   return VK_SUCCESS;
}

static VkResult
compile(struct wb_device *wb, const struct wb_shader *shader, struct wb_builder *builder, struct wb_compiled *out)
{
   struct radv_device *device = wb->radv;
   struct radv_shader_stage stage = stage_of(shader, builder);
   stage.nir = radv_shader_spirv_to_nir(device, &stage, NULL, false);
   if (!stage.nir)
      return VK_ERROR_UNKNOWN;

   lower(device, shader, &stage);
   struct radv_shader_binary *binary = radv_shader_nir_to_asm(device, &stage, &stage.nir, 1, NULL, false, false);
   ralloc_free(stage.nir);
   VkResult result = binary ? take(binary, &stage, out) : VK_ERROR_UNKNOWN;
   free(binary);
   return result;
}

VkResult
wb_compile(struct wb_device *wb, const struct wb_shader *shader, uint32_t flags, struct wb_compiled *out)
{
   const unsigned long long id = shader->id;
   memset(out, 0, sizeof(*out));
   if (shader->stage != VK_SHADER_STAGE_COMPUTE_BIT) {
      wb_message(wb, 1, "shader %llu is no compute shader: it has no debug variant and runs as it is", id);
      return VK_ERROR_FEATURE_NOT_PRESENT;
   }
   if (!shader->spirv) {
      wb_message(wb, 1, "shader %llu cannot be debugged: %s", id, shader->no_spirv_reason);
      return VK_ERROR_FEATURE_NOT_PRESENT;
   }

   struct wb_builder *builder = wb_builder_create((flags & WB_VARIANT_READ_ONLY ? WB_BUILD_READ_ONLY : 0) |
                                                  (flags & WB_VARIANT_PER_LANE ? WB_BUILD_PER_LANE : 0));
   if (!builder)
      return VK_ERROR_OUT_OF_HOST_MEMORY;
   VkResult result = compile(wb, shader, builder, out);
   if (result == VK_SUCCESS) {
      out->record = wb_builder_finish(builder);
      if (!out->record) {
         result = VK_ERROR_UNKNOWN;
         free(out->code);
         out->code = NULL;
      }
   }
   if (result == VK_SUCCESS) {
      enable_traps(radv_device_physical(wb->radv), flags, &out->config);
   } else {
      const char *why = wb_builder_error(builder);
      wb_message(wb, 2, "the debug variant of shader %llu (%s) did not compile: %s; the normal shader runs instead", id,
                 shader->entry_point, why ? why : "RADV could not translate it");
   }
   wb_builder_destroy(builder);
   return result;
}
