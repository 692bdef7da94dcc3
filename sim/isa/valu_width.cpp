// SPDX-License-Identifier: MIT
#include "sim/isa/valu_width.h"

namespace wb::sim {

namespace {

/// Mnemonics whose operands are not all as wide as the type they end in. The first that is contained counts.
struct Exception {
    std::string_view part;
    ValuWidth width;
};
constexpr Exception kExceptions[] = {
    {"v_cvt_f64_", {2, {1, 1, 1}}},       {"_f32_f64", {1, {2, 1, 1}}},      {"_i32_f64", {1, {2, 1, 1}}},
    {"_u32_f64", {1, {2, 1, 1}}},         {"class_f64", {1, {2, 1, 1}}},     {"v_ldexp_f64", {2, {2, 1, 1}}},
    {"v_trig_preop_f64", {2, {2, 1, 1}}}, {"rev_b64", {2, {1, 2, 1}}},       {"rev_i64", {2, {1, 2, 1}}},
    {"v_mad_u64_u32", {2, {1, 1, 2}}},    {"v_mad_i64_i32", {2, {1, 1, 2}}}, {"v_permlane64", {}},
};
constexpr Exception kSads[] = {
    {"v_mqsad_u32_u8", {4, {2, 1, 4}}},
    {"v_mqsad_pk_u16_u8", {2, {2, 1, 2}}},
    {"v_qsad_pk_u16_u8", {2, {2, 1, 2}}},
};

template <unsigned N>
const ValuWidth* find(const Exception (&table)[N], std::string_view mnemonic) {
    for (const Exception& exception : table)
        if (mnemonic.find(exception.part) != mnemonic.npos) return &exception.width;
    return nullptr;
}

/// 16 x 16 elements: A and B have a row or column in each lane, C and D are spread over the wave.
ValuWidth matrix_width(std::string_view mnemonic, unsigned wave_lanes) {
    const uint8_t factor = mnemonic.ends_with("iu4") ? 2 : mnemonic.ends_with("iu8") ? 4 : 8;
    const uint8_t sum = uint8_t(256 / wave_lanes);
    return {sum, {factor, factor, sum}};
}

} // namespace

ValuWidth valu_width(std::string_view mnemonic, unsigned wave_lanes) {
    if (mnemonic.starts_with("v_wmma")) return matrix_width(mnemonic, wave_lanes);
    if (mnemonic.find("qsad") != mnemonic.npos)
        if (const ValuWidth* width = find(kSads, mnemonic)) return *width;
    if (mnemonic.find("64") == mnemonic.npos) return {};
    if (const ValuWidth* width = find(kExceptions, mnemonic)) return *width;
    return {2, {2, 2, 2}};
}

} // namespace wb::sim
