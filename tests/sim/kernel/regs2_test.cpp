// SPDX-License-Identifier: MIT
// debugfs amdgpu_regs2 and the private VM operation: who sees which trap handler.
#include "sim/include/wavebreak/sim_vm_op.h"
#include "tests/sim/kernel/fake_device.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/ioctl.h>

namespace wb::sim {
namespace {

// As a client of the kernel would declare them (hardware.md 3.3 and 1.5).
struct SetState {
    uint32_t use_srbm, use_grbm, pg_lock, se, sh, instance, me, pipe, queue, vmid;
};
struct SetStateV2 {
    SetState v1;
    uint32_t xcc_id;
};
constexpr unsigned long kSetState = _IOWR(0x20, 0, SetState), kSetStateV2 = _IOWR(0x20, 1, SetStateV2);
constexpr int64_t kTbaLo = 0x2a798, kTbaHi = 0x2a79c, kTmaLo = 0x2a7a0, kTmaHi = 0x2a7a4;

class Regs2Test : public KernelTest {
protected:
    std::shared_ptr<OpenFile> regs =
        open_device_file(*device, "/sys/kernel/debug/dri/128/amdgpu_regs2", O_RDWR);

    void select(uint32_t vmid) {
        SetStateV2 state{{1, 0, 0, 0, 0, 0, 0, 0, 0, vmid}, 0};
        ASSERT_EQ(regs->ioctl(kSetStateV2, &state), 0);
    }
    void write(int64_t offset, uint32_t value) { ASSERT_EQ(regs->pwrite(&value, 4, offset), 4); }
    uint32_t read(int64_t offset) {
        uint32_t value = 0;
        EXPECT_EQ(regs->pread(&value, 4, offset), 4);
        return value;
    }
};

TEST_F(Regs2Test, TrapRegistersAreBankedByVmid) {
    for (uint32_t vmid : {1u, 5u}) {
        select(vmid);
        write(kTbaLo, 0x00abc000 + vmid);
        write(kTbaHi, 0x80000080); // Address bits 47..40 = 0x80, TRAP_EN.
        write(kTmaLo, 0x00def000 + vmid);
        write(kTmaHi, 0x80);
    }
    EXPECT_EQ(device->traps[1].tba.load(), 0xffff8000abc00100u);
    EXPECT_EQ(device->traps[5].tba.load(), 0xffff8000abc00500u);
    EXPECT_EQ(device->traps[5].tma.load(), 0xffff8000def00500u);
    EXPECT_TRUE(device->traps[1].trap_en);
    EXPECT_FALSE(device->traps[2].trap_en);
    EXPECT_EQ(device->traps[0].tba.load(), 0u);
    select(1);
    EXPECT_EQ(read(kTbaLo), 0x00abc001u);
    EXPECT_EQ(read(kTbaHi), 0x80000080u);
    write(kTbaHi, 0);
    EXPECT_FALSE(device->traps[1].trap_en);
    EXPECT_TRUE(device->traps[5].trap_en);
}

TEST_F(Regs2Test, TheFirstSetStateDoesNotSelectAVmid) {
    SetState state{1, 0, 0, 0, 0, 0, 0, 0, 0, 5};
    ASSERT_EQ(regs->ioctl(kSetState, &state), 0);
    write(kTbaLo, 0x1234);
    EXPECT_EQ(device->traps[0].tba.load(), 0x123400u);
    EXPECT_EQ(device->traps[5].tba.load(), 0u);
}

TEST_F(Regs2Test, OtherRegistersAreTheDevices) {
    select(3);
    write(0x2000, 7);
    select(4);
    EXPECT_EQ(read(0x2000), 0u);
    select(3);
    EXPECT_EQ(read(0x2000), 7u);
    uint32_t value = 0;
    EXPECT_EQ(regs->pread(&value, 4, 0x2004), -EINVAL) << "not modelled";
    EXPECT_EQ(regs->pwrite(&value, 4, 0x2004), -EINVAL);
    EXPECT_EQ(regs->pread(&value, 4, 0x2002), -EINVAL) << "not a whole register";
    EXPECT_EQ(regs->pread(&value, 2, 0x2000), -EINVAL);
}

TEST_F(Regs2Test, ReadAndWriteFollowTheFilePosition) {
    select(2);
    EXPECT_EQ(regs->lseek(kTbaLo, SEEK_SET), kTbaLo);
    const uint32_t values[4] = {0x11, 0x80000080, 0x22, 0x80};
    EXPECT_EQ(regs->write(values, sizeof values), 16);
    EXPECT_EQ(regs->lseek(0, SEEK_CUR), kTbaLo + 16);
    EXPECT_EQ(device->traps[2].tma.load(), 0xffff800000002200u);
}

TEST_F(Regs2Test, OnlyFilesThatExist) {
    EXPECT_FALSE(open_device_file(*device, "/sys/kernel/debug/dri/128/nothing", O_RDONLY));
    EXPECT_FALSE(open_device_file(*device, "/dev/dri/card0", O_RDWR));
    EXPECT_TRUE(open_device_file(*device, "/dev/dri/renderD128", O_RDWR));
}

TEST_F(Regs2Test, SecondLevelHandlerIsTheFilesOwnAndMustBeMapped) {
    const uint32_t code = bo(8192);
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, code, kVa, 8192), 0);
    wavebreak_vm_op op{WAVEBREAK_VM_OP_SET_L2_TRAP, 0, kVa, 4096, kVa + 4096, 4096};
    constexpr unsigned long kVm = DRM_IOWR(DRM_COMMAND_BASE + DRM_AMDGPU_VM, wavebreak_vm_op);
    ASSERT_EQ(call(kVm, op), 0);
    VmidTrapState& traps = device->traps[file->vm()->vmid()];
    EXPECT_EQ(traps.l2_tba.load(), kVa);
    EXPECT_EQ(traps.l2_tma.load(), kVa + 4096);
    EXPECT_EQ(traps.tba.load(), 0u);

    op.tba_va = kVa + 8;
    EXPECT_EQ(call(kVm, op), -EINVAL);
    op.tba_va = kVa + 0x10000;
    EXPECT_EQ(call(kVm, op), -EFAULT);
    EXPECT_EQ(traps.l2_tba.load(), kVa) << "a refused call changes nothing";

    drm_amdgpu_vm plain{}; // The kernel's own, shorter argument.
    plain.in.op = AMDGPU_VM_OP_RESERVE_VMID;
    EXPECT_EQ(call(DRM_IOCTL_AMDGPU_VM, plain), 0);
    file.reset();
    EXPECT_EQ(traps.l2_tba.load(), 0u) << "it goes with the VM";
}

} // namespace
} // namespace wb::sim
