/* SPDX-License-Identifier: MIT */
/* Records without slots, for a tree that does not have the patches of NIR and ACO. */
#if !__has_include("nir/wb_nir.h")
#include "wb_builder.h"

#include <stdlib.h>

struct wb_builder {
   uint32_t flags;
};

struct wb_builder *
wb_builder_create(uint32_t flags)
{
   struct wb_builder *builder = calloc(1, sizeof(*builder));
   if (builder)
      builder->flags = flags;
   return builder;
}

void
wb_builder_destroy(struct wb_builder *builder)
{
   free(builder);
}

struct wb_debug_record *
wb_builder_finish(const struct wb_builder *builder)
{
   struct wb_debug_record *record = calloc(1, sizeof(*record));
   if (record)
      record->abi = WB_RECORD_ABI;
   return record;
}

const char *
wb_builder_error(const struct wb_builder *builder)
{
   return NULL;
}

void
wb_record_free(struct wb_debug_record *record)
{
   free(record);
}
#endif
