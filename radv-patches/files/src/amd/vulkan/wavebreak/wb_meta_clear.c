/* SPDX-License-Identifier: MIT */
#include "wb_meta.h"

#include "radv_formats.h"

#include "util/format_srgb.h"

/* What is cleared of an image, as a view of `format` has it. */
struct target {
   struct radv_image *image;
   VkFormat format;
   VkImageSubresourceRange range; /* one aspect and level */
   VkOffset3D offset;             /* z: 3D: a slice, else counted from the range's first layer */
   VkExtent3D extent;
};

struct constants {
   VkClearColorValue value;
   VkOffset3D offset;
};

static nir_shader *
build_clear(struct radv_device *device, const struct wb_meta_key *key)
{
   nir_builder b =
      radv_meta_init_shader(device, MESA_SHADER_COMPUTE, "wb_meta_clear_cs%s-%u", key->dst_3d ? "_3d" : "", key->samples);
   b.shader->info.workgroup_size[0] = 8;
   b.shader->info.workgroup_size[1] = 8;

   nir_def *value = nir_load_push_constant(&b, 4, 32, nir_imm_int(&b, 0), .range = 16);
   nir_def *offset = nir_load_push_constant(&b, 3, 32, nir_imm_int(&b, 16), .range = 28);
   nir_def *texel = nir_iadd(&b, get_global_ids(&b, 3), offset);
   nir_def *image = wb_meta_stored_image(&b, key, 0);
   for (unsigned i = 0; i < key->samples; i++)
      wb_meta_store(&b, key, image, texel, i, value);
   return b.shader;
}

static void
clear(struct radv_cmd_buffer *cmd_buffer, const struct target *target, VkClearColorValue value)
{
   static const VkDescriptorType bindings[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
   struct wb_meta_shader shader = {
      .bindings = bindings,
      .binding_count = ARRAY_SIZE(bindings),
      .constant_bytes = sizeof(struct constants),
      .build = build_clear,
   };
   shader.key.type = RADV_META_OBJECT_KEY_WB_CLEAR;
   shader.key.dst_3d = target->image->vk.image_type == VK_IMAGE_TYPE_3D;
   shader.key.samples = target->image->vk.samples;

   if (vk_format_is_srgb(target->format))
      for (unsigned i = 0; i < 3; i++)
         value.float32[i] = util_format_linear_to_srgb_float(value.float32[i]);
   struct radv_image_view view;
   wb_meta_view_init(&view, radv_cmd_buffer_device(cmd_buffer), target->image, vk_format_no_srgb(target->format), &target->range);
   const VkDescriptorImageInfo image = {
      .imageView = radv_image_view_to_handle(&view),
      .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
   };
   const struct constants constants = {value, target->offset};
   wb_meta_dispatch(cmd_buffer, &shader, &(VkWriteDescriptorSet){.pImageInfo = &image}, &constants, target->extent);
   radv_image_view_finish(&view);
}

/* Clears each of the target's aspects, which are still all in its range and format. */
static void
clear_aspects(struct radv_cmd_buffer *cmd_buffer, const struct target *target, const VkClearValue *value)
{
   u_foreach_bit (i, target->range.aspectMask) {
      const VkImageAspectFlagBits aspect = BITFIELD_BIT(i);
      struct target one = *target;
      one.range.aspectMask = aspect;
      one.format = wb_meta_aspect_format(target->format, aspect);
      VkClearColorValue words = value->color;
      if (aspect == VK_IMAGE_ASPECT_DEPTH_BIT)
         words.float32[0] = value->depthStencil.depth;
      else if (aspect == VK_IMAGE_ASPECT_STENCIL_BIT)
         words.uint32[0] = value->depthStencil.stencil & 0xff;
      clear(cmd_buffer, &one, words);
   }
}

void
wb_meta_clear_depth_stencil(struct radv_cmd_buffer *cmd_buffer, struct radv_image *image, const VkClearDepthStencilValue *value,
                            uint32_t range_count, const VkImageSubresourceRange *ranges)
{
   struct radv_meta_saved_state saved;
   radv_meta_save(&saved, cmd_buffer,
                  RADV_META_SAVE_COMPUTE_PIPELINE | RADV_META_SAVE_CONSTANTS | RADV_META_SAVE_DESCRIPTORS |
                     RADV_META_SUSPEND_PREDICATING);
   for (uint32_t i = 0; i < range_count; i++) {
      const VkImageSubresourceRange *range = &ranges[i];
      const uint32_t layers = vk_image_subresource_layer_count(&image->vk, range);
      for (uint32_t l = 0; l < vk_image_subresource_level_count(&image->vk, range); l++) {
         const uint32_t level = range->baseMipLevel + l;
         const struct target target = {
            .image = image,
            .format = image->vk.format,
            .range = {range->aspectMask, level, 1, range->baseArrayLayer, layers},
            .extent = {u_minify(image->vk.extent.width, level), u_minify(image->vk.extent.height, level), layers},
         };
         clear_aspects(cmd_buffer, &target, &(VkClearValue){.depthStencil = *value});
      }
   }
   radv_meta_restore(&saved, cmd_buffer);
}

/* The conditional rendering in which a deferred clear was recorded: its queue entry's driver_data. */
struct condition {
   uint64_t va;
   bool draw_visible;
};

static VkResult
enqueue(struct radv_cmd_buffer *cmd_buffer, const VkClearAttachment *attachment, const VkClearRect *rect)
{
   struct vk_cmd_queue *queue = &cmd_buffer->vk.cmd_queue;
   struct condition *condition = NULL;
   if (cmd_buffer->state.predicating) {
      condition = vk_alloc(queue->alloc, sizeof(*condition), 8, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
      if (!condition)
         return VK_ERROR_OUT_OF_HOST_MEMORY;
      condition->va = cmd_buffer->state.user_predication_va;
      condition->draw_visible = cmd_buffer->state.predication_type;
   }
   const VkResult result = vk_enqueue_cmd_clear_attachments(queue, 1, attachment, 1, rect);
   if (result == VK_SUCCESS)
      list_last_entry(&queue->cmds, struct vk_cmd_queue_entry, cmd_link)->driver_data = condition;
   else
      vk_free(queue->alloc, condition);
   return result;
}

/* Keeps a clear for wb_meta_execute_clears(). */
static bool
defer(struct radv_cmd_buffer *cmd_buffer, const VkClearAttachment *attachment, const VkClearRect *rect)
{
   const VkResult result = enqueue(cmd_buffer, attachment, rect);
   if (result != VK_SUCCESS)
      vk_command_buffer_set_error(&cmd_buffer->vk, result);
   return true;
}

bool
wb_meta_clear_attachment(struct radv_cmd_buffer *cmd_buffer, const VkClearAttachment *attachment, const VkClearRect *rect,
                         uint32_t view_mask)
{
   const struct radv_rendering_state *render = &cmd_buffer->state.render;
   const bool color = attachment->aspectMask & VK_IMAGE_ASPECT_COLOR_BIT;
   assert(!color || attachment->colorAttachment < render->color_att_count);
   const struct radv_image_view *view =
      color ? render->color_att[attachment->colorAttachment].iview : render->ds_att.iview;
   if (!wb_meta_computes(cmd_buffer))
      return false;
   if (!view)
      return render->has_image_views || defer(cmd_buffer, attachment, rect);

   /* A 3D image is attached as an array of its slices, which are layers here only. */
   const bool is_3d = view->image->vk.image_type == VK_IMAGE_TYPE_3D;
   const uint32_t first_layer = view->vk.base_array_layer;
   struct target target = {
      .image = view->image,
      .format = view->vk.format,
      .range =
         {
            /* Of colour the view's: it may be one plane. */
            .aspectMask = color ? view->vk.aspects : attachment->aspectMask & render->ds_att_aspects,
            .baseMipLevel = view->vk.base_mip_level,
            .levelCount = 1,
            .baseArrayLayer = is_3d ? 0 : first_layer,
            .layerCount = is_3d ? 1 : view->vk.layer_count,
         },
      .offset = {rect->rect.offset.x, rect->rect.offset.y, is_3d ? first_layer : 0},
      .extent = {rect->rect.extent.width, rect->rect.extent.height, 1},
   };
   const int32_t slice = target.offset.z;

   /* Predication stays as it is: it suits clears of attachments, and load operations have suspended it. */
   struct radv_meta_saved_state saved;
   radv_meta_save(&saved, cmd_buffer,
                  RADV_META_SAVE_COMPUTE_PIPELINE | RADV_META_SAVE_CONSTANTS | RADV_META_SAVE_DESCRIPTORS);
   if (view_mask) {
      u_foreach_bit (i, view_mask) {
         target.offset.z = slice + i;
         clear_aspects(cmd_buffer, &target, &attachment->clearValue);
      }
   } else {
      target.offset.z = slice + rect->baseArrayLayer;
      target.extent.depth = rect->layerCount;
      clear_aspects(cmd_buffer, &target, &attachment->clearValue);
   }
   radv_meta_restore(&saved, cmd_buffer);

   /* What follows waits for attachments to be drawn, and would not for these shaders. */
   cmd_buffer->state.flush_bits |= RADV_CMD_FLAG_CS_PARTIAL_FLUSH;
   return true;
}

void
wb_meta_execute_clears(struct radv_cmd_buffer *cmd_buffer, struct radv_cmd_buffer *secondary)
{
   if (list_is_empty(&secondary->vk.cmd_queue.cmds))
      return;
   list_for_each_entry (struct vk_cmd_queue_entry, entry, &secondary->vk.cmd_queue.cmds, cmd_link) {
      const struct condition *condition = entry->driver_data;
      const struct vk_cmd_clear_attachments *clears = &entry->u.clear_attachments;
      assert(entry->type == VK_CMD_CLEAR_ATTACHMENTS);
      if (condition)
         radv_begin_conditional_rendering(cmd_buffer, condition->va, condition->draw_visible);
      radv_CmdClearAttachments(radv_cmd_buffer_to_handle(cmd_buffer), clears->attachment_count, clears->attachments,
                               clears->rect_count, clears->rects);
      if (condition)
         radv_end_conditional_rendering(cmd_buffer);
   }
   radv_emit_cache_flush(cmd_buffer);
}
