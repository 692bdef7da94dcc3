// SPDX-License-Identifier: MIT
// A seeded random scene of triangles and boxes in instances, rays into it, and what they hit by a model in
// f64 that tries every primitive (Möller and Trumbore's method; slabs for boxes).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>
#include <vulkan/vulkan.h>

namespace wb::test {

using Vec3 = std::array<float, 3>;
using Matrix = std::array<float, 12>; ///< Rows of four, as VkTransformMatrixKHR.

/// Triangles or boxes that share their flags.
struct RayGeometry {
    bool boxes = false;
    VkGeometryFlagsKHR flags = 0;
    std::vector<Vec3> corners;       ///< Of triangles; of boxes: lowest and highest.
    std::vector<uint16_t> indices;   ///< Of triangles; empty: three corners make a triangle.
    std::optional<Matrix> transform; ///< Of triangles.

    uint32_t count() const {
        return uint32_t(boxes ? corners.size() / 2 : (indices.empty() ? corners.size() : indices.size()) / 3);
    }
    /// Corner `i` of a primitive, transformed.
    Vec3 corner(uint32_t primitive, uint32_t i) const;
};

struct RayInstance {
    int32_t bottom = 0; ///< Index in RayScene::bottoms; negative: none, the instance is inactive.
    Matrix transform{};
    uint32_t custom = 0, mask = 0xff, sbt = 0;
    VkGeometryInstanceFlagsKHR flags = 0;
};

struct RayScene {
    std::vector<std::vector<RayGeometry>> bottoms;
    std::vector<RayInstance> instances;

    static RayScene random(std::mt19937& random, uint32_t triangles, uint32_t boxes, uint32_t instances);
    /// Without its inactive triangles.
    void drop_inactive();
    /// Moves every corner a little, for updates of bottom level structures.
    void shake(std::mt19937& random);
};

/// As in ray_query.comp.
struct SceneRay {
    Vec3 origin;
    float t_min;
    Vec3 direction;
    float t_max;
    uint32_t flags, mask, count_only, unused;
};
/// `first_hit`: any hit will do.
SceneRay random_ray(std::mt19937& random, bool first_hit);

/// As in ray_query.comp.
struct SceneHit {
    uint32_t kind, instance, custom, geometry, primitive, front;
    float t, barycentric_x, barycentric_y;
    uint32_t sbt, candidates, checksum;
    Vec3 object_direction;
    float translation;
};
static_assert(sizeof(SceneHit) == 64 && sizeof(SceneRay) == 48);

/// What ray number `number` hits.
struct ExpectedHits {
    bool clear = true;          ///< False: it passes within kMargin of an edge, a limit, or a second hit.
    std::vector<SceneHit> hits; ///< What may be committed, the nearest first. All checksums are of one hit.
};
/// Relative distance at which f32 may decide otherwise.
inline constexpr double kMargin = 2e-4;
ExpectedHits expected_hits(const RayScene& scene, const SceneRay& ray, uint32_t number);
/// Fails the test when `got` is not what ray number `number` should report.
void expect_hit(const SceneRay& ray, const std::vector<SceneHit>& expected, const SceneHit& got,
                uint32_t number);

} // namespace wb::test
