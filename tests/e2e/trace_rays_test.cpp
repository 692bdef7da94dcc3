// SPDX-License-Identifier: MIT
// Ray tracing pipelines, which RADV compiles to compute shaders that call each other: the rays and the model
// of ray_query_test.cpp, with the shaders trace.*.
#include "tests/e2e/acceleration_fixture.h"

#include <algorithm>
#include <cstring>

#include "trace.rahit.h"
#include "trace.rchit.h"
#include "trace.rgen.h"
#include "trace.rint.h"
#include "trace.rmiss.h"

namespace wb::test {
namespace {

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_MISS_BIT_KHR |
                                       VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR | VK_SHADER_STAGE_ANY_HIT_BIT_KHR |
                                       VK_SHADER_STAGE_INTERSECTION_BIT_KHR;
enum Stage : uint32_t { kRaygen, kMiss, kClosestHit, kAnyHit, kIntersection };
enum Group : uint32_t { kRaygenGroup, kMissGroup, kTriangleGroup, kBoxGroup, kGroupCount };

class TraceRays : public AccelerationTest {
protected:
    void make_trace_pipeline(Program& out) {
        const VkPushConstantRange range{kStages, 0, 8};
        const VkPipelineLayoutCreateInfo layout{
            VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &out.set_layout, 1, &range};
        WB_VK(vkCreatePipelineLayout(device, &layout, nullptr, &out.layout));
        const struct {
            VkShaderStageFlagBits stage;
            std::span<const uint32_t> spirv;
        } kShaders[] = {{VK_SHADER_STAGE_RAYGEN_BIT_KHR, trace_rgen},
                        {VK_SHADER_STAGE_MISS_BIT_KHR, trace_rmiss},
                        {VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, trace_rchit},
                        {VK_SHADER_STAGE_ANY_HIT_BIT_KHR, trace_rahit},
                        {VK_SHADER_STAGE_INTERSECTION_BIT_KHR, trace_rint}};
        std::vector<VkPipelineShaderStageCreateInfo> stages;
        for (const auto& [stage, spirv] : kShaders) {
            const VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                                  spirv.size_bytes(), spirv.data()};
            VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
            info.stage = stage;
            info.pName = "main";
            WB_VK(vkCreateShaderModule(device, &module, nullptr, &info.module));
            stages.push_back(info);
        }
        VkRayTracingShaderGroupCreateInfoKHR groups[kGroupCount];
        for (auto& group : groups) {
            group = {VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR};
            group.type = VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR;
            group.generalShader = group.closestHitShader = group.anyHitShader = group.intersectionShader =
                VK_SHADER_UNUSED_KHR;
        }
        groups[kRaygenGroup].generalShader = kRaygen;
        groups[kMissGroup].generalShader = kMiss;
        groups[kTriangleGroup].type = VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR;
        groups[kBoxGroup].type = VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR;
        groups[kTriangleGroup].closestHitShader = groups[kBoxGroup].closestHitShader = kClosestHit;
        groups[kTriangleGroup].anyHitShader = kAnyHit;
        groups[kBoxGroup].intersectionShader = kIntersection;
        VkRayTracingPipelineCreateInfoKHR info{VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR};
        info.stageCount = uint32_t(stages.size());
        info.pStages = stages.data();
        info.groupCount = kGroupCount;
        info.pGroups = groups;
        info.maxPipelineRayRecursionDepth = 1;
        info.layout = out.layout;
        const auto create = reinterpret_cast<PFN_vkCreateRayTracingPipelinesKHR>(
            vkGetDeviceProcAddr(device, "vkCreateRayTracingPipelinesKHR"));
        WB_VK(create(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, nullptr, &out.pipeline));
        for (const auto& stage : stages)
            vkDestroyShaderModule(device, stage.module, nullptr);
    }

    /// The groups' handles, each at a multiple of `stride` bytes.
    void make_table(VkPipeline pipeline, Buffer& table, VkDeviceSize& stride) {
        VkPhysicalDeviceRayTracingPipelinePropertiesKHR ray{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR};
        VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &ray};
        vkGetPhysicalDeviceProperties2(physical, &all);
        const uint32_t size = ray.shaderGroupHandleSize;
        stride = std::max(size, ray.shaderGroupBaseAlignment);
        std::vector<uint8_t> handles(kGroupCount * size);
        const auto get = reinterpret_cast<PFN_vkGetRayTracingShaderGroupHandlesKHR>(
            vkGetDeviceProcAddr(device, "vkGetRayTracingShaderGroupHandlesKHR"));
        WB_VK(get(device, pipeline, 0, kGroupCount, handles.size(), handles.data()));
        make_buffer(kGroupCount * stride / 4, table);
        for (uint32_t i = 0; i < kGroupCount; ++i)
            std::memcpy(reinterpret_cast<uint8_t*>(table.words) + i * stride, &handles[i * size], size);
    }

    void trace(const RayScene& scene, const DeviceScene& built, std::span<const SceneRay> rays,
               std::vector<SceneHit>& hits) {
        RayWork work;
        ASSERT_NO_FATAL_FAILURE(prepare(scene, built, rays, kStages, work));
        ASSERT_NO_FATAL_FAILURE(make_trace_pipeline(work.program));
        Buffer table;
        VkDeviceSize stride = 0;
        ASSERT_NO_FATAL_FAILURE(make_table(work.program.pipeline, table, stride));
        const VkDeviceAddress at = address_of(table);
        const VkStridedDeviceAddressRegionKHR raygen{at, stride, stride}, miss{at + stride, stride, stride},
            hit{at + 2 * stride, stride, 2 * stride}, callable{};
        const auto trace_rays =
            reinterpret_cast<PFN_vkCmdTraceRaysKHR>(vkGetDeviceProcAddr(device, "vkCmdTraceRaysKHR"));
        submit([&](VkCommandBuffer c) {
            vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, work.program.pipeline);
            vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, work.program.layout, 0, 1,
                                    &work.program.set, 0, nullptr);
            vkCmdPushConstants(c, work.program.layout, kStages, 0, sizeof work.constants, work.constants);
            trace_rays(c, &raygen, &miss, &hit, &callable, work.constants[0], 1, 1);
        });
        destroy(work.program);
        hits.resize(rays.size());
        std::memcpy(hits.data(), work.hits.words, rays.size() * sizeof(SceneHit));
    }

    std::mt19937 random{20261201};
};

TEST_F(TraceRays, SceneOfTrianglesAndBoxes) {
    RayScene scene = RayScene::random(random, 60, 20, 12);
    for (RayInstance& instance : scene.instances) // Which hit group.
        instance.sbt = instance.bottom == 1;
    DeviceScene built;
    ASSERT_NO_FATAL_FAILURE(build(scene, VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_TRACE_BIT_KHR, built));
    std::vector<SceneRay> rays;
    while (rays.size() < 512) {
        rays.push_back(random_ray(random, rays.size() / 64 % 4 == 1));
        if (rays.back().count_only) rays.pop_back();
    }
    std::vector<SceneHit> got;
    ASSERT_NO_FATAL_FAILURE(trace(scene, built, rays, got));
    uint32_t compared = 0;
    for (uint32_t i = 0; i < rays.size(); ++i) {
        const ExpectedHits expected = expected_hits(scene, rays[i], i);
        if (!expected.clear) continue;
        ++compared;
        if (got[i].kind) got[i].sbt = scene.instances[got[i].instance].sbt; // No shader sees it.
        expect_hit(rays[i], expected.hits, got[i], i);
        if (HasFailure()) return;
    }
    EXPECT_GT(compared, rays.size() * 9 / 10);
}

} // namespace
} // namespace wb::test
