/* SPDX-License-Identifier: MIT */
/*
 * RADV's private table for the Wavebreak layer.
 *
 * Found with vkGetDeviceProcAddr(device, WAVEBREAK_RADV_ENTRY) of the next link in the layer chain, never through the instance.
 * NULL: not our driver, or WAVEBREAK is not 1 in the environment. Arguments are dispatchable handles and ids that RADV made,
 * never other handles (layers in between may have wrapped those).
 *
 * Rules: any thread may call any function at any time, except that a command buffer's functions follow the application's own
 * external synchronisation of that command buffer. Functions that can fail return VkResult (negative = failed; a message was
 * given to the `message` callback). Enumerations call `cb` once an item, under no lock, with data valid during the call only.
 */
#ifndef WAVEBREAK_RADV_H
#define WAVEBREAK_RADV_H

#include "wavebreak_record.h"

#include <stddef.h>
#include <vulkan/vulkan.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WAVEBREAK_RADV_ENTRY "vkGetDebuggerTableWAVEBREAK"
#define WAVEBREAK_RADV_TABLE_VERSION 2u

/* 1. Shaders ---------------------------------------------------------------------------------------------------- */
struct wb_shader_info {
   uint64_t id;          /* unique in the process, never reused */
   uint64_t pipeline_id; /* RADV's number of the pipeline or shader object; several shaders may share it */
   uint32_t stage;       /* VkShaderStageFlagBits */
   uint32_t alive;       /* 0 after the pipeline was destroyed */
   const char* entry_point;
   const char* name;     /* debug name of pipeline, shader object or module; "" = none */
   const uint32_t* spirv; /* words; NULL when the program gave no SPIR-V (module identifier, pipeline binary) */
   size_t spirv_words;
   uint32_t spec_count;   /* specialisation constants */
   const uint32_t* spec_ids;
   const uint64_t* spec_values;
   const uint8_t* spec_sizes; /* bytes */
   const char* no_spirv_reason; /* when spirv is NULL */
};

/* 4. Device ----------------------------------------------------------------------------------------------------- */
struct wb_device_info {
   const char* device_name;   /* "AMD Radeon RX 7900 XTX (RADV NAVI31)" */
   const char* driver_info;   /* Mesa version and patch level */
   uint32_t gfx_level;        /* 1100 = gfx11.0.0, … */
   int drm_fd;                /* render node RADV uses; owned by RADV */
   uint32_t drm_minor;        /* N of renderDN, for debugfs */
   uint32_t vmid;             /* from the probe dispatch; WB_NONE until init_trap succeeded */
   uint64_t handler_va, handler_size; /* TBA */
   uint64_t control_va;               /* TMA: the mailbox's control block (trap_handler/mailbox.h) */
   struct wb_control* control;        /* CPU mapping of the same; NULL until init_trap */
   void* pool;                        /* CPU mapping of the page pool */
   uint32_t* page_map;
   uint32_t* directory;
   void* transfer;
   uint32_t pool_pages, transfer_size;
};

/* 2. Commands --------------------------------------------------------------------------------------------------- */
enum wb_command_kind { WB_COMMAND_DISPATCH = 1, WB_COMMAND_DISPATCH_INDIRECT = 2, WB_COMMAND_DRAW = 3 };
struct wb_command_info {
   uint32_t id;             /* what the wave carries in its command SGPR; unique per recording in the process */
   uint32_t kind;
   uint64_t pipeline_id, shader_id;
   uint32_t groups[3];      /* recorded; for indirect: 0, and indirect_va */
   uint64_t indirect_va;
   uint32_t variant_bound;  /* 1: a debug variant was bound when this was recorded */
   const char* label;       /* the text the layer gave with name_next_command */
   const uint8_t* push_constants;
   uint32_t push_constant_size;
   uint32_t set_mask;       /* descriptor sets bound */
   uint64_t set_va[32];
};

enum wb_resource_kind {
   WB_RESOURCE_NONE = 0, WB_RESOURCE_UNIFORM_BUFFER = 1, WB_RESOURCE_STORAGE_BUFFER = 2, WB_RESOURCE_TEXEL_BUFFER = 3,
   WB_RESOURCE_IMAGE = 4, WB_RESOURCE_SAMPLER = 5, WB_RESOURCE_INLINE_UNIFORM = 6, WB_RESOURCE_ACCELERATION_STRUCTURE = 7,
};
struct wb_resource {
   uint32_t kind;
   uint64_t va, size;      /* buffers: what the descriptor spans */
   uint32_t format, width, height, depth, layers, levels; /* images and texel buffers: VkFormat and extents */
   uint32_t raw[16];       /* the descriptor's words */
   uint32_t raw_count;
};

/* 5. Memory ----------------------------------------------------------------------------------------------------- */
enum wb_range_kind { WB_RANGE_BUFFER = 1, WB_RANGE_IMAGE = 2, WB_RANGE_MEMORY = 3, WB_RANGE_CODE = 4, WB_RANGE_INTERNAL = 5 };
struct wb_range {
   uint64_t va, size;
   uint32_t kind;
   uint32_t usage;   /* VkBufferUsageFlags or VkImageUsageFlags */
   uint64_t id;      /* RADV's number of the object */
   const char* name; /* the program's debug name; "" = none */
   void* cpu;        /* CPU mapping when there is one, else NULL; the program may unmap it at any time: read it as the memory of
                        another process is read */
};

/* 6. Faults ----------------------------------------------------------------------------------------------------- */
/* The kernel's record of the last page fault of this connection (AMDGPU_INFO_GPUVM_FAULT; hardware.md 4.3). It is never taken back,
 * tells the page but neither byte nor wave, and of several faults at once only one. */
struct wb_fault {
   uint64_t address;   /* of the page, as the program writes addresses (bits 63:48 like bit 47) */
   uint64_t precision; /* bytes in a page: 4096 */
   uint32_t status;    /* GCVM_L2_PROTECTION_FAULT_STATUS */
   uint32_t write;     /* 1: a write or an atomic, 0: a read */
};

/* How a batch ended, by the fence of its job. */
enum wb_batch_end {
   WB_BATCH_DONE = 0, WB_BATCH_RUNNING = 1,
   WB_BATCH_ENDED = 2,     /* the kernel has ended it: it ran too long, or faulted */
   WB_BATCH_CANCELLED = 3, /* after another one's fault; older kernels say so of the one at fault too */
   WB_BATCH_UNKNOWN = 4,
};
struct wb_batch_info {
   uint64_t submission;    /* its number in `submitted` */
   uint32_t end;           /* wb_batch_end */
   uint32_t shader_count;  /* shaders with dispatches recorded while nobody debugged; of many the first 8 */
   uint64_t shader_ids[8];
   uint32_t dispatches[8];
   uint32_t command_count; /* commands with an id; of many the first 16 */
   const uint32_t* command_ids;
};

/* Callbacks. Called on the program's threads, outside RADV's locks; must return soon (shader_created may wait, bounded). */
struct wb_radv_callbacks {
   void* user;
   void (*message)(void* user, int severity /* 0 info, 1 warning, 2 error */, const char* text);
   void (*shader_created)(void* user, const struct wb_shader_info* shader);
   void (*shader_destroyed)(void* user, uint64_t shader_id);
   void (*variant_compiled)(void* user, uint64_t shader_id, const struct wb_debug_record* record);
   void (*command_recorded)(void* user, VkCommandBuffer command_buffer, const struct wb_command_info* command);
   /* `submission` numbers the device's vkQueueSubmit batches that have command buffers, from 1; commands in submission order,
    * those of executed secondary buffers in their place. Called just before the batch goes to the kernel. `completed` comes on
    * a thread of RADV's, in order within a queue, soon after the batch's fence is signalled, or at once when it failed. */
   void (*submitted)(void* user, uint64_t submission, const uint32_t* command_ids, uint32_t count);
   void (*completed)(void* user, uint64_t submission);
   /* Before `submitted`, for each shader that the batch has dispatches of that were recorded while nobody debugged: they run the
    * normal shader and have no command id. */
   void (*ran_normal)(void* user, uint64_t submission, uint64_t shader_id, uint32_t dispatches);
};

#define WB_VARIANT_TRAP_ON_START 0x1
#define WB_VARIANT_DEBUG_MODE 0x2
#define WB_VARIANT_READ_ONLY 0x4 /* read-only safepoints: smaller code, set var is refused */
#define WB_VARIANT_PER_LANE 0x8  /* uniform variables too have a value for each lane, so that set var changes one invocation */

struct wb_radv_table {
   uint32_t version; /* WAVEBREAK_RADV_TABLE_VERSION */
   uint32_t size;    /* sizeof of the driver's struct: members beyond it do not exist */

   /* Sets the callbacks (NULL: none). Returns after no call with the old ones is running. */
   void (*set_callbacks)(VkDevice device, const struct wb_radv_callbacks* callbacks);
   VkResult (*get_device_info)(VkDevice device, struct wb_device_info* info);
   /* Allocates handler and mailbox, uploads the handler (code from the file WAVEBREAK_TRAP_HANDLER names, or given here),
    * reserves the VMID and learns it from a probe dispatch. Idempotent. Afterwards get_device_info is complete. */
   VkResult (*init_trap)(VkDevice device, const void* handler_code, size_t handler_size, const void* probe_code, size_t probe_size);

   void (*enumerate_shaders)(VkDevice device, void (*cb)(void* user, const struct wb_shader_info*), void* user);
   /* Binding of debug variants at recording: for shaders created from now on (`default_on`), and for one shader. */
   void (*set_debug_default)(VkDevice device, int default_on, uint32_t variant_flags);
   VkResult (*set_shader_debug)(VkDevice device, uint64_t shader_id, int on, uint32_t variant_flags);
   /* Compiles the shader's debug variant if need be (one compile per shader and flags, others wait for it). The flags are those
    * of the last set_shader_debug, else of set_debug_default when the shader was made; get_code and patch_slot mean the same
    * variant. The record lives as long as the shader or any stop in it (release_record). */
   VkResult (*get_record)(VkDevice device, uint64_t shader_id, const struct wb_debug_record** record);
   void (*release_record)(VkDevice device, const struct wb_debug_record* record);
   /* Code bytes of the variant as compiled (slots unarmed), for disassembly. */
   VkResult (*get_code)(VkDevice device, uint64_t shader_id, const uint32_t** words, size_t* count);
   /* Writes `word` over the slot at `code_offset` (arm: s_trap, disarm: s_nop). The instruction must be a slot. */
   VkResult (*patch_slot)(VkDevice device, uint64_t shader_id, uint32_t code_offset, uint32_t word);

   /* Before a vkCmdDispatch / vkCmdDraw: the text to show for it (copied). Optional. */
   void (*name_next_command)(VkCommandBuffer command_buffer, const char* label);
   VkResult (*get_command)(VkDevice device, uint32_t command_id, void (*cb)(void* user, const struct wb_command_info*), void* user);
   /* Decodes what descriptor (set, binding, element) of that command holds now. */
   VkResult (*get_resource)(VkDevice device, uint32_t command_id, uint32_t set, uint32_t binding, uint32_t element, struct wb_resource* out);

   void (*enumerate_ranges)(VkDevice device, void (*cb)(void* user, const struct wb_range*), void* user);
   /* Writes trap registers through `install`'s way is the layer's task; RADV only says whether waves may be stopped:
    * while `stopped` is nonzero, finite waits of the program are extended and nothing is reported lost. */
   void (*set_waves_stopped)(VkDevice device, int stopped);

   /* Machine code of a pipeline's normal shader of one stage, as uploaded, without what pads it; good while the pipeline lives. */
   VkResult (*get_normal_code)(VkDevice device, VkPipeline pipeline, VkShaderStageFlagBits stage, const uint32_t** words, size_t* count);

   /* The last page fault. VK_NOT_READY: the kernel has recorded none; VK_ERROR_FEATURE_NOT_PRESENT: it keeps no record (before 6.7). */
   VkResult (*get_fault)(VkDevice device, struct wb_fault* out);
   /* Buffers, images and memory objects that the program has destroyed, the last one first; of many the last 64. */
   void (*enumerate_freed)(VkDevice device, void (*cb)(void* user, const struct wb_range*), void* user);
   /* The batches with command buffers that were submitted last, in order; at most 32. Kept whether there are callbacks or not. */
   void (*enumerate_batches)(VkDevice device, void (*cb)(void* user, const struct wb_batch_info*), void* user);
   /* Who is told, once, on the thread that learns of it, that the device is lost (NULL: nobody). Independent of set_callbacks, and
    * like it returns after no call of the old one is running. */
   void (*set_lost_callback)(VkDevice device, void (*cb)(void* user), void* user);
};

/* The function behind WAVEBREAK_RADV_ENTRY. `version` is the caller's WAVEBREAK_RADV_TABLE_VERSION; NULL when not spoken. */
typedef const struct wb_radv_table* (VKAPI_PTR* PFN_vkGetDebuggerTableWAVEBREAK)(VkDevice device, uint32_t version);

#ifdef __cplusplus
}
#endif
#endif
