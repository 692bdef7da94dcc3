// SPDX-License-Identifier: MIT
#include "sim/memory/gpu_memory.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

/// The address sanitizer's own handler would take the crashes that these tests are about.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "handle_segv=0:handle_sigbus=0";
}

namespace wb::sim {
namespace {

constexpr uint64_t kFaultWindow = 1ull << 30;

class FaultHandler : public testing::Test {
protected:
    std::unique_ptr<GpuMemory> memory = GpuMemory::create(kFaultWindow).value();

    /// A load that the compiler cannot drop.
    void touch(uint64_t va) {
        const volatile uint32_t value = memory->load<uint32_t>(va);
        (void)value;
    }
};

TEST_F(FaultHandler, ReadOfAnUnmappedPageGivesZeroAndAFault) {
    GpuMemory::ExecutorThread executor(*memory);
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase + 0x5004), 0u);
    const MemoryFault fault = memory->take_fault();
    EXPECT_TRUE(fault.pending);
    EXPECT_EQ(fault.address, kWindowBase + 0x5004);
    EXPECT_FALSE(fault.write);
}

TEST_F(FaultHandler, WriteToAnUnmappedPageIsDroppedAndFaultsEachTime) {
    GpuMemory::ExecutorThread executor(*memory);
    for (int i = 0; i < 3; ++i) {
        memory->store<uint32_t>(kWindowBase + 0x5008, 99);
        const MemoryFault fault = memory->take_fault();
        EXPECT_TRUE(fault.pending);
        EXPECT_EQ(fault.address, kWindowBase + 0x5008);
        EXPECT_TRUE(fault.write);
        EXPECT_EQ(memory->load<uint32_t>(kWindowBase + 0x5008), 0u);
        EXPECT_TRUE(memory->take_fault().pending);
    }
}

TEST_F(FaultHandler, WriteToReadOnlyMemoryIsDroppedWhileOthersGoOnReadingIt) {
    const int fd = memfd_create("test", MFD_CLOEXEC);
    ASSERT_EQ(ftruncate(fd, 4096), 0);
    const uint32_t before[2] = {11, 22};
    ASSERT_EQ(pwrite(fd, before, sizeof before, 0), ssize_t(sizeof before));
    ASSERT_TRUE(memory->map(kWindowBase, 4096, fd, 0, false));
    GpuMemory::ExecutorThread executor(*memory);

    memory->store<uint32_t>(kWindowBase, 33);
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase + 4), 22u) << "the rest of the page must stay readable";
    const MemoryFault fault = memory->take_fault();
    EXPECT_TRUE(fault.pending && fault.write);
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase), 11u);
    uint32_t after = 0;
    ASSERT_EQ(pread(fd, &after, 4, 0), 4);
    EXPECT_EQ(after, 11u) << "the buffer itself must not change";
    EXPECT_FALSE(GpuMemory::thread_fault().pending);
    memory.reset();
    close(fd);
}

TEST_F(FaultHandler, PrtPagesReadZeroAndDropWritesWithoutAFault) {
    ASSERT_TRUE(memory->map_prt(kWindowBase + 0x10000, 0x2000));
    GpuMemory::ExecutorThread executor(*memory);
    EXPECT_EQ(memory->load<uint64_t>(kWindowBase + 0x10ff8), 0u);
    EXPECT_FALSE(GpuMemory::thread_fault().pending) << "a PRT read must cost nothing";
    memory->store<uint32_t>(kWindowBase + 0x10000, 5);
    ASSERT_TRUE(GpuMemory::thread_fault().pending) << "the lent page must be taken back";
    EXPECT_FALSE(memory->take_fault().pending);
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase + 0x10000), 0u);

    memory->store<uint32_t>(kWindowBase + 0x10000, 5);
    touch(kWindowBase + 0x20000);
    const MemoryFault fault = memory->take_fault();
    EXPECT_TRUE(fault.pending) << "a real fault after a dropped write counts";
    EXPECT_EQ(fault.address, kWindowBase + 0x20000);
}

TEST_F(FaultHandler, ACopyOverMoreUnmappedPagesThanAreLentAtOnceFinishes) {
    ASSERT_TRUE(memory->map_anonymous(kWindowBase, 4096));
    memory->store<uint32_t>(kWindowBase, 7);
    GpuMemory::ExecutorThread executor(*memory);
    for (unsigned page = 1; page < 2000; ++page)
        memory->store<uint32_t>(kWindowBase + page * 4096ull, page);
    EXPECT_EQ(memory->take_fault().address, kWindowBase + 4096);
    for (unsigned page = 1; page < 2000; page += 97) {
        EXPECT_EQ(memory->load<uint32_t>(kWindowBase + page * 4096ull), 0u);
        EXPECT_TRUE(memory->take_fault().pending);
    }
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase), 7u);
}

// A page that is mapped while another thread was lent it must show the mapping's bytes, whoever comes first.
TEST_F(FaultHandler, MappingAPageThatIsLentWins) {
    GpuMemory::ExecutorThread executor(*memory);
    memory->store<uint32_t>(kWindowBase, 1);
    ASSERT_TRUE(memory->map_anonymous(kWindowBase, 4096));
    memory->store<uint32_t>(kWindowBase + 4, 42);
    EXPECT_TRUE(memory->take_fault().pending);
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase + 4), 42u) << "taking back a lent page lost the new mapping";
    EXPECT_FALSE(GpuMemory::thread_fault().pending);
}

TEST_F(FaultHandler, ThreadsThatFaultWhileAnotherMapsNeverLoseAWrite) {
    constexpr uint64_t kPages = 400;
    std::atomic<bool> stop{false};
    std::thread faulting([&] {
        GpuMemory::ExecutorThread executor(*memory);
        while (!stop.load())
            for (uint64_t page = 0; page < kPages; ++page) {
                touch(kWindowBase + page * 4096);
                if (GpuMemory::thread_fault().pending) memory->take_fault();
            }
    });
    for (uint64_t page = 0; page < kPages; ++page) {
        const uint64_t va = kWindowBase + page * 4096;
        ASSERT_TRUE(memory->map_anonymous(va, 4096));
        memory->store<uint64_t>(va + 8, page + 1);
    }
    stop = true;
    faulting.join();
    for (uint64_t page = 0; page < kPages; ++page)
        EXPECT_EQ(memory->load<uint64_t>(kWindowBase + page * 4096 + 8), page + 1);
}

TEST_F(FaultHandler, ExecutorsNest) {
    auto other = GpuMemory::create(kFaultWindow).value();
    GpuMemory::ExecutorThread outer(*memory);
    {
        GpuMemory::ExecutorThread inner(*other);
        EXPECT_EQ(other->load<uint32_t>(kWindowBase), 0u);
        EXPECT_TRUE(other->take_fault().pending);
    }
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase), 0u);
    EXPECT_TRUE(memory->take_fault().pending);
}

sigjmp_buf g_jump;
std::atomic<int> g_program_handler_calls{0};
void program_handler(int) {
    ++g_program_handler_calls;
    siglongjmp(g_jump, 1);
}

TEST_F(FaultHandler, AProgramsOwnHandlerStillGetsItsFaults) {
    struct sigaction mine{}, old{};
    mine.sa_handler = program_handler;
    ASSERT_EQ(sigaction(SIGSEGV, &mine, &old), 0);
    GpuMemory::ExecutorThread executor(*memory); // Puts ours in front again.
    int* volatile nowhere = nullptr;
    g_program_handler_calls = 0;
    if (sigsetjmp(g_jump, 1) == 0) {
        *nowhere = 1;
        FAIL() << "the write to null did nothing";
    }
    EXPECT_EQ(g_program_handler_calls, 1);
    touch(kWindowBase);
    EXPECT_TRUE(memory->take_fault().pending) << "GPU faults must still be served";
    EXPECT_EQ(g_program_handler_calls, 1);
    sigaction(SIGSEGV, &old, nullptr);
}

/// A process that died of SIGSEGV; under the address sanitizer, of its report of one.
bool crashed(int status) {
#ifdef __SANITIZE_ADDRESS__
    if (WIFEXITED(status)) return WEXITSTATUS(status) != 0;
#endif
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

using FaultHandlerDeathTest = FaultHandler;

TEST_F(FaultHandlerDeathTest, ACrashElsewhereStillCrashes) {
    EXPECT_EXIT(
        {
            GpuMemory::ExecutorThread executor(*memory);
            int* volatile nowhere = nullptr;
            *nowhere = 1;
        },
        crashed, "");
}

TEST_F(FaultHandlerDeathTest, AnotherThreadsTouchOfTheWindowCrashes) {
    EXPECT_EXIT(
        {
            GpuMemory::ExecutorThread executor(*memory);
            std::thread([&] { memory->store<uint32_t>(kWindowBase, 1); }).join();
        },
        crashed, "");
}

TEST_F(FaultHandlerDeathTest, NoExecutorNoFaultService) {
    {
        GpuMemory::ExecutorThread executor(*memory);
    }
    EXPECT_EXIT(memory->store<uint32_t>(kWindowBase, 1), crashed, "");
}

} // namespace
} // namespace wb::sim
