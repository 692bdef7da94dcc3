// SPDX-License-Identifier: MIT
#include "overlay/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace wb::overlay {

using nlohmann::json;
namespace fs = std::filesystem;

Settings::Settings() {
    for (const PanelInfo& info : kPanelTable)
        area[size_t(info.panel)] = info.area;
}

std::string settings_path() {
    if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder && *folder)
        return std::string(folder) + "/wavebreak/ui.json";
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::string(home) + "/.config/wavebreak/ui.json";
    return "";
}

namespace {

/// Takes fields out of an object; the first that makes no sense is the problem.
class Fields {
public:
    explicit Fields(json object) : object_(std::move(object)) {}
    std::string problem;

    template <class T, class Good>
    void take(const char* name, T& out, const char* wanted, Good good) {
        const auto it = object_.find(name);
        if (it == object_.end()) return;
        try {
            T value = it->template get<T>();
            if (!good(*it, value)) throw std::runtime_error("");
            out = std::move(value);
        } catch (const std::exception&) {
            complain(fmt::format("'{}' is {}, not {}", name, wanted, it->dump()));
        }
        object_.erase(name);
    }
    void number(const char* name, float& out, float least, float most) {
        take(name, out, fmt::format("a number from {} to {}", least, most).c_str(),
             [&](const json& field, float v) { return field.is_number() && v >= least && v <= most; });
    }
    void integer(const char* name, int& out, int least, int most) {
        take(name, out, fmt::format("a whole number from {} to {}", least, most).c_str(),
             [&](const json& field, int v) { return field.is_number_integer() && v >= least && v <= most; });
    }
    void list(const char* name, std::vector<std::string>& out) {
        take(name, out, "a list of texts", [](const json&, const auto&) { return true; });
    }
    void areas(std::array<Area, kPanels>& out) {
        std::map<std::string, std::string> named;
        take("panels", named, "an object of panels and their areas",
             [](const json&, const auto&) { return true; });
        for (const auto& [panel, area] : named) {
            const auto row = std::ranges::find(kPanelTable, panel, &PanelInfo::name);
            const auto where = std::ranges::find(kAreaNames, area);
            if (row == kPanelTable.end())
                complain(fmt::format("there is no panel '{}'", panel));
            else if (where == kAreaNames.end())
                complain(fmt::format("'{}' is in main, side, middle or bottom, not in '{}'", panel, area));
            else
                out[size_t(row->panel)] = Area(where - kAreaNames.begin());
        }
    }
    void finish() {
        if (!object_.empty()) complain(fmt::format("there is no setting '{}'", object_.begin().key()));
    }

private:
    void complain(std::string text) {
        if (problem.empty()) problem = std::move(text);
    }
    json object_;
};

} // namespace

Result<Settings> parse_settings(const std::string& text, const std::string& name) {
    const auto broken = [&](const std::string& what) {
        return fail(
            fmt::format("the settings in '{}' are not used: {}; mend or delete the file", name, what));
    };
    json object;
    try {
        object = json::parse(text);
    } catch (const json::parse_error& error) {
        const auto end = text.begin() + std::ptrdiff_t(std::min(error.byte, text.size()));
        return broken(fmt::format("line {} is no JSON", 1 + std::count(text.begin(), end, '\n')));
    }
    if (!object.is_object()) return broken("it is no JSON object");
    Settings out;
    Fields fields(std::move(object));
    const auto any = [](const json&, const auto&) { return true; };
    fields.number("scale", out.scale, 0, 8);
    fields.number("font_size", out.font_size, 6, 72);
    fields.take("font", out.font, "a file's name", any);
    fields.take("dark", out.dark, "true or false", any);
    fields.integer("width", out.width, 320, 16384);
    fields.integer("height", out.height, 240, 16384);
    fields.number("side", out.side, 0.1f, 0.9f);
    fields.number("middle", out.middle, 0.1f, 0.9f);
    fields.number("bottom", out.bottom, 0.1f, 0.9f);
    fields.areas(out.area);
    fields.list("watches", out.watches);
    fields.list("lane_expressions", out.lane_expressions);
    fields.list("history", out.history);
    fields.finish();
    if (!fields.problem.empty()) return broken(fields.problem);
    return out;
}

Result<Settings> load_settings(const std::string& path) {
    std::error_code ignored;
    if (path.empty() || !fs::exists(path, ignored)) return Settings();
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    if (!file || fs::is_directory(path, ignored))
        return fail(fmt::format("the settings in '{}' cannot be read", path));
    return parse_settings(text, path);
}

static std::string text_of(const Settings& settings) {
    json panels = json::object();
    for (const PanelInfo& info : kPanelTable)
        panels[std::string(info.name)] = kAreaNames[size_t(settings.area[size_t(info.panel)])];
    // Shares are written as a person would write them.
    const auto rounded = [](float value) { return std::round(double(value) * 1000) / 1000; };
    const json object = {{"scale", rounded(settings.scale)},
                         {"font_size", rounded(settings.font_size)},
                         {"font", settings.font},
                         {"dark", settings.dark},
                         {"width", settings.width},
                         {"height", settings.height},
                         {"side", rounded(settings.side)},
                         {"middle", rounded(settings.middle)},
                         {"bottom", rounded(settings.bottom)},
                         {"panels", panels},
                         {"watches", settings.watches},
                         {"lane_expressions", settings.lane_expressions},
                         {"history", settings.history}};
    return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Status save_settings(const std::string& path, const Settings& settings) {
    if (path.empty()) return fail("there is neither XDG_CONFIG_HOME nor HOME to keep the settings in");
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    if (fs::exists(path, error) && !load_settings(path)) fs::rename(path, path + ".broken", error);
    const std::string fresh = fmt::format("{}.{}", path, getpid());
    std::ofstream(fresh) << text_of(settings);
    if (!std::ifstream(fresh)) return fail(fmt::format("the settings cannot be kept in '{}'", path));
    fs::rename(fresh, path, error);
    if (error) return fail(fmt::format("the settings cannot be kept in '{}': {}", path, error.message()));
    return {};
}

} // namespace wb::overlay
