/* SPDX-License-Identifier: MIT */
/*
 * The shaders of the device's pipelines and shader objects: what the program gave (SPIR-V, entry point, specialisation) and
 * what a compile needs besides (layout, key), copied when they are made, since modules and layouts may die afterwards.
 */
#ifndef WB_SHADERS_H
#define WB_SHADERS_H

#include "wavebreak_radv.h"

#include "radv_shader.h"

#include "c11/threads.h"
#include "util/list.h"

struct wb_device;
struct wb_variant;

struct wb_shader {
   struct list_head link; /* wb_shaders::list */
   uint32_t refcount;
   uint64_t id, pipeline_id;
   VkShaderStageFlagBits stage;
   bool alive;          /* its pipeline exists; under wb_shaders::lock, as is the name */
   char *name;
   char *entry_point;
   uint32_t *spirv;
   size_t spirv_words;
   const char *no_spirv_reason; /* static text */
   VkSpecializationInfo spec;
   uint32_t *spec_ids;
   uint64_t *spec_values;
   uint8_t *spec_sizes;

   struct radv_shader_stage_key key;
   struct radv_shader_layout layout; /* holds a reference of each set layout */
   unsigned wave_size;               /* of the normal shader; 0 = unknown */

   uint32_t debug; /* atomic: WB_DEBUG_ON and the flags of the variant to bind */
   mtx_t variant_lock;
   struct wb_variant *variants; /* one for each combination of flags asked for; under variant_lock */
};

#define WB_DEBUG_ON 0x80000000u

/* What a pipeline or shader object keeps. */
struct wb_pipeline {
   uint64_t id;
   uint32_t shader_count;
   struct wb_shader *shaders[MESA_VULKAN_SHADER_STAGES];
};

struct wb_shaders {
   mtx_t lock;
   struct list_head list;
   uint32_t default_debug; /* atomic: as wb_shader::debug, for shaders to come */
   uint32_t debug_wanted;  /* atomic: number of times debugging was switched on; 0: no recording needs to look */
};

/* What a shader is made from; all borrowed. */
struct wb_shader_source {
   VkShaderStageFlagBits stage;
   const char *entry_point;
   const char *name; /* may be NULL */
   const uint32_t *spirv;
   size_t spirv_size; /* bytes */
   const char *no_spirv_reason;
   const VkSpecializationInfo *spec;
   const struct radv_shader_stage_key *key;   /* NULL: not compute */
   const struct radv_shader_layout *layout; /* NULL: not compute */
   unsigned wave_size;
};

void wb_shaders_init(struct wb_shaders *shaders);
void wb_shaders_finish(struct wb_shaders *shaders);

/* Drops all shaders that their pipelines still hold (the program leaked them). */
void wb_shaders_release_all(struct wb_device *wb);

/* Makes a pipeline's record of up to MESA_VULKAN_SHADER_STAGES shaders and reports them to the layer. NULL for lack of memory. */
struct wb_pipeline *wb_pipeline_create(struct wb_device *wb, const struct wb_shader_source *sources, uint32_t count);
void wb_pipeline_destroy(struct wb_device *wb, struct wb_pipeline *pipeline);
void wb_pipeline_set_name(struct wb_device *wb, struct wb_pipeline *pipeline, const char *name);

/* The shader with that id, with a reference to give back; NULL when there is none. */
struct wb_shader *wb_shader_find(struct wb_device *wb, uint64_t id);
struct wb_shader *wb_shader_ref(struct wb_shader *shader);
void wb_shader_unref(struct wb_device *wb, struct wb_shader *shader);

/* The table's functions of these names. */
void wb_enumerate_shaders(VkDevice device, void (*cb)(void *user, const struct wb_shader_info *), void *user);
void wb_set_debug_default(VkDevice device, int on, uint32_t flags);
VkResult wb_set_shader_debug(VkDevice device, uint64_t shader_id, int on, uint32_t flags);

#endif
