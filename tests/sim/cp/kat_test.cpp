// SPDX-License-Identifier: MIT
// Known-answer tests: the .kat files beside this one.
#include "tests/sim/cp/cp_fixture.h"

#include <fstream>
#include <sstream>

namespace wb::sim::test {
namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& name) {
    std::ifstream file(std::string(WAVEBREAK_TEST_DIR) + "/" + name);
    EXPECT_TRUE(file) << name;
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> columns;
        size_t from = 0;
        for (size_t at; (at = line.find(" | ", from)) != std::string::npos; from = at + 3)
            columns.push_back(line.substr(from, at - from));
        columns.push_back(line.substr(from));
        rows.push_back(columns);
    }
    return rows;
}

Words words_of(const std::string& hex) {
    Words words;
    std::istringstream in(hex);
    for (uint32_t word; in >> std::hex >> word;)
        words.push_back(word);
    return words;
}

TEST(PacketText, KnownAnswers) {
    const auto rows = rows_of("packets.kat");
    ASSERT_GE(rows.size(), 20u);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 2u) << row[0];
        const Words words = words_of(row[0]);
        Packet packet{words[0], 0, std::span(words).subspan(1)};
        EXPECT_EQ(packet_text(packet), row[1]);
        const PacketRow* known = find_packet(packet.opcode());
        ASSERT_NE(known, nullptr) << row[0];
        const Status checked = check_packet(*known, packet);
        EXPECT_TRUE(checked) << checked.error().message;
    }
}

using Refused = CpFixture;

TEST_F(Refused, FailTheJobAndSayWhy) {
    const auto rows = rows_of("refused.kat");
    ASSERT_GE(rows.size(), 15u);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 3u) << row[0];
        use_ring(row[0] == "gfx" ? RingId{Ip::Gfx, 0} : RingId{Ip::Compute, 1});
        ::testing::internal::CaptureStderr();
        const JobEnd end = execute(words_of(row[1]));
        const std::string said = ::testing::internal::GetCapturedStderr();
        EXPECT_EQ(end, JobEnd::Failed) << row[1];
        EXPECT_NE(said.find(row[2]), std::string::npos) << row[1] << " said: " << said;
        EXPECT_NE(said.find("0xffff800000038000"), std::string::npos) << "the buffer's address: " << said;
        EXPECT_NE(said.find(row[0] == "gfx" ? "gfx ring 0" : "compute ring 1"), std::string::npos) << said;
    }
}

TEST(Registers, TablesAreSortedAndInTheirWindows) {
    for (const auto window :
         {RegisterWindow::Config, RegisterWindow::Sh, RegisterWindow::Context, RegisterWindow::Uconfig}) {
        uint32_t last = 0;
        for (const RegisterName& row : window_registers(window)) {
            EXPECT_GT(row.offset, last) << row.name;
            EXPECT_GE(row.offset, window_base(window));
            EXPECT_LT(row.offset, window_end(window));
            last = row.offset;
        }
    }
    EXPECT_STREQ(register_name(reg::compute_pgm_lo), "COMPUTE_PGM_LO");
    EXPECT_STREQ(register_name(reg::compute_tmpring_size), "COMPUTE_TMPRING_SIZE");
    EXPECT_STREQ(register_name(reg::compute_pgm_rsrc3), "COMPUTE_PGM_RSRC3");
    EXPECT_STREQ(register_name(reg::compute_scratch_base_lo), "COMPUTE_DISPATCH_SCRATCH_BASE_LO");
    EXPECT_STREQ(register_name(reg::compute_user_data_0 + 60), "COMPUTE_USER_DATA_15");
    EXPECT_EQ(register_name(0xBFF0), nullptr);
}

} // namespace
} // namespace wb::sim::test
