/* SPDX-License-Identifier: MIT */
#include "wb_nir.h"

static void
emit_location(struct wb_builder *builder, const struct wb_location *location)
{
   wb_append(&builder->locations, struct wb_location, *location);
   struct wb_emitted *emitted = util_dynarray_top_ptr(&builder->emitted, struct wb_emitted);
   emitted->location_count++;
}

/* Adds the sources of a range that ACO has no operands for. */
static void
emit_static(struct wb_builder *builder, struct wb_source_range range)
{
   for (uint32_t i = 0; i < range.count; i++) {
      const struct wb_source *source = wb_at(builder->sources, struct wb_source, range.first + i);
      struct wb_location location = {
         .variable = source->variable,
         .leaf = source->first_leaf,
         .kind = source->kind,
         .bit_size = source->bit_size,
         .flags = source->flags,
         .layout = WB_NONE,
      };
      switch (source->kind) {
      case WB_LOC_SCRATCH:
      case WB_LOC_LDS: {
         const struct wb_storage *storage = wb_at(builder->storages, struct wb_storage, source->storage);
         location.reg = storage->offset;
         location.layout = storage->layout;
         if (storage->layout == WB_NONE) {
            /* Nothing ever loads or stores it. */
            location.kind = WB_LOC_UNAVAILABLE;
            location.reg = WB_UNAVAILABLE_NEVER_STORED;
            location.flags = 0;
         }
         break;
      }
      case WB_LOC_UNAVAILABLE: location.reg = source->storage; break;
      case WB_LOC_UNDEFINED: break;
      default: continue;
      }
      emit_location(builder, &location);
   }
}

void
wb_emit_slot(struct wb_builder *builder, uint32_t slot, uint32_t code_offset)
{
   struct wb_emitted emitted = {
      .slot = slot,
      .code_offset = code_offset,
      .first_location = wb_count(builder->locations, struct wb_location),
   };
   wb_append(&builder->emitted, struct wb_emitted, emitted);

   emit_static(builder, *wb_at(builder->slot_values, struct wb_source_range, slot));
   const struct wb_slot *at = wb_at(builder->slots, struct wb_slot, slot);
   uint32_t frame = at->flags & WB_SLOT_EXIT ? WB_NONE : at->frame;
   while (frame != WB_NONE) {
      emit_static(builder, *wb_at(builder->groups, struct wb_source_range, frame));
      frame = wb_at(builder->frames, struct wb_frame, frame)->parent;
   }
}

void
wb_emit_value(struct wb_builder *builder, uint32_t source, uint32_t component, const struct wb_location *where)
{
   const struct wb_source *s = wb_at(builder->sources, struct wb_source, source);
   struct wb_location location = *where;
   location.variable = s->variable;
   location.leaf = s->first_leaf + component;
   location.bit_size = s->bit_size;
   location.flags = where->flags & s->flags;
   location.layout = WB_NONE;
   emit_location(builder, &location);
}

/* Carves arrays out of one allocation; with base NULL it only adds up the size. */
struct arena {
   char *base;
   size_t used;
};

static void *
carve(struct arena *arena, size_t bytes)
{
   void *p = arena->base ? arena->base + arena->used : NULL;
   arena->used += ALIGN_POT(bytes, 8);
   return p;
}

static void *
carve_copy(struct arena *arena, const struct util_dynarray *array)
{
   void *p = carve(arena, array->size);
   if (p && array->size)
      memcpy(p, array->data, array->size);
   return p;
}

static int
compare_emitted(const void *a, const void *b)
{
   uint32_t x = ((const struct wb_emitted *)a)->code_offset;
   uint32_t y = ((const struct wb_emitted *)b)->code_offset;
   return x < y ? -1 : x > y;
}

static void
fill_slots(const struct wb_builder *builder, struct wb_slot *slots)
{
   util_dynarray_foreach (&builder->emitted, struct wb_emitted, emitted) {
      *slots = *wb_at(builder->slots, struct wb_slot, emitted->slot);
      slots->code_offset = emitted->code_offset;
      slots->first_location = emitted->first_location;
      slots->location_count = emitted->location_count;
      slots++;
   }
}

static struct wb_debug_record *
lay_out(const struct wb_builder *builder, struct arena *arena)
{
   struct wb_debug_record *record = carve(arena, sizeof(*record));
   uint32_t file_count = wb_count(builder->files, const char *);
   uint32_t slot_count = wb_count(builder->emitted, struct wb_emitted);
   const char **files = carve(arena, file_count * sizeof(*files));
   struct wb_slot *slots = carve(arena, slot_count * sizeof(*slots));
   void *frames = carve_copy(arena, &builder->frames);
   void *variables = carve_copy(arena, &builder->variables);
   void *locations = carve_copy(arena, &builder->locations);
   void *layouts = carve_copy(arena, &builder->layouts);
   for (uint32_t i = 0; i < file_count; i++) {
      const char *name = *wb_at(builder->files, const char *, i);
      size_t bytes = strlen(name) + 1;
      char *copy = carve(arena, bytes);
      if (copy)
         files[i] = memcpy(copy, name, bytes);
   }
   if (!record)
      return NULL;

   fill_slots(builder, slots);
   *record = (struct wb_debug_record){
      .abi = WB_RECORD_ABI,
      .wave_size = builder->wave_size,
      .code_size = builder->code_size,
      .sgprs = builder->sgprs,
      .vgprs = builder->vgprs,
      .lds_size = builder->lds_size,
      .scratch_bytes_per_lane = builder->scratch_bytes_per_lane,
      .command_sgpr = WB_NONE,
      .workgroup_id_sgpr = {WB_NONE, WB_NONE, WB_NONE},
      .push_constant_sgpr = WB_NONE,
      .grid_size_sgpr = WB_NONE,
      .workgroup_size = {builder->workgroup_size[0], builder->workgroup_size[1], builder->workgroup_size[2]},
      .file_count = file_count,
      .slot_count = slot_count,
      .frame_count = wb_count(builder->frames, struct wb_frame),
      .variable_count = wb_count(builder->variables, struct wb_variable),
      .location_count = wb_count(builder->locations, struct wb_location),
      .layout_count = wb_count(builder->layouts, struct wb_layout),
      .files = files,
      .slots = slots,
      .frames = frames,
      .variables = variables,
      .locations = locations,
      .layouts = layouts,
   };
   memset(record->descriptor_set_sgpr, 0xff, sizeof(record->descriptor_set_sgpr));
   return record;
}

struct wb_debug_record *
wb_builder_finish(struct wb_builder *builder)
{
   if (builder->error)
      return NULL;

   bool has_entry = false;
   util_dynarray_foreach (&builder->emitted, struct wb_emitted, emitted)
      has_entry |= emitted->slot == 0 && emitted->code_offset == 0;
   if (!has_entry) {
      wb_set_error(builder, "the compiler generated no entry slot at the start of the shader");
      return NULL;
   }

   qsort(builder->emitted.data, wb_count(builder->emitted, struct wb_emitted), sizeof(struct wb_emitted), compare_emitted);

   struct arena size = {NULL, 0};
   lay_out(builder, &size);
   struct arena arena = {calloc(1, size.used), 0};
   if (!arena.base) {
      wb_set_error(builder, "out of memory for a debug record of %zu bytes", size.used);
      return NULL;
   }
   return lay_out(builder, &arena);
}

void
wb_record_free(struct wb_debug_record *record)
{
   free(record);
}
