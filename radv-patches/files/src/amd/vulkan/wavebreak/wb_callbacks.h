/* SPDX-License-Identifier: MIT */
/* The callbacks that the layer set, and the way to call them: under no lock, and never after set_callbacks has returned. */
#ifndef WB_CALLBACKS_H
#define WB_CALLBACKS_H

#include "wavebreak_radv.h"

#include "util/simple_mtx.h"
#include "util/u_atomic.h"
#include "c11/threads.h"

struct wb_callback_set;

struct wb_callbacks {
   mtx_t lock;
   cnd_t idle;
   struct wb_callback_set *set; /* NULL: none */
};

void wb_callbacks_init(struct wb_callbacks *callbacks);
void wb_callbacks_finish(struct wb_callbacks *callbacks);

/* True when there are callbacks. Cheap, and inline so that an idle dispatch is one jump to the next function; the answer may be
 * old by the time it is used. */
static inline bool
wb_callbacks_present(const struct wb_callbacks *callbacks)
{
   return p_atomic_read(&callbacks->set) != NULL;
}

/* Replaces the callbacks (NULL: none) and returns when no call of the old ones is running. Not from inside a callback. */
void wb_callbacks_set(struct wb_callbacks *callbacks, const struct wb_radv_callbacks *set);

/* Returns the callbacks, kept until wb_callbacks_release; NULL when there are none. */
const struct wb_radv_callbacks *wb_callbacks_acquire(struct wb_callbacks *callbacks);
void wb_callbacks_release(struct wb_callbacks *callbacks, const struct wb_radv_callbacks *set);

/* Calls one callback if there is one. */
#define WB_CALL(callbacks, name, ...)                                                                                          \
   do {                                                                                                                        \
      if (wb_callbacks_present(callbacks)) {                                                                                   \
         const struct wb_radv_callbacks *wb_set = wb_callbacks_acquire(callbacks);                                             \
         if (wb_set) {                                                                                                         \
            if (wb_set->name)                                                                                                  \
               wb_set->name(wb_set->user, __VA_ARGS__);                                                                        \
            wb_callbacks_release(callbacks, wb_set);                                                                           \
         }                                                                                                                     \
      }                                                                                                                        \
   } while (0)

#endif
