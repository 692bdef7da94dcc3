/* SPDX-License-Identifier: MIT */
/*
 * The commands that the program recorded since someone listens: one record a dispatch, kept by the command buffer's recording
 * and freed with it (reset, free, pool reset, pool destruction).
 */
#ifndef WB_COMMANDS_H
#define WB_COMMANDS_H

#include "wavebreak_radv.h"

#include "radv_constants.h"

#include "c11/threads.h"
#include "util/hash_table.h"
#include "util/u_dynarray.h"

struct radv_cmd_buffer;
struct vk_command_buffer_ops;
struct wb_device;
struct wb_shader;

struct wb_command {
   uint32_t refcount;
   struct wb_command_info info; /* its pointers point to the members below */
   struct wb_shader *shader;    /* with a reference */
   char *label;
   uint8_t push_constants[MAX_PUSH_CONSTANTS_SIZE];
   uint32_t dynamic_count;
   uint32_t dynamic_buffers[4 * MAX_DYNAMIC_BUFFERS]; /* descriptors with their dynamic offsets added */
};

/* Dispatches of a shader that were recorded while nobody debugged. */
struct wb_normal {
   uint64_t shader_id;
   uint32_t dispatches;
};

/* What one recording of a command buffer holds. */
struct wb_recording {
   const void *normal_bound;      /* pipeline or shader object of the last of `normals`; NULL: look it up */
   uint32_t *normal_dispatches;   /* its count */
   struct util_dynarray normals;  /* struct wb_normal, those of executed secondary command buffers included */
   struct util_dynarray commands; /* struct wb_command *, of this command buffer */
   struct util_dynarray ids;      /* uint32_t, in order, those of executed secondary command buffers included */
   char *next_label;
};

struct wb_commands {
   mtx_t lock;
   struct hash_table *by_id; /* id → struct wb_command, without a reference */
};

void wb_commands_init(struct wb_commands *commands);
void wb_commands_finish(struct wb_commands *commands);

/* Makes the device's command buffers give their recordings back when they are reset or destroyed. */
void wb_commands_start(struct wb_device *wb);

/* The command buffer's recording, made if need be; NULL for lack of memory. */
struct wb_recording *wb_recording_get(struct radv_cmd_buffer *cmd_buffer);

/* Records a dispatch of the shader with the state that is bound now. `base`: what it is, its id given or 0. Returns the command,
 * owned by the recording; NULL for lack of memory. */
struct wb_command *wb_command_record(struct wb_device *wb, struct radv_cmd_buffer *cmd_buffer, struct wb_shader *shader,
                                     const struct wb_command_info *base);

/* Notes dispatches recorded while nobody debugs. */
void wb_normal_record(struct wb_recording *recording, uint64_t shader_id, uint32_t dispatches);

/* The command with that id, with a reference to give back; NULL when its recording is gone. */
struct wb_command *wb_command_find(struct wb_device *wb, uint32_t id);
void wb_command_unref(struct wb_device *wb, struct wb_command *command);

/* The table's functions of these names. */
void wb_name_next_command(VkCommandBuffer command_buffer, const char *label);
VkResult wb_get_command(VkDevice device, uint32_t id, void (*cb)(void *user, const struct wb_command_info *), void *user);

#endif
