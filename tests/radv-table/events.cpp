// SPDX-License-Identifier: MIT
// The table's callbacks and enumerations, copied for the tests to look at.
#include "gpu.h"

#include <algorithm>
#include <condition_variable>

namespace wb::test {

namespace {
std::condition_variable completed_changed;

Events& events(void* user) {
    return *static_cast<Events*>(user);
}

void on_message(void* user, int, const char* text) {
    const std::lock_guard guard(events(user).lock);
    events(user).messages.emplace_back(text);
}
void on_created(void* user, const wb_shader_info* shader) {
    const std::lock_guard guard(events(user).lock);
    events(user).created.push_back(shader->id);
}
void on_destroyed(void* user, uint64_t id) {
    const std::lock_guard guard(events(user).lock);
    events(user).destroyed.push_back(id);
}
void on_compiled(void* user, uint64_t id, const wb_debug_record*) {
    const std::lock_guard guard(events(user).lock);
    events(user).compiled.push_back(id);
}
void on_recorded(void* user, VkCommandBuffer, const wb_command_info* command) {
    const std::lock_guard guard(events(user).lock);
    events(user).recorded.push_back(command->id);
}
void on_submitted(void* user, uint64_t submission, const uint32_t* commands, uint32_t count) {
    const std::lock_guard guard(events(user).lock);
    events(user).submitted.push_back({submission, {commands, commands + count}});
}
void on_ran_normal(void* user, uint64_t submission, uint64_t shader, uint32_t dispatches) {
    const std::lock_guard guard(events(user).lock);
    events(user).ran_normal.push_back({submission, shader, dispatches});
}
void on_completed(void* user, uint64_t submission) {
    const std::lock_guard guard(events(user).lock);
    events(user).completed.push_back(submission);
    completed_changed.notify_all();
}
} // namespace

Events::Events(Gpu& watched) : gpu(watched) {
    const wb_radv_callbacks callbacks{.user = this,
                                      .message = on_message,
                                      .shader_created = on_created,
                                      .shader_destroyed = on_destroyed,
                                      .variant_compiled = on_compiled,
                                      .command_recorded = on_recorded,
                                      .submitted = on_submitted,
                                      .completed = on_completed,
                                      .ran_normal = on_ran_normal};
    gpu.table->set_callbacks(gpu.device, &callbacks);
}

Events::~Events() {
    gpu.table->set_callbacks(gpu.device, nullptr);
}

void Events::wait_completed(uint64_t number) {
    std::unique_lock guard(lock);
    completed_changed.wait(guard, [&] { return std::ranges::count(completed, number) != 0; });
}

std::vector<ListedShader> list_shaders(const Gpu& gpu) {
    std::vector<ListedShader> shaders;
    gpu.table->enumerate_shaders(
        gpu.device,
        [](void* user, const wb_shader_info* info) {
            static_cast<std::vector<ListedShader>*>(user)->push_back(
                {info->id, info->pipeline_id, info->stage, info->alive, info->entry_point, info->name,
                 info->no_spirv_reason ? info->no_spirv_reason : "",
                 std::vector(info->spirv, info->spirv + info->spirv_words),
                 std::vector(info->spec_ids, info->spec_ids + info->spec_count),
                 std::vector(info->spec_values, info->spec_values + info->spec_count),
                 std::vector(info->spec_sizes, info->spec_sizes + info->spec_count)});
        },
        &shaders);
    return shaders;
}

std::vector<ListedRange> list_ranges(const Gpu& gpu) {
    std::vector<ListedRange> ranges;
    gpu.table->enumerate_ranges(
        gpu.device,
        [](void* user, const wb_range* range) {
            static_cast<std::vector<ListedRange>*>(user)->push_back(
                {range->va, range->size, range->kind, range->usage, range->name, range->cpu});
        },
        &ranges);
    return ranges;
}

VkResult get_command(const Gpu& gpu, uint32_t id, ListedCommand& out) {
    return gpu.table->get_command(
        gpu.device, id,
        [](void* user, const wb_command_info* info) {
            *static_cast<ListedCommand*>(user) = {
                *info, info->label,
                std::vector(info->push_constants, info->push_constants + info->push_constant_size)};
        },
        &out);
}

} // namespace wb::test
