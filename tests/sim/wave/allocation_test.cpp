// SPDX-License-Identifier: MIT
// Nothing is allocated for an instruction: a long loop asks for as much memory as a short one.
#include "tests/sim/wave/wave_fixture.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::atomic<uint64_t> g_allocations{0};

void* counted(size_t size, size_t alignment) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!memory) std::abort();
    return memory;
}
} // namespace

void* operator new(size_t size) {
    return counted(size, alignof(std::max_align_t));
}
void* operator new(size_t size, std::align_val_t alignment) {
    return counted(size, size_t(alignment));
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
    return counted(size, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace wb::sim::test {
namespace {

class Allocations : public WaveFixture {
protected:
    /// What a dispatch of one wave allocates that goes `turns` times through scalar and vector code, an
    /// atomic, a store and a branch.
    uint64_t of(uint32_t turns) {
        put(kCode, Words{
                       0x7e020280,             // v_mov_b32_e32 v1, 0
                       0x7e040281,             // v_mov_b32_e32 v2, 1
                       0xb0040000 | turns,     // s_movk_i32 s4, turns
                       0xdcd60000, 0x00000201, // global_atomic_add_u32 v1, v2, s[0:1]
                       0x30060082,             // v_lshlrev_b32_e32 v3, 2, v0
                       0xdc6a0004, 0x00000203, // global_store_b32 v3, v2, s[0:1] offset:4
                       0x80848104,             // s_sub_u32 s4, s4, 1
                       0xbf078004,             // s_cmp_lg_u32 s4, 0
                       0xbfa2fff8,             // s_cbranch_scc1, to the atomic
                       0xbfb00000,             // s_endpgm
                   });
        set_word(kData, 0);
        const uint64_t before = g_allocations;
        EXPECT_EQ(run(dispatch_of(1, 64)).end, JobEnd::Done);
        const uint64_t made = g_allocations - before;
        EXPECT_EQ(data(0), turns * 64);
        return made;
    }
};

TEST_F(Allocations, AreNoneForAnInstruction) {
    (void)of(1); // what is kept from the first dispatch on
    EXPECT_EQ(of(20'000), of(10));
}

} // namespace
} // namespace wb::sim::test
