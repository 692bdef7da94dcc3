// SPDX-License-Identifier: MIT
#include "protocol/frame.h"

#include "protocol/cbor_check.h"
#include "protocol/messages.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace wb::protocol {

Channel::~Channel() {
    if (fd_ >= 0) close(fd_);
}

Status Channel::send(const nlohmann::json& message) {
    std::vector<uint8_t> body;
    try {
        body = nlohmann::json::to_cbor(message);
    } catch (const std::exception& error) {
        return fail(std::string("a message cannot be written as CBOR: ") + error.what());
    }
    if (body.size() > kMaxFrame)
        return fail("a message of " + std::to_string(body.size()) + " bytes is over the protocol's limit");
    const uint32_t length = uint32_t(body.size());
    std::vector<uint8_t> frame(4 + body.size());
    for (int i = 0; i < 4; ++i)
        frame[size_t(i)] = uint8_t(length >> (8 * i));
    std::memcpy(frame.data() + 4, body.data(), body.size());
    for (size_t sent = 0; sent < frame.size();) {
        const ssize_t n = ::send(fd_, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return fail(std::string("the connection is gone: ") + std::strerror(errno), -errno);
        sent += size_t(n);
    }
    return {};
}

static uint32_t length_of(const std::string& input) {
    uint32_t length = 0;
    for (int i = 0; i < 4; ++i)
        length |= uint32_t(uint8_t(input[size_t(i)])) << (8 * i);
    return length;
}

/// Null when the bytes are no CBOR.
static nlohmann::json parse(std::string_view body) {
    const std::span bytes(reinterpret_cast<const uint8_t*>(body.data()), body.size());
    if (!is_sound_cbor(bytes)) return nullptr;
    try {
        auto message = nlohmann::json::from_cbor(bytes.begin(), bytes.end(), true, false);
        if (!message.is_discarded()) return message;
    } catch (const std::exception&) {
        return nullptr;
    }
    return nullptr;
}

bool Channel::has_buffered_frame() const {
    return input_.size() >= 4 && input_.size() - 4 >= length_of(input_);
}

Result<std::optional<nlohmann::json>> Channel::receive(std::chrono::milliseconds timeout) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + timeout;
    while (true) {
        if (input_.size() >= 4) {
            const uint32_t length = length_of(input_);
            if (length == 0 || length > kMaxFrame)
                return fail("the other side sent a frame of " + std::to_string(length) +
                            " bytes: not this protocol");
            if (input_.size() - 4 >= length) {
                nlohmann::json message = parse(std::string_view(input_).substr(4, length));
                input_.erase(0, 4 + size_t(length));
                if (!message.is_object()) return fail("the other side sent a frame that is no CBOR map");
                return message;
            }
        }
        int wait = -1;
        if (timeout.count() >= 0) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
            wait = int(std::max<int64_t>(0, left.count()));
        }
        pollfd waiting{fd_, POLLIN, 0};
        const int ready = poll(&waiting, 1, wait);
        if (ready < 0 && errno == EINTR) {
            // A signal (Ctrl-C) is the caller's business when it waits with a limit.
            if (timeout.count() >= 0) return std::nullopt;
            continue;
        }
        if (ready == 0) return std::nullopt;
        char chunk[1 << 16];
        const ssize_t n = recv(fd_, chunk, sizeof chunk, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(std::string("the connection broke: ") + std::strerror(errno), -errno);
        if (n == 0) return fail("the other side closed the connection", -EPIPE);
        input_.append(chunk, size_t(n));
    }
}

} // namespace wb::protocol
