// SPDX-License-Identifier: MIT
// IMAGE_SAMPLE*, IMAGE_GATHER4* and IMAGE_GET_LOD: their operands. Source: RDNA3 ISA, "Image Instructions",
// table of VGPR usage: offset, bias, reference, derivatives, coordinates, level or lowest level, in this
// order.
#include "sim/isa/image_sampling.h"
#include "sim/isa/memory_spaces.h"
#include "sim/isa/mimg_operands.h"

#include <array>
#include <bit>
#include <cmath>
#include <string_view>

namespace wb::sim {

namespace {

/// What an opcode's suffixes ask for.
struct SampleForm {
    enum class Kind : uint8_t { Sample, Gather, GetLod } kind = Kind::Sample;
    enum class Lod : uint8_t { Implicit, Bias, Operand, Zero, Derivatives } lod = Lod::Implicit;
    bool compare = false, lowest = false, offset = false, half_derivatives = false;
};

/// The form of a mnemonic such as "image_sample_c_d_cl_o_g16"; Kind and suffixes are separated by '_'.
constexpr SampleForm form_of(std::string_view name) {
    SampleForm form;
    using enum SampleForm::Lod;
    if (name.starts_with("image_gather4")) form.kind = SampleForm::Kind::Gather;
    if (name == "image_get_lod") {
        form.kind = SampleForm::Kind::GetLod;
        return form;
    }
    size_t at = name.find('_', 6); // Behind "image_".
    while (at != std::string_view::npos) {
        const size_t end = name.find('_', at + 1);
        const std::string_view part = name.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
        if (part == "c") form.compare = true;
        if (part == "cl") form.lowest = true;
        if (part == "o") form.offset = true;
        if (part == "g16") form.half_derivatives = true;
        if (part == "b") form.lod = Bias;
        if (part == "l") form.lod = Operand;
        if (part == "lz") form.lod = Zero;
        if (part == "d") form.lod = Derivatives;
        at = end;
    }
    return form;
}

float half_value(uint16_t bits) {
    return std::bit_cast<float>(float_from_half(bits));
}

struct DimFacts {
    uint8_t coordinates; ///< In the address: axes, then layer or face.
    uint8_t axes;        ///< That are filtered.
};
constexpr DimFacts kDims[] = {{1, 1}, {2, 2}, {3, 3}, {3, 2}, {2, 1}, {3, 2}, {0, 0}, {0, 0}};

/// Where each address operand begins, in registers.
struct SampleAddress {
    unsigned offset = 0, bias = 0, reference = 0, derivatives = 0, coordinates = 0, count = 0;
    unsigned derivative_registers = 0; ///< Of one direction.
    bool a16, g16;

    SampleAddress(const Inst& inst, const SampleForm& form, DimFacts dim)
        : a16(inst.mem_flags & kMemA16), g16(form.half_derivatives) {
        if (form.offset) offset = count++;
        if (form.lod == SampleForm::Lod::Bias) bias = count++;
        if (form.compare) reference = count++;
        if (form.lod == SampleForm::Lod::Derivatives) {
            derivatives = count;
            derivative_registers = g16 ? (dim.axes + 1u) / 2 : dim.axes;
            count += 2 * derivative_registers;
        }
        coordinates = count;
        const unsigned values = dim.coordinates + unsigned(has_level(form));
        count += a16 ? (values + 1) / 2 : values;
    }
    static bool has_level(const SampleForm& form) {
        return form.lod == SampleForm::Lod::Operand || form.lowest;
    }
    float coordinate(const MimgAddress& address, unsigned i, unsigned lane) const {
        return a16 ? half_value(address.half(coordinates, i, lane))
                   : std::bit_cast<float>(address.word[coordinates + i][lane]);
    }
    float derivative(const MimgAddress& address, bool along_y, unsigned i, unsigned lane) const {
        const unsigned first = derivatives + (along_y ? derivative_registers : 0);
        return g16 ? half_value(address.half(first, i, lane))
                   : std::bit_cast<float>(address.word[first + i][lane]);
    }
};

/// Three signed 6-bit offsets in bytes.
void read_offset(uint32_t word, int32_t out[3]) {
    for (unsigned i = 0; i < 3; ++i)
        out[i] = int32_t(word >> 8 * i << 26) >> 26;
}

/// The border colour as a texel: BC_SWIZZLE says which of its channels each component of memory gets.
void set_border(Wave& wave, ImageSampler& sampler) {
    constexpr uint8_t kSwizzle[8][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {3, 2, 1, 0}, {3, 0, 1, 2},
                                        {2, 1, 0, 3}, {1, 0, 3, 2}, {0, 1, 2, 3}, {0, 1, 2, 3}};
    const uint32_t one = sampler.view.one();
    uint32_t colour[4] = {};
    switch (sampler.state.border) {
    case BorderColor::TransparentBlack:
        break;
    case BorderColor::OpaqueBlack:
        colour[3] = one;
        break;
    case BorderColor::OpaqueWhite:
        std::fill_n(colour, 4, one);
        break;
    case BorderColor::Register:
        std::memcpy(colour,
                    wave.memory->at(wave.border_colors + sampler.state.border_index * sizeof colour,
                                    sizeof colour, false),
                    sizeof colour);
    }
    for (unsigned i = 0; i < 4; ++i)
        sampler.border[i] = colour[kSwizzle[sampler.view.image.border_swizzle][i]];
}

uint32_t layer_of(float coordinate, uint32_t layers) {
    const float nearest = std::nearbyint(coordinate);
    if (!(nearest > 0)) return 0;
    return nearest < float(layers) ? uint32_t(nearest) : layers - 1;
}

/// Coordinates, layer and face of a lane.
void read_point(const ImageSampler& sampler, const SampleAddress& operands, const MimgAddress& address,
                MimgDim dim, unsigned lane, SamplePoint& out) {
    const DimFacts facts = kDims[unsigned(dim)];
    for (unsigned i = 0; i < facts.axes; ++i)
        out.coordinate[i] = operands.coordinate(address, i, lane);
    const uint32_t slices = sampler.view.null ? 1 : sampler.view.image.level_slices(0);
    if (dim == MimgDim::Cube) {
        // The shader has divided by the major axis: s + 1, t + 1, face + 8 * layer.
        out.coordinate[0] -= 1;
        out.coordinate[1] -= 1;
        constexpr uint32_t kFaces = 6, kFaceStride = 8;
        const uint32_t id = layer_of(operands.coordinate(address, 2, lane), ~0u >> 1);
        const uint32_t cubes = std::max(slices / kFaces, 1u);
        out.slice = std::min(id / kFaceStride, cubes - 1) * kFaces + std::min(id % kFaceStride, kFaces - 1);
    } else if (facts.coordinates > facts.axes) {
        out.slice = layer_of(operands.coordinate(address, facts.axes, lane), slices);
    }
}

/// Differences within the lane's quad: lanes 0 and 1 beside each other, 2 and 3 below.
void implicit_derivatives(const SampleAddress& operands, const MimgAddress& address, DimFacts dim,
                          unsigned lane, SamplePoint& point) {
    const unsigned quad = lane & ~3u;
    for (unsigned i = 0; i < dim.axes; ++i) {
        const float origin = operands.coordinate(address, i, quad);
        point.ddx[i] = operands.coordinate(address, i, quad + 1) - origin;
        point.ddy[i] = operands.coordinate(address, i, quad + 2) - origin;
    }
}

const char* sample_missing(const Inst& inst, const ImageSampler& sampler, MimgDim dim) {
    if (const char* missing = mimg_missing(inst)) return missing;
    if (!kDims[unsigned(dim)].axes || sampler.view.image.multisampled())
        return "sampling multisampled images is not modelled";
    for (unsigned i = 0; i < sampler.axes; ++i)
        if (sampler.state.wrap[i] == Wrap::ClampHalfBorder ||
            sampler.state.wrap[i] == Wrap::MirrorOnceHalfBorder)
            return "addressing modes with half a border are not modelled";
    return nullptr;
}

template <SampleForm Form>
void image_sample(Wave& wave, const Inst& inst) {
    using enum SampleForm::Lod;
    constexpr bool kGather = Form.kind == SampleForm::Kind::Gather;
    constexpr bool kGetLod = Form.kind == SampleForm::Kind::GetLod;
    const ImageView* view = image_view(wave, inst);
    if (!view) return;
    uint32_t words[4] = {};
    for (unsigned i = 0; i < 4 && inst.src[3] + i < kSgprSink; ++i)
        words[i] = wave.sgpr[inst.src[3] + i];
    const MimgDim dim = mimg_dim(inst);
    const DimFacts facts = kDims[unsigned(dim)];
    ImageSampler sampler{*wave.memory, *view, SamplerState::decode(words)};
    sampler.axes = facts.axes;
    sampler.cube = dim == MimgDim::Cube;
    sampler.compare = Form.compare;
    sampler.unnormalized = sampler.state.unnormalized || (inst.mem_flags & kMemUnorm);
    if (const char* missing = sample_missing(inst, sampler, dim)) {
        stop_at(wave, inst, missing);
        return;
    }
    const SampleAddress operands(inst, Form, facts);
    const MimgAddress address(wave, inst, operands.count);
    if (!address.valid) return;
    const unsigned dmask = mimg_dmask(inst);
    const unsigned components = kGather ? 4 : unsigned(std::popcount(dmask));
    const unsigned registers = mimg_data_registers(inst, components);
    Vgpr* dst = vgprs(wave, inst, inst.dst, registers + MimgResidency::registers(inst));
    if (!dst) return;
    const MimgResidency residency(inst, dst, registers);
    bool lane_non_resident = false;
    if (residency.status) sampler.non_resident = &lane_non_resident;
    uint64_t non_resident = 0;
    set_border(wave, sampler);
    const IeeeArithmetic arithmetic;
    // The destination may be among the addresses, and a quad's lanes read each other's: all lanes are
    // computed before any is written.
    uint32_t results[kMaxLanes][4];
    const auto sample_lane = [&](unsigned lane) {
        uint32_t* out = results[lane];
        uint32_t texel[4] = {};
        SamplePoint point;
        read_point(sampler, operands, address, dim, lane, point);
        if constexpr (Form.offset) read_offset(address.word[operands.offset][lane], point.offset);
        if constexpr (Form.compare)
            point.reference = std::bit_cast<float>(address.word[operands.reference][lane]);
        if constexpr (Form.lod == Implicit || Form.lod == Bias) {
            implicit_derivatives(operands, address, facts, lane, point);
        } else if constexpr (Form.lod == Derivatives) {
            for (unsigned i = 0; i < facts.axes; ++i) {
                point.ddx[i] = operands.derivative(address, false, i, lane);
                point.ddy[i] = operands.derivative(address, true, i, lane);
            }
        }
        float lod = 0, lowest = 0;
        ImageSampler::Footprint footprint;
        if constexpr (Form.lod == Implicit || Form.lod == Bias || Form.lod == Derivatives) {
            if (!view->null) footprint = sampler.footprint(point);
            lod = footprint.lod;
        }
        if constexpr (Form.lod == Bias) {
            const uint32_t bias = address.word[operands.bias][lane];
            lod += operands.a16 ? half_value(uint16_t(bias)) : std::bit_cast<float>(bias);
        }
        if constexpr (Form.lod == Operand) lod = operands.coordinate(address, facts.coordinates, lane);
        if constexpr (Form.lowest) lowest = operands.coordinate(address, facts.coordinates, lane);
        lod += sampler.state.lod_bias;
        const float clamped = sampler.clamp_lod(lod, lowest);
        if constexpr (kGetLod) {
            const float top = float(view->image.last_level - view->image.base_level);
            const float values[4] = {std::min(clamped, top), lod, 0, 0};
            unsigned written = 0;
            for (unsigned channel = 0; channel < 4; ++channel)
                if (dmask >> channel & 1) out[written++] = std::bit_cast<uint32_t>(values[channel]);
            return;
        }
        if constexpr (kGather) {
            const unsigned channel = unsigned(std::countr_zero(dmask | 8));
            if (!view->null)
                sampler.gather(point, clamped, channel, out);
            else
                std::fill_n(out, 4, view->selected(channel, texel));
            return;
        }
        if (!view->null) sampler.sample_footprint(point, footprint, clamped, texel);
        unsigned written = 0;
        for (unsigned channel = 0; channel < 4; ++channel)
            if (dmask >> channel & 1) out[written++] = view->selected(channel, texel);
    };
    for_each_lane(wave.exec(), [&](unsigned lane) {
        lane_non_resident = false;
        sample_lane(lane);
        non_resident |= uint64_t(lane_non_resident) << lane;
    });
    for_each_lane(wave.exec(), [&](unsigned lane) {
        residency.note(lane, non_resident >> lane & 1);
        for (unsigned i = 0; i < components; ++i)
            put_component(inst, *view->format, dst, i, lane, results[lane][i]);
    });
    wave.note_memory_fault();
}

struct SampleRow {
    uint16_t op;
    ExecFn exec;
};

template <uint16_t Op>
constexpr bool is_sampling = (Op >= 27 && Op <= 60) || (Op >= 64 && Op < 144);

#define X(op, name)                                                                                          \
    constexpr SampleForm kForm##op = form_of(#name);                                                         \
    constexpr SampleRow kRow##op = {op, [] {                                                                 \
                                        if constexpr (is_sampling<op>)                                       \
                                            return static_cast<ExecFn>(image_sample<kForm##op>);             \
                                        else                                                                 \
                                            return static_cast<ExecFn>(nullptr);                             \
                                    }()};
#include "sim/isa/tables/mimg.inc"
#undef X

constexpr SampleRow kSampleRows[] = {
#define X(op, name) kRow##op,
#include "sim/isa/tables/mimg.inc"
#undef X
};

} // namespace

ExecFn mimg_sample_handler(unsigned op) {
    for (const SampleRow& row : kSampleRows)
        if (row.op == op) return row.exec;
    return nullptr;
}

} // namespace wb::sim
