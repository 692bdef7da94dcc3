// SPDX-License-Identifier: MIT
// Ray queries in compute shaders: acceleration structures that the driver's own shaders build, the traversal
// it compiles, and what the queries report, against a model that tries every primitive.
#include "tests/e2e/acceleration_fixture.h"

namespace wb::test {
namespace {

constexpr VkBuildAccelerationStructureFlagsKHR kTrace =
                                                   VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_TRACE_BIT_KHR,
                                               kBuild =
                                                   VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_BUILD_BIT_KHR,
                                               kUpdate = VK_BUILD_ACCELERATION_STRUCTURE_ALLOW_UPDATE_BIT_KHR,
                                               kCompact =
                                                   VK_BUILD_ACCELERATION_STRUCTURE_ALLOW_COMPACTION_BIT_KHR;

class RayQuery : public AccelerationTest {
protected:
    std::vector<SceneRay> make_rays(size_t count) {
        // All rays of a wave end at the first hit, or none does: docs/differences.md.
        constexpr size_t kWave = 64;
        std::vector<SceneRay> rays;
        while (rays.size() < count)
            rays.push_back(random_ray(random, rays.size() / kWave % 4 == 1));
        return rays;
    }

    /// Queries `count` rays and compares each that the model is sure of.
    void check(const RayScene& scene, const DeviceScene& built, size_t count) {
        const std::vector<SceneRay> rays = make_rays(count);
        std::vector<SceneHit> hits;
        ASSERT_NO_FATAL_FAILURE(query(scene, built, rays, hits));
        size_t unsure = 0, hit = 0;
        for (uint32_t i = 0; i < count; ++i) {
            const ExpectedHits expected = expected_hits(scene, rays[i], i);
            unsure += !expected.clear;
            hit += expected.clear && !expected.hits.empty();
            if (expected.clear) expect_hit(rays[i], expected.hits, hits[i], i);
            if (HasFailure()) return;
        }
        EXPECT_LT(unsure, count / 10);
        EXPECT_GT(hit, count / 10);
        EXPECT_LT(hit, count - count / 10);
    }

    std::mt19937 random{20261130};
};

TEST_F(RayQuery, SceneBuiltForFastTraversal) {
    const RayScene scene = RayScene::random(random, 150, 40, 24);
    DeviceScene built;
    ASSERT_NO_FATAL_FAILURE(build(scene, kTrace, built));
    check(scene, built, 2048);
}

TEST_F(RayQuery, SceneBuiltFastAndUpdated) {
    RayScene scene = RayScene::random(random, 60, 20, 12);
    scene.drop_inactive(); // docs/differences.md.
    DeviceScene built;
    ASSERT_NO_FATAL_FAILURE(build(scene, kBuild | kUpdate, built));
    check(scene, built, 512);
    scene.shake(random);
    ASSERT_NO_FATAL_FAILURE(update(scene, built));
    check(scene, built, 512);
}

TEST_F(RayQuery, CompactedStructures) {
    const RayScene scene = RayScene::random(random, 60, 20, 12);
    DeviceScene built;
    ASSERT_NO_FATAL_FAILURE(build(scene, kTrace | kCompact, built));
    ASSERT_NO_FATAL_FAILURE(compact(scene, built));
    check(scene, built, 512);
}

TEST_F(RayQuery, EmptySceneIsMissed) {
    RayScene scene = RayScene::random(random, 4, 4, 0);
    DeviceScene built;
    ASSERT_NO_FATAL_FAILURE(build(scene, kTrace, built));
    const std::vector<SceneRay> rays = make_rays(64);
    std::vector<SceneHit> hits;
    ASSERT_NO_FATAL_FAILURE(query(scene, built, rays, hits));
    for (const SceneHit& hit : hits)
        EXPECT_EQ(hit.kind + hit.candidates, 0u);
}

} // namespace
} // namespace wb::test
