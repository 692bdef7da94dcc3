// SPDX-License-Identifier: MIT
// The test shader scale.comp with all that it needs bound.
#pragma once

#include "gpu.h"

#include <array>

namespace wb::test {

struct ScalePush {
    uint32_t count, bias;
};

// The pipeline and its set 0: out_data, two input buffers, an inline uniform block.
class ScaleProgram {
public:
    explicit ScaleProgram(Gpu& gpu);
    ~ScaleProgram();
    ScaleProgram(const ScaleProgram&) = delete;
    ScaleProgram& operator=(const ScaleProgram&) = delete;

    // Records a dispatch of `groups` workgroups.
    void record(VkCommandBuffer commands, ScalePush push, uint32_t groups);
    void bind(VkCommandBuffer commands, ScalePush push);
    // The same shader as a shader object.
    VkShaderEXT shader_object() const;
    // What the shader writes to out_data[i].
    uint32_t expected(uint32_t i, ScalePush push) const;

    static constexpr uint32_t count = 256, group_size = 64, factor = 7, addend = 11;
    static constexpr double offset = 100.0;

    Gpu& gpu;
    Buffer out, inputs[2];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorSet set;
    VkPipeline pipeline;
    // Specialisation of the pipeline.
    VkSpecializationInfo specialisation;

private:
    void write_set();
    struct Constants {
        double offset;
        uint32_t group_size, factor;
    } constants_;
    std::array<VkSpecializationMapEntry, 3> entries_;
};

} // namespace wb::test
