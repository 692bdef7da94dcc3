/* SPDX-License-Identifier: MIT */
/* One compile of a debug variant: RADV's way from SPIR-V to machine code with a builder attached and every cache left out. */
#ifndef WB_COMPILE_H
#define WB_COMPILE_H

#include "wb_shaders.h"

struct wb_device;

struct wb_compiled {
   struct wb_debug_record *record; /* to be freed with wb_record_free */
   struct radv_shader_info info;
   struct radv_shader_args args;
   struct ac_shader_config config;
   uint32_t *code;      /* to be freed with free */
   uint32_t code_size;  /* bytes */
};

/* Compiles the shader's variant with WB_VARIANT_* flags. Says why in a message when it fails. Any thread. */
VkResult wb_compile(struct wb_device *wb, const struct wb_shader *shader, uint32_t flags, struct wb_compiled *out);

#endif
