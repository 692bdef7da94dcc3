// SPDX-License-Identifier: MIT
#include "sim/isa/bvh_node.h"

#include "sim/isa/data_format.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace wb::sim {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr unsigned kNodeBytes = 64, kTypeBits = 3;
enum NodeType : unsigned { kTriangle0, kTriangle1, kTriangle2, kTriangle3, kBox16, kBox32 };

/// IEEE 754's minimum and maximum of numbers: a NaN gives way.
float min_number(float a, float b) {
    return a < b || b != b ? a : b;
}
float max_number(float a, float b) {
    return a > b || b != b ? a : b;
}

struct Box {
    float low[3], high[3];
};
struct BoxNode {
    uint32_t child[4];
    Box box[4];
};

BoxNode read_box_node(GpuMemory& memory, uint64_t address, bool halves) {
    BoxNode node;
    if (!halves) {
        static_assert(sizeof node == 112);
        auto* bytes = reinterpret_cast<uint8_t*>(&node);
        std::memcpy(bytes, memory.at(address, kNodeBytes, false), kNodeBytes);
        constexpr unsigned kRest = sizeof node - kNodeBytes;
        std::memcpy(bytes + kNodeBytes, memory.at(address + kNodeBytes, kRest, false), kRest);
        return node;
    }
    struct {
        uint32_t child[4];
        uint16_t low_high[4][2][3];
    } packed;
    static_assert(sizeof packed == kNodeBytes);
    std::memcpy(&packed, memory.at(address, sizeof packed, false), sizeof packed);
    std::memcpy(node.child, packed.child, sizeof node.child);
    for (unsigned i = 0; i < 4; ++i) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            node.box[i].low[axis] = std::bit_cast<float>(float_from_half(packed.low_high[i][0][axis]));
            node.box[i].high[axis] = std::bit_cast<float>(float_from_half(packed.low_high[i][1][axis]));
        }
    }
    return node;
}

/// Where a ray enters and leaves a box.
struct Interval {
    float enter, leave; ///< Cut to 0 and the ray's extent; the wrong way round without a number.
    float uncut_enter, uncut_leave;
};
Interval box_interval(const BvhRay& ray, const Box& box) {
    Interval out;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const float inverse = ray.inverse[axis];
        const float low = (box.low[axis] - ray.origin[axis]) * inverse;
        const float high = (box.high[axis] - ray.origin[axis]) * inverse;
        const bool forward = inverse >= 0;
        const float enter = forward ? low : high, leave = forward ? high : low;
        out.uncut_enter = axis ? max_number(out.uncut_enter, enter) : enter;
        out.uncut_leave = axis ? min_number(out.uncut_leave, leave) : leave;
    }
    out.enter = max_number(out.uncut_enter, 0);
    out.leave = min_number(out.uncut_leave, ray.extent);
    if (std::isnan(out.uncut_enter) || std::isnan(out.uncut_leave)) {
        out.enter = kInfinity;
        out.leave = -kInfinity;
        if (std::isnan(out.uncut_enter)) out.uncut_enter = 0;
        if (std::isnan(out.uncut_leave)) out.uncut_leave = kInfinity;
    }
    return out;
}

float sort_key(const Interval& at, BoxOrder order) {
    switch (order) {
    case BoxOrder::LargestFirst:
        return at.enter - at.leave;
    case BoxOrder::ClosestMidpoint:
        return at.uncut_enter + at.uncut_leave;
    default:
        return at.enter;
    }
}

std::array<uint32_t, 4> intersect_boxes(const BvhResource& resource, const BoxNode& node, const BvhRay& ray) {
    std::array<uint32_t, 4> child;
    float key[4];
    constexpr float kHalfUlp = 0x1p-24f;
    const float grow = 1 + float(resource.box_grow) * kHalfUlp;
    for (unsigned i = 0; i < 4; ++i) {
        const Interval at = box_interval(ray, node.box[i]);
        child[i] = at.enter <= at.leave * grow ? node.child[i] : kNoBvhNode;
        key[i] = sort_key(at, resource.order);
    }
    if (resource.order == BoxOrder::AsStored) return child;
    const auto sort = [&](unsigned a, unsigned b) {
        if (child[a] != kNoBvhNode && (child[b] == kNoBvhNode || !(key[b] < key[a]))) return;
        std::swap(child[a], child[b]);
        std::swap(key[a], key[b]);
    };
    // The hardware's network; children of equal keys come in the order that it leaves them in.
    sort(0, 2), sort(1, 3), sort(0, 1), sort(2, 3), sort(1, 2);
    return child;
}

using Vector = std::array<double, 3>;
Vector operator-(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector wide(const float* from) {
    return {from[0], from[1], from[2]};
}

struct TriangleHit {
    double distance, determinant, weight[3]; ///< Numerators, the denominator, numerators of the vertices.
};
/// In f64, and so that an edge gives its two triangles the same number with opposite signs: a ray through it
/// hits one of them at least. False: a miss, or no numbers.
bool intersect_triangle(const BvhRay& ray, const Vector vertex[3], TriangleHit& hit) {
    const Vector direction = wide(ray.direction), origin = wide(ray.origin);
    const Vector a = vertex[0] - origin, b = vertex[1] - origin, c = vertex[2] - origin;
    hit.weight[0] = dot(direction, cross(c, b));
    hit.weight[1] = dot(direction, cross(a, c));
    hit.weight[2] = dot(direction, cross(b, a));
    hit.determinant = hit.weight[0] + hit.weight[1] + hit.weight[2];
    hit.distance = -dot(a, cross(vertex[1] - vertex[0], vertex[2] - vertex[0]));
    const double* w = hit.weight;
    const bool inside = (w[0] >= 0 && w[1] >= 0 && w[2] >= 0) || (w[0] <= 0 && w[1] <= 0 && w[2] <= 0);
    return inside && hit.determinant != 0 && std::isfinite(hit.determinant) &&
           hit.distance / hit.determinant >= 0;
}

/// Only ratios count. A denominator that f32 cannot hold takes its numerators along.
void scale_to_f32(TriangleHit& hit) {
    constexpr int kFar = 100;
    const int exponent = std::ilogb(hit.determinant);
    if (exponent >= -kFar && exponent <= kFar) return;
    for (double* value : {&hit.distance, &hit.determinant, &hit.weight[0], &hit.weight[1], &hit.weight[2]})
        *value = std::scalbn(*value, -exponent);
}

/// The four triangles of a node share its five vertices. The last dword has a byte for each triangle: which
/// vertices the two barycentric coordinates belong to.
std::array<uint32_t, 4> intersect_triangle_node(const BvhResource& resource, const uint8_t* node,
                                                unsigned type, const BvhRay& ray) {
    constexpr uint8_t kVertices[4][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {2, 4, 0}};
    constexpr unsigned kVertexBytes = 12, kIdOffset = 60, kIdBits = 8;
    Vector vertex[3];
    for (unsigned i = 0; i < 3; ++i) {
        float position[3];
        std::memcpy(position, node + kVertices[type][i] * kVertexBytes, sizeof position);
        vertex[i] = wide(position);
    }
    uint32_t id;
    std::memcpy(&id, node + kIdOffset, sizeof id);
    TriangleHit hit;
    const bool found = intersect_triangle(ray, vertex, hit);
    if (found)
        scale_to_f32(hit);
    else
        hit = {kInfinity, 1, {}};
    const auto bits = [](double value) { return std::bit_cast<uint32_t>(float(value)); };
    const auto coordinate = [&](unsigned shift) {
        const unsigned which = id >> (type * kIdBits + shift) & 3;
        return which < 3 ? bits(hit.weight[which]) : 0;
    };
    if (resource.barycentrics)
        return {bits(hit.distance), bits(hit.determinant), coordinate(0), coordinate(2)};
    return {bits(hit.distance), bits(hit.determinant), id, found};
}

} // namespace

BvhResource BvhResource::decode(const uint32_t words[4]) {
    BvhResource out;
    out.base = (uint64_t(words[1] & 0xff) << 32 | words[0]) << 8;
    out.last_node = uint64_t(words[3] & 0x3ff) << 32 | words[2];
    out.type = words[3] >> 28;
    if (words[1] >> 31) out.order = BoxOrder(words[1] >> 21 & 3);
    out.box_grow = uint8_t(words[1] >> 23);
    out.barycentrics = words[3] >> 24 & 1;
    out.pointer_flags = words[3] >> 23 & 1;
    // LLC_NOALLOC and BIG_PAGE are about caches and page tables: nothing that a program sees.
    return out;
}

const char* BvhResource::missing() const {
    constexpr unsigned kType = 8;
    if (type != kType) return "the descriptor is not one of a bounding volume hierarchy";
    if (order == BoxOrder::Reserved) return "box sorting heuristic 3 is reserved";
    return pointer_flags ? "culling flags in node pointers are not modelled" : nullptr;
}

std::array<uint32_t, 4> intersect_bvh_node(GpuMemory& memory, const BvhResource& resource, uint64_t pointer,
                                           const BvhRay& ray) {
    const unsigned type = unsigned(pointer & ((1u << kTypeBits) - 1));
    const uint64_t index = pointer >> kTypeBits;
    std::array<uint32_t, 4> none;
    none.fill(kNoBvhNode);
    if (type > kBox32) return none;
    if (index > resource.last_node) {
        const uint32_t far = std::bit_cast<uint32_t>(kInfinity), one = std::bit_cast<uint32_t>(1.0f);
        return type >= kBox16 ? none : std::array<uint32_t, 4>{far, one, 0, 0};
    }
    constexpr unsigned kSignShift = 16; // 48-bit addresses are sign-extended.
    const uint64_t address =
        uint64_t(int64_t((resource.base + index * kNodeBytes) << kSignShift) >> kSignShift);
    if (type >= kBox16) return intersect_boxes(resource, read_box_node(memory, address, type == kBox16), ray);
    uint8_t node[kNodeBytes];
    std::memcpy(node, memory.at(address, sizeof node, false), sizeof node);
    return intersect_triangle_node(resource, node, type, ray);
}

} // namespace wb::sim
