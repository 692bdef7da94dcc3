// SPDX-License-Identifier: MIT
// Frames, and what is refused.
#include "protocol/cbor_check.h"
#include "protocol/frame.h"
#include "protocol/messages.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace wb::test {

using nlohmann::json;
using namespace std::chrono_literals;

struct Pair {
    Pair() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0); }
    int fds[2];
};

static std::string frame_of(const json& message) {
    const std::vector<uint8_t> body = json::to_cbor(message);
    std::string out;
    for (int i = 0; i < 4; ++i)
        out += char(body.size() >> (8 * i));
    return out.append(body.begin(), body.end());
}

TEST(Frame, RoundTripKeepsBytesAndNumbers) {
    Pair pair;
    protocol::Channel a(pair.fds[0]), b(pair.fds[1]);
    const json message = {{"op", "x"},
                          {"data", json::binary({0, 255, 10})},
                          {"big", 0xffff'ffff'ffff'ffffull},
                          {"text", "grün"},
                          {"list", {1, -2, true, nullptr}}};
    ASSERT_TRUE(a.send(message));
    auto got = b.receive(1s);
    ASSERT_TRUE(got && *got);
    EXPECT_EQ(**got, message);
}

TEST(Frame, SeveralInOnePieceAndOneInManyPieces) {
    Pair pair;
    protocol::Channel b(pair.fds[1]);
    const std::string one = frame_of({{"n", 1}}), two = frame_of({{"n", 2}});
    const std::string both = one + two;
    ASSERT_EQ(write(pair.fds[0], both.data(), both.size()), ssize_t(both.size()));
    EXPECT_EQ((**b.receive(1s))["n"], 1);
    EXPECT_TRUE(b.has_buffered_frame());
    EXPECT_EQ((**b.receive(1s))["n"], 2);
    EXPECT_FALSE(b.has_buffered_frame());
    for (const char byte : one) {
        EXPECT_FALSE(b.has_buffered_frame());
        auto nothing = b.receive(0ms);
        ASSERT_TRUE(nothing && !*nothing);
        ASSERT_EQ(write(pair.fds[0], &byte, 1), 1);
    }
    EXPECT_EQ((**b.receive(1s))["n"], 1);
    close(pair.fds[0]);
}

TEST(Frame, TimesOutAndReportsTheEnd) {
    Pair pair;
    protocol::Channel b(pair.fds[1]);
    auto nothing = b.receive(1ms);
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(*nothing);
    close(pair.fds[0]);
    EXPECT_FALSE(b.receive(1s));
    EXPECT_FALSE(b.send({{"n", 1}})) << "and no SIGPIPE";
}

TEST(Frame, BigFramesPass) {
    Pair pair;
    protocol::Channel a(pair.fds[0]), b(pair.fds[1]);
    const std::vector<uint8_t> data(8 << 20, 0x5a);
    std::thread sender([&] { EXPECT_TRUE(a.send({{"data", json::binary(data)}})); });
    auto got = b.receive(10s);
    ASSERT_TRUE(got && *got);
    EXPECT_EQ((**got)["data"].get_binary().size(), data.size());
    sender.join();
    EXPECT_FALSE(a.send({{"data", json::binary(std::vector<uint8_t>(protocol::kMaxFrame))}}));
}

TEST(Frame, RefusesWhatIsNoMap) {
    const std::string frames[] = {std::string("\0\0\0\0", 4),         std::string("\1\0\0\4", 4),
                                  std::string("\1\0\0\0\x01", 5),     std::string("\2\0\0\0\xa1\x61", 6),
                                  std::string("\2\0\0\0\xa0\xa0", 6), std::string("\3\0\0\0\xbf\x61\x61", 7)};
    for (const std::string& bytes : frames) {
        Pair pair;
        protocol::Channel b(pair.fds[1]);
        ASSERT_EQ(write(pair.fds[0], bytes.data(), bytes.size()), ssize_t(bytes.size()));
        EXPECT_FALSE(b.receive(1s)) << testing::PrintToString(bytes);
        close(pair.fds[0]);
    }
}

TEST(Frame, DeepNestingIsRefusedNotRecursedInto) {
    Pair pair;
    protocol::Channel b(pair.fds[1]);
    const size_t depth = 100'000;
    std::string bytes = {char(depth), char(depth >> 8), char(depth >> 16), 0};
    bytes.append(depth, '\x81');
    std::thread sender([&] { (void)!send(pair.fds[0], bytes.data(), bytes.size(), MSG_NOSIGNAL); });
    EXPECT_FALSE(b.receive(5s));
    sender.join();
    close(pair.fds[0]);
}

static bool sound(std::initializer_list<int> bytes) {
    const std::vector<uint8_t> data(bytes.begin(), bytes.end());
    return protocol::is_sound_cbor(data);
}

// Encodings from RFC 8949 appendix A.
TEST(CborCheck, KnownItems) {
    EXPECT_TRUE(sound({0x00}));
    EXPECT_TRUE(sound({0x19, 0x03, 0xe8}));
    EXPECT_TRUE(sound({0x3b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
    EXPECT_TRUE(sound({0xf9, 0x3c, 0x00}));
    EXPECT_TRUE(sound({0x44, 1, 2, 3, 4}));
    EXPECT_TRUE(sound({0x80}));
    EXPECT_TRUE(sound({0x83, 1, 2, 3}));
    EXPECT_TRUE(sound({0xa2, 0x61, 0x61, 1, 0x61, 0x62, 0x82, 2, 3}));
    EXPECT_TRUE(sound({0x9f, 1, 0x82, 2, 3, 0x9f, 4, 5, 0xff, 0xff}));
    EXPECT_TRUE(sound({0x5f, 0x42, 1, 2, 0x43, 3, 4, 5, 0xff}));
}

TEST(CborCheck, Refuses) {
    EXPECT_FALSE(sound({}));
    EXPECT_FALSE(sound({0x19, 0x03}));    // argument cut off
    EXPECT_FALSE(sound({0x44, 1, 2, 3})); // bytes cut off
    EXPECT_FALSE(sound({0x83, 1, 2}));    // item missing
    EXPECT_FALSE(sound({0x00, 0x00}));    // one too many
    EXPECT_FALSE(sound({0xff}));          // break without a beginning
    EXPECT_FALSE(sound({0x1c}));          // reserved
    EXPECT_FALSE(sound({0xc0, 0x00}));    // tag
    EXPECT_FALSE(sound({0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
    std::vector<uint8_t> nested(protocol::kMaxDepth, 0x81);
    nested.push_back(0);
    EXPECT_TRUE(protocol::is_sound_cbor(nested));
    nested.insert(nested.begin(), 0x81);
    EXPECT_FALSE(protocol::is_sound_cbor(nested));
}

TEST(CborCheck, AgreesWithTheParserOnRandomBytes) {
    std::mt19937 random(1);
    std::vector<uint8_t> base =
        json::to_cbor({{"op", "arm"}, {"offsets", {1, 2, 3}}, {"data", json::binary({1, 2})}});
    for (int i = 0; i < 20'000; ++i) {
        std::vector<uint8_t> bytes = base;
        for (int changes = 1 + int(random() % 4); changes; --changes)
            bytes[random() % bytes.size()] = uint8_t(random());
        if (random() % 4 == 0) bytes.resize(random() % bytes.size());
        // What the check lets pass must neither throw nor crash in the parser.
        if (protocol::is_sound_cbor(bytes)) {
            EXPECT_NO_THROW({ const json parsed = json::from_cbor(bytes, true, false); });
        }
    }
}

} // namespace wb::test
