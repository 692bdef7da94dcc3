/* SPDX-License-Identifier: MIT */
#include "wb_nir.h"

struct wb_builder *
wb_builder_create(uint32_t flags)
{
   struct wb_builder *builder = rzalloc(NULL, struct wb_builder);
   if (!builder)
      return NULL;

   builder->flags = flags;
   struct util_dynarray *arrays[] = {&builder->files,    &builder->locs,   &builder->slots,     &builder->slot_values,
                                     &builder->frames,   &builder->groups, &builder->variables, &builder->sources,
                                     &builder->storages, &builder->layouts, &builder->emitted,  &builder->locations,
                                     &builder->inlined};
   for (unsigned i = 0; i < ARRAY_SIZE(arrays); i++)
      util_dynarray_init(arrays[i], builder);

   builder->scope_of = _mesa_hash_table_u64_create(builder);
   builder->parent_of = _mesa_hash_table_u64_create(builder);
   builder->parameters = _mesa_hash_table_u64_create(builder);
   builder->initialized = _mesa_hash_table_u64_create(builder);
   builder->inlined_at = _mesa_hash_table_u64_create(builder);
   builder->function_of = _mesa_hash_table_u64_create(builder);
   builder->described = _mesa_hash_table_u64_create(builder);
   builder->hidden = _mesa_hash_table_u64_create(builder);
   return builder;
}

void
wb_builder_destroy(struct wb_builder *builder)
{
   ralloc_free(builder);
}

const char *
wb_builder_error(const struct wb_builder *builder)
{
   return builder->error;
}

void
wb_set_error(struct wb_builder *builder, const char *format, ...)
{
   if (builder->error)
      return;
   va_list args;
   va_start(args, format);
   builder->error = ralloc_vasprintf(builder, format, args);
   va_end(args);
}

uint32_t
wb_file_index(struct wb_builder *builder, const char *name)
{
   uint32_t count = wb_count(builder->files, const char *);
   for (uint32_t i = 0; i < count; i++) {
      if (strcmp(*wb_at(builder->files, const char *, i), name) == 0)
         return i;
   }
   wb_append(&builder->files, const char *, ralloc_strdup(builder, name));
   return count;
}

/* A malformed module can make a ring of scopes. */
#define MAX_SCOPE_DEPTH 256

bool
wb_in_scope(const struct wb_builder *builder, uint32_t spirv_id, uint32_t scope_id)
{
   uintptr_t entry = (uintptr_t)_mesa_hash_table_u64_search(builder->scope_of, spirv_id);
   if (!entry || !scope_id)
      return true;

   uint32_t declared_in = entry - 1;
   for (unsigned depth = 0; scope_id && depth < MAX_SCOPE_DEPTH; depth++) {
      if (scope_id == declared_in)
         return true;
      scope_id = (uintptr_t)_mesa_hash_table_u64_search(builder->parent_of, scope_id);
   }
   return false;
}

const struct wb_inlined_at *
wb_find_inlined_at(const struct wb_builder *builder, uint32_t id)
{
   uintptr_t entry = id ? (uintptr_t)_mesa_hash_table_u64_search(builder->inlined_at, id) : 0;
   return entry ? wb_at(builder->inlined, struct wb_inlined_at, entry - 1) : NULL;
}
