/* SPDX-License-Identifier: MIT */
#include "wb_meta.h"

#include "radv_debug.h"

#include "vk_common_entrypoints.h"
#include "vk_format.h"

bool
wb_meta_computes(const struct radv_cmd_buffer *cmd_buffer)
{
   const struct radv_physical_device *pdev = radv_device_physical(radv_cmd_buffer_device(cmd_buffer));
   return radv_physical_device_instance(pdev)->debug_flags & RADV_DEBUG_COMPUTE_META;
}

static VkResult
get_pipeline(struct radv_device *device, const struct wb_meta_shader *shader, VkPipelineLayout *layout, VkPipeline *pipeline)
{
   struct vk_meta_device *meta = &device->meta_state.device;
   VkDescriptorSetLayoutBinding bindings[2];
   assert(shader->binding_count <= ARRAY_SIZE(bindings));
   for (uint32_t i = 0; i < shader->binding_count; i++)
      bindings[i] = (VkDescriptorSetLayoutBinding){
         .binding = i,
         .descriptorType = shader->bindings[i],
         .descriptorCount = 1,
         .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
      };
   const VkDescriptorSetLayoutCreateInfo set_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT,
      .bindingCount = shader->binding_count,
      .pBindings = bindings,
   };
   const VkPushConstantRange constants = {VK_SHADER_STAGE_COMPUTE_BIT, 0, shader->constant_bytes};
   const enum radv_meta_object_key_type layout_key = shader->key.type;
   VkResult result = vk_meta_get_pipeline_layout(&device->vk, meta, &set_info, &constants, &layout_key, sizeof(layout_key), layout);
   if (result != VK_SUCCESS)
      return result;

   *pipeline = vk_meta_lookup_pipeline(meta, &shader->key, sizeof(shader->key));
   if (*pipeline != VK_NULL_HANDLE)
      return VK_SUCCESS;

   nir_shader *cs = shader->build(device, &shader->key);
   const VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage =
         {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .module = vk_shader_module_handle_from_nir(cs),
            .pName = "main",
         },
      .layout = *layout,
   };
   result = vk_meta_create_compute_pipeline(&device->vk, meta, &info, &shader->key, sizeof(shader->key), pipeline);
   ralloc_free(cs);
   return result;
}

void
wb_meta_dispatch(struct radv_cmd_buffer *cmd_buffer, const struct wb_meta_shader *shader, VkWriteDescriptorSet *writes,
                 const void *constants, VkExtent3D extent)
{
   const VkCommandBuffer handle = radv_cmd_buffer_to_handle(cmd_buffer);
   VkPipelineLayout layout;
   VkPipeline pipeline;
   const VkResult result = get_pipeline(radv_cmd_buffer_device(cmd_buffer), shader, &layout, &pipeline);
   if (result != VK_SUCCESS) {
      vk_command_buffer_set_error(&cmd_buffer->vk, result);
      return;
   }
   for (uint32_t i = 0; i < shader->binding_count; i++) {
      writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
      writes[i].dstBinding = i;
      writes[i].descriptorCount = 1;
      writes[i].descriptorType = shader->bindings[i];
   }
   radv_meta_push_descriptor_set(cmd_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, shader->binding_count, writes);
   radv_CmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
   vk_common_CmdPushConstants(handle, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, shader->constant_bytes, constants);
   radv_unaligned_dispatch(cmd_buffer, extent.width, extent.height, extent.depth);
}

void
wb_meta_view_init(struct radv_image_view *view, struct radv_device *device, struct radv_image *image, VkFormat format,
                  const VkImageSubresourceRange *range)
{
   const VkImageViewType types[] = {
      [VK_IMAGE_TYPE_1D] = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
      [VK_IMAGE_TYPE_2D] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
      [VK_IMAGE_TYPE_3D] = VK_IMAGE_VIEW_TYPE_3D,
   };
   const VkImageViewCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .image = radv_image_to_handle(image),
      .viewType = types[image->vk.image_type],
      .format = format,
      .subresourceRange = *range,
   };
   radv_image_view_init(view, device, &info, NULL);
}

VkFormat
wb_meta_aspect_format(VkFormat format, VkImageAspectFlagBits aspect)
{
   switch (aspect) {
   case VK_IMAGE_ASPECT_DEPTH_BIT:
      return vk_format_depth_only(format);
   case VK_IMAGE_ASPECT_STENCIL_BIT:
      return vk_format_stencil_only(format);
   default:
      return format;
   }
}

static enum glsl_sampler_dim
stored_dim(const struct wb_meta_key *key)
{
   return key->dst_3d ? GLSL_SAMPLER_DIM_3D : key->samples > 1 ? GLSL_SAMPLER_DIM_MS : GLSL_SAMPLER_DIM_2D;
}

nir_def *
wb_meta_stored_image(nir_builder *b, const struct wb_meta_key *key, unsigned binding)
{
   /* The descriptor says what becomes of a component; for the shader all are words. */
   const struct glsl_type *type = glsl_image_type(stored_dim(key), !key->dst_3d, GLSL_TYPE_FLOAT);
   nir_variable *image = nir_variable_create(b->shader, nir_var_image, type, "out_img");
   image->data.descriptor_set = 0;
   image->data.binding = binding;
   return &nir_build_deref_var(b, image)->def;
}

void
wb_meta_store(nir_builder *b, const struct wb_meta_key *key, nir_def *image, nir_def *texel, unsigned sample, nir_def *value)
{
   nir_image_deref_store(b, image, nir_pad_vec4(b, texel), nir_imm_int(b, sample), value, nir_imm_int(b, 0),
                         .image_dim = stored_dim(key), .image_array = !key->dst_3d);
}
