/* SPDX-License-Identifier: MIT */
/*
 * Meta operations by compute shaders where RADV has none and draws: clears of depth, stencil and attachments, and blits. Only with
 * RADV_DEBUG=computemeta, for devices that do not draw. Images are as the other compute shaders of RADV's meta operations take
 * them: without DCC and HTILE.
 */
#ifndef WB_META_H
#define WB_META_H

#include "meta/radv_meta.h"

#include <stdbool.h>
#include <stdint.h>

/* True when this command buffer's meta operations must not draw. */
bool wb_meta_computes(const struct radv_cmd_buffer *cmd_buffer);

/* vkCmdClearDepthStencilImage. */
void wb_meta_clear_depth_stencil(struct radv_cmd_buffer *cmd_buffer, struct radv_image *image,
                                 const VkClearDepthStencilValue *value, uint32_t range_count,
                                 const VkImageSubresourceRange *ranges);

/* One attachment and rectangle of vkCmdClearAttachments or of a load operation, in the current rendering. A secondary command
 * buffer that does not know the attachments keeps it for wb_meta_execute_clears(). False when RADV has to draw. */
bool wb_meta_clear_attachment(struct radv_cmd_buffer *cmd_buffer, const VkClearAttachment *attachment, const VkClearRect *rect,
                              uint32_t view_mask);

/* Records what `secondary` kept, in the command buffer that is about to execute it. Before all else of the secondary's, which can
 * be nothing that touches attachments: that would be a draw. */
void wb_meta_execute_clears(struct radv_cmd_buffer *cmd_buffer, struct radv_cmd_buffer *secondary);

/* One region of vkCmdBlitImage2. */
void wb_meta_blit(struct radv_cmd_buffer *cmd_buffer, struct radv_image *src, struct radv_image *dst, const VkImageBlit2 *region,
                  VkFilter filter);

/* What wb_meta_clear.c and wb_meta_blit.c share. */

/* The pipelines' cache key, and what their shaders are made of. Zeroed before it is filled, as it is compared by its bytes. */
struct wb_meta_key {
   enum radv_meta_object_key_type type;
   bool dst_3d; /* the image written is 3D; else it is an array, also where it has one layer */
   bool src_3d;
   bool linear;
   bool srgb; /* stores do not convert to sRGB: the shader does */
   uint8_t samples;
};

struct wb_meta_shader {
   struct wb_meta_key key;
   const VkDescriptorType *bindings; /* of set 0 */
   uint32_t binding_count;
   uint32_t constant_bytes;
   nir_shader *(*build)(struct radv_device *device, const struct wb_meta_key *key);
};

/* Binds the shader's pipeline, made at its first use, with the descriptors `writes`, one for each binding, and the push
 * `constants`, and runs it for extent's invocations. Failures become the command buffer's. */
void wb_meta_dispatch(struct radv_cmd_buffer *cmd_buffer, const struct wb_meta_shader *shader, VkWriteDescriptorSet *writes,
                      const void *constants, VkExtent3D extent);

/* A view of `range`'s one aspect and level as `format`: all slices of a 3D image, else an array of the layers. */
void wb_meta_view_init(struct radv_image_view *view, struct radv_device *device, struct radv_image *image, VkFormat format,
                       const VkImageSubresourceRange *range);

/* The format of one aspect of an image or view of `format`. */
VkFormat wb_meta_aspect_format(VkFormat format, VkImageAspectFlagBits aspect);

/* The image variable `binding` that a shader of the key writes. */
nir_def *wb_meta_stored_image(nir_builder *b, const struct wb_meta_key *key, unsigned binding);

/* Stores `value` at `texel` (x, y, slice) in `sample` of such an image. */
void wb_meta_store(nir_builder *b, const struct wb_meta_key *key, nir_def *image, nir_def *texel, unsigned sample, nir_def *value);

#endif
