// SPDX-License-Identifier: MIT
#include "protocol/overlay_frame.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

namespace wb::protocol {
namespace {

static_assert(std::endian::native == std::endian::little, "the structs are copied as they are");

constexpr uint32_t kFrameMagic = 0x464f4257, kTextureMagic = 0x544f4257; // "WBOF", "WBOT"

struct FrameHeader {
    uint32_t magic, version;
    float width, height;
    uint32_t vertices, indices, commands, reserved;
};
struct TextureHeader {
    uint32_t magic, version;
    uint64_t id;
    uint32_t width, height;
};
struct WireCommand {
    float left, top, right, bottom;
    uint64_t texture;
    uint32_t first_index, index_count, when, reserved;
};
static_assert(sizeof(FrameHeader) == 32 && sizeof(TextureHeader) == 24 && sizeof(WireCommand) == 40);
static_assert(sizeof(OverlayVertex) == 20);

void append(std::vector<uint8_t>& out, const void* data, size_t size) {
    const auto* first = static_cast<const uint8_t*>(data);
    out.insert(out.end(), first, first + size);
}

/// Takes `count` objects off the front of `bytes`, whose length was checked.
template <class T>
void take(std::span<const uint8_t>& bytes, T* out, size_t count) {
    if (count) std::memcpy(static_cast<void*>(out), bytes.data(), count * sizeof(T));
    bytes = bytes.subspan(count * sizeof(T));
}

Status check_limits(uint64_t vertices, uint64_t indices, uint64_t commands) {
    const auto over = [](const char* what, uint64_t count, uint64_t limit) {
        return fail("an overlay frame has " + std::to_string(count) + " " + what + "; at most " +
                    std::to_string(limit) + " are taken");
    };
    if (vertices > kOverlayMaxVertices) return over("vertices", vertices, kOverlayMaxVertices);
    if (indices > kOverlayMaxIndices) return over("indices", indices, kOverlayMaxIndices);
    if (commands > kOverlayMaxCommands) return over("commands", commands, kOverlayMaxCommands);
    return {};
}

Status check_side(uint32_t width, uint32_t height) {
    if (width && height && width <= kOverlayMaxSide && height <= kOverlayMaxSide) return {};
    return fail("an overlay texture of " + std::to_string(width) + " x " + std::to_string(height) +
                " texels is not taken; 1 to " + std::to_string(kOverlayMaxSide) + " a side are");
}

Status check_version(uint32_t magic, uint32_t wanted, uint32_t version, const char* what) {
    if (magic != wanted) return fail(std::string("these bytes are no overlay ") + what);
    if (version != kOverlayVersion)
        return fail(std::string("the overlay ") + what + " has version " + std::to_string(version) +
                    ", this layer knows " + std::to_string(kOverlayVersion) +
                    "; install wavebreak and its layer from one build");
    return {};
}

Status check_command(const WireCommand& command, uint32_t index_count) {
    for (const float edge : {command.left, command.top, command.right, command.bottom})
        if (!std::isfinite(edge)) return fail("an overlay command's clip rectangle is not finite");
    if (command.first_index > index_count || command.index_count > index_count - command.first_index)
        return fail("an overlay command draws indices behind the frame's last");
    if (command.index_count % 3) return fail("an overlay command has a part of a triangle");
    if (command.when > uint32_t(OverlayWhen::StopsArmed))
        return fail("an overlay command has an unknown condition");
    return {};
}

} // namespace

Result<std::vector<uint8_t>> encode(const OverlayFrame& frame) {
    if (Status ok = check_limits(frame.vertices.size(), frame.indices.size(), frame.commands.size()); !ok)
        return std::unexpected(ok.error());
    std::vector<uint8_t> out;
    out.reserve(sizeof(FrameHeader) + frame.vertices.size() * sizeof(OverlayVertex) +
                frame.indices.size() * 4 + frame.commands.size() * sizeof(WireCommand));
    const FrameHeader header{kFrameMagic,
                             kOverlayVersion,
                             frame.width,
                             frame.height,
                             uint32_t(frame.vertices.size()),
                             uint32_t(frame.indices.size()),
                             uint32_t(frame.commands.size()),
                             0};
    append(out, &header, sizeof header);
    append(out, frame.vertices.data(), frame.vertices.size() * sizeof(OverlayVertex));
    append(out, frame.indices.data(), frame.indices.size() * sizeof(uint32_t));
    for (const OverlayCommand& command : frame.commands) {
        const WireCommand wire{command.left,
                               command.top,
                               command.right,
                               command.bottom,
                               command.texture,
                               command.first_index,
                               command.index_count,
                               uint32_t(command.when),
                               0};
        append(out, &wire, sizeof wire);
    }
    return out;
}

Result<OverlayFrame> decode_overlay_frame(std::span<const uint8_t> bytes) {
    if (bytes.size() < sizeof(FrameHeader)) return fail("an overlay frame is cut off in its header");
    FrameHeader header;
    take(bytes, &header, 1);
    if (Status ok = check_version(header.magic, kFrameMagic, header.version, "frame"); !ok)
        return std::unexpected(ok.error());
    if (Status ok = check_limits(header.vertices, header.indices, header.commands); !ok)
        return std::unexpected(ok.error());
    const uint64_t size = uint64_t(header.vertices) * sizeof(OverlayVertex) + uint64_t(header.indices) * 4 +
                          uint64_t(header.commands) * sizeof(WireCommand);
    if (bytes.size() != size)
        return fail("an overlay frame should have " + std::to_string(size) +
                    " bytes behind its header, not " + std::to_string(bytes.size()));
    if (!(header.width > 0 && header.width <= 65536 && header.height > 0 && header.height <= 65536))
        return fail("an overlay frame has no size that a picture can have");
    OverlayFrame out;
    out.width = header.width;
    out.height = header.height;
    out.vertices.resize(header.vertices);
    out.indices.resize(header.indices);
    take(bytes, out.vertices.data(), header.vertices);
    take(bytes, out.indices.data(), header.indices);
    for (const OverlayVertex& vertex : out.vertices)
        if (!std::isfinite(vertex.x) || !std::isfinite(vertex.y) || !std::isfinite(vertex.u) ||
            !std::isfinite(vertex.v))
            return fail("an overlay vertex is not finite");
    for (const uint32_t index : out.indices)
        if (index >= header.vertices) return fail("an overlay index names a vertex behind the last");
    out.commands.reserve(header.commands);
    for (uint32_t i = 0; i < header.commands; ++i) {
        WireCommand wire;
        take(bytes, &wire, 1);
        if (Status ok = check_command(wire, header.indices); !ok) return std::unexpected(ok.error());
        out.commands.push_back({wire.left, wire.top, wire.right, wire.bottom, wire.texture, wire.first_index,
                                wire.index_count, OverlayWhen(wire.when)});
    }
    return out;
}

Result<std::vector<uint8_t>> encode(const OverlayTexture& texture) {
    if (Status ok = check_side(texture.width, texture.height); !ok) return std::unexpected(ok.error());
    if (texture.texels.size() != size_t(texture.width) * texture.height)
        return fail("an overlay texture's texels are not its width times its height");
    std::vector<uint8_t> out;
    const TextureHeader header{kTextureMagic, kOverlayVersion, texture.id, texture.width, texture.height};
    out.reserve(sizeof header + texture.texels.size() * 4);
    append(out, &header, sizeof header);
    append(out, texture.texels.data(), texture.texels.size() * 4);
    return out;
}

Result<OverlayTexture> decode_overlay_texture(std::span<const uint8_t> bytes) {
    if (bytes.size() < sizeof(TextureHeader)) return fail("an overlay texture is cut off in its header");
    TextureHeader header;
    take(bytes, &header, 1);
    if (Status ok = check_version(header.magic, kTextureMagic, header.version, "texture"); !ok)
        return std::unexpected(ok.error());
    if (Status ok = check_side(header.width, header.height); !ok) return std::unexpected(ok.error());
    const size_t count = size_t(header.width) * header.height;
    if (bytes.size() != count * 4)
        return fail("an overlay texture should have " + std::to_string(count * 4) +
                    " bytes behind its header, not " + std::to_string(bytes.size()));
    OverlayTexture out{header.id, header.width, header.height, std::vector<uint32_t>(count)};
    take(bytes, out.texels.data(), count);
    return out;
}

} // namespace wb::protocol
