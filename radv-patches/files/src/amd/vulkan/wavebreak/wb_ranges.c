/* SPDX-License-Identifier: MIT */
#include "wb_ranges.h"

#include "wb_device.h"

#include "radv_buffer.h"
#include "radv_device_memory.h"
#include "radv_image.h"
#include "winsys/amdgpu/radv_amdgpu_bo.h"

#include "util/u_atomic.h"
#include "util/u_dynarray.h"

#include <stdlib.h>
#include <string.h>

/* A buffer object of the winsys. */
struct wb_bo {
   struct rb_node node;
   struct radeon_winsys_bo *bo;
   const struct vk_object_base *object; /* the VkDeviceMemory; NULL: RADV's own */
   void *imported;                      /* the program's memory */
   bool is_virtual;                     /* addresses only, bound page by page */
   bool of_amdgpu;                      /* else of the winsys without a device, which maps nothing */
   uint64_t id;
   char *name;
};

/* A VkBuffer or VkImage. */
struct wb_object {
   struct vk_object_base *base;
   uint64_t id;
   char *name;
};

/* rb_tree's order: positive when b comes after a. */
static int
compare_bos(const struct rb_node *a, const struct rb_node *b)
{
   const uint64_t va_a = rb_node_data(struct wb_bo, a, node)->bo->va, va_b = rb_node_data(struct wb_bo, b, node)->bo->va;
   return va_a < va_b ? 1 : va_a > va_b ? -1 : 0;
}

/* Orders a buffer object against an address: 0 when the address lies in it. */
static int
compare_address(const struct rb_node *node, const void *key)
{
   const struct radeon_winsys_bo *bo = rb_node_data(struct wb_bo, node, node)->bo;
   const uint64_t va = *(const uint64_t *)key;
   return va < bo->va ? -1 : va - bo->va >= bo->size ? 1 : 0;
}

static struct wb_bo *
bo_at(struct wb_ranges *ranges, uint64_t va)
{
   struct rb_node *node = rb_tree_search(&ranges->bos, &va, compare_address);
   return node ? rb_node_data(struct wb_bo, node, node) : NULL;
}

static void *
cpu_mapping(const struct wb_bo *entry)
{
   if (entry->imported)
      return entry->imported;
   return entry->is_virtual || !entry->of_amdgpu ? NULL : p_atomic_read(&radv_amdgpu_winsys_bo(entry->bo)->cpu_map);
}

void
wb_ranges_init(struct wb_ranges *ranges)
{
   mtx_init(&ranges->lock, mtx_recursive);
   rb_tree_init(&ranges->bos);
   ranges->objects = _mesa_pointer_hash_table_create(NULL);
}

static void
free_object(struct hash_entry *entry)
{
   struct wb_object *object = entry->data;
   free(object->name);
   free(object);
}

void
wb_ranges_finish(struct wb_ranges *ranges)
{
   rb_tree_foreach_safe (struct wb_bo, entry, &ranges->bos, node) {
      rb_tree_remove(&ranges->bos, &entry->node);
      free(entry->name);
      free(entry);
   }
   _mesa_hash_table_destroy(ranges->objects, free_object);
   wb_freed_finish(&ranges->freed);
   mtx_destroy(&ranges->lock);
}

void
wb_ranges_lock(struct wb_ranges *ranges)
{
   mtx_lock(&ranges->lock);
}

void
wb_ranges_unlock(struct wb_ranges *ranges)
{
   mtx_unlock(&ranges->lock);
}

void
wb_bo_created(struct wb_device *wb, struct radeon_winsys_bo *bo, const struct vk_object_base *object, uint32_t flags, void *cpu)
{
   struct wb_bo *entry = calloc(1, sizeof(*entry));
   if (!entry)
      return;
   entry->bo = bo;
   entry->object = object && object->type == VK_OBJECT_TYPE_DEVICE_MEMORY ? object : NULL;
   entry->imported = cpu;
   entry->is_virtual = flags & RADEON_FLAG_VIRTUAL;
   entry->of_amdgpu = wb->radv->ws->get_fd(wb->radv->ws) >= 0;
   entry->id = wb_next_id();

   wb_ranges_lock(&wb->ranges);
   rb_tree_insert(&wb->ranges.bos, &entry->node, compare_bos);
   wb_ranges_unlock(&wb->ranges);
}

void
wb_bo_destroyed(struct wb_device *wb, struct radeon_winsys_bo *bo)
{
   wb_ranges_lock(&wb->ranges);
   struct wb_bo *entry = bo_at(&wb->ranges, bo->va);
   if (entry && entry->bo == bo) {
      rb_tree_remove(&wb->ranges.bos, &entry->node);
      if (entry->object) {
         const struct wb_range range = {
            .va = bo->va, .size = bo->size, .kind = WB_RANGE_MEMORY, .id = entry->id, .name = entry->name};
         wb_freed_add(&wb->ranges.freed, &range);
      } else {
         free(entry->name);
      }
      free(entry);
   }
   wb_ranges_unlock(&wb->ranges);
}

void
wb_ranges_add(struct wb_ranges *ranges, struct vk_object_base *base)
{
   struct wb_object *object = calloc(1, sizeof(*object));
   if (!object)
      return;
   object->base = base;
   object->id = wb_next_id();
   wb_ranges_lock(ranges);
   _mesa_hash_table_insert(ranges->objects, base, object);
   wb_ranges_unlock(ranges);
}

static void
set_name(char **slot, const char *name)
{
   free(*slot);
   *slot = name && *name ? strdup(name) : NULL;
}

void
wb_ranges_set_name(struct wb_ranges *ranges, const struct vk_object_base *base, const char *name)
{
   wb_ranges_lock(ranges);
   if (base->type == VK_OBJECT_TYPE_DEVICE_MEMORY) {
      const struct radv_device_memory *memory = container_of(base, struct radv_device_memory, base);
      struct wb_bo *entry = memory->bo ? bo_at(ranges, memory->bo->va) : NULL;
      if (entry)
         set_name(&entry->name, name);
   } else {
      struct hash_entry *entry = _mesa_hash_table_search(ranges->objects, base);
      if (entry)
         set_name(&((struct wb_object *)entry->data)->name, name);
   }
   wb_ranges_unlock(ranges);
}

bool
wb_ranges_read(struct wb_ranges *ranges, uint64_t va, void *out, size_t size)
{
   wb_ranges_lock(ranges);
   const struct wb_bo *entry = bo_at(ranges, va);
   const uint8_t *cpu = entry ? cpu_mapping(entry) : NULL;
   const uint64_t offset = entry ? va - entry->bo->va : 0;
   const bool readable = cpu && size <= entry->bo->size - offset;
   if (readable)
      memcpy(out, cpu + offset, size);
   wb_ranges_unlock(ranges);
   return readable;
}

/* Fills what the object's binding says; false when it is not bound (or, sparse, has no one place). */
static bool
describe_buffer(const struct radv_buffer *buffer, struct wb_range *range)
{
   range->va = buffer->bo_va + buffer->offset;
   range->size = buffer->vk.size;
   range->kind = WB_RANGE_BUFFER;
   range->usage = (uint32_t)buffer->vk.usage;
   return buffer->bo != NULL;
}

static bool
describe_image(const struct radv_image *image, struct wb_range *range)
{
   if (!image->bindings[0].bo)
      return false;
   range->va = radv_image_get_va(image, 0);
   range->size = image->size;
   range->kind = WB_RANGE_IMAGE;
   range->usage = image->vk.usage;
   return true;
}

static bool
describe_object(const struct wb_object *object, struct wb_range *range)
{
   memset(range, 0, sizeof(*range));
   range->id = object->id;
   range->name = object->name;
   if (object->base->type == VK_OBJECT_TYPE_BUFFER)
      return describe_buffer(container_of(object->base, struct radv_buffer, vk.base), range);
   return describe_image(container_of(object->base, struct radv_image, vk.base), range);
}

void
wb_ranges_remove(struct wb_ranges *ranges, const struct vk_object_base *base)
{
   wb_ranges_lock(ranges);
   struct hash_entry *entry = _mesa_hash_table_search(ranges->objects, base);
   if (entry) {
      struct wb_object *object = entry->data;
      struct wb_range range;
      if (describe_object(object, &range)) {
         wb_freed_add(&ranges->freed, &range);
         object->name = NULL;
      }
      free_object(entry);
      _mesa_hash_table_remove(ranges->objects, entry);
   }
   wb_ranges_unlock(ranges);
}

uint64_t
wb_ranges_size_at(struct wb_ranges *ranges, uint64_t va)
{
   uint64_t size = 0;
   wb_ranges_lock(ranges);
   const struct wb_bo *entry = bo_at(ranges, va);
   if (entry)
      size = entry->bo->va + entry->bo->size - va;
   hash_table_foreach (ranges->objects, hashed) {
      struct wb_range range;
      if (describe_object(hashed->data, &range) && range.kind == WB_RANGE_IMAGE && range.va == va)
         size = range.size;
   }
   wb_ranges_unlock(ranges);
   return size;
}

/* Adds a copy that stays valid when the lock is given up. */
static void
append(struct util_dynarray *list, const struct wb_range *range)
{
   struct wb_range copy = *range;
   copy.name = strdup(range->name ? range->name : "");
   util_dynarray_append(list, struct wb_range, copy);
}

static bool
is_code(struct wb_device *wb, const struct radeon_winsys_bo *bo)
{
   if (wb_code_owns(&wb->code, bo))
      return true;
   bool found = false;
   mtx_lock(&wb->radv->shader_arena_mutex);
   list_for_each_entry (struct radv_shader_arena, arena, &wb->radv->shader_arenas, list)
      found |= arena->bo == bo;
   mtx_unlock(&wb->radv->shader_arena_mutex);
   return found;
}

/* Marks which buffer objects hold code, after the lock was given up: the arenas' lock is held while buffer objects are made. */
struct code_mark {
   uint32_t index;
   const struct radeon_winsys_bo *bo;
};

void
wb_enumerate_ranges(VkDevice device, void (*cb)(void *user, const struct wb_range *), void *user)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_ranges *ranges = &wb->ranges;
   struct util_dynarray list, own;
   util_dynarray_init(&list, NULL);
   util_dynarray_init(&own, NULL);

   wb_ranges_lock(ranges);
   rb_tree_foreach (struct wb_bo, entry, &ranges->bos, node) {
      if (entry->is_virtual)
         continue;
      struct wb_range range = {
         .va = entry->bo->va,
         .size = entry->bo->size,
         .kind = entry->object ? WB_RANGE_MEMORY : WB_RANGE_INTERNAL,
         .id = entry->id,
         .name = entry->name,
         .cpu = cpu_mapping(entry),
      };
      if (!entry->object) {
         struct code_mark mark = {util_dynarray_num_elements(&list, struct wb_range), entry->bo};
         util_dynarray_append(&own, struct code_mark, mark);
      }
      append(&list, &range);
   }
   hash_table_foreach (ranges->objects, hashed) {
      struct wb_range range;
      if (!describe_object(hashed->data, &range))
         continue;
      const struct wb_bo *entry = bo_at(ranges, range.va);
      const char *cpu = entry ? cpu_mapping(entry) : NULL;
      range.cpu = cpu ? (void *)(cpu + (range.va - entry->bo->va)) : NULL;
      append(&list, &range);
   }
   wb_ranges_unlock(ranges);

   util_dynarray_foreach (&own, struct code_mark, mark) {
      if (is_code(wb, mark->bo))
         util_dynarray_element(&list, struct wb_range, mark->index)->kind = WB_RANGE_CODE;
   }
   util_dynarray_foreach (&list, struct wb_range, range)
      cb(user, range);
   util_dynarray_foreach (&list, struct wb_range, range)
      free((void *)range->name);
   util_dynarray_fini(&own);
   util_dynarray_fini(&list);
}
