// SPDX-License-Identifier: MIT
#include "tests/e2e/ray_scene.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace wb::test {

namespace {

using Wide = std::array<double, 3>;
Wide operator-(const Wide& a, const Wide& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Wide cross(const Wide& a, const Wide& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Wide& a, const Wide& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Wide wide(const Vec3& v) {
    return {v[0], v[1], v[2]};
}

float uniform(std::mt19937& random, float low, float high) {
    return low + (high - low) * float(random() >> 8) * 0x1p-24f;
}
Vec3 point(std::mt19937& random, float reach) {
    return {uniform(random, -reach, reach), uniform(random, -reach, reach), uniform(random, -reach, reach)};
}
Vec3 near(std::mt19937& random, const Vec3& at, float reach) {
    const Vec3 by = point(random, reach);
    return {at[0] + by[0], at[1] + by[1], at[2] + by[2]};
}

/// A rotation with scales of 0.5 to 2 along the axes before it, mirrored half of the times.
Matrix random_transform(std::mt19937& random, float reach) {
    double q[4], length = 0;
    for (double& each : q)
        each = uniform(random, -1, 1), length += each * each;
    for (double& each : q)
        each /= std::sqrt(length);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rotation[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
        {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
        {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)},
    };
    Matrix out;
    for (unsigned column = 0; column < 3; ++column) {
        const double scale = uniform(random, 0.5f, 2) * (column == 0 && random() % 2 ? -1 : 1);
        for (unsigned row = 0; row < 3; ++row)
            out[row * 4 + column] = float(rotation[row][column] * scale);
    }
    for (unsigned row = 0; row < 3; ++row)
        out[row * 4 + 3] = uniform(random, -reach, reach);
    return out;
}

struct Inverse {
    Wide row[3];
    explicit Inverse(const Matrix& m) {
        const Wide a = {m[0], m[4], m[8]}, b = {m[1], m[5], m[9]}, c = {m[2], m[6], m[10]};
        row[0] = cross(b, c), row[1] = cross(c, a), row[2] = cross(a, b);
        const double determinant = dot(a, row[0]);
        for (Wide& each : row)
            for (double& value : each)
                value /= determinant;
    }
    Wide operator()(const Wide& v) const { return {dot(row[0], v), dot(row[1], v), dot(row[2], v)}; }
};

struct ObjectRay {
    Wide origin, direction;
};
struct Intersection {
    double t = 0, u = 0, v = 0;
    bool front = false;
    bool hit = false, close = false; ///< Close: f32 may find a hit where there is none, or the reverse.
};

Intersection intersect_triangle(const ObjectRay& ray, const Wide corner[3]) {
    Intersection out;
    const Wide e1 = corner[1] - corner[0], e2 = corner[2] - corner[0];
    const Wide p = cross(ray.direction, e2);
    const double determinant = dot(e1, p);
    if (determinant == 0 || std::isnan(determinant)) return out;
    const Wide s = ray.origin - corner[0], q = cross(s, e1);
    out.u = dot(s, p) / determinant;
    out.v = dot(ray.direction, q) / determinant;
    out.t = dot(e2, q) / determinant;
    const double least = std::min({out.u, out.v, 1 - out.u - out.v});
    out.hit = least >= 0;
    // How much u and v move with the ray's rounding grows as the ray grazes the plane.
    const double grazing = std::sqrt(dot(cross(e1, e2), cross(e1, e2)) * dot(ray.direction, ray.direction)) /
                           std::abs(determinant);
    out.close = std::abs(least) < kMargin * grazing;
    // Counterclockwise triangles face away, unless flipped (Vulkan 1.3, "Ray Face Culling").
    out.front = determinant > 0;
    return out;
}

Intersection intersect_box(const ObjectRay& ray, const Wide corner[2], double t_min) {
    double enter = -std::numeric_limits<double>::infinity(), leave = -enter;
    bool close = false;
    for (unsigned axis = 0; axis < 3; ++axis) {
        double a = (corner[0][axis] - ray.origin[axis]) / ray.direction[axis];
        double b = (corner[1][axis] - ray.origin[axis]) / ray.direction[axis];
        close |= std::isnan(a) || std::isnan(b);
        if (a > b) std::swap(a, b);
        enter = std::max(enter, a), leave = std::min(leave, b);
    }
    Intersection out;
    out.hit = enter <= leave;
    out.close = close || std::abs(enter - leave) < kMargin * (1 + std::abs(enter)) ||
                std::abs(enter - t_min) < kMargin;
    out.t = enter >= t_min ? enter : leave;
    return out;
}

bool is_opaque(VkGeometryFlagsKHR geometry, VkGeometryInstanceFlagsKHR instance, uint32_t ray) {
    bool opaque = geometry & VK_GEOMETRY_OPAQUE_BIT_KHR;
    if (instance & VK_GEOMETRY_INSTANCE_FORCE_OPAQUE_BIT_KHR) opaque = true;
    if (instance & VK_GEOMETRY_INSTANCE_FORCE_NO_OPAQUE_BIT_KHR) opaque = false;
    if (ray & 1) opaque = true;
    if (ray & 2) opaque = false;
    return opaque;
}

} // namespace

Vec3 RayGeometry::corner(uint32_t primitive, uint32_t i) const {
    if (boxes) return corners[primitive * 2 + i];
    const uint32_t at = primitive * 3 + i;
    const Vec3 v = corners[indices.empty() ? at : indices[at]];
    if (!transform) return v;
    const Matrix& m = *transform;
    Vec3 out;
    for (unsigned row = 0; row < 3; ++row)
        out[row] = m[row * 4] * v[0] + m[row * 4 + 1] * v[1] + m[row * 4 + 2] * v[2] + m[row * 4 + 3];
    return out;
}

RayScene RayScene::random(std::mt19937& random, uint32_t triangles, uint32_t boxes, uint32_t instances) {
    constexpr float kReach = 5, kSize = 1.5f;
    RayScene scene;
    std::vector<RayGeometry> shapes(2);
    for (uint32_t i = 0; i < triangles; ++i) {
        RayGeometry& shape = shapes[0];
        const Vec3 at = point(random, kReach);
        for (unsigned corner = 0; corner < 3; ++corner)
            shape.corners.push_back(near(random, at, kSize));
        // A few that nothing can hit: no area, and inactive ones.
        if (i % 32 == 7) shape.corners.back() = shape.corners[shape.corners.size() - 2];
        if (i % 32 == 9) shape.corners[i * 3][0] = std::numeric_limits<float>::quiet_NaN();
    }
    // A crumpled sheet whose triangles share corners.
    constexpr uint16_t kSide = 9;
    for (uint16_t i = 0; i < kSide * kSide; ++i)
        shapes[1].corners.push_back(
            {float(i % kSide) - 4, float(i / kSide) - 4, uniform(random, -0.5f, 0.5f)});
    for (uint16_t y = 0; y + 1 < kSide; ++y) {
        for (uint16_t x = 0; x + 1 < kSide; ++x) {
            const uint16_t a = uint16_t(y * kSide + x), b = uint16_t(a + kSide);
            for (int at : {a + 0, a + 1, b + 0, a + 1, b + 1, b + 0})
                shapes[1].indices.push_back(uint16_t(at));
        }
    }
    shapes[1].transform = random_transform(random, 1);
    shapes[1].flags = VK_GEOMETRY_OPAQUE_BIT_KHR;
    shapes[0].flags = VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR;
    scene.bottoms.push_back(shapes);
    std::vector<RayGeometry> box_shapes(2);
    for (RayGeometry& shape : box_shapes) {
        shape.boxes = true;
        shape.flags = VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR;
        for (uint32_t i = 0; i < boxes; ++i) {
            const Vec3 low = point(random, kReach);
            shape.corners.push_back(low);
            shape.corners.push_back({low[0] + uniform(random, 0.1f, 1), low[1] + uniform(random, 0.1f, 1),
                                     low[2] + uniform(random, 0.1f, 1)});
        }
    }
    box_shapes[1].flags |= VK_GEOMETRY_OPAQUE_BIT_KHR;
    scene.bottoms.push_back(box_shapes);
    constexpr VkGeometryInstanceFlagsKHR kFlags[] = {
        0,
        VK_GEOMETRY_INSTANCE_TRIANGLE_FLIP_FACING_BIT_KHR,
        VK_GEOMETRY_INSTANCE_TRIANGLE_FACING_CULL_DISABLE_BIT_KHR,
        VK_GEOMETRY_INSTANCE_FORCE_OPAQUE_BIT_KHR,
        VK_GEOMETRY_INSTANCE_FORCE_NO_OPAQUE_BIT_KHR,
    };
    for (uint32_t i = 0; i < instances; ++i) {
        RayInstance instance;
        instance.bottom = i % 8 == 5 ? -1 : int32_t(i % 3 == 2);
        instance.transform = random_transform(random, 8);
        instance.custom = random() & 0xff'ffff;
        instance.sbt = random() & 0xff'ffff;
        instance.mask = i % 4 ? 0xff : 1u << random() % 8;
        instance.flags = kFlags[random() % std::size(kFlags)];
        scene.instances.push_back(instance);
    }
    return scene;
}

void RayScene::drop_inactive() {
    for (auto& bottom : bottoms)
        for (RayGeometry& shape : bottom)
            for (Vec3& corner : shape.corners)
                if (std::isnan(corner[0])) corner[0] = 0;
}

void RayScene::shake(std::mt19937& random) {
    for (auto& bottom : bottoms) {
        for (RayGeometry& shape : bottom) {
            for (size_t i = 0; i < shape.corners.size(); i += shape.boxes ? 2 : 1) {
                const Vec3 by = point(random, 0.4f);
                for (size_t corner = i; corner < i + (shape.boxes ? 2 : 1); ++corner)
                    for (unsigned axis = 0; axis < 3; ++axis)
                        shape.corners[corner][axis] += by[axis];
            }
        }
    }
}

SceneRay random_ray(std::mt19937& random, bool first_hit) {
    SceneRay ray{};
    ray.origin = point(random, random() % 4 ? 25.f : 8.f);
    const Vec3 to = point(random, 8);
    for (unsigned axis = 0; axis < 3; ++axis)
        ray.direction[axis] = to[axis] - ray.origin[axis];
    const uint32_t kind = random();
    if (kind % 8 == 0) ray.direction[kind / 8 % 3] = 0;
    if (kind % 32 == 1) ray.direction = {0, 0, kind & 32 ? 30.f : -30.f};
    ray.t_min = random() % 4 ? 0 : uniform(random, 0, 1);
    ray.t_max = random() % 4 ? 1000 : uniform(random, 1, 2);
    ray.mask = random() % 2 ? 0xff : random() & 0xff;
    // SPIR-V's ray flags: of 1, 2, 64 and 128 one at most, and of 16, 32, 256 and 512.
    constexpr uint32_t kOpacity[] = {0, 0, 1, 2, 64, 128}, kCulling[] = {0, 0, 16, 32, 256, 512};
    ray.flags = kOpacity[random() % 6] | kCulling[random() % 6] | (first_hit ? 4 : 0);
    ray.count_only = !first_hit && random() % 8 == 0;
    if (ray.count_only) ray.flags = 2;
    return ray;
}

ExpectedHits expected_hits(const RayScene& scene, const SceneRay& ray, uint32_t number) {
    enum { kCullBack = 16, kCullFront = 32, kCullOpaque = 64, kCullNoOpaque = 128, kNoTriangles = 256 };
    constexpr uint32_t kNoBoxes = 512, kTriangle = 1, kGenerated = 2;
    ExpectedHits out;
    std::vector<double> close;
    for (uint32_t number_of = 0; number_of < scene.instances.size(); ++number_of) {
        const RayInstance& instance = scene.instances[number_of];
        if (instance.bottom < 0 || !(instance.mask & ray.mask)) continue;
        const Inverse inverse(instance.transform);
        const Wide translation = {instance.transform[3], instance.transform[7], instance.transform[11]};
        const ObjectRay object{inverse(wide(ray.origin) - translation), inverse(wide(ray.direction))};
        const auto& shapes = scene.bottoms[size_t(instance.bottom)];
        for (uint32_t geometry = 0; geometry < shapes.size(); ++geometry) {
            const RayGeometry& shape = shapes[geometry];
            const bool opaque = is_opaque(shape.flags, instance.flags, ray.flags);
            if (ray.flags & (opaque ? kCullOpaque : kCullNoOpaque)) continue;
            if (ray.flags & (shape.boxes ? kNoBoxes : uint32_t(kNoTriangles))) continue;
            for (uint32_t primitive = 0; primitive < shape.count(); ++primitive) {
                Wide corner[3] = {};
                for (uint32_t i = 0; i < (shape.boxes ? 2 : 3); ++i)
                    corner[i] = wide(shape.corner(primitive, i));
                Intersection at = shape.boxes ? intersect_box(object, corner, ray.t_min)
                                              : intersect_triangle(object, corner);
                if (!at.hit && !at.close) continue;
                if (!shape.boxes) {
                    if (instance.flags & VK_GEOMETRY_INSTANCE_TRIANGLE_FLIP_FACING_BIT_KHR)
                        at.front = !at.front;
                    const bool no_culling =
                        instance.flags & VK_GEOMETRY_INSTANCE_TRIANGLE_FACING_CULL_DISABLE_BIT_KHR;
                    if (!no_culling && ray.flags & (at.front ? kCullFront : kCullBack)) continue;
                    if (!opaque && !ray.count_only && (primitive + number_of + number) % 3 == 0) continue;
                }
                const double margin = kMargin * (1 + std::abs(at.t));
                if (at.t < ray.t_min - margin || at.t > ray.t_max + margin) continue;
                if (at.close || at.t < ray.t_min + margin || at.t > ray.t_max - margin) {
                    close.push_back(at.t);
                    continue;
                }
                SceneHit hit{};
                hit.kind = shape.boxes ? kGenerated : kTriangle;
                hit.instance = number_of, hit.custom = instance.custom, hit.sbt = instance.sbt;
                hit.geometry = geometry, hit.primitive = primitive, hit.front = at.front && !shape.boxes;
                hit.t = float(at.t), hit.barycentric_x = float(at.u), hit.barycentric_y = float(at.v);
                hit.checksum = ((number_of * 4 + geometry) * 4096 + primitive) * 0x9e3779b1u;
                for (unsigned axis = 0; axis < 3; ++axis)
                    hit.object_direction[axis] = float(object.direction[axis]);
                hit.translation = instance.transform[3];
                out.hits.push_back(hit);
            }
        }
    }
    std::sort(out.hits.begin(), out.hits.end(), [](const auto& a, const auto& b) { return a.t < b.t; });
    if (ray.flags & 4 || ray.count_only) {
        out.clear = close.empty();
        return out;
    }
    if (out.hits.empty()) {
        out.clear = close.empty();
        return out;
    }
    const double nearest = out.hits[0].t, margin = kMargin * (1 + nearest);
    for (double t : close)
        if (t < nearest + margin) out.clear = false;
    if (out.hits.size() > 1 && out.hits[1].t < nearest + margin) out.clear = false;
    return out;
}

void expect_hit(const SceneRay& ray, const std::vector<SceneHit>& expected, const SceneHit& got,
                uint32_t number) {
    SCOPED_TRACE("ray " + std::to_string(number) + ", flags " + std::to_string(ray.flags) + ", mask " +
                 std::to_string(ray.mask));
    if (ray.count_only) {
        uint32_t checksum = 0;
        for (const SceneHit& each : expected)
            checksum ^= each.checksum;
        EXPECT_EQ(got.kind, 0u);
        EXPECT_EQ(got.candidates, expected.size());
        EXPECT_EQ(got.checksum, checksum);
        return;
    }
    if (expected.empty()) {
        EXPECT_EQ(got.kind, 0u) << "instance " << got.instance << ", geometry " << got.geometry
                                << ", primitive " << got.primitive << " at " << got.t;
        return;
    }
    constexpr uint32_t kTerminateOnFirstHit = 4;
    const SceneHit* wanted = &expected[0];
    if (ray.flags & kTerminateOnFirstHit)
        for (const SceneHit& each : expected)
            if (each.instance == got.instance && each.geometry == got.geometry &&
                each.primitive == got.primitive && each.kind == got.kind)
                wanted = &each;
    EXPECT_EQ(got.kind, wanted->kind) << "nearest: instance " << wanted->instance << ", geometry "
                                      << wanted->geometry << ", primitive " << wanted->primitive;
    EXPECT_EQ(got.instance, wanted->instance);
    EXPECT_EQ(got.geometry, wanted->geometry);
    EXPECT_EQ(got.primitive, wanted->primitive);
    EXPECT_EQ(got.custom, wanted->custom);
    EXPECT_EQ(got.sbt, wanted->sbt);
    EXPECT_EQ(got.front, wanted->front);
    EXPECT_NEAR(got.t, wanted->t, kMargin * (1 + wanted->t));
    EXPECT_EQ(got.translation, wanted->translation);
    for (unsigned axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(got.object_direction[axis], wanted->object_direction[axis], 1e-3);
    if (wanted->kind != 1) return;
    constexpr double kBarycentricTolerance = 5e-3; // Rays that graze a triangle.
    EXPECT_NEAR(got.barycentric_x, wanted->barycentric_x, kBarycentricTolerance);
    EXPECT_NEAR(got.barycentric_y, wanted->barycentric_y, kBarycentricTolerance);
}

} // namespace wb::test
