// SPDX-License-Identifier: MIT
// ImGui's draw data on the window, by OpenGL 3. The picture is kept apart from the window's buffers, whose
// contents are lost when they are shown, so that only what has changed is drawn.
#pragma once

#include "overlay/window/damage.h"

namespace wb::overlay {

class Canvas {
public:
    /// The window's context has to be current, here and below. False: it lacks a function of OpenGL 3.
    bool load();
    /// Draws `data`, which is left reduced, into the window's back buffer. False: nothing has changed and the
    /// window shows it already; then nothing is to be swapped.
    bool draw(ImDrawData& data, const ImVec4& background, int width, int height);
    /// What the window shows is lost, but for the picture.
    void expose() { exposed_ = true; }
    /// Textures or colours are others.
    void forget() { damage_.forget(); }

private:
    void resize(int width, int height);

    Damage damage_;
    bool exposed_ = true;
    int width_ = 0, height_ = 0; ///< Of the picture.
    unsigned framebuffer_ = 0, texture_ = 0;
    struct Functions {
        void (*Viewport)(int, int, int, int);
        void (*ClearColor)(float, float, float, float);
        void (*Clear)(unsigned);
        void (*Enable)(unsigned);
        void (*Disable)(unsigned);
        void (*Scissor)(int, int, int, int);
        void (*GenTextures)(int, unsigned*);
        void (*BindTexture)(unsigned, unsigned);
        void (*TexImage2D)(unsigned, int, int, int, int, int, unsigned, unsigned, const void*);
        void (*GenFramebuffers)(int, unsigned*);
        void (*BindFramebuffer)(unsigned, unsigned);
        void (*FramebufferTexture2D)(unsigned, unsigned, unsigned, unsigned, int);
        void (*BlitFramebuffer)(int, int, int, int, int, int, int, int, unsigned, unsigned);
    } gl_{};
};

} // namespace wb::overlay
