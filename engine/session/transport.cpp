// SPDX-License-Identifier: MIT
#include "engine/session/transport.h"

#include "protocol/messages.h"

#include <fmt/format.h>
#include <unistd.h>

namespace wb::engine {

using nlohmann::json;

json own_hello() {
    protocol::Hello own;
    own.name = "wavebreak 0.1.0";
    own.pid = getpid();
    return own;
}

Result<int> exchange_hellos(protocol::Channel& channel, std::chrono::milliseconds patience) {
    // An agent that refuses does so at once, and may have closed the line before it has read this.
    const Status sent = channel.send(own_hello());
    auto answer = channel.receive(patience);
    if (!answer) return std::unexpected(sent ? answer.error() : sent.error());
    if (!*answer) return fail("the program does not answer; is it stopped by another debugger?");
    const json& message = **answer;
    if (message.contains("error")) return fail(message.value("error", "the program refused"));
    const auto hello = message.get<protocol::Hello>();
    if (hello.version != protocol::kVersion)
        return fail(fmt::format("the layer in the program speaks protocol version {}, this wavebreak version "
                                "{}; install both from one build",
                                hello.version, protocol::kVersion));
    return hello.pid;
}

Result<std::unique_ptr<SocketTransport>> SocketTransport::open(int fd, std::chrono::milliseconds patience) {
    std::unique_ptr<SocketTransport> transport(new SocketTransport(fd));
    auto pid = exchange_hellos(transport->channel_, patience);
    if (!pid) return std::unexpected(pid.error());
    transport->peer_pid_ = *pid;
    return transport;
}

Result<json> SocketTransport::request(const char* op, json fields) {
    return ask(op, std::move(fields), nullptr);
}

Result<json> SocketTransport::request_until(const char* op, json fields, const std::atomic<bool>& interrupt) {
    return ask(op, std::move(fields), &interrupt);
}

Result<json> SocketTransport::ask(const char* op, json fields, const std::atomic<bool>* interrupt) {
    if (gone_) return fail("the program is gone");
    if (interrupt && *interrupt)
        return fail(fmt::format("interrupted before '{}' was asked for", op), -EINTR);
    const uint64_t id = next_id_++;
    fields["op"] = op;
    fields["id"] = id;
    if (Status sent = channel_.send(fields); !sent) {
        gone_ = true;
        return std::unexpected(sent.error());
    }
    // A variant of a big shader takes seconds to compile; an agent that takes longer than this is stuck.
    constexpr std::chrono::milliseconds kPatience = std::chrono::seconds(60), kSlice(50);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (true) {
        auto message = channel_.receive(interrupt ? kSlice : kPatience);
        if (!message) {
            gone_ = true;
            return std::unexpected(message.error());
        }
        if (!*message) {
            if (interrupt && *interrupt)
                return fail(fmt::format("interrupted while the program worked on '{}'", op), -EINTR);
            // Nothing comes either when a signal ends the wait for it.
            if (std::chrono::steady_clock::now() < end) continue;
            return fail(fmt::format("the program has not answered '{}' for a minute", op));
        }
        json& got = **message;
        if (got.contains("event")) {
            events_.push_back(std::move(got));
            continue;
        }
        if (got.value("id", uint64_t(0)) != id) continue;
        if (!got.value("ok", false))
            return fail(got.value("error", std::string("the program refused without a reason")));
        return got;
    }
}

Result<std::optional<json>> SocketTransport::next_event(std::chrono::milliseconds timeout) {
    if (!events_.empty()) {
        json event = std::move(events_.front());
        events_.pop_front();
        return event;
    }
    if (gone_) return fail("the program is gone");
    while (true) {
        auto message = channel_.receive(timeout);
        if (!message) {
            gone_ = true;
            return std::unexpected(message.error());
        }
        if (!*message) return std::nullopt;
        // A reply whose request was given up on.
        if (!(*message)->contains("event")) continue;
        return message;
    }
}

} // namespace wb::engine
