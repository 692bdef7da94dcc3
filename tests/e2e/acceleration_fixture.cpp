// SPDX-License-Identifier: MIT
#include "tests/e2e/acceleration_fixture.h"

#include <algorithm>
#include <cstring>

#include "ray_query.comp.h"

namespace wb::test {

namespace {

/// The extension's functions, which the loader does not export.
template <class Function>
Function function(VkDevice device, const char* name) {
    return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}
#define WB_FUNCTION(name) const auto name = function<PFN_##name>(device, #name)

VkAccelerationStructureBuildGeometryInfoKHR
build_info(VkAccelerationStructureTypeKHR type, VkBuildAccelerationStructureFlagsKHR flags,
           std::span<const VkAccelerationStructureGeometryKHR> geometries, bool update) {
    VkAccelerationStructureBuildGeometryInfoKHR info{
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR};
    info.type = type;
    info.flags = flags;
    info.mode = update ? VK_BUILD_ACCELERATION_STRUCTURE_MODE_UPDATE_KHR
                       : VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR;
    info.geometryCount = uint32_t(geometries.size());
    info.pGeometries = geometries.data();
    return info;
}

VkAccelerationStructureGeometryKHR instances_geometry(VkDeviceAddress instances) {
    VkAccelerationStructureGeometryKHR geometry{VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR};
    geometry.geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR;
    geometry.geometry.instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR};
    geometry.geometry.instances.data.deviceAddress = instances;
    return geometry;
}

constexpr size_t kAlignWords = 16;
size_t aligned(size_t words) {
    return (words + kAlignWords - 1) / kAlignWords * kAlignWords;
}

} // namespace

AccelerationTest::AccelerationTest() {
    addresses_.bufferDeviceAddress = VK_TRUE;
    addresses_.pNext = &structures_;
    structures_.accelerationStructure = VK_TRUE;
    structures_.pNext = &queries_;
    queries_.rayQuery = VK_TRUE;
    queries_.pNext = &pipelines_;
    pipelines_.rayTracingPipeline = pipelines_.rayTraversalPrimitiveCulling = VK_TRUE;
    features = &addresses_;
    extensions = {VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME, VK_KHR_RAY_QUERY_EXTENSION_NAME,
                  VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME, VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME};
    skip_without_features = true;
    more_usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                 VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR |
                 VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR;
}

void AccelerationTest::SetUp() {
    ComputeTest::SetUp();
    if (!device) return;
    const VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, family};
    WB_VK(vkCreateCommandPool(device, &info, nullptr, &pool_));
}

void AccelerationTest::TearDown() {
    if (device) {
        WB_FUNCTION(vkDestroyAccelerationStructureKHR);
        for (VkAccelerationStructureKHR handle : made_)
            vkDestroyAccelerationStructureKHR(device, handle, nullptr);
        vkDestroyCommandPool(device, pool_, nullptr);
    }
    ComputeTest::TearDown();
}

void AccelerationTest::submit(const std::function<void(VkCommandBuffer)>& record) {
    const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool_,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkCommandBuffer commands = VK_NULL_HANDLE;
    WB_VK(vkAllocateCommandBuffers(device, &allocate, &commands));
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    WB_VK(vkBeginCommandBuffer(commands, &begin));
    record(commands);
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_MEMORY_WRITE_BIT,
                                 VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0,
                         nullptr, 0, nullptr);
    WB_VK(vkEndCommandBuffer(commands));
    submit_and_wait(commands);
    vkFreeCommandBuffers(device, pool_, 1, &commands);
}

VkDeviceAddress AccelerationTest::address_of(const Buffer& buffer) {
    const VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr,
                                         buffer.buffer};
    return vkGetBufferDeviceAddress(device, &info);
}

VkDeviceAddress AccelerationTest::address_of(const Structure& structure) {
    WB_FUNCTION(vkGetAccelerationStructureDeviceAddressKHR);
    const VkAccelerationStructureDeviceAddressInfoKHR info{
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR, nullptr, structure.handle};
    return vkGetAccelerationStructureDeviceAddressKHR(device, &info);
}

void AccelerationTest::make_structure(VkAccelerationStructureTypeKHR type, VkDeviceSize size,
                                      Structure& out) {
    WB_FUNCTION(vkCreateAccelerationStructureKHR);
    Buffer storage;
    ASSERT_NO_FATAL_FAILURE(make_buffer(size / 4 + 1, storage));
    VkAccelerationStructureCreateInfoKHR info{VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR};
    info.buffer = storage.buffer;
    info.size = size;
    info.type = type;
    WB_VK(vkCreateAccelerationStructureKHR(device, &info, nullptr, &out.handle));
    out.size = size;
    made_.push_back(out.handle);
}

void AccelerationTest::write_corners(const RayScene& scene, const DeviceScene& built) {
    for (size_t bottom = 0; bottom < scene.bottoms.size(); ++bottom) {
        for (size_t i = 0; i < scene.bottoms[bottom].size(); ++i) {
            const RayGeometry& shape = scene.bottoms[bottom][i];
            uint32_t* words = built.inputs.words + built.corners_at[bottom][i];
            std::memcpy(words, shape.corners.data(), shape.corners.size() * sizeof(Vec3));
            words += aligned(shape.corners.size() * 3);
            std::memcpy(words, shape.indices.data(), shape.indices.size() * sizeof(uint16_t));
            words += aligned(shape.indices.size() / 2 + 1);
            if (shape.transform) std::memcpy(words, shape.transform->data(), sizeof(Matrix));
        }
    }
}

void AccelerationTest::write_instances(const RayScene& scene, const DeviceScene& built) {
    auto* to = reinterpret_cast<VkAccelerationStructureInstanceKHR*>(built.instances.words);
    for (const RayInstance& from : scene.instances) {
        VkAccelerationStructureInstanceKHR instance{};
        std::memcpy(&instance.transform, from.transform.data(), sizeof instance.transform);
        instance.instanceCustomIndex = from.custom & 0xff'ffff;
        instance.mask = from.mask & 0xff;
        instance.instanceShaderBindingTableRecordOffset = from.sbt & 0xff'ffff;
        instance.flags = from.flags & 0xff;
        if (from.bottom >= 0)
            instance.accelerationStructureReference = address_of(built.bottoms[size_t(from.bottom)]);
        *to++ = instance;
    }
}

void AccelerationTest::build_bottom(DeviceScene& built, size_t index, bool update) {
    WB_FUNCTION(vkCmdBuildAccelerationStructuresKHR);
    const Structure& structure = built.bottoms[index];
    auto info = build_info(VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, structure.flags,
                           built.geometries[index], update);
    info.srcAccelerationStructure = update ? structure.handle : VK_NULL_HANDLE;
    info.dstAccelerationStructure = structure.handle;
    info.scratchData.deviceAddress = address_of(structure.scratch);
    const VkAccelerationStructureBuildRangeInfoKHR* ranges = built.ranges[index].data();
    submit(
        [&](VkCommandBuffer commands) { vkCmdBuildAccelerationStructuresKHR(commands, 1, &info, &ranges); });
}

void AccelerationTest::build_top(const RayScene& scene, DeviceScene& built, bool update) {
    WB_FUNCTION(vkCmdBuildAccelerationStructuresKHR);
    write_instances(scene, built);
    const VkAccelerationStructureGeometryKHR geometry = instances_geometry(address_of(built.instances));
    auto info =
        build_info(VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, built.top.flags, {&geometry, 1}, update);
    info.srcAccelerationStructure = update ? built.top.handle : VK_NULL_HANDLE;
    info.dstAccelerationStructure = built.top.handle;
    info.scratchData.deviceAddress = address_of(built.top.scratch);
    const VkAccelerationStructureBuildRangeInfoKHR range{uint32_t(scene.instances.size()), 0, 0, 0};
    const VkAccelerationStructureBuildRangeInfoKHR* ranges = &range;
    submit(
        [&](VkCommandBuffer commands) { vkCmdBuildAccelerationStructuresKHR(commands, 1, &info, &ranges); });
}

void AccelerationTest::build(const RayScene& scene, VkBuildAccelerationStructureFlagsKHR flags,
                             DeviceScene& out) {
    WB_FUNCTION(vkGetAccelerationStructureBuildSizesKHR);
    size_t words = 0;
    out.corners_at.resize(scene.bottoms.size());
    for (size_t bottom = 0; bottom < scene.bottoms.size(); ++bottom) {
        for (const RayGeometry& shape : scene.bottoms[bottom]) {
            out.corners_at[bottom].push_back(words);
            words += aligned(shape.corners.size() * 3) + aligned(shape.indices.size() / 2 + 1) +
                     aligned(sizeof(Matrix) / 4);
        }
    }
    ASSERT_NO_FATAL_FAILURE(make_buffer(words, out.inputs));
    write_corners(scene, out);
    const VkDeviceAddress inputs = address_of(out.inputs);

    const auto make = [&](VkAccelerationStructureTypeKHR type,
                          std::span<const VkAccelerationStructureGeometryKHR> geometries,
                          std::span<const uint32_t> counts, Structure& made) {
        VkAccelerationStructureBuildSizesInfoKHR sizes{
            VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
        const auto info = build_info(type, flags, geometries, false);
        vkGetAccelerationStructureBuildSizesKHR(device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR,
                                                &info, counts.data(), &sizes);
        made.flags = flags;
        ASSERT_NO_FATAL_FAILURE(make_structure(type, sizes.accelerationStructureSize, made));
        make_buffer(std::max(sizes.buildScratchSize, sizes.updateScratchSize) / 4 + 1, made.scratch);
    };

    out.geometries.resize(scene.bottoms.size());
    out.ranges.resize(scene.bottoms.size());
    out.bottoms.resize(scene.bottoms.size());
    for (size_t bottom = 0; bottom < scene.bottoms.size(); ++bottom) {
        std::vector<uint32_t> counts;
        for (size_t i = 0; i < scene.bottoms[bottom].size(); ++i) {
            const RayGeometry& shape = scene.bottoms[bottom][i];
            VkAccelerationStructureGeometryKHR geometry{
                VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR};
            geometry.flags = shape.flags;
            const VkDeviceAddress corners = inputs + out.corners_at[bottom][i] * 4;
            if (shape.boxes) {
                geometry.geometryType = VK_GEOMETRY_TYPE_AABBS_KHR;
                auto& boxes = geometry.geometry.aabbs;
                boxes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR};
                boxes.data.deviceAddress = corners;
                boxes.stride = 2 * sizeof(Vec3);
            } else {
                geometry.geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR;
                auto& triangles = geometry.geometry.triangles;
                triangles = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR};
                triangles.vertexFormat = VK_FORMAT_R32G32B32_SFLOAT;
                triangles.vertexData.deviceAddress = corners;
                triangles.vertexStride = sizeof(Vec3);
                triangles.maxVertex = uint32_t(shape.corners.size()) - 1;
                triangles.indexType = VK_INDEX_TYPE_NONE_KHR;
                const VkDeviceAddress indices = corners + aligned(shape.corners.size() * 3) * 4;
                if (!shape.indices.empty()) {
                    triangles.indexType = VK_INDEX_TYPE_UINT16;
                    triangles.indexData.deviceAddress = indices;
                }
                if (shape.transform)
                    triangles.transformData.deviceAddress =
                        indices + aligned(shape.indices.size() / 2 + 1) * 4;
            }
            out.geometries[bottom].push_back(geometry);
            out.ranges[bottom].push_back({shape.count(), 0, 0, 0});
            counts.push_back(shape.count());
        }
        ASSERT_NO_FATAL_FAILURE(make(VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, out.geometries[bottom],
                                     counts, out.bottoms[bottom]));
        ASSERT_NO_FATAL_FAILURE(build_bottom(out, bottom, false));
    }
    const uint32_t instances = uint32_t(scene.instances.size());
    ASSERT_NO_FATAL_FAILURE(
        make_buffer(std::max(instances, 1u) * sizeof(VkAccelerationStructureInstanceKHR) / 4, out.instances));
    const VkAccelerationStructureGeometryKHR geometry = instances_geometry(address_of(out.instances));
    ASSERT_NO_FATAL_FAILURE(
        make(VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, {&geometry, 1}, {&instances, 1}, out.top));
    build_top(scene, out, false);
}

void AccelerationTest::update(const RayScene& scene, DeviceScene& built) {
    write_corners(scene, built);
    for (size_t bottom = 0; bottom < built.bottoms.size(); ++bottom)
        ASSERT_NO_FATAL_FAILURE(build_bottom(built, bottom, true));
    build_top(scene, built, true);
}

void AccelerationTest::compact(const RayScene& scene, DeviceScene& built) {
    WB_FUNCTION(vkCmdWriteAccelerationStructuresPropertiesKHR);
    WB_FUNCTION(vkCmdCopyAccelerationStructureKHR);
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_ACCELERATION_STRUCTURE_COMPACTED_SIZE_KHR;
    info.queryCount = uint32_t(built.bottoms.size());
    VkQueryPool sizes;
    WB_VK(vkCreateQueryPool(device, &info, nullptr, &sizes));
    std::vector<VkAccelerationStructureKHR> handles;
    handles.reserve(built.bottoms.size());
    for (const Structure& bottom : built.bottoms)
        handles.push_back(bottom.handle);
    submit([&](VkCommandBuffer commands) {
        vkCmdResetQueryPool(commands, sizes, 0, info.queryCount);
        vkCmdWriteAccelerationStructuresPropertiesKHR(commands, info.queryCount, handles.data(),
                                                      info.queryType, sizes, 0);
    });
    std::vector<uint64_t> compacted(built.bottoms.size());
    WB_VK(vkGetQueryPoolResults(device, sizes, 0, info.queryCount, compacted.size() * 8, compacted.data(), 8,
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    vkDestroyQueryPool(device, sizes, nullptr);
    for (size_t i = 0; i < built.bottoms.size(); ++i) {
        Structure& bottom = built.bottoms[i];
        ASSERT_GT(compacted[i], 0u);
        ASSERT_LE(compacted[i], bottom.size);
        VkCopyAccelerationStructureInfoKHR copy{VK_STRUCTURE_TYPE_COPY_ACCELERATION_STRUCTURE_INFO_KHR};
        copy.src = bottom.handle;
        copy.mode = VK_COPY_ACCELERATION_STRUCTURE_MODE_COMPACT_KHR;
        ASSERT_NO_FATAL_FAILURE(
            make_structure(VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, compacted[i], bottom));
        copy.dst = bottom.handle;
        submit([&](VkCommandBuffer commands) { vkCmdCopyAccelerationStructureKHR(commands, &copy); });
    }
    build_top(scene, built, false);
}

void AccelerationTest::prepare(const RayScene& scene, const DeviceScene& built,
                               std::span<const SceneRay> rays, VkShaderStageFlags stages, RayWork& out) {
    Buffer ray_buffer, box_buffer;
    make_buffer(rays.size_bytes() / 4, ray_buffer);
    make_buffer(rays.size() * sizeof(SceneHit) / 4, out.hits);
    std::memcpy(ray_buffer.words, rays.data(), rays.size_bytes());
    std::vector<Vec3> boxes{{}, {}};
    uint32_t& boxes_per_geometry = out.constants[1];
    out.constants[0] = uint32_t(rays.size());
    boxes_per_geometry = 0;
    for (const auto& bottom : scene.bottoms) {
        for (const RayGeometry& shape : bottom) {
            if (!shape.boxes) continue;
            if (!boxes_per_geometry) boxes.clear();
            boxes_per_geometry = shape.count();
            boxes.insert(boxes.end(), shape.corners.begin(), shape.corners.end());
        }
    }
    make_buffer(boxes.size() * 3, box_buffer);
    std::memcpy(box_buffer.words, boxes.data(), boxes.size() * sizeof(Vec3));

    VkDescriptorSetLayoutBinding bindings[4];
    for (uint32_t i = 0; i < 4; ++i)
        bindings[i] = {
            i, i == 3 ? VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
            stages, nullptr};
    Program& program = out.program;
    const VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                   nullptr, 0, 4, bindings};
    WB_VK(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &program.set_layout));
    const VkDescriptorPoolSize pool_sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3},
                                               {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1}};
    const VkDescriptorPoolCreateInfo pool_info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, 1, 2, pool_sizes};
    WB_VK(vkCreateDescriptorPool(device, &pool_info, nullptr, &program.pool));
    const VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr,
                                               program.pool, 1, &program.set_layout};
    WB_VK(vkAllocateDescriptorSets(device, &allocate, &program.set));
    const VkDescriptorBufferInfo buffers[] = {{ray_buffer.buffer, 0, VK_WHOLE_SIZE},
                                              {out.hits.buffer, 0, VK_WHOLE_SIZE},
                                              {box_buffer.buffer, 0, VK_WHOLE_SIZE}};
    const VkWriteDescriptorSetAccelerationStructureKHR structure{
        VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR, nullptr, 1, &built.top.handle};
    VkWriteDescriptorSet writes[4]{};
    for (uint32_t i = 0; i < 4; ++i) {
        writes[i] = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        writes[i].dstSet = program.set;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = bindings[i].descriptorType;
        if (i < 3)
            writes[i].pBufferInfo = &buffers[i];
        else
            writes[i].pNext = &structure;
    }
    vkUpdateDescriptorSets(device, 4, writes, 0, nullptr);
}

void AccelerationTest::query(const RayScene& scene, const DeviceScene& built, std::span<const SceneRay> rays,
                             std::vector<SceneHit>& hits) {
    RayWork work;
    ASSERT_NO_FATAL_FAILURE(prepare(scene, built, rays, VK_SHADER_STAGE_COMPUTE_BIT, work));
    ASSERT_NO_FATAL_FAILURE(make_pipeline(ray_query_comp, sizeof work.constants, work.program));
    submit([&](VkCommandBuffer commands) {
        bind_program(commands, work.program);
        vkCmdPushConstants(commands, work.program.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           sizeof work.constants, work.constants);
        vkCmdDispatch(commands, (work.constants[0] + 63) / 64, 1, 1);
    });
    destroy(work.program);
    hits.resize(rays.size());
    std::memcpy(hits.data(), work.hits.words, rays.size() * sizeof(SceneHit));
}

} // namespace wb::test
