/* SPDX-License-Identifier: MIT */
#include "wb_shaders.h"

#include "wb_device.h"
#include "wb_dispatch.h"
#include "wb_variants.h"

#include "radv_descriptor_set.h"

#include "util/u_atomic.h"
#include "util/u_dynarray.h"

#include <stdlib.h>
#include <string.h>

void
wb_shaders_init(struct wb_shaders *shaders)
{
   mtx_init(&shaders->lock, mtx_plain);
   list_inithead(&shaders->list);
}

void
wb_shaders_finish(struct wb_shaders *shaders)
{
   mtx_destroy(&shaders->lock);
}

/* Copies the specialisation constants; their values lie 8 bytes apart. False for lack of memory. */
static bool
copy_specialisation(struct wb_shader *shader, const VkSpecializationInfo *spec)
{
   if (!spec || !spec->mapEntryCount)
      return true;

   const uint32_t count = spec->mapEntryCount;
   VkSpecializationMapEntry *entries = calloc(count, sizeof(*entries));
   shader->spec_ids = calloc(count, sizeof(*shader->spec_ids));
   shader->spec_values = calloc(count, sizeof(*shader->spec_values));
   shader->spec_sizes = calloc(count, sizeof(*shader->spec_sizes));
   shader->spec.pMapEntries = entries;
   if (!entries || !shader->spec_ids || !shader->spec_values || !shader->spec_sizes)
      return false;

   for (uint32_t i = 0; i < count; i++) {
      const VkSpecializationMapEntry *entry = &spec->pMapEntries[i];
      const size_t size = MIN2(entry->size, sizeof(uint64_t));
      memcpy(&shader->spec_values[i], (const char *)spec->pData + entry->offset, size);
      shader->spec_ids[i] = entry->constantID;
      shader->spec_sizes[i] = size;
      entries[i] = (VkSpecializationMapEntry){entry->constantID, i * sizeof(uint64_t), size};
   }
   shader->spec.mapEntryCount = count;
   shader->spec.dataSize = count * sizeof(uint64_t);
   shader->spec.pData = shader->spec_values;
   return true;
}

static void
free_shader(struct wb_device *wb, struct wb_shader *shader)
{
   wb_variants_release(wb, shader);
   for (uint32_t i = 0; i < shader->layout.num_sets; i++) {
      if (shader->layout.set[i].layout)
         vk_descriptor_set_layout_unref(&wb->radv->vk, &shader->layout.set[i].layout->vk);
   }
   free(shader->name);
   free(shader->entry_point);
   free(shader->spirv);
   free((void *)shader->spec.pMapEntries);
   free(shader->spec_ids);
   free(shader->spec_values);
   free(shader->spec_sizes);
   mtx_destroy(&shader->variant_lock);
   free(shader);
}

static struct wb_shader *
create_shader(struct wb_device *wb, const struct wb_shader_source *source, uint64_t pipeline_id)
{
   struct wb_shader *shader = calloc(1, sizeof(*shader));
   if (!shader)
      return NULL;

   mtx_init(&shader->variant_lock, mtx_plain);
   shader->refcount = 1;
   shader->id = wb_next_id();
   shader->pipeline_id = pipeline_id;
   shader->stage = source->stage;
   shader->alive = true;
   shader->wave_size = source->wave_size;
   shader->debug = p_atomic_read(&wb->shaders.default_debug);
   shader->no_spirv_reason = source->no_spirv_reason;
   shader->entry_point = strdup(source->entry_point ? source->entry_point : "");
   shader->name = strdup(source->name ? source->name : "");
   if (source->key)
      shader->key = *source->key;
   if (source->layout) {
      shader->layout = *source->layout;
      for (uint32_t i = 0; i < shader->layout.num_sets; i++) {
         if (shader->layout.set[i].layout)
            vk_descriptor_set_layout_ref(&shader->layout.set[i].layout->vk);
      }
   }
   bool complete = shader->entry_point && shader->name && copy_specialisation(shader, source->spec);
   if (source->spirv) {
      shader->spirv = malloc(source->spirv_size);
      complete &= shader->spirv != NULL;
      if (shader->spirv) {
         memcpy(shader->spirv, source->spirv, source->spirv_size);
         shader->spirv_words = source->spirv_size / 4;
      }
   }
   if (!complete) {
      free_shader(wb, shader);
      return NULL;
   }

   mtx_lock(&wb->shaders.lock);
   list_addtail(&shader->link, &wb->shaders.list);
   mtx_unlock(&wb->shaders.lock);
   return shader;
}

/* `name`: the shader's name copied under the lock. */
static void
describe(const struct wb_shader *shader, bool alive, const char *name, struct wb_shader_info *info)
{
   *info = (struct wb_shader_info){
      .id = shader->id,
      .pipeline_id = shader->pipeline_id,
      .stage = shader->stage,
      .alive = alive,
      .entry_point = shader->entry_point,
      .name = name,
      .spirv = shader->spirv,
      .spirv_words = shader->spirv_words,
      .spec_count = shader->spec.mapEntryCount,
      .spec_ids = shader->spec_ids,
      .spec_values = shader->spec_values,
      .spec_sizes = shader->spec_sizes,
      .no_spirv_reason = shader->spirv ? NULL : shader->no_spirv_reason,
   };
}

struct wb_pipeline *
wb_pipeline_create(struct wb_device *wb, const struct wb_shader_source *sources, uint32_t count)
{
   struct wb_pipeline *pipeline = calloc(1, sizeof(*pipeline));
   if (!pipeline)
      return NULL;
   pipeline->id = wb_next_id();
   for (uint32_t i = 0; i < count; i++) {
      struct wb_shader *shader = create_shader(wb, &sources[i], pipeline->id);
      if (shader)
         pipeline->shaders[pipeline->shader_count++] = shader;
      else
         wb_message(wb, 2, "out of memory: a shader of a new pipeline cannot be debugged");
   }
   for (uint32_t i = 0; i < pipeline->shader_count; i++) {
      struct wb_shader_info info;
      describe(pipeline->shaders[i], true, pipeline->shaders[i]->name, &info);
      WB_CALL(&wb->callbacks, shader_created, &info);
   }
   return pipeline;
}

void
wb_pipeline_destroy(struct wb_device *wb, struct wb_pipeline *pipeline)
{
   if (!pipeline)
      return;
   for (uint32_t i = 0; i < pipeline->shader_count; i++) {
      struct wb_shader *shader = pipeline->shaders[i];
      const uint64_t id = shader->id;
      mtx_lock(&wb->shaders.lock);
      shader->alive = false;
      mtx_unlock(&wb->shaders.lock);
      wb_shader_unref(wb, shader);
      WB_CALL(&wb->callbacks, shader_destroyed, id);
   }
   free(pipeline);
}

void
wb_pipeline_set_name(struct wb_device *wb, struct wb_pipeline *pipeline, const char *name)
{
   mtx_lock(&wb->shaders.lock);
   for (uint32_t i = 0; pipeline && i < pipeline->shader_count; i++) {
      char *copy = strdup(name ? name : "");
      if (!copy)
         continue;
      free(pipeline->shaders[i]->name);
      pipeline->shaders[i]->name = copy;
   }
   mtx_unlock(&wb->shaders.lock);
}

struct wb_shader *
wb_shader_ref(struct wb_shader *shader)
{
   p_atomic_inc(&shader->refcount);
   return shader;
}

void
wb_shader_unref(struct wb_device *wb, struct wb_shader *shader)
{
   /* The list holds no reference: the last one to go takes the shader off it, so that a finder never revives a dead one. */
   mtx_lock(&wb->shaders.lock);
   const bool last = p_atomic_dec_zero(&shader->refcount);
   if (last)
      list_del(&shader->link);
   mtx_unlock(&wb->shaders.lock);
   if (last)
      free_shader(wb, shader);
}

struct wb_shader *
wb_shader_find(struct wb_device *wb, uint64_t id)
{
   struct wb_shader *found = NULL;
   mtx_lock(&wb->shaders.lock);
   list_for_each_entry (struct wb_shader, shader, &wb->shaders.list, link) {
      if (shader->id == id) {
         found = wb_shader_ref(shader);
         break;
      }
   }
   mtx_unlock(&wb->shaders.lock);
   return found;
}

void
wb_shaders_release_all(struct wb_device *wb)
{
   list_for_each_entry_safe (struct wb_shader, shader, &wb->shaders.list, link) {
      list_del(&shader->link);
      free_shader(wb, shader);
   }
}

struct listed_shader {
   struct wb_shader *shader;
   char *name;
   bool alive;
};

void
wb_enumerate_shaders(VkDevice device, void (*cb)(void *user, const struct wb_shader_info *), void *user)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct util_dynarray list;
   util_dynarray_init(&list, NULL);

   mtx_lock(&wb->shaders.lock);
   list_for_each_entry (struct wb_shader, shader, &wb->shaders.list, link) {
      struct listed_shader listed = {wb_shader_ref(shader), strdup(shader->name), shader->alive};
      util_dynarray_append(&list, struct listed_shader, listed);
   }
   mtx_unlock(&wb->shaders.lock);

   util_dynarray_foreach (&list, struct listed_shader, listed) {
      struct wb_shader_info info;
      describe(listed->shader, listed->alive, listed->name ? listed->name : "", &info);
      cb(user, &info);
      wb_shader_unref(wb, listed->shader);
      free(listed->name);
   }
   util_dynarray_fini(&list);
}

static void
want_debug(struct wb_device *wb)
{
   p_atomic_inc(&wb->shaders.debug_wanted);
   wb_dispatch_choose(wb);
}

void
wb_set_debug_default(VkDevice device, int on, uint32_t flags)
{
   struct wb_device *wb = wb_device_from_handle(device);
   p_atomic_set(&wb->shaders.default_debug, on ? WB_DEBUG_ON | flags : flags);
   if (on)
      want_debug(wb);
}

VkResult
wb_set_shader_debug(VkDevice device, uint64_t shader_id, int on, uint32_t flags)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_shader *shader = wb_shader_find(wb, shader_id);
   if (!shader) {
      wb_message(wb, 2, "there is no shader %llu", (unsigned long long)shader_id);
      return VK_ERROR_UNKNOWN;
   }
   p_atomic_set(&shader->debug, on ? WB_DEBUG_ON | flags : flags);
   if (on)
      want_debug(wb);
   wb_shader_unref(wb, shader);
   return VK_SUCCESS;
}
