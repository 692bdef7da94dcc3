// SPDX-License-Identifier: MIT
// What the debugfs installer says when it cannot work; that it works is seen on the simulated device.
#include "layer/trap/installer.h"

#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wb::test {

static std::string refusal(uint32_t minor, uint32_t gfx, const std::string& debugfs, uint64_t tba = 0x100) {
    const Status status = layer::make_regs2_installer(minor, gfx, debugfs)->install(1, tba, 0x200);
    return status ? "" : status.error().message;
}

TEST(Regs2Installer, SaysWhatIsMissing) {
    const std::string none = refusal(128, 1100, "/nonexistent");
    EXPECT_NE(none.find("mount debugfs"), std::string::npos) << none;
    EXPECT_NE(none.find("run as root"), std::string::npos) << none;
    EXPECT_NE(refusal(128, 1030, "/nonexistent").find("gfx10"), std::string::npos);
    EXPECT_NE(refusal(128, 1100, "/nonexistent", 0x110).find("256 bytes"), std::string::npos);
}

TEST(Regs2Installer, FallsBackToThePrimaryNodeAndNamesAFileThatIsNoDebugfs) {
    char folder[] = "/tmp/wb-debugfs-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    const std::string dri = std::string(folder) + "/dri", node = dri + "/1", file = node + "/amdgpu_regs2";
    mkdir(dri.c_str(), 0700);
    mkdir(node.c_str(), 0700);
    close(open(file.c_str(), O_CREAT | O_RDWR, 0600));
    const std::string why = refusal(129, 1100, folder);
    EXPECT_NE(why.find(file), std::string::npos) << why;
    EXPECT_NE(why.find("VMID 1"), std::string::npos) << why;
    unlink(file.c_str());
    rmdir(node.c_str());
    rmdir(dri.c_str());
    rmdir(folder);
}

TEST(Regs2Installer, RemoveWithoutInstallIsHarmless) {
    const auto installer = layer::make_regs2_installer(128, 1100, "/nonexistent");
    installer->remove();
    const auto lost = installer->refresh();
    ASSERT_TRUE(lost);
    EXPECT_FALSE(*lost);
}

} // namespace wb::test
