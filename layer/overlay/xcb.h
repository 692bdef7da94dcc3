// SPDX-License-Identifier: MIT
// libxcb's functions, found at run time: a program without X11 must not need the library for our sake.
#pragma once

#include <dlfcn.h>
#include <xcb/xcb.h>

namespace wb::layer {

#define WB_XCB_FUNCTIONS(X)                                                                                  \
    X(connect)                                                                                               \
    X(disconnect)                                                                                            \
    X(connection_has_error)                                                                                  \
    X(get_file_descriptor)                                                                                   \
    X(poll_for_event)                                                                                        \
    X(flush)                                                                                                 \
    X(get_setup)                                                                                             \
    X(request_check)                                                                                         \
    X(grab_key_checked)                                                                                      \
    X(grab_key)                                                                                              \
    X(ungrab_key)                                                                                            \
    X(grab_button_checked)                                                                                   \
    X(ungrab_button)                                                                                         \
    X(change_window_attributes_checked)                                                                      \
    X(get_keyboard_mapping)                                                                                  \
    X(get_keyboard_mapping_reply)                                                                            \
    X(get_keyboard_mapping_keysyms)                                                                          \
    X(get_keyboard_mapping_keysyms_length)

struct Xcb {
#define WB_MEMBER(name) decltype(&xcb_##name) name = nullptr;
    WB_XCB_FUNCTIONS(WB_MEMBER)
#undef WB_MEMBER
    /// False: there is no libxcb here.
    bool load() {
        void* library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
        if (!library) return false;
#define WB_LOAD(name)                                                                                        \
    this->name = reinterpret_cast<decltype(&xcb_##name)>(dlsym(library, "xcb_" #name));                      \
    if (!this->name) return false;
        WB_XCB_FUNCTIONS(WB_LOAD)
#undef WB_LOAD
        return true;
    }
};

} // namespace wb::layer
