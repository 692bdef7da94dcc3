/* SPDX-License-Identifier: MIT */
#include "wb_callbacks.h"

#include "util/u_atomic.h"

#include <stdlib.h>

struct wb_callback_set {
   struct wb_radv_callbacks callbacks; /* first: acquire hands out its address */
   uint32_t running;
};

void
wb_callbacks_init(struct wb_callbacks *callbacks)
{
   mtx_init(&callbacks->lock, mtx_plain);
   cnd_init(&callbacks->idle);
   callbacks->set = NULL;
}

void
wb_callbacks_finish(struct wb_callbacks *callbacks)
{
   free(callbacks->set);
   cnd_destroy(&callbacks->idle);
   mtx_destroy(&callbacks->lock);
}

void
wb_callbacks_set(struct wb_callbacks *callbacks, const struct wb_radv_callbacks *set)
{
   struct wb_callback_set *next = NULL;
   if (set) {
      next = calloc(1, sizeof(*next));
      if (next)
         next->callbacks = *set;
   }

   mtx_lock(&callbacks->lock);
   struct wb_callback_set *old = callbacks->set;
   p_atomic_set(&callbacks->set, next);
   while (old && old->running)
      cnd_wait(&callbacks->idle, &callbacks->lock);
   mtx_unlock(&callbacks->lock);
   free(old);
}

const struct wb_radv_callbacks *
wb_callbacks_acquire(struct wb_callbacks *callbacks)
{
   mtx_lock(&callbacks->lock);
   struct wb_callback_set *set = callbacks->set;
   if (set)
      set->running++;
   mtx_unlock(&callbacks->lock);
   return set ? &set->callbacks : NULL;
}

void
wb_callbacks_release(struct wb_callbacks *callbacks, const struct wb_radv_callbacks *acquired)
{
   struct wb_callback_set *set = (struct wb_callback_set *)acquired;
   mtx_lock(&callbacks->lock);
   if (--set->running == 0)
      cnd_broadcast(&callbacks->idle);
   mtx_unlock(&callbacks->lock);
}
