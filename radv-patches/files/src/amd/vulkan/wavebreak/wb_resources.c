/* SPDX-License-Identifier: MIT */
/* From a recorded command to the descriptor that its shader sees. */
#include "wb_device.h"
#include "wb_descriptors.h"

#include "radv_descriptor_set.h"
#include "radv_physical_device.h"

#include <string.h>

/* Bytes of one element's descriptor that are worth showing. */
static uint32_t
descriptor_bytes(const struct radv_descriptor_set_binding_layout *binding)
{
   switch (binding->type) {
   case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
   case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
   case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
   case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
      return 32;
   case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR:
      return 8;
   default:
      return 16;
   }
}

static bool
is_dynamic(VkDescriptorType type)
{
   return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

static VkResult
read_dynamic(const struct wb_command *command, uint32_t set, const struct radv_descriptor_set_binding_layout *binding,
             uint32_t element, struct wb_resource *out)
{
   const uint32_t index =
      command->shader->layout.set[set].dynamic_offset_start + binding->dynamic_offset_offset + element;
   if (index >= command->dynamic_count)
      return VK_ERROR_UNKNOWN;
   memcpy(out->raw, command->dynamic_buffers + 4 * index, 16);
   out->raw_count = 4;
   return VK_SUCCESS;
}

static VkResult
read_from_set(struct wb_device *wb, const struct wb_command *command, uint32_t set,
              const struct radv_descriptor_set_binding_layout *binding, uint32_t element, struct wb_resource *out)
{
   const uint64_t va = command->info.set_va[set] + binding->offset + (uint64_t)element * binding->size;
   const uint32_t size = descriptor_bytes(binding);
   if (!wb_ranges_read(&wb->ranges, va, out->raw, size)) {
      wb_message(wb, 1, "the descriptors of set %u lie at 0x%llx, which the CPU has no mapping of", set,
                 (unsigned long long)va);
      return VK_ERROR_MEMORY_MAP_FAILED;
   }
   out->raw_count = size / 4;
   return VK_SUCCESS;
}

/* A combined image sampler shows its sampler's words after the image's. */
static void
append_sampler(struct wb_device *wb, const struct wb_command *command, uint32_t set,
               const struct radv_descriptor_set_binding_layout *binding, uint32_t element, struct wb_resource *out)
{
   const uint64_t va = command->info.set_va[set] + binding->offset + (uint64_t)element * binding->size +
                       radv_combined_image_descriptor_sampler_offset(binding);
   if (wb_ranges_read(&wb->ranges, va, out->raw + out->raw_count, 16))
      out->raw_count += 4;
}

static VkResult
resolve(struct wb_device *wb, const struct wb_command *command, uint32_t set, uint32_t binding_index, uint32_t element,
        struct wb_resource *out)
{
   const enum amd_gfx_level gfx_level = radv_device_physical(wb->radv)->info.gfx_level;
   const struct radv_shader_layout *layout = &command->shader->layout;
   const struct radv_descriptor_set_layout *set_layout = set < layout->num_sets ? layout->set[set].layout : NULL;
   if (!set_layout || binding_index >= set_layout->binding_count || !(command->info.set_mask & (1u << set))) {
      wb_message(wb, 1, "command %u has no descriptor at set %u, binding %u", command->info.id, set, binding_index);
      return VK_ERROR_UNKNOWN;
   }
   const struct radv_descriptor_set_binding_layout *binding = &set_layout->binding[binding_index];
   if (binding->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
      out->kind = WB_RESOURCE_INLINE_UNIFORM;
      out->va = command->info.set_va[set] + binding->offset;
      out->size = binding->size;
      return VK_SUCCESS;
   }
   if (element >= binding->array_size) {
      wb_message(wb, 1, "set %u, binding %u has %u elements, not %u", set, binding_index, binding->array_size, element + 1);
      return VK_ERROR_UNKNOWN;
   }

   VkResult result = is_dynamic(binding->type) ? read_dynamic(command, set, binding, element, out)
                                               : read_from_set(wb, command, set, binding, element, out);
   if (result != VK_SUCCESS)
      return result;
   wb_decode_descriptor(gfx_level, binding->type, out);
   if (out->kind == WB_RESOURCE_IMAGE)
      out->size = wb_ranges_size_at(&wb->ranges, out->va);
   if (binding->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
      append_sampler(wb, command, set, binding, element, out);
   return VK_SUCCESS;
}

VkResult
wb_get_resource(VkDevice device, uint32_t command_id, uint32_t set, uint32_t binding, uint32_t element,
                struct wb_resource *out)
{
   struct wb_device *wb = wb_device_from_handle(device);
   memset(out, 0, sizeof(*out));
   struct wb_command *command = wb_command_find(wb, command_id);
   if (!command)
      return VK_ERROR_UNKNOWN;
   VkResult result = resolve(wb, command, set, binding, element, out);
   wb_command_unref(wb, command);
   return result;
}
