// SPDX-License-Identifier: MIT
#include "layer/labels.h"

#include "layer/dispatch.h"
#include "layer/entry.h"
#include "layer/process.h"

#include <unordered_map>
#include <vector>

namespace wb::layer {
namespace {

struct Labels {
    std::vector<std::string> open;
    std::string inserted; ///< the last vkCmdInsertDebugUtilsLabelEXT; names what comes after it
    bool empty() const { return open.empty() && inserted.empty(); }
};

struct Table {
    std::mutex lock;
    std::unordered_map<VkCommandBuffer, Labels> labels;
    std::atomic<bool> used{false}; ///< false: the table is empty
};

Table& table() {
    static auto* table = new Table;
    return *table;
}

bool is_wanted() {
    const Agent* agent = Process::get().agent();
    return agent && agent->is_attached();
}

/// Changes the labels of `buffer`; lack of memory costs a label, not the program.
template <class Change>
void change(VkCommandBuffer buffer, Change apply) {
    try {
        std::lock_guard guard(table().lock);
        Labels& labels = table().labels[buffer];
        apply(labels);
        if (labels.empty()) table().labels.erase(buffer);
        table().used = !table().labels.empty();
    } catch (const std::exception&) {
    }
}

std::string text_of(const VkDebugUtilsLabelEXT* label) {
    return label && label->pLabelName ? label->pLabelName : "";
}

} // namespace

std::string label_of(VkCommandBuffer buffer) {
    std::lock_guard guard(table().lock);
    const auto it = table().labels.find(buffer);
    if (it == table().labels.end()) return {};
    std::string out;
    const auto add = [&](const std::string& label) {
        if (!out.empty()) out += " / ";
        out += label;
    };
    for (const std::string& label : it->second.open)
        add(label);
    if (!it->second.inserted.empty()) add(it->second.inserted);
    return out;
}

VKAPI_ATTR VkResult VKAPI_CALL BeginCommandBuffer(VkCommandBuffer buffer,
                                                  const VkCommandBufferBeginInfo* info) {
    const DeviceData* data = devices().find(buffer);
    if (!data) return VK_ERROR_INITIALIZATION_FAILED;
    if (table().used.load(std::memory_order_relaxed)) change(buffer, [](Labels& labels) { labels = {}; });
    return data->begin_command_buffer(buffer, info);
}

VKAPI_ATTR void VKAPI_CALL CmdBeginDebugUtilsLabelEXT(VkCommandBuffer buffer,
                                                      const VkDebugUtilsLabelEXT* label) {
    const DeviceData* data = devices().find(buffer);
    if (!data) return;
    if (is_wanted())
        change(buffer, [&](Labels& labels) {
            labels.open.push_back(text_of(label));
            labels.inserted.clear();
        });
    data->begin_label(buffer, label);
}

VKAPI_ATTR void VKAPI_CALL CmdEndDebugUtilsLabelEXT(VkCommandBuffer buffer) {
    const DeviceData* data = devices().find(buffer);
    if (!data) return;
    if (table().used.load(std::memory_order_relaxed))
        change(buffer, [](Labels& labels) {
            if (!labels.open.empty()) labels.open.pop_back();
            labels.inserted.clear();
        });
    data->end_label(buffer);
}

VKAPI_ATTR void VKAPI_CALL CmdInsertDebugUtilsLabelEXT(VkCommandBuffer buffer,
                                                       const VkDebugUtilsLabelEXT* label) {
    const DeviceData* data = devices().find(buffer);
    if (!data) return;
    if (is_wanted()) change(buffer, [&](Labels& labels) { labels.inserted = text_of(label); });
    data->insert_label(buffer, label);
}

} // namespace wb::layer
