/* SPDX-License-Identifier: MIT */
#include "wb_variants.h"

#include "wb_builder.h"
#include "wb_compile.h"
#include "wb_device.h"

#include "wavebreak/mailbox.h"

#include "util/u_atomic.h"

#include <stdlib.h>
#include <string.h>

#define S_CODE_END 0xbf9f0000u
/* Instruction fetch runs ahead of the program counter by at most this much (RDNA3 ISA 4.2: s_code_end). */
#define PADDING 256
/* The header ends where the code begins, which is at the next multiple of 256 after the block's start. */
#define CODE_OFFSET 256

static void
unref_variant(struct wb_device *wb, struct wb_variant *variant)
{
   if (!p_atomic_dec_zero(&variant->refcount))
      return;
   wb_code_free(wb, &variant->block);
   wb_record_free(variant->built);
   free(variant->shader.code);
   free(variant);
}

void
wb_variants_release(struct wb_device *wb, struct wb_shader *shader)
{
   for (struct wb_variant *variant = shader->variants, *next; variant; variant = next) {
      next = variant->next;
      unref_variant(wb, variant);
   }
   shader->variants = NULL;
}

static uint32_t
sgpr_or_none(const struct radv_shader_args *args, struct ac_arg arg)
{
   return arg.used ? args->ac.args[arg.arg_index].offset : WB_NONE;
}

/* Adds to the compiler's record what only RADV knows. */
static void
complete_record(const struct wb_shader *shader, const struct wb_compiled *compiled, struct wb_debug_record *record)
{
   const struct radv_shader_args *args = &compiled->args;
   record->shader_id = shader->id;
   record->command_sgpr = sgpr_or_none(args, args->wavebreak_command);
   for (unsigned i = 0; i < 3; i++)
      record->workgroup_id_sgpr[i] = sgpr_or_none(args, args->ac.workgroup_ids[i]);
   record->push_constant_sgpr = sgpr_or_none(args, args->ac.push_constants);
   record->grid_size_sgpr = sgpr_or_none(args, args->ac.num_work_groups);
   for (unsigned i = 0; i < ARRAY_SIZE(record->descriptor_set_sgpr); i++) {
      const bool direct = args->user_sgprs_locs.descriptor_sets_enabled & (1u << i);
      record->descriptor_set_sgpr[i] = direct ? sgpr_or_none(args, args->descriptor_sets[i]) : WB_NONE;
   }
}

static uint32_t
header_sgpr(uint32_t sgpr)
{
   return sgpr == WB_NONE ? 0xff : sgpr;
}

/* Writes header, code and padding into the arena. */
static VkResult
upload(struct wb_device *wb, const struct wb_shader *shader, const struct wb_compiled *compiled, struct wb_variant *variant)
{
   VkResult result = wb_code_alloc(wb, CODE_OFFSET + compiled->code_size + PADDING, &variant->block);
   if (result != VK_SUCCESS)
      return result;

   const struct wb_debug_record *record = &variant->record;
   const struct wb_variant_header header = {
      .magic = WB_VARIANT_MAGIC_VALUE,
      .code_size = compiled->code_size,
      .shader_id = shader->id,
      .command_sgpr = header_sgpr(record->command_sgpr),
      .group_sgpr = header_sgpr(record->workgroup_id_sgpr[0]) | header_sgpr(record->workgroup_id_sgpr[1]) << 8 |
                    header_sgpr(record->workgroup_id_sgpr[2]) << 16,
      .wave_size = compiled->info.wave_size,
      .stage = shader->stage,
   };
   uint8_t *code = variant->block.cpu + CODE_OFFSET;
   memset(variant->block.cpu, 0, CODE_OFFSET);
   memcpy(code - WB_VARIANT_HEADER_SIZE, &header, sizeof(header));
   memcpy(code, compiled->code, compiled->code_size);
   for (uint32_t i = compiled->code_size; i + 4 <= variant->block.size - CODE_OFFSET; i += 4)
      memcpy(code + i, &(uint32_t){S_CODE_END}, 4);
   return VK_SUCCESS;
}

/* Makes what the command buffer needs to dispatch the variant in the normal shader's place. */
static void
make_shader(struct wb_device *wb, struct wb_compiled *compiled, struct wb_variant *variant)
{
   struct radv_shader *shader = &variant->shader;
   shader->info = compiled->info;
   shader->config = compiled->config;
   shader->code_size = compiled->code_size;
   shader->exec_size = compiled->code_size;
   shader->bo = variant->block.bo;
   shader->va = variant->record.code_va;
   shader->code = compiled->code;
   compiled->code = NULL;
   shader->max_waves = radv_get_max_waves(wb->radv, &shader->config, &shader->info);
}

static VkResult
build(struct wb_device *wb, const struct wb_shader *shader, struct wb_variant *variant)
{
   struct wb_compiled compiled = {0};
   VkResult result = wb_compile(wb, shader, variant->flags, &compiled);
   if (result == VK_SUCCESS) {
      variant->built = compiled.record;
      variant->record = *compiled.record;
      complete_record(shader, &compiled, &variant->record);
      result = upload(wb, shader, &compiled, variant);
   }
   if (result == VK_SUCCESS) {
      variant->record.code_va = variant->block.va + CODE_OFFSET;
      make_shader(wb, &compiled, variant);
   }
   free(compiled.code);
   return result;
}

/* Finds the variant or makes it; the caller holds the shader's variant lock. */
static struct wb_variant *
find_or_build(struct wb_device *wb, struct wb_shader *shader, uint32_t flags, bool *is_new)
{
   for (struct wb_variant *variant = shader->variants; variant; variant = variant->next) {
      if (variant->flags == flags)
         return variant;
   }
   struct wb_variant *variant = calloc(1, sizeof(*variant));
   if (!variant)
      return NULL;
   variant->refcount = 1;
   variant->flags = flags;
   variant->result = build(wb, shader, variant);
   variant->next = shader->variants;
   shader->variants = variant;
   *is_new = true;
   return variant;
}

struct wb_variant *
wb_variant_get(struct wb_device *wb, struct wb_shader *shader, uint32_t flags)
{
   bool is_new = false;
   flags &= ~WB_DEBUG_ON;
   mtx_lock(&shader->variant_lock);
   struct wb_variant *variant = find_or_build(wb, shader, flags, &is_new);
   mtx_unlock(&shader->variant_lock);

   if (!variant || variant->result != VK_SUCCESS)
      return NULL;
   if (is_new)
      WB_CALL(&wb->callbacks, variant_compiled, shader->id, &variant->record);
   return variant;
}

/* The variant that `shader->debug` speaks of, with a reference to give back. */
static VkResult
current_variant(struct wb_device *wb, uint64_t shader_id, struct wb_variant **out)
{
   struct wb_shader *shader = wb_shader_find(wb, shader_id);
   if (!shader) {
      wb_message(wb, 2, "there is no shader %llu", (unsigned long long)shader_id);
      return VK_ERROR_UNKNOWN;
   }
   *out = wb_variant_get(wb, shader, p_atomic_read(&shader->debug));
   if (*out)
      p_atomic_inc(&(*out)->refcount);
   wb_shader_unref(wb, shader);
   return *out ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT;
}

VkResult
wb_get_record(VkDevice device, uint64_t shader_id, const struct wb_debug_record **record)
{
   struct wb_variant *variant;
   VkResult result = current_variant(wb_device_from_handle(device), shader_id, &variant);
   if (result == VK_SUCCESS)
      *record = &variant->record;
   return result;
}

void
wb_release_record(VkDevice device, const struct wb_debug_record *record)
{
   if (record)
      unref_variant(wb_device_from_handle(device), container_of(record, struct wb_variant, record));
}

VkResult
wb_get_code(VkDevice device, uint64_t shader_id, const uint32_t **words, size_t *count)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_variant *variant;
   VkResult result = current_variant(wb, shader_id, &variant);
   if (result != VK_SUCCESS)
      return result;
   *words = variant->shader.code;
   *count = variant->record.code_size / 4; /* without the padding that follows */
   unref_variant(wb, variant); /* the shader keeps it */
   return VK_SUCCESS;
}

static bool
is_slot(const struct wb_debug_record *record, uint32_t code_offset)
{
   for (uint32_t i = 0; i < record->slot_count; i++) {
      if (record->slots[i].code_offset == code_offset)
         return true;
   }
   return false;
}

VkResult
wb_patch_slot(VkDevice device, uint64_t shader_id, uint32_t code_offset, uint32_t word)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_variant *variant;
   VkResult result = current_variant(wb, shader_id, &variant);
   if (result != VK_SUCCESS)
      return result;
   if (is_slot(&variant->record, code_offset)) {
      p_atomic_set((uint32_t *)(variant->block.cpu + CODE_OFFSET + code_offset), word);
      __sync_synchronize();
   } else {
      wb_message(wb, 2, "shader %llu has no slot at code offset 0x%x", (unsigned long long)shader_id, code_offset);
      result = VK_ERROR_UNKNOWN;
   }
   unref_variant(wb, variant);
   return result;
}
