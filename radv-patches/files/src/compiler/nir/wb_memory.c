/* SPDX-License-Identifier: MIT */
#include "wb_nir.h"

static void
record(struct wb_builder *builder, uint32_t storage, const struct glsl_type *type, uint32_t offset,
       glsl_type_size_align_func size_align)
{
   uint32_t layout = wb_add_layout(builder, type, size_align);
   struct wb_storage *s = wb_at(builder->storages, struct wb_storage, storage);
   s->offset = offset;
   s->layout = layout;
}

void
wb_record_scratch(nir_shader *shader, const nir_variable *var, uint32_t offset, glsl_type_size_align_func size_align)
{
   if (shader->wavebreak && wb_is_memory_variable(var))
      record(shader->wavebreak, var->data.wb_variable - 1, var->type, offset, size_align);
}

void
wb_record_shared(nir_shader *shader)
{
   if (!shader->wavebreak)
      return;
   nir_foreach_variable_with_modes (var, shader, nir_var_mem_shared) {
      if (wb_is_memory_variable(var))
         record(shader->wavebreak, var->data.wb_variable - 1, var->type, var->data.driver_location, NULL);
   }
}
