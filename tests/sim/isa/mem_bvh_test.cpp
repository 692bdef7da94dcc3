// SPDX-License-Identifier: MIT
// The ray instructions: boxes, triangles and operands with results worked out by hand.
#include "mem_image_fixture.h"
#include "sim/isa/data_format.h"

#include <bit>
#include <cmath>
#include <limits>

namespace wb::sim::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
constexpr uint32_t kNone = 0xffff'ffff, kR128 = 1u << 15;
enum Type : unsigned { kTriangle, kBox16 = 4, kBox32, kInstance, kUser };
using Result = std::array<uint32_t, 4>;

struct TestBox {
    float low[3], high[3];
};
/// A box around the x axis.
constexpr TestBox along_x(float from, float to) {
    return {{from, -1, -1}, {to, 1, 1}};
}
constexpr TestBox kAside = {{0, 5, 0}, {9, 6, 1}};
constexpr TestBox kInactive = {{kNan, kNan, kNan}, {kNan, kNan, kNan}};

struct TestRay {
    float origin[3], direction[3];
    float extent = 100;
};
constexpr TestRay kAlongX = {{0, 0, 0}, {1, 0, 0}};

struct TreeDescriptor {
    unsigned order = 0;
    bool sorted = true;
    unsigned grow = 0;
    bool barycentrics = true;
    uint64_t last_node = 1000;
};

class BvhTest : public ImageTest {
protected:
    void set_hierarchy(const TreeDescriptor& d) {
        uint32_t* words = &wave.sgpr[kImageResource];
        words[0] = uint32_t(kBuffer >> 8);
        words[1] = uint32_t(kBuffer >> 40 & 0xff) | d.order << 21 | d.grow << 23 | unsigned(d.sorted) << 31;
        words[2] = uint32_t(d.last_node);
        words[3] = uint32_t(d.last_node >> 32) | unsigned(d.barycentrics) << 24 | 8u << 28;
    }
    /// Children are 0x105, 0x205, 0x305 and 0x405.
    void set_boxes(unsigned node, const TestBox (&boxes)[4], bool halves = false) {
        uint64_t at = kBuffer + node * 64;
        for (unsigned i = 0; i < 4; ++i, at += 4)
            memory->store<uint32_t>(at, (i + 1) << 8 | kBox32);
        for (const TestBox& box : boxes) {
            for (const float* side : {box.low, box.high}) {
                for (unsigned axis = 0; axis < 3; ++axis) {
                    const uint32_t bits = std::bit_cast<uint32_t>(side[axis]);
                    if (halves)
                        memory->store<uint16_t>(at, half_from_float(bits));
                    else
                        memory->store<uint32_t>(at, bits);
                    at += halves ? 2 : 4;
                }
            }
        }
    }
    void set_triangles(unsigned node, const float (&vertices)[5][3], uint32_t id) {
        for (unsigned i = 0; i < 15; ++i)
            memory->store<float>(kBuffer + node * 64 + i * 4, vertices[i / 3][i % 3]);
        memory->store<uint32_t>(kBuffer + node * 64 + 60, id);
    }
    void fill_float(unsigned reg, float value) {
        fill(reg, [&](unsigned) { return std::bit_cast<uint32_t>(value); });
    }
    void set_ray(unsigned first, const TestRay& ray) {
        fill_float(first++, ray.extent);
        for (float value : ray.origin)
            fill_float(first++, value);
        for (float value : ray.direction)
            fill_float(first++, value);
        for (float value : ray.direction)
            fill_float(first++, 1 / value);
    }
    /// All lanes' common result.
    Result result() {
        Result out;
        for (unsigned i = 0; i < 4; ++i) {
            out[i] = v(20 + i, 0);
            for (unsigned lane = 1; lane < lanes(); ++lane)
                EXPECT_EQ(v(20 + i, lane), out[i]);
        }
        return out;
    }
    Words instruction(std::string_view name) { return mimg(name, 20, 0, k1D, 15, kR128); }
    Result intersect(unsigned node, unsigned type, const TestRay& ray) {
        fill(0, [&](unsigned) { return node << 3 | type; });
        set_ray(1, ray);
        run(instruction("image_bvh_intersect_ray"));
        return result();
    }
    /// The order of the children, "1", "2", "3" and "4" of those that are hit and "-" of the others.
    std::string order(const TestRay& ray = kAlongX, unsigned type = kBox32) {
        std::string text;
        for (uint32_t child : intersect(2, type, ray))
            text += child == kNone ? '-' : char('0' + (child >> 8));
        return text;
    }
    static float number(uint32_t bits) { return std::bit_cast<float>(bits); }
    static void expect_miss(const Result& got) {
        EXPECT_EQ(number(got[0]), kInf);
        EXPECT_EQ(number(got[1]), 1.0f);
        EXPECT_EQ(got[2], 0u);
        EXPECT_EQ(got[3], 0u);
    }
};
WB_FOR_BOTH_WAVE_SIZES(BvhTest);

TEST_P(BvhTest, ChildrenInEachOrder) {
    // Entries 4, 2, none, 1; stretches 1.5, 1, 11; middles 4.75, 2.5, 6.5.
    set_boxes(2, {along_x(4, 5.5f), along_x(2, 3), kAside, along_x(1, 12)});
    set_hierarchy({.order = 0});
    EXPECT_EQ(order(), "421-");
    set_hierarchy({.order = 1});
    EXPECT_EQ(order(), "412-");
    set_hierarchy({.order = 2});
    EXPECT_EQ(order(), "214-");
    set_hierarchy({.sorted = false});
    EXPECT_EQ(order(), "12-4");
}

TEST_P(BvhTest, OnlyMidpointsLieBehindTheOrigin) {
    set_boxes(2, {along_x(0.5f, 1), along_x(-10, 1), kInactive, kInactive});
    set_hierarchy({.order = 0});
    EXPECT_EQ(order(), "21--"); // Entries 0.5 and 0.
    set_boxes(2, {along_x(-3, 2), along_x(-10, 1), kInactive, kInactive});
    EXPECT_EQ(order(), "12--"); // Both 0: as stored.
    set_hierarchy({.order = 2});
    EXPECT_EQ(order(), "21--"); // Middles -0.5 and -4.5.
}

TEST_P(BvhTest, ExtentCutsBoxesOff) {
    set_boxes(2, {along_x(4, 5), along_x(2, 3), along_x(8, 9), along_x(-9, -8)});
    set_hierarchy({});
    EXPECT_EQ(order(), "213-");
    TestRay ray = kAlongX;
    ray.extent = 4; // Touching counts.
    EXPECT_EQ(order(ray), "21--");
    ray.extent = 3.9f;
    EXPECT_EQ(order(ray), "2---");
    ray.extent = kInf;
    EXPECT_EQ(order(ray), "213-");
}

TEST_P(BvhTest, RaysInEveryDirection) {
    set_boxes(2, {along_x(4, 5), along_x(-3, -2), TestBox{{-1, 7, -1}, {1, 8, 1}}, kInactive});
    set_hierarchy({});
    EXPECT_EQ(order({{0, 0, 0}, {-2, 0, 0}}), "2---");
    EXPECT_EQ(order({{0, 0, 0}, {0, 0.5f, 0}}), "3---");
    EXPECT_EQ(order({{9, 0, 0}, {-1, 0, 0}}), "12--");
    // From (9, 12, 0) to (0, 7.5, 0): through the third box only.
    EXPECT_EQ(order({{9, 12, 0}, {-9, -4.5f, 0}}), "3---");
}

TEST_P(BvhTest, PlanesThroughTheOriginOfAParallelRay) {
    // 0 times infinity is no number, and no bound: the ray lies in the plane y = -1 of the boxes.
    set_boxes(2, {along_x(4, 5), along_x(2, 3), kInactive, kInactive});
    set_hierarchy({});
    EXPECT_EQ(order({{0, -1, 0}, {1, 0, 0}}), "21--");
    EXPECT_EQ(order({{0, 1, 1}, {1, 0, 0}}), "21--");
    EXPECT_EQ(order({{0, 1.5f, 0}, {1, 0, 0}}), "----");
}

TEST_P(BvhTest, BoxesGrowByUnitsInTheLastPlace) {
    // Along (1, 1): enters at y = 1 + 2^-23 and leaves at x = 1.
    const TestBox box = {{0, 1 + 0x1p-23f, -1}, {1, 2, 1}};
    set_boxes(2, {box, kInactive, kInactive, kInactive});
    const TestRay ray = {{0, 0, 0}, {1, 1, 0}};
    set_hierarchy({});
    EXPECT_EQ(order(ray), "----");
    set_hierarchy({.grow = 2});
    EXPECT_EQ(order(ray), "1---");
    set_hierarchy({.grow = 255});
    EXPECT_EQ(order(ray), "1---");
}

TEST_P(BvhTest, WhatIsNoNumberHitsNoBox) {
    set_boxes(2, {along_x(4, 5), along_x(2, 3), along_x(-kInf, kInf), kInactive});
    set_hierarchy({});
    EXPECT_EQ(order(), "321-");
    EXPECT_EQ(order({{kNan, kNan, kNan}, {1, 0, 0}}), "----");
    EXPECT_EQ(order({{0, 0, 0}, {kNan, kNan, kNan}}), "----");
    EXPECT_EQ(order({{kInf, 0, 0}, {1, 0, 0}}), "3---"); // inf - inf is no bound of the third.
    // An extent that is no number does not cut.
    EXPECT_EQ(order({{0, 0, 0}, {1, 0, 0}, kNan}), "321-");
    EXPECT_EQ(order({{0, 0, 0}, {1, 0, 0}, -1}), "----");
}

TEST_P(BvhTest, BoxesOfHalves) {
    set_boxes(2, {along_x(4, 5.5f), along_x(2, 3), kAside, along_x(1, 12)}, true);
    set_hierarchy({});
    EXPECT_EQ(order(kAlongX, kBox16), "421-");
}

constexpr float kFan[5][3] = {{0, 0, 5}, {4, 0, 5}, {0, 4, 5}, {4, 4, 5}, {-4, 4, 5}};
constexpr uint32_t kPlainId = 9; // Coordinates of the second and third vertex.

TEST_P(BvhTest, TriangleFromBothSides) {
    set_triangles(3, kFan, kPlainId);
    set_hierarchy({});
    // e1 = (4, 0, 0), e2 = (0, 4, 0); e1 . (d x e2) = -16 for d = (0, 0, 1); both coordinates are 1/4.
    Result got = intersect(3, kTriangle, {{1, 1, 0}, {0, 0, 1}});
    EXPECT_EQ(number(got[0]), 5 * -16.0f);
    EXPECT_EQ(number(got[1]), -16.0f);
    EXPECT_EQ(number(got[2]), -4.0f);
    EXPECT_EQ(number(got[3]), -4.0f);
    got = intersect(3, kTriangle, {{1, 2, 11}, {0, 0, -2}});
    EXPECT_EQ(number(got[0]), 3 * 32.0f);
    EXPECT_EQ(number(got[1]), 32.0f);
    EXPECT_EQ(number(got[2]), 8.0f);
    EXPECT_EQ(number(got[3]), 16.0f);
}

TEST_P(BvhTest, MissedTriangles) {
    set_triangles(3, kFan, kPlainId);
    set_hierarchy({});
    expect_miss(intersect(3, kTriangle, {{3, 3, 0}, {0, 0, 1}})); // Beyond the long side.
    expect_miss(intersect(3, kTriangle, {{1, 1, 6}, {0, 0, 1}})); // Behind the ray.
    expect_miss(intersect(3, kTriangle, {{1, 1, 5}, {1, 0, 0}})); // In the plane.
    expect_miss(intersect(3, kTriangle, {{1, 1, 0}, {0, 0, 0}}));
    for (float bad : {kNan, kInf}) {
        expect_miss(intersect(3, kTriangle, {{bad, 1, 0}, {0, 0, 1}}));
        expect_miss(intersect(3, kTriangle, {{1, 1, 0}, {0, 0, bad}}));
    }
    // A corner, and the extent, which is the shader's to compare.
    EXPECT_EQ(number(intersect(3, kTriangle, {{0, 0, 0}, {0, 0, 1}, 1})[0]), -80.0f);
    set_hierarchy({.barycentrics = false});
    const Result missed = intersect(3, kTriangle, {{3, 3, 0}, {0, 0, 1}});
    EXPECT_EQ(number(missed[0]), kInf);
    EXPECT_EQ(missed[2], kPlainId);
    EXPECT_EQ(missed[3], 0u);
    EXPECT_EQ(intersect(3, kTriangle, {{1, 1, 0}, {0, 0, 1}})[3], 1u);
}

TEST_P(BvhTest, DegenerateTrianglesAreMissed) {
    set_hierarchy({});
    set_triangles(3, {{0, 0, 5}, {4, 0, 5}, {4, 0, 5}}, kPlainId);
    expect_miss(intersect(3, kTriangle, {{1, 0, 0}, {0, 0, 1}}));
    set_triangles(3, {{0, 0, 5}, {2, 0, 5}, {4, 0, 5}}, kPlainId);
    expect_miss(intersect(3, kTriangle, {{1, 0, 0}, {0, 0, 1}}));
    set_triangles(3, {{kNan, 0, 5}, {4, 0, 5}, {0, 4, 5}}, kPlainId);
    expect_miss(intersect(3, kTriangle, {{1, 1, 0}, {0, 0, 1}}));
}

TEST_P(BvhTest, FourTrianglesOfANode) {
    // 0 1 2 is the lower left one, 1 3 2 the upper right, 2 3 4 flat (all y are 4), 2 4 0 the left.
    set_triangles(3, kFan, 0x0909'0909);
    set_hierarchy({});
    const auto found = [&](unsigned type, float x, float y) {
        return number(intersect(3, type, {{x, y, 0}, {0, 0, 1}})[0]) != kInf;
    };
    EXPECT_TRUE(found(0, 1, 1));
    EXPECT_FALSE(found(1, 1, 1));
    EXPECT_TRUE(found(1, 3, 3));
    EXPECT_FALSE(found(2, 1, 4));
    EXPECT_TRUE(found(3, -1, 3));
    EXPECT_FALSE(found(3, 1, 1));
    // The coordinates of 1 3 2 at (3, 3.5): 0.125, 0.625 and 0.25. Byte 1 of the id says which are returned.
    for (unsigned first = 0; first < 3; ++first) {
        constexpr float kWeight[] = {0.125f, 0.625f, 0.25f};
        set_triangles(3, kFan, 0x0900'0009 | (first | (first + 1) % 3 << 2) << 8);
        const Result got = intersect(3, 1, {{3, 3.5f, 0}, {0, 0, 1}});
        EXPECT_EQ(number(got[2]) / number(got[1]), kWeight[first]);
        EXPECT_EQ(number(got[3]) / number(got[1]), kWeight[(first + 1) % 3]);
    }
}

TEST_P(BvhTest, RaysThroughASharedEdgeHitOneOfTwo) {
    // 0 1 2 and 1 3 2 of a warped quad; rays through points of the edge from 1 to 2.
    const float quad[5][3] = {{0, 0, 5}, {4.1f, 0.3f, 5.2f}, {0.7f, 4.3f, 6.1f}, {4, 4, 4.4f}, {}};
    set_triangles(3, quad, 0x0909);
    set_hierarchy({});
    for (unsigned i = 1; i < 64; ++i) {
        const float at = float(i) / 64;
        TestRay ray = {{1, 1.3f, -2}, {}};
        for (unsigned axis = 0; axis < 3; ++axis)
            ray.direction[axis] = quad[1][axis] + at * (quad[2][axis] - quad[1][axis]) - ray.origin[axis];
        EXPECT_TRUE(number(intersect(3, 0, ray)[0]) != kInf || number(intersect(3, 1, ray)[0]) != kInf);
    }
}

TEST_P(BvhTest, SmallAndLargeTrianglesKeepTheirRatios) {
    for (float scale : {1e-18f, 1e-12f, 1e12f, 1e18f}) {
        float vertices[5][3] = {};
        for (unsigned i = 0; i < 3; ++i)
            for (unsigned axis = 0; axis < 3; ++axis)
                vertices[i][axis] = kFan[i][axis] * scale;
        set_triangles(3, vertices, kPlainId);
        set_hierarchy({});
        const Result got = intersect(3, kTriangle, {{scale, scale, 0}, {0, 0, scale}});
        EXPECT_NEAR(number(got[0]) / number(got[1]), 5, 1e-6);
        EXPECT_NEAR(number(got[2]) / number(got[1]), 0.25f, 1e-6);
    }
}

TEST_P(BvhTest, LanesHaveTheirOwnNodesAndRays) {
    set_boxes(2, {along_x(4, 5), along_x(2, 3), kInactive, kInactive});
    set_triangles(4, kFan, kPlainId);
    set_hierarchy({});
    set_ray(1, {{1, 1, 0}, {0, 0, 1}});
    fill(0, [](unsigned lane) {
        return lane % 3 == 0 ? 2u << 3 | kBox32 : 4u << 3 | (lane % 3 == 2 ? unsigned(kUser) : 0u);
    });
    for (unsigned lane = 0; lane < lanes(); lane += 3) { // Along x instead.
        registers[3].lane[lane] = 0;
        registers[5].lane[lane] = registers[8].lane[lane] = std::bit_cast<uint32_t>(1.0f);
        registers[7].lane[lane] = 0, registers[10].lane[lane] = std::bit_cast<uint32_t>(kInf);
    }
    for (unsigned i = 0; i < 4; ++i)
        fill(20 + i, [](unsigned) { return 0xcccc; });
    set_exec(~2ull);
    run(instruction("image_bvh_intersect_ray"));
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        const uint32_t wanted = lane == 1       ? 0xcccc
                                : lane % 3 == 0 ? 0x205
                                : lane % 3 == 1 ? std::bit_cast<uint32_t>(-80.0f)
                                                : kNone;
        EXPECT_EQ(v(20, lane), wanted) << lane;
    }
}

TEST_P(BvhTest, NodesOutsideAndUnknownOnes) {
    set_boxes(2, {along_x(4, 5), along_x(2, 3), kInactive, kInactive});
    set_triangles(3, kFan, kPlainId);
    set_hierarchy({.last_node = 2});
    constexpr Result kNothing = {kNone, kNone, kNone, kNone};
    EXPECT_EQ(order(), "21--");
    expect_miss(intersect(3, kTriangle, {{1, 1, 0}, {0, 0, 1}}));
    set_hierarchy({.last_node = 1});
    EXPECT_EQ(order(), "----");
    set_hierarchy({});
    EXPECT_EQ(intersect(2, kInstance, kAlongX), kNothing);
    EXPECT_EQ(intersect(2, kUser, kAlongX), kNothing);
}

TEST_P(BvhTest, SixtyFourBitPointersAndScatteredOperands) {
    // Node 0 of the descriptor is address 0: the pointer is the whole address.
    set_boxes(2, {along_x(4, 5), along_x(2, 3), kInactive, kInactive});
    set_hierarchy({.last_node = (1ull << 42) - 1});
    wave.sgpr[kImageResource] = 0;
    wave.sgpr[kImageResource + 1] &= ~0xffu;
    const uint64_t pointer = ((kBuffer + 2 * 64) & 0xffff'ffff'ffff) >> 3 | kBox32;
    fill64(0, [&](unsigned) { return pointer; });
    set_ray(2, kAlongX);
    run(instruction("image_bvh64_intersect_ray"));
    EXPECT_EQ(result(), (Result{0x205, 0x105, kNone, kNone}));

    // Pointer in v[4:5], extent in v0, origin in v[9:11], direction in v[1:3], inverse in v[12:14].
    fill64(4, [&](unsigned) { return pointer; });
    fill_float(0, 3);
    for (unsigned axis = 0; axis < 3; ++axis) {
        fill_float(9 + axis, 0);
        fill_float(1 + axis, kAlongX.direction[axis]);
        fill_float(12 + axis, 1 / kAlongX.direction[axis]);
    }
    const Words head = mimg("image_bvh64_intersect_ray", 20, 4, k1D, 15, kR128 | 1);
    const uint32_t words[3] = {head[0], head[1], 0 | 9 << 8 | 1 << 16 | 12 << 24};
    run(words);
    EXPECT_EQ(result(), (Result{0x205, kNone, kNone, kNone}));
}

TEST_P(BvhTest, DirectionsOfHalves) {
    set_boxes(2, {along_x(4, 5), along_x(2, 3), kInactive, kInactive});
    set_triangles(4, kFan, kPlainId);
    set_hierarchy({});
    constexpr uint32_t kOne = 0x3c00, kTwo = 0x4000, kHalf = 0x3800, kHalfInf = 0x7c00;
    set_ray(1, kAlongX);
    fill(0, [](unsigned) { return 2 << 3 | kBox32; });
    fill(5, [](unsigned) { return kOne | kOne << 16; });
    fill(6, [](unsigned) { return kHalfInf << 16; });
    fill(7, [](unsigned) { return kHalfInf << 16; });
    run(mimg("image_bvh_intersect_ray", 20, 0, k1D, 15, kR128 | kA16));
    EXPECT_EQ(result(), (Result{0x205, 0x105, kNone, kNone}));
    // Down the z axis with direction 2: the same triangle at half the distance.
    set_ray(1, {{1, 1, 0}, {0, 0, 1}});
    fill(0, [](unsigned) { return 4 << 3; });
    fill(5, [](unsigned) { return kHalfInf << 16; });
    fill(6, [](unsigned) { return kHalfInf << 16; });
    fill(7, [](unsigned) { return kTwo | kHalf << 16; });
    run(mimg("image_bvh_intersect_ray", 20, 0, k1D, 15, kR128 | kA16));
    EXPECT_EQ(number(result()[0]) / number(result()[1]), 2.5f);
}

TEST_P(BvhTest, WhatIsNotAllowedStops) {
    const auto stops = [&](const Words& words) {
        wave.events = 0;
        run_unchecked(words);
        return (wave.events & kEventUnmodelled) != 0;
    };
    fill(0, [](unsigned) { return kUser; });
    set_ray(1, kAlongX);
    set_hierarchy({});
    EXPECT_FALSE(stops(instruction("image_bvh_intersect_ray")));
    EXPECT_TRUE(stops(mimg("image_bvh_intersect_ray", 20, 0, k1D, 7, kR128)));
    EXPECT_TRUE(stops(mimg("image_bvh_intersect_ray", 20, 0, k1D, 15)));
    EXPECT_TRUE(stops(mimg("image_bvh_intersect_ray", 20, 0, k2D, 15, kR128)));
    EXPECT_TRUE(stops(mimg("image_bvh_intersect_ray", 20, 0, k1D, 15, kR128 | kD16)));
    set_hierarchy({.order = 3});
    EXPECT_TRUE(stops(instruction("image_bvh_intersect_ray")));
    set_hierarchy({});
    wave.sgpr[kImageResource + 3] |= 1u << 23; // Pointer flags.
    EXPECT_TRUE(stops(instruction("image_bvh_intersect_ray")));
    set_descriptor({.type = 9});
    EXPECT_TRUE(stops(instruction("image_bvh_intersect_ray")));
}

TEST_P(BvhTest, UnmappedNodesAreFaults) {
    set_hierarchy({.last_node = 1ull << 30});
    set_exec(1);
    fill(0, [](unsigned) { return uint32_t((kUnmapped - kBuffer) / 64 << 3 | kBox32); });
    set_ray(1, kAlongX);
    run_unchecked(instruction("image_bvh_intersect_ray"));
    EXPECT_TRUE(wave.events & kEventMemoryFault);
    EXPECT_EQ(wave.fault.address, kUnmapped);
}

} // namespace
} // namespace wb::sim::test
