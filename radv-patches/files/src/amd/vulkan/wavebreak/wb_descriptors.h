/* SPDX-License-Identifier: MIT */
/* What descriptors hold, read back from their words (RDNA3 ISA, tables of buffer and image resource descriptors). */
#ifndef WB_DESCRIPTORS_H
#define WB_DESCRIPTORS_H

#include "wavebreak_radv.h"

#include "amd_family.h"

/* Decodes the words already in `out` as a descriptor of the Vulkan type; leaves WB_RESOURCE_NONE for a null descriptor and for
 * a mutable one. Sizes of images are not in the words and stay 0. */
void wb_decode_descriptor(enum amd_gfx_level gfx_level, VkDescriptorType type, struct wb_resource *out);

/* The table's get_resource. */
VkResult wb_get_resource(VkDevice device, uint32_t command_id, uint32_t set, uint32_t binding, uint32_t element,
                         struct wb_resource *out);

#endif
