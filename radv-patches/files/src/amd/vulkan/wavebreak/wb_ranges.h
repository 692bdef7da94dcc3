/* SPDX-License-Identifier: MIT */
/* What is mapped in the device's GPU memory, and the names the program gave to what lies there. */
#ifndef WB_RANGES_H
#define WB_RANGES_H

#include "wb_freed.h"

#include "util/hash_table.h"
#include "util/rb_tree.h"
#include "c11/threads.h"

struct radeon_winsys_bo;
struct vk_object_base;
struct wb_device;

struct wb_ranges {
   mtx_t lock;
   struct rb_tree bos;         /* struct wb_bo by address */
   struct hash_table *objects; /* VkBuffer and VkImage of the program → struct wb_object */
   struct wb_freed freed;
};

void wb_ranges_init(struct wb_ranges *ranges);
void wb_ranges_finish(struct wb_ranges *ranges);

/* While the lock is held no buffer object is unmapped from GPU or CPU, nor bound to a buffer or image. */
void wb_ranges_lock(struct wb_ranges *ranges);
void wb_ranges_unlock(struct wb_ranges *ranges);

/* Follows a buffer or image of the program from its creation to its destruction. */
void wb_ranges_add(struct wb_ranges *ranges, struct vk_object_base *object);
void wb_ranges_remove(struct wb_ranges *ranges, const struct vk_object_base *object);

/* Keeps the name (copied; NULL or "" = none) of a buffer, image or memory object; others are not known and left alone. */
void wb_ranges_set_name(struct wb_ranges *ranges, const struct vk_object_base *object, const char *name);

/* Copies `size` bytes at a GPU address from the CPU's mapping. False when the range is not wholly mapped in one buffer object
 * that the CPU has a mapping of. */
bool wb_ranges_read(struct wb_ranges *ranges, uint64_t va, void *out, size_t size);

/* The size of the image or, failing that, of the rest of the buffer object at `va`; 0 when nothing is mapped there. */
uint64_t wb_ranges_size_at(struct wb_ranges *ranges, uint64_t va);

/* The table's enumerate_ranges. */
void wb_enumerate_ranges(VkDevice device, void (*cb)(void *user, const struct wb_range *), void *user);

#endif
