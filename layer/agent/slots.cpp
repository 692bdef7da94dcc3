// SPDX-License-Identifier: MIT
#include "layer/agent/slots.h"

#include "trap_handler/mailbox.h"

namespace wb::layer {

static constexpr uint32_t kEntry = 0;

Status Slots::patch(uint64_t shader, uint32_t offset, bool armed) {
    const uint32_t trap = WB_S_TRAP_GFX11 | (offset == kEntry ? WB_TRAP_ENTRY : WB_TRAP_SLOT);
    const VkResult result =
        driver_.table->patch_slot(driver_.handle, shader, offset, armed ? trap : WB_S_NOP);
    if (result < 0)
        return driver_failure("slot at code offset " + std::to_string(offset) + " of shader " +
                                  std::to_string(shader) + " cannot be " + (armed ? "armed" : "disarmed"),
                              result);
    return {};
}

Status Slots::set(uint64_t shader, const std::vector<uint32_t>& offsets, bool armed) {
    if (!armed) {
        disarm(shader, offsets);
        return {};
    }
    if (offsets.empty()) return {};
    if (!any(shader))
        if (Status entry = patch(shader, kEntry, true); !entry) return entry;
    std::set<uint32_t>& set = armed_[shader];
    std::vector<uint32_t> added;
    for (const uint32_t offset : offsets) {
        if (set.contains(offset)) continue;
        if (Status done = offset == kEntry ? Status{} : patch(shader, offset, true); !done) {
            if (set.empty()) set.insert(kEntry), added.push_back(kEntry);
            disarm(shader, added);
            return done;
        }
        set.insert(offset);
        added.push_back(offset);
    }
    return {};
}

void Slots::disarm(uint64_t shader, const std::vector<uint32_t>& offsets) {
    const auto it = armed_.find(shader);
    if (it == armed_.end()) return;
    for (const uint32_t offset : offsets)
        // A slot that cannot be written belongs to a variant that is gone.
        if (it->second.erase(offset) && offset != kEntry) (void)patch(shader, offset, false);
    if (!it->second.empty()) return;
    (void)patch(shader, kEntry, false);
    armed_.erase(it);
}

void Slots::disarm_all() {
    while (!armed_.empty()) {
        const auto& [shader, offsets] = *armed_.begin();
        disarm(shader, {offsets.begin(), offsets.end()});
    }
}

} // namespace wb::layer
