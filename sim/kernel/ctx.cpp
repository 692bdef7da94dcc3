// SPDX-License-Identifier: MIT
// CTX and SCHED: contexts, their reset status and priority.
#include "sim/kernel/ioctl.h"

#include <cerrno>
#include <unistd.h>

namespace wb::sim {
namespace {

bool known_priority(int32_t priority) {
    switch (priority) {
    case AMDGPU_CTX_PRIORITY_UNSET:
    case AMDGPU_CTX_PRIORITY_VERY_LOW:
    case AMDGPU_CTX_PRIORITY_LOW:
    case AMDGPU_CTX_PRIORITY_NORMAL:
    case AMDGPU_CTX_PRIORITY_HIGH:
    case AMDGPU_CTX_PRIORITY_VERY_HIGH:
        return true;
    default:
        return false;
    }
}

/// Above normal needs CAP_SYS_NICE; root has it. Priorities change nothing in the simulated device.
int check_priority(int32_t priority) {
    return priority > AMDGPU_CTX_PRIORITY_NORMAL && geteuid() != 0 ? -EACCES : 0;
}

int allocate(DrmFile& file, drm_amdgpu_ctx& args) {
    // The kernel takes garbage for normal here, as it always did.
    const int32_t priority = known_priority(args.in.priority) ? args.in.priority : AMDGPU_CTX_PRIORITY_NORMAL;
    if (const int error = check_priority(priority)) return error;
    auto context = std::make_shared<Context>();
    context->priority = priority;
    {
        SyncHub::Lock lock = file.device.hub.lock();
        context->resets_at_creation = context->resets_last_queried = file.device.scheduler.resets(lock);
    }
    std::lock_guard guard(file.lock);
    context->id = file.contexts.add(context);
    args.out.alloc = {context->id, 0};
    return 0;
}

void query(DrmFile& file, Context& context, drm_amdgpu_ctx& args) {
    SyncHub::Lock lock = file.device.hub.lock();
    const uint64_t resets = file.device.scheduler.resets(lock);
    args.out.state = {0, 0,
                      context.resets_last_queried == resets ? uint32_t(AMDGPU_CTX_NO_RESET)
                                                            : uint32_t(AMDGPU_CTX_UNKNOWN_RESET)};
    context.resets_last_queried = resets;
}

void query2(DrmFile& file, Context& context, drm_amdgpu_ctx& args) {
    SyncHub::Lock lock = file.device.hub.lock();
    uint64_t flags = 0;
    if (context.resets_at_creation != file.device.scheduler.resets(lock))
        flags |= AMDGPU_CTX_QUERY2_FLAGS_RESET;
    if (context.guilty) flags |= AMDGPU_CTX_QUERY2_FLAGS_GUILTY;
    args.out.state = {flags, 0, 0};
}

} // namespace

int ioctl_ctx(DrmFile& file, drm_amdgpu_ctx& args) {
    const drm_amdgpu_ctx_in in = args.in;
    if (in.op == AMDGPU_CTX_OP_ALLOC_CTX) return allocate(file, args);
    if (in.op == AMDGPU_CTX_OP_FREE_CTX) {
        // Its queued jobs hold the context until they have ended.
        std::shared_ptr<Context> removed;
        std::lock_guard guard(file.lock);
        removed = file.contexts.remove(in.ctx_id);
        return removed ? 0 : -EINVAL;
    }
    const std::shared_ptr<Context> context = file.context(in.ctx_id);
    if (!context) return -EINVAL;
    switch (in.op) {
    case AMDGPU_CTX_OP_QUERY_STATE:
        query(file, *context, args);
        return 0;
    case AMDGPU_CTX_OP_QUERY_STATE2:
        query2(file, *context, args);
        return 0;
    case AMDGPU_CTX_OP_GET_STABLE_PSTATE:
        if (in.flags) return -EINVAL;
        args.out.pstate = {context->stable_pstate, 0};
        return 0;
    case AMDGPU_CTX_OP_SET_STABLE_PSTATE:
        if (in.flags & ~uint32_t(AMDGPU_CTX_STABLE_PSTATE_FLAGS_MASK) ||
            in.flags > AMDGPU_CTX_STABLE_PSTATE_PEAK)
            return -EINVAL;
        context->stable_pstate = in.flags; // Remembered; there are no clocks to fix.
        return 0;
    default:
        return -EINVAL;
    }
}

int ioctl_sched(DrmFile&, drm_amdgpu_sched& args) {
    if (!known_priority(args.in.priority) || args.in.priority == AMDGPU_CTX_PRIORITY_UNSET) return -EINVAL;
    switch (args.in.op) {
    case AMDGPU_SCHED_OP_PROCESS_PRIORITY_OVERRIDE:
    case AMDGPU_SCHED_OP_CONTEXT_PRIORITY_OVERRIDE:
        return -EACCES; // DRM master only, which no render node client is.
    default:
        return -EINVAL;
    }
}

} // namespace wb::sim
