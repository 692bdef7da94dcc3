// SPDX-License-Identifier: MIT
// The rules of trap entry and return, hardware.md 1.3, run as programs. A report is s20 (traps taken), s21
// (TRAPSTS in the handler), s22/s23 (TTMP0/1), stored at the end of the program.
#include "tests/sim/wave/wave_fixture.h"

#include <thread>

namespace wb::sim::test {
namespace {

class Trap : public WaveFixture {
protected:
    enum Report : unsigned { kCount = 0, kTrapSts = 1, kPcLow = 2, kTtmp1 = 3 };
    ComputeDispatch debugged() const {
        ComputeDispatch d = dispatch_of(1, 64);
        rsrc2::trap_present.set(d.rsrc2, 1);
        return d;
    }
    /// Clears the report, runs `middle`, stores the report.
    void program(std::span<const uint32_t> middle) {
        put(kCode, concat({kClearReport, middle, kStoreReport}));
    }
    static constexpr uint64_t kMiddle = kCode + sizeof kClearReport;
};

TEST_F(Trap, STrapSavesItsOwnAddressAndId) {
    program(kTrap);
    install(kSkipHandler);
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 1u);
    EXPECT_EQ(data(kPcLow), uint32_t(kMiddle));
    EXPECT_EQ(data(kTtmp1), uint32_t(kMiddle >> 32 & 0xffff) | 0x25u << 16);
    EXPECT_EQ(data(kTrapSts), 0u);
}

TEST_F(Trap, WithoutTrapPresentOrTrapEnItIsANop) {
    program(kTrap);
    install(kSkipHandler);
    ASSERT_EQ(run(dispatch_of(1, 64)).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 0u);
    traps[vm->vmid()].trap_en = false;
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 0u);
    traps[vm->vmid()].trap_en = true;
    device->gdbg_per_vmid[vm->vmid()] = 1u << 3; // SPI_GDBG TRAP_EN stands in for TRAP_PRESENT
    ASSERT_EQ(run(dispatch_of(1, 64)).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 1u);
}

TEST_F(Trap, InTheHandlerSTrapIsANop) {
    program(kTrap);
    install(concat({kTrap, kSkipHandler}));
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 1u);
}

TEST_F(Trap, DebugModeTrapsAfterEachInstructionButNotTheEnd) {
    program(kNops);
    install(kCountHandler);
    ComputeDispatch d = debugged();
    rsrc1::debug_mode.set(d.rsrc1, 1);
    ASSERT_EQ(run(d).end, JobEnd::Done);
    // After s_mov s20: 1, ..., after the fourth s_mov: 4, three s_nop: 7, v_mov v1: 8; v_mov v2 reads 8.
    EXPECT_EQ(data(kCount), 8u);
    EXPECT_EQ(data(kTrapSts), 1u << 20) << "TRAP_AFTER_INST; v_mov v3 reads it";
    // v_mov v4 reads the PC saved after v_mov v3: the next instruction.
    EXPECT_EQ(data(kPcLow), uint32_t(kMiddle + sizeof kNops + 3 * 4));
    EXPECT_EQ(data(kTtmp1) >> 16, 0u) << "id 0";
}

TEST_F(Trap, TrapOnStartAtTheFirstInstruction) {
    // No clearing: the report is what the trap at launch left.
    put(kCode, kStoreReport);
    install(kCountHandler);
    ComputeDispatch d = debugged();
    rsrc3::trap_on_start.set(d.rsrc3, 1);
    ASSERT_EQ(run(d).end, JobEnd::Done);
    EXPECT_EQ(data(kTrapSts), 1u << 17) << "WAVE_START";
    EXPECT_EQ(data(kPcLow), uint32_t(kCode));
    EXPECT_EQ(data(kTtmp1) >> 16, 0u);
}

TEST_F(Trap, TrapOnEndAtTheEnd) {
    program(kNops);
    install(kEndHandler);
    ComputeDispatch d = debugged();
    rsrc3::trap_on_end.set(d.rsrc3, 1);
    ASSERT_EQ(run(d).end, JobEnd::Done);
    EXPECT_EQ(data(4), 0x99u);
}

TEST_F(Trap, MemoryViolationWithAndWithoutAHandler) {
    program(kLoadUnmapped);
    const DispatchEnd end = run(debugged());
    EXPECT_EQ(end.end, JobEnd::Failed) << "without a handler nobody else tells the program";
    EXPECT_NE(end.message.find("read of 0xffffa00000000000"), std::string::npos) << end.message;
    EXPECT_EQ(vm->faults, 1u);
    EXPECT_EQ(vm->last_fault.address, 0xffffa000'00000000ull);
    EXPECT_FALSE(vm->last_fault.write);
    EXPECT_EQ(vm->last_client.find("shader, wave "), 0u) << vm->last_client;
    EXPECT_NE(vm->last_client.find("workgroup 0,0,0"), std::string::npos) << vm->last_client;
    EXPECT_EQ(data(kCount), 0u);

    install(kCountHandler);
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 1u);
    EXPECT_EQ(data(kTrapSts), 1u << 8) << "MEM_VIOL";
    EXPECT_EQ(data(kTtmp1) >> 16, 0u);
}

TEST_F(Trap, IllegalInstructionWithoutAHandlerFailsTheJob) {
    program(kCodeEnd);
    const DispatchEnd end = run(dispatch_of(1, 64));
    EXPECT_EQ(end.end, JobEnd::Failed);
    EXPECT_NE(end.message.find("illegal"), std::string::npos) << end.message;
    EXPECT_NE(end.message.find("bf9f0000"), std::string::npos) << end.message;
}

TEST_F(Trap, RegistersBeyondTheAllocationFailTheJob) {
    // v_mov_b32 v200, v0 and v_mov_b32 v0, v16; the waves have v0 to v15.
    for (const uint32_t move : {0x7f90'0300u, 0x7e00'0310u}) {
        put(kCode, Words{move, 0xbfb0'0000u});
        const DispatchEnd end = run(dispatch_of(1, 64));
        EXPECT_EQ(end.end, JobEnd::Failed);
        EXPECT_NE(end.message.find("16 VGPRs"), std::string::npos) << end.message;
    }
    // v_mov_b32 v15, v15
    put(kCode, Words{0x7e1e'030fu, 0xbfb0'0000u});
    EXPECT_EQ(run(dispatch_of(1, 64)).end, JobEnd::Done);
}

TEST_F(Trap, IllegalInstructionTrapsWithThePcAtIt) {
    program(kCodeEnd);
    install(kSkipHandler);
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 1u);
    EXPECT_EQ(data(kPcLow), uint32_t(kMiddle));
    EXPECT_EQ(data(kTrapSts), 1u << 11);
}

TEST_F(Trap, IllegalInstructionInTheHandlerHaltsForGood) {
    program(kTrap);
    install(kCodeEnd);
    std::thread host([&] {
        while (device->occupancy.waves_in_use() == 0)
            std::this_thread::yield();
        // SETHALT 0 does not free it, KILL does.
        device->post({uint32_t(SqOp::SetHalt) | 1u << 4});
        device->post({uint32_t(SqOp::Kill) | 1u << 4});
    });
    const DispatchEnd end = run(debugged());
    host.join();
    EXPECT_EQ(end.end, JobEnd::Done);
    EXPECT_EQ(data(kCount), 0u);
}

TEST_F(Trap, FetchFromAnUnmappedPageFailsWithoutAHandler) {
    ComputeDispatch d = dispatch_of(1, 64);
    d.program = kWindowBase + 0x800000;
    const DispatchEnd end = run(d);
    EXPECT_EQ(end.end, JobEnd::Failed);
    EXPECT_EQ(vm->last_fault.address, d.program);
}

TEST_F(Trap, HaltIsIgnoredInTheHandlerAndHoldsAfterReturn) {
    program(kTrap);
    install(kHaltHandler);
    std::atomic<bool> released{false};
    std::thread host([&] {
        while (device->occupancy.waves_in_use() == 0)
            std::this_thread::yield();
        // Until SETHALT 0 arrives at a halted wave it must not have gone on.
        while (device->occupancy.waves_in_use() != 0) {
            released = true;
            device->post({uint32_t(SqOp::SetHalt) | 1u << 4});
            std::this_thread::yield();
        }
    });
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    EXPECT_TRUE(released) << "the wave did not halt";
    host.join();
}

TEST_F(Trap, HostTrapComesWithItsIdAndLeavesThePc) {
    program(kPollReport);
    install(kCountHandler);
    std::thread host([&] {
        while (device->occupancy.waves_in_use() == 0)
            std::this_thread::yield();
        while (device->occupancy.waves_in_use() != 0) {
            device->post({uint32_t(SqOp::Trap) | 1u << 4 | 9u << 8});
            std::this_thread::yield();
        }
    });
    ASSERT_EQ(run(debugged()).end, JobEnd::Done);
    host.join();
    EXPECT_GE(data(kCount), 1u);
    EXPECT_EQ(data(kTtmp1) >> 16 & 0xff, 9u);
    EXPECT_EQ(data(kTtmp1) >> 24 & 1, 1u) << "HT";
    EXPECT_EQ(data(kTrapSts) & 1u << 16, 1u << 16) << "HOST_TRAP";
}

TEST_F(Trap, CommandsSelectByPlaceAndVmid) {
    Wave wave;
    wave.vmid = 3;
    wave.hw_id1 = 4u | 2u << 8 | 3u << 10 | 1u << 16 | 5u << 18;
    SqCommand command{4u << 16, 5u << 16 | 1u << 8 | 3u << 2 | 2u};
    EXPECT_TRUE(command.selects(wave));
    EXPECT_FALSE((SqCommand{5u << 16, command.gfx_index}).selects(wave)) << "wave id";
    EXPECT_FALSE((SqCommand{4u << 16, 4u << 16 | 1u << 8 | 3u << 2 | 2u}).selects(wave)) << "SE";
    EXPECT_FALSE((SqCommand{4u << 16, 5u << 16 | 1u << 8 | 3u << 2 | 1u}).selects(wave)) << "SIMD";
    EXPECT_TRUE((SqCommand{1u << 4, 0xe0000000u}).selects(wave)) << "broadcast";
    EXPECT_FALSE((SqCommand{1u << 4 | 1u << 7 | 4u << 28, 0xe0000000u}).selects(wave)) << "VMID";
    EXPECT_TRUE((SqCommand{1u << 4 | 1u << 7 | 3u << 28, 0xe0000000u}).selects(wave));
}

TEST_F(Trap, BarrierInTheHandlerWithStepBitStops) {
    const uint32_t barrier[] = {0xbfbd0000}; // s_barrier
    program(kNops);
    install(barrier);
    ComputeDispatch d = debugged();
    rsrc1::debug_mode.set(d.rsrc1, 1);
    const DispatchEnd end = run(d);
    EXPECT_EQ(end.end, JobEnd::Failed);
    EXPECT_NE(end.message.find("spurious"), std::string::npos) << end.message;
}

} // namespace
} // namespace wb::sim::test
