/* SPDX-License-Identifier: MIT */
#include "wb_descriptors.h"

#include "amdgfxregs.h"
#include "gfx10_format_table.h"
#include "vk_format.h"

/* Image resource types of word 3 that are arrays or volumes (RDNA3 ISA, image resource descriptor, TYPE). */
#define TYPE_3D 10
#define TYPE_1D_ARRAY 12
#define TYPE_2D_ARRAY 13
#define TYPE_CUBE 11
#define TYPE_2D_MSAA_ARRAY 15
#define SELECT_Z 6

/* The first Vulkan format that the hardware's format and the first component's selector can stand for; formats that differ only
 * in what the shader cannot see share a number. */
static VkFormat
format_of(enum amd_gfx_level gfx_level, unsigned hw_format, unsigned select_x)
{
   const struct gfx10_format *table = ac_get_gfx10_format_table(gfx_level);
   VkFormat first = VK_FORMAT_UNDEFINED;
   for (unsigned format = VK_FORMAT_UNDEFINED + 1; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++) {
      const enum pipe_format pipe_format = vk_format_to_pipe_format(format);
      if (pipe_format == PIPE_FORMAT_NONE || table[pipe_format].img_format != hw_format)
         continue;
      const bool reversed = util_format_description(pipe_format)->swizzle[0] == PIPE_SWIZZLE_Z;
      if (reversed == (select_x == SELECT_Z))
         return format;
      if (!first)
         first = format;
   }
   return first;
}

static bool
is_null(const struct wb_resource *resource)
{
   uint32_t any = 0;
   for (uint32_t i = 0; i < resource->raw_count; i++)
      any |= resource->raw[i];
   return any == 0;
}

/* Addresses have 48 bits. */
static uint64_t
canonical(uint64_t va)
{
   return (uint64_t)((int64_t)(va << 16) >> 16);
}

static void
decode_buffer(struct wb_resource *out)
{
   const uint32_t *raw = out->raw;
   const uint32_t stride = G_008F04_STRIDE(raw[1]);
   out->va = canonical(raw[0] | (uint64_t)(raw[1] & 0xffff) << 32);
   out->size = (uint64_t)raw[2] * (stride ? stride : 1);
}

static void
decode_texel_buffer(enum amd_gfx_level gfx_level, struct wb_resource *out)
{
   const uint32_t word = out->raw[3];
   const unsigned format = gfx_level >= GFX11 ? (word >> 12) & 0x3f : G_008F0C_FORMAT_GFX10(word);
   decode_buffer(out);
   out->format = format_of(gfx_level, format, word & 0x7);
   out->width = out->raw[2];
   out->height = out->depth = out->layers = out->levels = 1;
}

static void
decode_image(enum amd_gfx_level gfx_level, struct wb_resource *out)
{
   const uint32_t *raw = out->raw;
   const unsigned type = G_00A00C_TYPE(raw[3]);
   const unsigned depth = raw[4] & 0x1fff, base_array = (raw[4] >> 16) & 0x1fff;
   const bool layered = type == TYPE_CUBE || type == TYPE_1D_ARRAY || type == TYPE_2D_ARRAY || type == TYPE_2D_MSAA_ARRAY;

   out->va = canonical(((uint64_t)raw[0] | (uint64_t)(raw[1] & 0xff) << 32) << 8);
   out->format = format_of(gfx_level, G_00A004_FORMAT_GFX10(raw[1]), G_00A00C_DST_SEL_X(raw[3]));
   out->width = ((raw[1] >> 30) | (raw[2] & 0xfff) << 2) + 1;
   out->height = ((raw[2] >> 14) & 0x3fff) + 1;
   out->depth = type == TYPE_3D ? depth + 1 : 1;
   out->layers = layered ? depth - base_array + 1 : 1;
   out->levels = ((raw[3] >> 16) & 0xf) - ((raw[3] >> 12) & 0xf) + 1;
}

void
wb_decode_descriptor(enum amd_gfx_level gfx_level, VkDescriptorType type, struct wb_resource *out)
{
   out->kind = WB_RESOURCE_NONE;
   if (is_null(out))
      return;
   switch (type) {
   case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
   case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
      out->kind = WB_RESOURCE_UNIFORM_BUFFER;
      decode_buffer(out);
      break;
   case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
   case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
      out->kind = WB_RESOURCE_STORAGE_BUFFER;
      decode_buffer(out);
      break;
   case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
   case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
      out->kind = WB_RESOURCE_TEXEL_BUFFER;
      decode_texel_buffer(gfx_level, out);
      break;
   case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
   case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
   case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
   case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
      out->kind = WB_RESOURCE_IMAGE;
      decode_image(gfx_level, out);
      break;
   case VK_DESCRIPTOR_TYPE_SAMPLER:
      out->kind = WB_RESOURCE_SAMPLER;
      break;
   case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR:
      out->kind = WB_RESOURCE_ACCELERATION_STRUCTURE;
      out->va = out->raw[0] | (uint64_t)out->raw[1] << 32;
      break;
   default:
      break;
   }
}
