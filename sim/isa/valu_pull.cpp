// SPDX-License-Identifier: MIT
// The lane movement of DS_BPERMUTE_B32, which has nothing else of a vector ALU instruction.
#include "sim/isa/valu_families.h"

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

void pull_lanes(const uint32_t* address, uint32_t offset, const uint32_t* data, uint32_t* out,
                unsigned lanes) {
    constexpr unsigned kGroup = 32;
    for (unsigned group = 0; group < lanes; group += kGroup) {
#if defined(__AVX512F__)
        constexpr __mmask16 kAll = 0xffff; // GCC 12 warns of the forms without a mask.
        const __m512i low = _mm512_load_si512(data + group), high = _mm512_load_si512(data + group + 16);
        const __m512i add = _mm512_set1_epi32(int(offset));
        const auto pulled = [&](const uint32_t* from) {
            const __m512i byte = _mm512_add_epi32(_mm512_load_si512(from), add);
            return _mm512_maskz_permutex2var_epi32(kAll, low, _mm512_maskz_srli_epi32(kAll, byte, 2), high);
        };
        // Both first: `out` may be `address` or `data`.
        const __m512i first = pulled(address + group), second = pulled(address + group + 16);
        _mm512_store_si512(out + group, first);
        _mm512_store_si512(out + group + 16, second);
#else
        uint32_t copy[kGroup];
        std::memcpy(copy, data + group, sizeof(copy));
        for (unsigned lane = group; lane < group + kGroup; ++lane)
            out[lane] = copy[(address[lane] + offset) / 4 % kGroup];
#endif
    }
}

} // namespace wb::sim::WB_SIMD
