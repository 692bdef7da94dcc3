/* SPDX-License-Identifier: MIT */
#include "wb_meta.h"

#include "radv_formats.h"

#include "nir/nir_format_convert.h"
#include "vk_command_pool.h"

/*
 * Vulkan has the texel i of the destination's region sample the source at
 *
 *    u = (i + 1/2 - dst0) * (src1 - src0) / (dst1 - dst0) + src0
 *
 * on each axis. With i counted from the region's first texel that is a fraction of integers below 2^31,
 * (i * step + start) / divisor, whose quotient is exactly the texel that nearest filtering takes.
 */
struct constants {
   int32_t dst[3]; /* the region's first texel and slice; layers are counted from the view's first */
   int32_t pad0;
   int32_t step[3];
   int32_t pad1;
   int32_t start[3];
   int32_t pad2;
   union {
      uint32_t divisor[3]; /* nearest */
      float scale[3];      /* linear: to normalised coordinates; a layer's is its number */
   };
};

static nir_def *
load_vec3(nir_builder *b, unsigned offset)
{
   return nir_load_push_constant(b, 3, 32, nir_imm_int(b, offset), .range = offset + 12);
}

static nir_shader *
build_blit(struct radv_device *device, const struct wb_meta_key *key)
{
   nir_builder b =
      radv_meta_init_shader(device, MESA_SHADER_COMPUTE, "wb_meta_blit_cs_%dd-%dd%s%s", key->src_3d ? 3 : 2, key->dst_3d ? 3 : 2,
                            key->linear ? "-linear" : "", key->srgb ? "-srgb" : "");
   b.shader->info.workgroup_size[0] = 8;
   b.shader->info.workgroup_size[1] = 8;

   const struct glsl_type *type = glsl_sampler_type(key->src_3d ? GLSL_SAMPLER_DIM_3D : GLSL_SAMPLER_DIM_2D, false, !key->src_3d,
                                                    GLSL_TYPE_FLOAT);
   nir_variable *texture = nir_variable_create(b.shader, nir_var_uniform, type, "s_tex");
   texture->data.descriptor_set = 0;
   texture->data.binding = 0;
   nir_deref_instr *src = nir_build_deref_var(&b, texture);

   nir_def *id = get_global_ids(&b, 3);
   nir_def *position = nir_iadd(&b, nir_imul(&b, id, load_vec3(&b, offsetof(struct constants, step))),
                                load_vec3(&b, offsetof(struct constants, start)));
   nir_def *divisor = load_vec3(&b, offsetof(struct constants, divisor));
   nir_def *color;
   if (key->linear)
      color = nir_txl_deref(&b, src, src, nir_fmul(&b, nir_u2f32(&b, position), divisor), nir_imm_float(&b, 0));
   else
      color = nir_txf_deref(&b, src, nir_udiv(&b, position, divisor), NULL);

   if (key->srgb)
      color = nir_vector_insert_imm(&b, nir_pad_vec4(&b, nir_format_linear_to_srgb(&b, nir_trim_vector(&b, color, 3))),
                                    nir_channel(&b, color, 3), 3);
   nir_def *texel = nir_iadd(&b, id, load_vec3(&b, offsetof(struct constants, dst)));
   wb_meta_store(&b, key, wb_meta_stored_image(&b, key, 1), texel, 0, color);
   return b.shader;
}

/* Fills in one axis of a region between the corners `src` and `dst` for a source of `size` texels; returns how many texels of the
 * destination it has. */
static uint32_t
set_axis(struct constants *constants, unsigned axis, const int32_t src[2], const int32_t dst[2], uint32_t size, bool linear)
{
   const bool flipped = dst[1] < dst[0];
   const int32_t count = dst[!flipped] - dst[flipped];
   const int32_t length = src[!flipped] - src[flipped];
   constants->dst[axis] = dst[flipped];
   constants->step[axis] = 2 * length;
   constants->start[axis] = length + 2 * count * src[flipped];
   if (linear)
      constants->scale[axis] = 1.0f / (2.0f * count * size);
   else
      constants->divisor[axis] = 2 * count;
   return count;
}

/* Has texel or layer i of the destination take layer i * step of a source that is no 3D image. */
static void
set_layers(struct constants *constants, int32_t step, bool linear)
{
   constants->step[2] = step;
   constants->start[2] = 0;
   if (linear)
      constants->scale[2] = 1;
   else
      constants->divisor[2] = 1;
}

static void
blit_aspect(struct radv_cmd_buffer *cmd_buffer, struct radv_image *src, struct radv_image *dst, const VkImageBlit2 *region,
            VkImageAspectFlagBits aspect, VkSampler sampler, bool linear)
{
   static const VkDescriptorType bindings[] = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
   struct radv_device *device = radv_cmd_buffer_device(cmd_buffer);
   const VkImageSubresourceLayers *from = &region->srcSubresource, *to = &region->dstSubresource;
   const uint32_t src_layers = vk_image_subresource_layer_count(&src->vk, from);
   const uint32_t dst_layers = vk_image_subresource_layer_count(&dst->vk, to);
   struct wb_meta_shader shader = {
      .bindings = bindings,
      .binding_count = ARRAY_SIZE(bindings),
      .constant_bytes = sizeof(struct constants),
      .build = build_blit,
   };
   shader.key.type = RADV_META_OBJECT_KEY_WB_BLIT;
   shader.key.dst_3d = dst->vk.image_type == VK_IMAGE_TYPE_3D;
   shader.key.src_3d = src->vk.image_type == VK_IMAGE_TYPE_3D;
   shader.key.linear = linear;
   shader.key.srgb = vk_format_is_srgb(dst->vk.format);
   shader.key.samples = 1;

   const VkOffset3D *s = region->srcOffsets, *d = region->dstOffsets;
   const VkExtent3D size = vk_image_mip_level_extent(&src->vk, from->mipLevel);
   struct constants constants = {0};
   VkExtent3D extent;
   extent.width = set_axis(&constants, 0, (int32_t[]){s[0].x, s[1].x}, (int32_t[]){d[0].x, d[1].x}, size.width, linear);
   extent.height = set_axis(&constants, 1, (int32_t[]){s[0].y, s[1].y}, (int32_t[]){d[0].y, d[1].y}, size.height, linear);
   extent.depth = set_axis(&constants, 2, (int32_t[]){s[0].z, s[1].z}, (int32_t[]){d[0].z, d[1].z}, size.depth, linear);
   if (!shader.key.dst_3d)
      extent.depth = dst_layers;
   if (!shader.key.src_3d)
      set_layers(&constants, shader.key.dst_3d ? 0 : 1, linear);
   if (!extent.width || !extent.height || !extent.depth)
      return;

   struct radv_image_view src_view, dst_view;
   wb_meta_view_init(&src_view, device, src, wb_meta_aspect_format(src->vk.format, aspect),
                     &(VkImageSubresourceRange){aspect, from->mipLevel, 1, from->baseArrayLayer, src_layers});
   wb_meta_view_init(&dst_view, device, dst, wb_meta_aspect_format(vk_format_no_srgb(dst->vk.format), aspect),
                     &(VkImageSubresourceRange){aspect, to->mipLevel, 1, to->baseArrayLayer, dst_layers});
   const VkDescriptorImageInfo images[] = {
      {sampler, radv_image_view_to_handle(&src_view), VK_IMAGE_LAYOUT_GENERAL},
      {VK_NULL_HANDLE, radv_image_view_to_handle(&dst_view), VK_IMAGE_LAYOUT_GENERAL},
   };
   wb_meta_dispatch(cmd_buffer, &shader, (VkWriteDescriptorSet[]){{.pImageInfo = &images[0]}, {.pImageInfo = &images[1]}},
                    &constants, extent);
   radv_image_view_finish(&src_view);
   radv_image_view_finish(&dst_view);
}

void
wb_meta_blit(struct radv_cmd_buffer *cmd_buffer, struct radv_image *src, struct radv_image *dst, const VkImageBlit2 *region,
             VkFilter filter)
{
   const VkDevice device = radv_device_to_handle(radv_cmd_buffer_device(cmd_buffer));
   const VkSamplerCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
      .magFilter = filter,
      .minFilter = filter,
      .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
      .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
      .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
   };
   VkSampler sampler;
   const VkResult result = radv_CreateSampler(device, &info, &cmd_buffer->vk.pool->alloc, &sampler);
   if (result != VK_SUCCESS) {
      vk_command_buffer_set_error(&cmd_buffer->vk, result);
      return;
   }
   struct radv_meta_saved_state saved;
   radv_meta_save(&saved, cmd_buffer,
                  RADV_META_SAVE_COMPUTE_PIPELINE | RADV_META_SAVE_CONSTANTS | RADV_META_SAVE_DESCRIPTORS |
                     RADV_META_SUSPEND_PREDICATING);
   u_foreach_bit (i, region->srcSubresource.aspectMask)
      blit_aspect(cmd_buffer, src, dst, region, BITFIELD_BIT(i), sampler, filter == VK_FILTER_LINEAR);
   radv_meta_restore(&saved, cmd_buffer);
   radv_DestroySampler(device, sampler, &cmd_buffer->vk.pool->alloc);
}
