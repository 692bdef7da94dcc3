// SPDX-License-Identifier: MIT
// The register files that packets of one ring write (hardware.md 4.3: "Register windows"), and the names of
// their registers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wb::sim {

/// One window of packet registers. Offsets in packets are dwords from the window's base.
enum class RegisterWindow : uint8_t { Config, Sh, Context, Uconfig };

struct RegisterName {
    uint32_t offset; ///< Byte offset.
    const char* name;
};

/// Byte range of the window.
uint32_t window_base(RegisterWindow window);
uint32_t window_end(RegisterWindow window);
const char* window_name(RegisterWindow window);
/// Known registers of the window, sorted by offset.
std::span<const RegisterName> window_registers(RegisterWindow window);
/// Name of the register at byte offset `offset`, or null: no register we know of.
const char* register_name(uint32_t offset);

/// The registers of one ring. Unwritten ones are 0.
class RegisterFile {
public:
    RegisterFile();
    /// `offset` is a byte offset inside one of the windows; others give false / 0.
    bool write(uint32_t offset, uint32_t value);
    uint32_t read(uint32_t offset) const;
    /// CLEAR_STATE: context registers back to 0.
    void clear_context();

private:
    std::vector<uint32_t>* file(uint32_t offset, uint32_t& index);
    std::vector<uint32_t> files_[4];
};

// Registers that the model itself reads.
namespace reg {
inline constexpr uint32_t compute_dispatch_initiator = 0xB800, compute_start_x = 0xB810,
                          compute_pipelinestat_enable = 0xB828, compute_num_thread_x = 0xB81C,
                          compute_pgm_lo = 0xB830, compute_pgm_hi = 0xB834, compute_scratch_base_lo = 0xB840,
                          compute_scratch_base_hi = 0xB844, compute_pgm_rsrc1 = 0xB848,
                          compute_pgm_rsrc2 = 0xB84C, compute_tmpring_size = 0xB860,
                          compute_pgm_rsrc3 = 0xB8A0, compute_user_data_0 = 0xB900,
                          ta_cs_bc_base_addr = 0x30E00, ta_cs_bc_base_addr_hi = 0x30E04;
}

} // namespace wb::sim
