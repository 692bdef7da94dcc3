// SPDX-License-Identifier: MIT
// CS: command submission. Chunks are read in two passes, as amdgpu_cs.c does: what the job is first, then
// what it waits for and signals.
#include "sim/kernel/device_facts.h"
#include "sim/kernel/ioctl.h"
#include "sim/trace.h"

#include <algorithm>
#include <cerrno>
#include <span>

namespace wb::sim {
namespace {

constexpr size_t kMostParts = 4; // AMDGPU_CS_GANG_SIZE

struct Signal {
    std::shared_ptr<Syncobj> syncobj;
    uint64_t point;
};

class Parser {
public:
    explicit Parser(DrmFile& file) : file_(file) {}
    int parse(const drm_amdgpu_cs_in& in);
    int submit(uint64_t& sequence);

private:
    template <class T>
    static std::span<const T> contents(const drm_amdgpu_cs_chunk& chunk) {
        return {reinterpret_cast<const T*>(chunk.chunk_data), chunk.length_dw * sizeof(uint32_t) / sizeof(T)};
    }
    int read_chunks(const drm_amdgpu_cs_in& in);
    int pass1(const drm_amdgpu_cs_chunk& chunk);
    int pass2(const drm_amdgpu_cs_chunk& chunk);
    int ib(const drm_amdgpu_cs_chunk& chunk);
    int user_fence(const drm_amdgpu_cs_chunk& chunk);
    int bo_handles(const drm_amdgpu_cs_chunk& chunk);
    int dependencies(const drm_amdgpu_cs_chunk& chunk);
    int wait(uint32_t handle, uint64_t point, uint32_t flags);
    int signal(uint32_t handle, uint64_t point);
    void implicit_dependencies();

    DrmFile& file_;
    Submission submission_;
    std::vector<drm_amdgpu_cs_chunk> chunks_;
    std::vector<Signal> signals_;
};

int Parser::read_chunks(const drm_amdgpu_cs_in& in) {
    if (!in.num_chunks) return -EINVAL;
    for (uint64_t address : std::span(reinterpret_cast<const uint64_t*>(in.chunks), in.num_chunks))
        chunks_.push_back(*reinterpret_cast<const drm_amdgpu_cs_chunk*>(address));
    return 0;
}

int Parser::parse(const drm_amdgpu_cs_in& in) {
    submission_.context = file_.context(in.ctx_id);
    if (!submission_.context) return -EINVAL;
    {
        SyncHub::Lock lock = file_.device.hub.lock();
        if (submission_.context->guilty) return -ETIME;
    }
    submission_.vm = file_.vm();
    if (!submission_.vm) return -ENOMEM;
    if (const int error = read_chunks(in)) return error;
    if (in.bo_list_handle) {
        std::lock_guard guard(file_.lock);
        const auto list = file_.bo_lists.find(in.bo_list_handle);
        if (!list) return -ENOENT;
        submission_.bos = *list;
    }
    for (const drm_amdgpu_cs_chunk& chunk : chunks_)
        if (const int error = pass1(chunk)) return error;
    if (submission_.parts.empty()) return -EINVAL;
    for (const drm_amdgpu_cs_chunk& chunk : chunks_)
        if (const int error = pass2(chunk)) return error;
    return 0;
}

int Parser::pass1(const drm_amdgpu_cs_chunk& chunk) {
    switch (chunk.chunk_id) {
    case AMDGPU_CHUNK_ID_IB:
        return ib(chunk);
    case AMDGPU_CHUNK_ID_FENCE:
        return user_fence(chunk);
    case AMDGPU_CHUNK_ID_BO_HANDLES:
        return bo_handles(chunk);
    case AMDGPU_CHUNK_ID_DEPENDENCIES:
    case AMDGPU_CHUNK_ID_SCHEDULED_DEPENDENCIES:
    case AMDGPU_CHUNK_ID_SYNCOBJ_IN:
    case AMDGPU_CHUNK_ID_SYNCOBJ_OUT:
    case AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT:
    case AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL:
        return 0;
    default:
        trace::loud("CS chunk 0x%x is not modelled: -EINVAL", chunk.chunk_id);
        return -EINVAL;
    }
}

int Parser::ib(const drm_amdgpu_cs_chunk& chunk) {
    const auto data = contents<drm_amdgpu_cs_chunk_ib>(chunk);
    if (data.empty()) return -EINVAL;
    const drm_amdgpu_cs_chunk_ib& in = data[0];
    RingId ring;
    if (!ring_from(in.ip_type, in.ip_instance, in.ring, ring)) return -EINVAL;
    if (in.flags & AMDGPU_IB_FLAGS_SECURE) return -EINVAL; // No TMZ.
    if (in.ib_bytes % sizeof(uint32_t)) return -EINVAL;

    auto part = std::find_if(submission_.parts.begin(), submission_.parts.end(),
                             [&](const Submission::Part& other) { return other.ring == ring; });
    if (part == submission_.parts.end()) {
        if (submission_.parts.size() == kMostParts) return -EINVAL;
        submission_.parts.push_back({ring, {}});
    } else {
        // The ring of the last IB leads the gang.
        std::rotate(part, part + 1, submission_.parts.end());
    }
    auto& ibs = submission_.parts.back().ibs;
    if (ibs.size() == facts::kMostIbs[in.ip_type]) return -EINVAL;
    ibs.push_back({in.va_start, in.ib_bytes / uint32_t(sizeof(uint32_t)), in.flags});
    return 0;
}

int Parser::user_fence(const drm_amdgpu_cs_chunk& chunk) {
    const auto data = contents<drm_amdgpu_cs_chunk_fence>(chunk);
    if (data.empty()) return -EINVAL;
    const std::shared_ptr<Bo> bo = file_.bo(data[0].handle);
    if (!bo || bo->traits.userptr) return -EINVAL;
    if (bo->traits.size != kGpuPageSize || data[0].offset > kGpuPageSize - sizeof(uint64_t) ||
        data[0].offset % sizeof(uint64_t))
        return -EINVAL;
    submission_.fence_bo = bo;
    submission_.fence_offset = data[0].offset;
    return 0;
}

int Parser::bo_handles(const drm_amdgpu_cs_chunk& chunk) {
    const auto data = contents<drm_amdgpu_bo_list_in>(chunk);
    if (data.empty() || !submission_.bos.empty()) return -EINVAL;
    return read_bo_list(file_, data[0], submission_.bos);
}

int Parser::pass2(const drm_amdgpu_cs_chunk& chunk) {
    int error = 0;
    switch (chunk.chunk_id) {
    case AMDGPU_CHUNK_ID_DEPENDENCIES:
    case AMDGPU_CHUNK_ID_SCHEDULED_DEPENDENCIES: // Waiting for the end instead of the start is merely later.
        return dependencies(chunk);
    case AMDGPU_CHUNK_ID_SYNCOBJ_IN:
        for (const auto& sem : contents<drm_amdgpu_cs_chunk_sem>(chunk))
            if ((error = wait(sem.handle, 0, 0))) return error;
        return 0;
    case AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT:
        for (const auto& sem : contents<drm_amdgpu_cs_chunk_syncobj>(chunk))
            if ((error = wait(sem.handle, sem.point, sem.flags))) return error;
        return 0;
    case AMDGPU_CHUNK_ID_SYNCOBJ_OUT:
        for (const auto& sem : contents<drm_amdgpu_cs_chunk_sem>(chunk))
            if ((error = signal(sem.handle, 0))) return error;
        return 0;
    case AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL:
        for (const auto& sem : contents<drm_amdgpu_cs_chunk_syncobj>(chunk))
            if ((error = signal(sem.handle, sem.point))) return error;
        return 0;
    default:
        return 0;
    }
}

int Parser::dependencies(const drm_amdgpu_cs_chunk& chunk) {
    for (const auto& dependency : contents<drm_amdgpu_cs_chunk_dep>(chunk)) {
        const std::shared_ptr<Context> context = file_.context(dependency.ctx_id);
        RingId ring;
        if (!context || !ring_from(dependency.ip_type, dependency.ip_instance, dependency.ring, ring))
            return -EINVAL;
        SyncHub::Lock lock = file_.device.hub.lock();
        FencePtr fence;
        if (!context->find(ring, dependency.handle, fence)) return -EINVAL;
        if (fence) submission_.dependencies.push_back(fence);
    }
    return 0;
}

int Parser::wait(uint32_t handle, uint64_t point, uint32_t flags) {
    const auto syncobj = file_.syncobj(handle);
    if (!syncobj) return -ENOENT;
    SyncHub::Lock lock = file_.device.hub.lock();
    FencePtr fence;
    if (const int error = find_fence(file_.device.hub, lock, syncobj, point, flags, fence)) return error;
    submission_.dependencies.push_back(fence);
    return 0;
}

int Parser::signal(uint32_t handle, uint64_t point) {
    signals_.push_back({file_.syncobj(handle), point});
    return signals_.back().syncobj ? 0 : -EINVAL;
}

/// Buffers that several address spaces share are synchronised unless they ask not to be.
void Parser::implicit_dependencies() {
    for (const auto& bo : submission_.bos) {
        if (bo->traits.flags & AMDGPU_GEM_CREATE_EXPLICIT_SYNC) continue;
        for (const Bo::Use& use : bo->uses)
            if (use.vm != submission_.vm.get()) submission_.dependencies.push_back(use.fence);
    }
}

int Parser::submit(uint64_t& sequence) {
    SyncHub& hub = file_.device.hub;
    SyncHub::Lock lock = hub.lock();
    // Under the lock of the submission itself: nobody sees a signalled object that the job has yet to signal.
    if (submission_.context->guilty) return -ETIME;
    implicit_dependencies();
    const FencePtr fence = file_.device.scheduler.submit(lock, std::move(submission_), sequence);
    for (const Signal& signal : signals_) {
        if (signal.point)
            signal.syncobj->add_point(fence, signal.point);
        else
            signal.syncobj->fence = fence;
    }
    hub.changed(lock);
    return 0;
}

} // namespace

int ioctl_cs(DrmFile& file, drm_amdgpu_cs& args) {
    const drm_amdgpu_cs_in in = args.in;
    Parser parser(file);
    if (const int error = parser.parse(in)) return error;
    uint64_t sequence = 0;
    if (const int error = parser.submit(sequence)) return error;
    args.out.handle = sequence;
    return 0;
}

} // namespace wb::sim
