// SPDX-License-Identifier: MIT
// A stopped wave as expressions see it: its registers, and through them memory of every kind.
#pragma once

#include "engine/session/shaders.h"
#include "engine/values/locate.h"

#include <optional>

namespace wb::engine {

/// The program's named objects in GPU memory.
class ObjectMap {
public:
    void assign(std::vector<protocol::Range> ranges) { ranges_ = std::move(ranges); }
    const std::vector<protocol::Range>& ranges() const { return ranges_; }
    /// The object that contains `address`: buffers before images before plain memory, the smallest first.
    const protocol::Range* find(uint64_t address) const;
    const protocol::Range* named(std::string_view name) const;
    /// "name+64", "" when nothing with a name is there.
    std::string describe(uint64_t address) const;

private:
    std::vector<protocol::Range> ranges_;
};

/// Caches one stop's registers; valid until that wave goes on. `lane` may change at any time.
class WaveView final : public Registers, public Access {
public:
    WaveView(Agent& agent, const protocol::WaveInfo& info, Shader* shader, const ObjectMap& objects)
        : agent_(agent), info_(info), shader_(shader), objects_(objects) {}

    const protocol::WaveInfo& info() const { return info_; }
    /// False of a wave that was launched before its entry slot was armed: the handler knows nothing of it.
    bool marked() const { return marked_; }
    /// Where such a wave is in its dispatch, as the ids say that its variant keeps, and of which command that
    /// is (kNone: not known). False when they do not say it here.
    bool identify();
    void set_command(uint32_t command, uint64_t submission);
    Shader* shader() const { return shader_; }
    /// The slot the wave stopped at, null between slots or outside debug variants.
    const Slot* slot() const;
    /// The slot whose statement the PC is in, null when not known.
    const Slot* statement() const;
    /// Ids of `lane` in its workgroup and in the dispatch. Read from the kept launch values; an error when
    /// they are not there.
    Result<std::array<uint32_t, 3>> local_id(unsigned lane);
    Result<std::array<uint32_t, 3>> global_id(unsigned lane);
    bool lane_active(unsigned lane) const { return (info_.exec >> lane) & 1; }

    Result<uint32_t> sgpr(uint32_t number) override;
    Result<uint32_t> vgpr(uint32_t number, unsigned lane) override;
    /// Changes a register in the saved state, for one lane of a VGPR.
    Status write_register(const char* kind, uint32_t index, unsigned lane, uint64_t value);

    Result<std::vector<uint8_t>> read(Space space, uint64_t address, uint64_t size) override;
    Status write(Space space, uint64_t address, std::span<const uint8_t> data) override;
    Result<Bound> descriptor(const Variable& variable, uint32_t element) override;
    std::string describe(uint64_t address) override { return objects_.describe(address); }
    LayoutChild layout_child(uint32_t node, uint64_t index) override;
    /// The command the wave belongs to, fetched once.
    Result<const protocol::CommandInfo*> command();

    unsigned lane = 0; ///< Whose scratch Space::Scratch means.

private:
    uint64_t scratch_address(uint64_t offset) const;
    struct KeptIds {
        std::array<uint32_t, 3> group{}, local{};
    };
    /// WorkgroupId and LocalInvocationId as the variant keeps them, for a wave that does not know its own.
    /// Nothing where they may have been moved since the last slot.
    std::optional<KeptIds> kept_ids(unsigned of_lane);

    Agent& agent_;
    protocol::WaveInfo info_;
    Shader* shader_;
    const ObjectMap& objects_;
    bool marked_ = info_.local != protocol::kNone;
    std::optional<std::vector<uint32_t>> sgprs_, vgprs_;
    std::optional<protocol::CommandInfo> command_;
};

} // namespace wb::engine
