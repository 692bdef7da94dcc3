// SPDX-License-Identifier: MIT
#include "sim/isa/buffer_access.h"

namespace wb::sim {

constinit const uint32_t kNoAddress[kMaxLanes] = {};

namespace {
constexpr uint32_t kNullResource[4] = {}; ///< What the register NULL reads as: every access is out of range.
} // namespace

BufferAccess::BufferAccess(Wave& wave, const Inst& inst, bool takes_tfe) {
    if (inst.mem_flags & kMemTfe && !takes_tfe) {
        stop_at(wave, inst, "TFE (texture fail enable) is modelled for typed loads only");
        return;
    }
    resource = BufferResource::decode(inst.src[2] == kNull ? kNullResource : wave.sgpr + inst.src[2]);
    if (resource.type != 0) {
        stop_at(wave, inst, "the buffer descriptor has resource type " + std::to_string(resource.type));
        return;
    }
    soffset = read_scalar32(wave, inst.src[3], 0);
    inst_offset = uint32_t(inst.imm);
    const bool idxen = inst.mem_flags & kMemIdxen, offen = inst.mem_flags & kMemOffen;
    // Without any index there is nothing to interleave: addressing is linear. ACO relies on that for constant
    // data, whose descriptor has the sign-extended PC of s_getpc_b64 in its stride and swizzle fields.
    if (!idxen && !resource.add_tid) resource.element_bytes = 0;
    const unsigned count = unsigned(idxen) + unsigned(offen);
    const Vgpr* address = count ? vgprs(wave, inst, inst.src[0], count) : nullptr;
    if (count && !address) return;
    index = idxen ? address[0].lane : kNoAddress;
    offset = offen ? address[count - 1].lane : kNoAddress;
}

} // namespace wb::sim
