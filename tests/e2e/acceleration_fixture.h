// SPDX-License-Identifier: MIT
// A device with ray queries, acceleration structures built on it, and queries of rays against them.
#pragma once

#include "tests/e2e/compute_fixture.h"
#include "tests/e2e/ray_scene.h"

#include <functional>

namespace wb::test {

class AccelerationTest : public ComputeTest {
protected:
    AccelerationTest();
    /// Skips on devices without ray queries.
    void SetUp() override;
    void TearDown() override;

    struct Structure {
        VkAccelerationStructureKHR handle = VK_NULL_HANDLE;
        VkDeviceSize size = 0;
        Buffer scratch; ///< Enough for builds and updates.
        VkBuildAccelerationStructureFlagsKHR flags = 0;
    };
    /// The scene on the device: what a build of each structure reads.
    struct DeviceScene {
        std::vector<Structure> bottoms;
        Structure top;
        std::vector<std::vector<VkAccelerationStructureGeometryKHR>> geometries;
        std::vector<std::vector<VkAccelerationStructureBuildRangeInfoKHR>> ranges;
        Buffer inputs, instances;
        /// Where each geometry's corners are in `inputs`, in words.
        std::vector<std::vector<size_t>> corners_at;
    };

    /// Builds bottom and top level structures.
    void build(const RayScene& scene, VkBuildAccelerationStructureFlagsKHR flags, DeviceScene& out);
    /// Writes the scene's corners anew and updates all structures in place.
    void update(const RayScene& scene, DeviceScene& built);
    /// Replaces the bottom level structures by compacted copies and builds the top level over them.
    void compact(const RayScene& scene, DeviceScene& built);
    /// One ray query per ray.
    void query(const RayScene& scene, const DeviceScene& built, std::span<const SceneRay> rays,
               std::vector<SceneHit>& hits);

    /// What work on rays needs but its pipeline: buffers, set layout and set as in ray_query.comp.
    struct RayWork {
        Program program;
        Buffer hits;
        uint32_t constants[2] = {};
    };
    void prepare(const RayScene& scene, const DeviceScene& built, std::span<const SceneRay> rays,
                 VkShaderStageFlags stages, RayWork& out);
    /// Records, runs and waits; what was written is visible to the host and to what comes next.
    void submit(const std::function<void(VkCommandBuffer)>& record);
    VkDeviceAddress address_of(const Buffer& buffer);

private:
    void make_structure(VkAccelerationStructureTypeKHR type, VkDeviceSize size, Structure& out);
    void write_corners(const RayScene& scene, const DeviceScene& built);
    void write_instances(const RayScene& scene, const DeviceScene& built);
    void build_bottom(DeviceScene& built, size_t index, bool update);
    void build_top(const RayScene& scene, DeviceScene& built, bool update);
    VkDeviceAddress address_of(const Structure& structure);

    std::vector<VkAccelerationStructureKHR> made_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDeviceAccelerationStructureFeaturesKHR structures_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR};
    VkPhysicalDeviceRayQueryFeaturesKHR queries_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR};
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR pipelines_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR};
};

} // namespace wb::test
