// SPDX-License-Identifier: MIT
#include "overlay/settings.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace wb::overlay {

namespace fs = std::filesystem;

TEST(Settings, ComeBackAsTheyWereKept) {
    const fs::path folder = fs::path(testing::TempDir()) / "wavebreak-settings";
    fs::remove_all(folder);
    Settings settings;
    settings.scale = 1.5f;
    settings.dark = false;
    settings.area[size_t(Panel::Waves)] = Area::Bottom;
    settings.watches = {"height * 2.0", "pc.grass"};
    const std::string path = folder / "wavebreak" / "ui.json";
    ASSERT_TRUE(save_settings(path, settings));
    const auto loaded = load_settings(path);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(*loaded, settings);
}

TEST(Settings, AreTheFirstOnesWithoutAFile) {
    const auto loaded = load_settings("/nowhere/ui.json");
    ASSERT_TRUE(loaded);
    EXPECT_EQ(*loaded, Settings());
}

TEST(Settings, SayWhatIsBroken) {
    const auto why = [](const std::string& text) {
        const auto parsed = parse_settings(text, "ui.json");
        return parsed ? std::string("nothing") : parsed.error().message;
    };
    EXPECT_NE(why("{\n\"scale\": 1,\n]").find("line 3 is no JSON"), std::string::npos)
        << why("{\n\"scale\": 1,\n]");
    EXPECT_NE(why("[]").find("no JSON object"), std::string::npos);
    EXPECT_NE(why(R"({"scale": "big"})").find("'scale' is a number from 0 to 8, not \"big\""),
              std::string::npos)
        << why(R"({"scale": "big"})");
    EXPECT_NE(why(R"({"width": 3})").find("'width'"), std::string::npos);
    EXPECT_NE(why(R"({"panels": {"Waves": "sky"}})").find("not in 'sky'"), std::string::npos);
    EXPECT_NE(why(R"({"panels": {"Sky": "main"}})").find("no panel 'Sky'"), std::string::npos);
    EXPECT_NE(why(R"({"colour": 1})").find("no setting 'colour'"), std::string::npos);
}

TEST(Settings, KeepABrokenFileBesideTheNewOne) {
    const fs::path folder = fs::path(testing::TempDir()) / "wavebreak-broken";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const std::string path = folder / "ui.json";
    std::ofstream(path) << "no JSON, but a person's work";
    EXPECT_FALSE(load_settings(path));
    ASSERT_TRUE(save_settings(path, Settings()));
    EXPECT_TRUE(load_settings(path));
    std::ifstream kept(path + ".broken");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "no JSON, but a person's work");
}

} // namespace wb::overlay
