// SPDX-License-Identifier: MIT
#include "layer/overlay/hotkey.h"

#include <charconv>

namespace wb::layer {
namespace {

struct Name {
    std::string_view name;
    uint32_t value;
};
constexpr Name kModifiers[] = {
    {"shift", kShift}, {"ctrl", kControl}, {"control", kControl}, {"alt", kAlt}, {"super", kSuper}};
// X11/keysymdef.h
constexpr Name kKeys[] = {{"insert", 0xff63}, {"home", 0xff50},       {"end", 0xff57},
                          {"pause", 0xff13},  {"scrolllock", 0xff14}, {"print", 0xff61}};
constexpr uint32_t kF1 = 0xffbe;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return out;
}

std::optional<uint32_t> key_named(const std::string& name) {
    if (name.size() == 1 && ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= '0' && name[0] <= '9')))
        return uint32_t(name[0]);
    for (const Name& key : kKeys)
        if (name == key.name) return key.value;
    unsigned number = 0;
    if (name.size() < 2 || name[0] != 'f') return std::nullopt;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size() || number < 1 || number > 24)
        return std::nullopt;
    return kF1 + number - 1;
}

} // namespace

std::optional<Hotkey> parse_hotkey(std::string_view text) {
    Hotkey out;
    std::string rest = lower(text);
    for (size_t plus; (plus = rest.find('+')) != std::string::npos; rest.erase(0, plus + 1)) {
        uint32_t modifier = 0;
        for (const Name& known : kModifiers)
            if (std::string_view(rest).substr(0, plus) == known.name) modifier = known.value;
        if (!modifier) return std::nullopt;
        out.modifiers |= modifier;
    }
    const auto key = key_named(rest);
    if (!key) return std::nullopt;
    out.keysym = *key;
    return out;
}

std::string to_text(const Hotkey& key) {
    std::string out;
    if (key.modifiers & kControl) out += "Ctrl+";
    if (key.modifiers & kAlt) out += "Alt+";
    if (key.modifiers & kSuper) out += "Super+";
    if (key.modifiers & kShift) out += "Shift+";
    for (const Name& known : kKeys)
        if (known.value == key.keysym)
            return out + char(known.name[0] - 'a' + 'A') + std::string(known.name.substr(1));
    if (key.keysym >= kF1 && key.keysym < kF1 + 24) return out + "F" + std::to_string(key.keysym - kF1 + 1);
    const char c = char(key.keysym);
    return out + (c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c);
}

} // namespace wb::layer
