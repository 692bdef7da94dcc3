// SPDX-License-Identifier: MIT
#include "overlay/stream/encoder.h"

#include <cstring>

namespace wb::overlay {

static_assert(sizeof(ImDrawVert) == sizeof(protocol::OverlayVertex) && IM_COL32_R_SHIFT == 0,
              "Dear ImGui is configured with another vertex");

protocol::OverlayFrame to_overlay_frame(const ImDrawData& data) {
    protocol::OverlayFrame out;
    out.width = data.DisplaySize.x;
    out.height = data.DisplaySize.y;
    for (int n = 0; n < data.CmdListsCount; ++n) {
        const ImDrawList& list = *data.CmdLists[n];
        const auto first_vertex = uint32_t(out.vertices.size()), first_index = uint32_t(out.indices.size());
        for (const ImDrawVert& vertex : list.VtxBuffer)
            out.vertices.push_back({vertex.pos.x - data.DisplayPos.x, vertex.pos.y - data.DisplayPos.y,
                                    vertex.uv.x, vertex.uv.y, vertex.col});
        out.indices.insert(out.indices.end(), list.IdxBuffer.begin(), list.IdxBuffer.end());
        const bool standstill = list._OwnerName && std::strcmp(list._OwnerName, kStandstillWindow) == 0;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback || !command.ElemCount) continue;
            for (uint32_t i = 0; i < command.ElemCount; ++i)
                out.indices[first_index + command.IdxOffset + i] += first_vertex + command.VtxOffset;
            out.commands.push_back(
                {command.ClipRect.x - data.DisplayPos.x, command.ClipRect.y - data.DisplayPos.y,
                 command.ClipRect.z - data.DisplayPos.x, command.ClipRect.w - data.DisplayPos.y,
                 (uint64_t)command.GetTexID(), first_index + command.IdxOffset, command.ElemCount,
                 standstill ? protocol::OverlayWhen::StopsArmed : protocol::OverlayWhen::Always});
        }
    }
    return out;
}

protocol::OverlayTexture font_texture(uint64_t id) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    protocol::OverlayTexture out{id, uint32_t(width), uint32_t(height),
                                 std::vector<uint32_t>(size_t(width) * size_t(height))};
    std::memcpy(out.texels.data(), pixels, out.texels.size() * 4);
    atlas.SetTexID((ImTextureID)id);
    return out;
}

} // namespace wb::overlay
