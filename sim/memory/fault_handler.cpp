// SPDX-License-Identifier: MIT
// The SIGSEGV side of GpuMemory. Everything the handler calls is async-signal-safe: system calls, a spin lock
// that the faulting thread cannot hold, and lookups that do not allocate.
#include "sim/memory/residency.h"
#include "sim/memory/window.h"
#include "sim/memory/write_pause.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>

namespace wb::sim {
namespace {

/// Pages that one thread's instruction was lent. An instruction touches at most two pages per lane; a packet
/// that copies more gives back the oldest first.
struct LentPages {
    static constexpr unsigned kCapacity = 256;
    std::array<uint64_t, kCapacity> offset{};
    unsigned first = 0, count = 0;
};

struct ThreadState {
    GpuMemory* memory = nullptr;
    LentPages lent;
};

// The signal handler must not run a TLS constructor or allocate: it sees only this pointer.
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadState* t_state = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local const siginfo_t* t_chained = nullptr;

ThreadState& thread_state() {
    // On the heap: a library that is loaded late has little room for thread-local data of the kind that
    // signal handlers may use.
    struct Owner {
        std::unique_ptr<ThreadState> state = std::make_unique<ThreadState>();
        ~Owner() { t_state = nullptr; }
    };
    static thread_local Owner owner;
    t_state = owner.state.get();
    return *t_state;
}

struct Handlers {
    struct sigaction first{}; ///< What we replaced at our first installation.
    struct sigaction last{};  ///< What we replaced most recently.
};
std::atomic<const Handlers*> g_handlers{nullptr};
std::mutex g_install_lock;

bool is_write(const void* context) {
#if defined(__x86_64__)
    return static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
#error "tell reads from writes in this machine's signal context"
#endif
}

void call(const struct sigaction& action, int signal, siginfo_t* info, void* context) {
    if (action.sa_flags & SA_SIGINFO) {
        action.sa_sigaction(signal, info, context);
    } else if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        // Returning repeats the access, which now ends the process where it went wrong, with a true core
        // file.
        ::signal(signal, SIG_DFL);
    } else {
        action.sa_handler(signal);
    }
}

/// Hands a fault that is not the GPU's to whoever was there before. A handler that was installed over ours
/// and chains to it, and that we then put ourselves in front of, would call us again: then the first one is
/// next.
void pass_on(int signal, siginfo_t* info, void* context) {
    const Handlers* handlers = g_handlers.load(std::memory_order_acquire);
    if (t_chained == info) {
        call(handlers->first, signal, info, context);
        return;
    }
    t_chained = info;
    call(handlers->last, signal, info, context);
    t_chained = nullptr;
}

} // namespace

/// Reaches into GpuMemory for the handler, and for is_prt().
struct FaultServer {
    /// True when the access at host address `address` may be repeated.
    static bool serve(ThreadState& state, uint8_t* address, bool write) {
        GpuMemory& memory = *state.memory;
        if (address < memory.base_ || uint64_t(address - memory.base_) >= memory.size_) return false;
        const uint64_t offset = uint64_t(address - memory.base_);
        const uint64_t page = offset & ~(kGpuPageSize - 1);

        std::lock_guard guard(memory.ranges_->lock);
        uint64_t start = 0;
        const MappedRange* range = memory.ranges_->map.find(offset, start);
        // Another thread mapped the page, or took back what it had been lent, since the access.
        if (range && !range->prt() && (!write || range->writable))
            return apply_mapping(memory.base_, page, kGpuPageSize, range, start);

        MemoryFault& fault = GpuMemory::thread_fault_;
        const bool dropped = range && range->prt();
        if (!fault.pending || (fault.dropped && !dropped))
            fault = {true, kWindowBase + offset, write, dropped};
        return lend(state, page, range, start);
    }

    static bool lend(ThreadState& state, uint64_t page, const MappedRange* range, uint64_t start) {
        GpuMemory& memory = *state.memory;
        LentPages& lent = state.lent;
        if (lent.count == LentPages::kCapacity) {
            restore(memory, lent.offset[lent.first]);
            lent.first = (lent.first + 1) % LentPages::kCapacity;
            --lent.count;
        }
        // Read-only memory: a private copy of the page, so that other threads go on reading what is there.
        const bool copy = range && !range->prt();
        const int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE | (copy ? 0 : MAP_ANONYMOUS);
        if (mmap(memory.base_ + page, kGpuPageSize, PROT_READ | PROT_WRITE, flags, copy ? range->fd : -1,
                 copy ? off_t(range->fd_offset + (page - start)) : 0) == MAP_FAILED)
            return false;
        lent.offset[(lent.first + lent.count++) % LentPages::kCapacity] = page;
        return true;
    }

    /// Gives a page the mapping it should have. The caller holds the lock.
    static void restore(GpuMemory& memory, uint64_t page) {
        uint64_t start = 0;
        const MappedRange* range = memory.ranges_->map.find(page, start);
        apply_mapping(memory.base_, page, kGpuPageSize, range, start);
    }

    static bool prt(const GpuMemory& memory, uint64_t va) {
        if (!memory.in_window(va, 1)) return false;
        std::lock_guard guard(memory.ranges_->lock);
        uint64_t start = 0;
        const MappedRange* range = memory.ranges_->map.find(va - kWindowBase, start);
        return range && range->prt();
    }

    static void restore_all(ThreadState& state) {
        if (!state.lent.count) return;
        GpuMemory& memory = *state.memory;
        std::lock_guard guard(memory.ranges_->lock);
        for (; state.lent.count; --state.lent.count) {
            restore(memory, state.lent.offset[state.lent.first]);
            state.lent.first = (state.lent.first + 1) % LentPages::kCapacity;
        }
    }
};

namespace {

void handle_fault(int signal, siginfo_t* info, void* context) {
    const int saved_errno = errno;
    ThreadState* state = t_state;
    const bool served = state && state->memory && info->si_code > 0 &&
                        FaultServer::serve(*state, static_cast<uint8_t*>(info->si_addr), is_write(context));
    const bool repeat = served || (info->si_code == SEGV_ACCERR && is_write(context) && write_was_paused());
    errno = saved_errno;
    if (!repeat) pass_on(signal, info, context);
}

} // namespace

void install_fault_handler() {
    std::lock_guard guard(g_install_lock);
    struct sigaction current{};
    sigaction(SIGSEGV, nullptr, &current);
    if ((current.sa_flags & SA_SIGINFO) && current.sa_sigaction == handle_fault) return;
    const Handlers* old = g_handlers.load(std::memory_order_relaxed);
    // Never freed: another thread may be in the handler. One per handler that the program installs over ours.
    static std::vector<const Handlers*>& all = *new std::vector<const Handlers*>;
    all.push_back(new Handlers{old ? old->first : current, current});
    g_handlers.store(all.back(), std::memory_order_release);
    struct sigaction action{};
    action.sa_sigaction = handle_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, nullptr);
}

bool is_prt(const GpuMemory& memory, uint64_t va) {
    return FaultServer::prt(memory, va);
}

void return_lent_pages() {
    if (ThreadState* state = t_state; state && state->memory) FaultServer::restore_all(*state);
}

GpuMemory* serve_faults_of(GpuMemory* memory) {
    ThreadState& state = thread_state();
    if (state.memory) FaultServer::restore_all(state);
    return std::exchange(state.memory, memory);
}

MemoryFault GpuMemory::take_fault() {
    return_lent_pages();
    MemoryFault fault = std::exchange(thread_fault_, {});
    if (fault.dropped) fault.pending = false;
    return fault;
}

GpuMemory::ExecutorThread::ExecutorThread(GpuMemory& memory) : previous_(serve_faults_of(&memory)) {
    install_fault_handler();
}

GpuMemory::ExecutorThread::~ExecutorThread() {
    serve_faults_of(previous_);
    thread_fault_ = {};
}

} // namespace wb::sim
