// SPDX-License-Identifier: MIT
#include "overlay/window/canvas.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>

namespace wb::overlay {

// OpenGL's numbers (its registry, gl.xml); its own headers bring what GLFW's loader must not see.
static constexpr unsigned kScissorTest = 0xc11, kTexture2D = 0xde1, kUnsignedByte = 0x1401, kRgba = 0x1908,
                          kBgra = 0x80e1, kReadFramebuffer = 0x8ca8, kFramebuffer = 0x8d40,
                          kColorAttachment = 0x8ce0, kColorBuffer = 0x4000, kNearest = 0x2600;

bool Canvas::load() {
    bool all = true;
    const auto get = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(glfwGetProcAddress(name));
        all &= function != nullptr;
    };
    get(gl_.Viewport, "glViewport");
    get(gl_.ClearColor, "glClearColor");
    get(gl_.Clear, "glClear");
    get(gl_.Enable, "glEnable");
    get(gl_.Disable, "glDisable");
    get(gl_.Scissor, "glScissor");
    get(gl_.GenTextures, "glGenTextures");
    get(gl_.BindTexture, "glBindTexture");
    get(gl_.TexImage2D, "glTexImage2D");
    get(gl_.GenFramebuffers, "glGenFramebuffers");
    get(gl_.BindFramebuffer, "glBindFramebuffer");
    get(gl_.FramebufferTexture2D, "glFramebufferTexture2D");
    get(gl_.BlitFramebuffer, "glBlitFramebuffer");
    return all;
}

void Canvas::resize(int width, int height) {
    if (!texture_) {
        gl_.GenTextures(1, &texture_);
        gl_.GenFramebuffers(1, &framebuffer_);
    }
    // The order of channels that windows mostly have, with nothing said of their size: what fits the window.
    gl_.BindTexture(kTexture2D, texture_);
    gl_.TexImage2D(kTexture2D, 0, int(kRgba), width, height, 0, kBgra, kUnsignedByte, nullptr);
    gl_.BindTexture(kTexture2D, 0);
    gl_.BindFramebuffer(kFramebuffer, framebuffer_);
    gl_.FramebufferTexture2D(kFramebuffer, kColorAttachment, kTexture2D, texture_, 0);
    width_ = width;
    height_ = height;
    forget();
}

/// The picture has its first row first, as a window's buffer in memory has. Where OpenGL is done by the CPU,
/// it is then copied there as it is.
static void turn_over(ImDrawData& data) {
    const float height = data.DisplaySize.y;
    for (int n = 0; n < data.CmdListsCount; ++n) {
        for (ImDrawVert& vertex : data.CmdLists[n]->VtxBuffer)
            vertex.pos.y = height - vertex.pos.y;
        for (ImDrawCmd& command : data.CmdLists[n]->CmdBuffer) {
            const float top = command.ClipRect.y;
            command.ClipRect.y = height - command.ClipRect.w;
            command.ClipRect.w = height - top;
        }
    }
}

bool Canvas::draw(ImDrawData& data, const ImVec4& background, int width, int height) {
    if (width <= 0 || height <= 0) return false;
    if (width != width_ || height != height_) resize(width, height);
    std::vector<PixelRect> rects = {{0, 0, width, height}};
    if (data.FramebufferScale.x == 1 && data.FramebufferScale.y == 1) rects = damage_.reduce(data);
    if (rects.empty() && !exposed_) return false;
    exposed_ = false;
    gl_.BindFramebuffer(kFramebuffer, framebuffer_);
    gl_.Viewport(0, 0, width, height);
    gl_.ClearColor(background.x, background.y, background.z, 1);
    gl_.Enable(kScissorTest);
    for (const PixelRect& rect : rects) {
        gl_.Scissor(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
        gl_.Clear(kColorBuffer);
    }
    gl_.Disable(kScissorTest);
    turn_over(data);
    if (!rects.empty()) ImGui_ImplOpenGL3_RenderDrawData(&data);
    gl_.BindFramebuffer(kFramebuffer, 0);
    gl_.BindFramebuffer(kReadFramebuffer, framebuffer_);
    gl_.BlitFramebuffer(0, 0, width, height, 0, height, width, 0, kColorBuffer, kNearest);
    gl_.BindFramebuffer(kReadFramebuffer, 0);
    return true;
}

} // namespace wb::overlay
