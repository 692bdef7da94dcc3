// SPDX-License-Identifier: MIT
#ifndef TESTS_RADV_VARIANT_H
#define TESTS_RADV_VARIANT_H

#include "radv-patches/files/src/amd/vulkan/wavebreak/wavebreak_radv.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// A Vulkan device of the patched RADV, with its private table.
class RadvDevice {
public:
    /// Throws std::runtime_error when there is no device or its driver has no table.
    RadvDevice();
    ~RadvDevice();
    RadvDevice(const RadvDevice&) = delete;
    RadvDevice& operator=(const RadvDevice&) = delete;

    /// A compute pipeline of `spirv`'s entry point "main", with eight storage buffers in set 0 and 128 bytes
    /// of push constants. `subgroup_size`: 32 or 64. Throws when it cannot be made.
    VkPipeline make_pipeline(const std::vector<uint32_t>& spirv, uint32_t subgroup_size);
    void destroy_pipeline(VkPipeline pipeline);
    /// Bytes of machine code of a pipeline's normal shader.
    uint64_t code_size(VkPipeline pipeline) const;
    /// The id of the shader made last.
    uint64_t last_shader() const;

    VkDevice device() const { return device_; }
    const wb_radv_table& table() const { return *table_; }

private:
    VkInstance instance_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    const wb_radv_table* table_ = nullptr;
};

/// The debug variant of one shader: its record and code.
class Variant {
public:
    /// Makes a pipeline of `spirv` and its shader's debug variant with WB_VARIANT_* flags.
    Variant(RadvDevice& device, const std::vector<uint32_t>& spirv, uint32_t subgroup_size, uint32_t flags);
    ~Variant();
    Variant(const Variant&) = delete;
    Variant& operator=(const Variant&) = delete;

    const wb_debug_record& record() const { return *record_; }
    const std::vector<uint32_t>& code() const { return code_; }
    /// The code of the pipeline's shader that this is a variant of.
    std::vector<uint32_t> normal_code() const;
    /// The locations at a slot of variables with this name, by leaf; all frames.
    std::vector<wb_location> locations(const wb_slot& slot, const std::string& name) const;
    /// Names of the variables that have a value at the slot.
    std::vector<std::string> names(const wb_slot& slot) const;

private:
    RadvDevice& device_;
    VkPipeline pipeline_;
    const wb_debug_record* record_ = nullptr;
    std::vector<uint32_t> code_;
    std::map<uint32_t, std::string> names_;
};

/// The words of a file. Throws when it cannot be read.
std::vector<uint32_t> read_words(const std::string& path);

/// OpName of every id.
std::map<uint32_t, std::string> spirv_names(const std::vector<uint32_t>& spirv);

#endif
