/* SPDX-License-Identifier: MIT */
/*
 * Pipelines and shader objects of the program. What they were made from is copied after RADV made them, whether RADV compiled
 * or found them in a cache. RADV's own pipelines (meta operations) come with its meta cache or with NIR and are left out.
 */
#include "wb_device.h"

#include "radv_descriptor_set.h"
#include "radv_entrypoints.h"
#include "radv_pipeline.h"
#include "radv_pipeline_compute.h"
#include "radv_pipeline_graphics.h"
#include "radv_pipeline_rt.h"
#include "radv_shader_object.h"

#include "vk_pipeline.h"
#include "vk_shader_module.h"

#define NEXT(wb) (&(wb)->radv->layer_dispatch.wavebreak)

static const char NO_CODE_GIVEN[] =
   "the program gave a module identifier instead of SPIR-V; start it with an empty pipeline cache of its own";
static const char PIPELINE_BINARY[] =
   "the program gave a pipeline binary instead of SPIR-V; delete the binaries it saved and start it again";
static const char SHADER_BINARY[] =
   "the program gave a shader binary instead of SPIR-V; delete the binaries it saved and start it again";

static bool
is_internal(const struct wb_device *wb, VkPipelineCache cache)
{
   return cache && cache == wb->radv->meta_state.cache;
}

/* Reads what the program gave for one stage; false when it is a stage of RADV's own. */
static bool
source_from_stage(const VkPipelineShaderStageCreateInfo *stage, bool binaries, struct wb_shader_source *source)
{
   const VkShaderModuleCreateInfo *inlined = vk_find_struct_const(stage->pNext, SHADER_MODULE_CREATE_INFO);
   const VkDebugUtilsObjectNameInfoEXT *name = vk_find_struct_const(stage->pNext, DEBUG_UTILS_OBJECT_NAME_INFO_EXT);
   if (vk_find_struct_const(stage->pNext, PIPELINE_SHADER_STAGE_NIR_CREATE_INFO_MESA))
      return false;

   *source = (struct wb_shader_source){
      .stage = stage->stage,
      .entry_point = stage->pName,
      .name = name ? name->pObjectName : NULL,
      .spec = stage->pSpecializationInfo,
      .no_spirv_reason = binaries ? PIPELINE_BINARY : NO_CODE_GIVEN,
   };
   if (stage->module) {
      const struct vk_shader_module *module = vk_shader_module_from_handle(stage->module);
      if (module->nir)
         return false;
      source->spirv = (const uint32_t *)module->data;
      source->spirv_size = module->size;
      source->name = module->base.object_name;
   } else if (inlined) {
      source->spirv = inlined->pCode;
      source->spirv_size = inlined->codeSize;
   }
   return true;
}

static struct wb_pipeline *
pipeline_from_stages(struct wb_device *wb, const VkPipelineShaderStageCreateInfo *stages, uint32_t count, bool binaries)
{
   struct wb_shader_source sources[MESA_VULKAN_SHADER_STAGES];
   uint32_t used = 0;
   for (uint32_t i = 0; i < count && used < ARRAY_SIZE(sources); i++)
      used += source_from_stage(&stages[i], binaries, &sources[used]);
   return used ? wb_pipeline_create(wb, sources, used) : NULL;
}

static bool
has_binaries(const void *next)
{
   const VkPipelineBinaryInfoKHR *info = vk_find_struct_const(next, PIPELINE_BINARY_INFO_KHR);
   return info && info->binaryCount;
}

static void
follow_compute(struct wb_device *wb, const VkComputePipelineCreateInfo *info, struct radv_pipeline *pipeline)
{
   struct wb_shader_source source;
   if (!source_from_stage(&info->stage, has_binaries(info->pNext), &source))
      return;

   VK_FROM_HANDLE(radv_pipeline_layout, layout, info->layout);
   const struct radv_shader_stage_key key =
      radv_pipeline_get_shader_key(wb->radv, &info->stage, pipeline->create_flags, info->pNext);
   struct radv_shader_layout shader_layout = {0};
   if (layout)
      radv_shader_layout_init(layout, MESA_SHADER_COMPUTE, &shader_layout);
   source.key = &key;
   source.layout = &shader_layout;
   source.wave_size = pipeline->shaders[MESA_SHADER_COMPUTE]->info.wave_size;
   pipeline->wavebreak = wb_pipeline_create(wb, &source, 1);
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_CreateComputePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                 const VkComputePipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,
                                 VkPipeline *pipelines)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result = NEXT(wb)->CreateComputePipelines(device, cache, count, infos, allocator, pipelines);
   for (uint32_t i = 0; i < count && !is_internal(wb, cache); i++) {
      if (pipelines[i])
         follow_compute(wb, &infos[i], radv_pipeline_from_handle(pipelines[i]));
   }
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_CreateGraphicsPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                  const VkGraphicsPipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,
                                  VkPipeline *pipelines)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result = NEXT(wb)->CreateGraphicsPipelines(device, cache, count, infos, allocator, pipelines);
   for (uint32_t i = 0; i < count && !is_internal(wb, cache); i++) {
      if (pipelines[i])
         radv_pipeline_from_handle(pipelines[i])->wavebreak =
            pipeline_from_stages(wb, infos[i].pStages, infos[i].stageCount, has_binaries(infos[i].pNext));
   }
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_CreateRayTracingPipelinesKHR(VkDevice device, VkDeferredOperationKHR operation, VkPipelineCache cache,
                                       uint32_t count, const VkRayTracingPipelineCreateInfoKHR *infos,
                                       const VkAllocationCallbacks *allocator, VkPipeline *pipelines)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result =
      NEXT(wb)->CreateRayTracingPipelinesKHR(device, operation, cache, count, infos, allocator, pipelines);
   for (uint32_t i = 0; i < count; i++) {
      if (pipelines[i])
         radv_pipeline_from_handle(pipelines[i])->wavebreak =
            pipeline_from_stages(wb, infos[i].pStages, infos[i].stageCount, has_binaries(infos[i].pNext));
   }
   return result;
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_DestroyPipeline(VkDevice device, VkPipeline handle, const VkAllocationCallbacks *allocator)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_pipeline *kept = handle ? radv_pipeline_from_handle(handle)->wavebreak : NULL;
   NEXT(wb)->DestroyPipeline(device, handle, allocator);
   wb_pipeline_destroy(wb, kept);
}

/* A compute stage's layout as RADV builds it for a shader object. */
static void
shader_object_layout(const VkShaderCreateInfoEXT *info, struct radv_shader_layout *layout)
{
   uint16_t dynamic_stages = 0;
   for (uint32_t i = 0; i < info->setLayoutCount; i++) {
      VK_FROM_HANDLE(radv_descriptor_set_layout, set_layout, info->pSetLayouts[i]);
      if (!set_layout)
         continue;
      layout->num_sets = i + 1;
      layout->set[i].layout = set_layout;
      layout->set[i].dynamic_offset_start = layout->dynamic_offset_count;
      layout->dynamic_offset_count += set_layout->dynamic_offset_count;
      dynamic_stages |= set_layout->dynamic_shader_stages;
   }
   layout->use_dynamic_descriptors = layout->dynamic_offset_count && (dynamic_stages & info->stage);
   for (uint32_t i = 0; i < info->pushConstantRangeCount; i++) {
      const VkPushConstantRange *range = &info->pPushConstantRanges[i];
      layout->push_constant_size = MAX2(layout->push_constant_size, range->offset + range->size);
   }
   layout->push_constant_size = align(layout->push_constant_size, 16);
}

static struct radv_shader_stage_key
shader_object_key(const VkShaderCreateInfoEXT *info)
{
   const VkShaderRequiredSubgroupSizeCreateInfoEXT *size =
      vk_find_struct_const(info->pNext, SHADER_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT);
   return (struct radv_shader_stage_key){
      .subgroup_required_size = !size                             ? RADV_REQUIRED_NONE
                                : size->requiredSubgroupSize == 32 ? RADV_REQUIRED_WAVE32
                                                                   : RADV_REQUIRED_WAVE64,
      .subgroup_require_full = !!(info->flags & VK_SHADER_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT),
      .indirect_bindable = !!(info->flags & VK_SHADER_CREATE_INDIRECT_BINDABLE_BIT_EXT),
   };
}

static void
follow_shader_object(struct wb_device *wb, const VkShaderCreateInfoEXT *info, struct radv_shader_object *object)
{
   struct wb_shader_source source = {
      .stage = info->stage,
      .entry_point = info->pName,
      .spec = info->pSpecializationInfo,
      .no_spirv_reason = SHADER_BINARY,
   };
   if (info->codeType == VK_SHADER_CODE_TYPE_SPIRV_EXT) {
      source.spirv = info->pCode;
      source.spirv_size = info->codeSize;
   }

   struct radv_shader_layout layout = {0};
   const struct radv_shader_stage_key key = shader_object_key(info);
   if (info->stage == VK_SHADER_STAGE_COMPUTE_BIT) {
      shader_object_layout(info, &layout);
      source.key = &key;
      source.layout = &layout;
      source.wave_size = object->shader ? object->shader->info.wave_size : 0;
   }
   object->wavebreak = wb_pipeline_create(wb, &source, 1);
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_CreateShadersEXT(VkDevice device, uint32_t count, const VkShaderCreateInfoEXT *infos,
                           const VkAllocationCallbacks *allocator, VkShaderEXT *shaders)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result = NEXT(wb)->CreateShadersEXT(device, count, infos, allocator, shaders);
   for (uint32_t i = 0; i < count; i++) {
      if (shaders[i])
         follow_shader_object(wb, &infos[i], radv_shader_object_from_handle(shaders[i]));
   }
   return result;
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_DestroyShaderEXT(VkDevice device, VkShaderEXT handle, const VkAllocationCallbacks *allocator)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_pipeline *kept = handle ? radv_shader_object_from_handle(handle)->wavebreak : NULL;
   NEXT(wb)->DestroyShaderEXT(device, handle, allocator);
   wb_pipeline_destroy(wb, kept);
}
