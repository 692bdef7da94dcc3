// SPDX-License-Identifier: MIT
// A device whose jobs end when the test says so, and helpers that call the kernel model as libdrm would.
#pragma once

#include "sim/kernel/ioctl.h"
#include "sim/kernel/open_file.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <thread>

namespace wb::sim {

/// Rings that hold their jobs. started() is called at once for the first job of a ring.
class FakeRings final : public CommandProcessor {
public:
    void submit(Job job) override;
    void kill(RingId ring, uint64_t job_id) override;

    /// Waits until `count` jobs have been submitted over all time.
    void wait_submitted(size_t count);
    size_t submitted();
    /// Calls started() of the oldest job of a ring.
    void start(RingId ring);
    /// Ends the oldest job of a ring.
    void end(RingId ring, JobEnd how = JobEnd::Done);
    size_t waiting(RingId ring);
    std::vector<uint64_t> killed();

private:
    std::mutex lock_;
    std::condition_variable changed_;
    std::map<unsigned, std::deque<Job>> jobs_;
    std::vector<uint64_t> killed_;
    size_t submitted_ = 0;
};

/// Remembers one value per (vmid, offset) and knows only offset 0x2000.
class FakeRegisters final : public RegisterPort {
public:
    Result<uint32_t> read_register(const RegisterSelect& select, uint64_t offset) override;
    Status write_register(const RegisterSelect& select, uint64_t offset, uint32_t value) override;

private:
    std::map<uint32_t, uint32_t> values_;
};

class KernelTest : public testing::Test {
protected:
    KernelTest();
    ~KernelTest() override;

    std::unique_ptr<KernelDevice> device = std::make_unique<KernelDevice>();
    FakeRings* rings = nullptr; // Owned by the device.
    std::unique_ptr<DrmFile> file;

    template <class T>
    int call(unsigned long request, T& argument) {
        return drm_ioctl(*file, request, &argument);
    }
    uint32_t syncobj(uint32_t flags = 0);
    uint32_t bo(uint64_t size, uint64_t flags = 0, uint32_t domain = AMDGPU_GEM_DOMAIN_GTT);
    int va(uint32_t operation, uint32_t handle, uint64_t address, uint64_t size, uint64_t offset = 0,
           uint32_t flags = AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE);
    uint32_t context();

    struct Point {
        uint32_t handle;
        uint64_t point;
    };
    /// Submits one IB to a compute ring. Returns 0 and the sequence number, or -errno.
    int submit(uint32_t context, unsigned ring, std::vector<Point> waits, std::vector<Point> signals,
               uint64_t& sequence, uint32_t fence_bo = 0, uint32_t wait_flags = 0);
    int wait(std::vector<uint32_t> handles, std::vector<uint64_t> points, uint32_t flags, int64_t timeout = 0,
             uint32_t* first = nullptr);
    uint64_t query(uint32_t handle, uint32_t flags = 0);
    int timeline_signal(uint32_t handle, uint64_t point);
};

inline constexpr RingId kCompute0{Ip::Compute, 0}, kCompute1{Ip::Compute, 1};
inline constexpr uint64_t kVa = kWindowBase + (1ull << 32);

} // namespace wb::sim
