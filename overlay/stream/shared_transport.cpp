// SPDX-License-Identifier: MIT
#include "overlay/stream/shared_transport.h"

#include "protocol/messages.h"

#include <fmt/format.h>
#include <sys/socket.h>

namespace wb::overlay {

using nlohmann::json;

SharedTransport::SharedTransport(protocol::Channel channel, std::function<void(const json&)> on_overlay)
    : channel_(std::move(channel)), on_overlay_(std::move(on_overlay)), reader_([this] { read(); }) {}

Result<std::unique_ptr<SharedTransport>> SharedTransport::open(int fd, std::chrono::milliseconds patience,
                                                               std::function<void(const json&)> on_overlay) {
    protocol::Channel channel(fd);
    auto pid = engine::exchange_hellos(channel, patience);
    if (!pid) return std::unexpected(pid.error());
    return std::unique_ptr<SharedTransport>(new SharedTransport(std::move(channel), std::move(on_overlay)));
}

SharedTransport::~SharedTransport() {
    // The reader's wait ends as if the other side had closed.
    shutdown(channel_.fd(), SHUT_RDWR);
    reader_.join();
}

void SharedTransport::read() {
    while (true) {
        auto message = channel_.receive(std::chrono::milliseconds(-1));
        if (!message) {
            std::lock_guard guard(lock_);
            gone_ = message.error().message.empty() ? "the program is gone" : message.error().message;
            changed_.notify_all();
            return;
        }
        if (!*message) continue;
        json& got = **message;
        const std::string event = got.value("event", "");
        if (event == protocol::kEventOverlay || event == protocol::kEventOverlayInput ||
            event == protocol::kEventCaptured) {
            on_overlay_(got);
            continue;
        }
        std::lock_guard guard(lock_);
        if (!event.empty()) {
            events_.push_back(std::move(got));
        } else if (const auto it = replies_.find(got.value("id", uint64_t(0))); it != replies_.end()) {
            it->second = std::move(got);
        }
        changed_.notify_all();
    }
}

Result<json> SharedTransport::request(const char* op, json fields) {
    if (std::string_view(op) != protocol::kOpGetCommand) return ask(op, std::move(fields), nullptr);
    const auto device = fields.value("device", 0u), command = fields.value("command", 0u);
    auto answer = ask(op, std::move(fields), nullptr);
    if (answer) return answer;
    std::lock_guard guard(lock_);
    for (const protocol::CommandInfo& each : remembered_)
        if (each.device == device && each.command == command) return json{{"command", each}};
    return answer;
}

void SharedTransport::remember(std::vector<protocol::CommandInfo> commands) {
    std::lock_guard guard(lock_);
    remembered_ = std::move(commands);
}

Result<json> SharedTransport::request_until(const char* op, json fields, const std::atomic<bool>& interrupt) {
    return ask(op, std::move(fields), &interrupt);
}

Result<json> SharedTransport::ask(const char* op, json fields, const std::atomic<bool>* interrupt) {
    if (interrupt && *interrupt)
        return fail(fmt::format("interrupted before '{}' was asked for", op), -EINTR);
    uint64_t id = 0;
    {
        std::lock_guard guard(lock_);
        if (!gone_.empty()) return fail(gone_);
        id = next_id_++;
        replies_[id];
    }
    fields["op"] = op;
    fields["id"] = id;
    {
        std::lock_guard sending(send_lock_);
        if (Status sent = channel_.send(fields); !sent) {
            std::lock_guard guard(lock_);
            replies_.erase(id);
            return std::unexpected(sent.error());
        }
    }
    std::unique_lock guard(lock_);
    // A variant of a big shader takes seconds to compile; an agent that takes longer than this is stuck.
    constexpr std::chrono::milliseconds kPatience = std::chrono::seconds(60), kSlice(50);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    bool answered = false;
    do {
        answered = changed_.wait_for(guard, interrupt ? kSlice : kPatience,
                                     [&] { return replies_[id].has_value() || !gone_.empty(); });
    } while (!answered && std::chrono::steady_clock::now() < end && !(interrupt && *interrupt));
    std::optional<json> reply = std::move(replies_[id]);
    replies_.erase(id);
    if (!answered && interrupt && *interrupt)
        return fail(fmt::format("interrupted while the program worked on '{}'", op), -EINTR);
    if (!answered) return fail(fmt::format("the program has not answered '{}' for a minute", op));
    if (!reply) return fail(gone_);
    if (!reply->value("ok", false))
        return fail(reply->value("error", std::string("the program refused without a reason")));
    return std::move(*reply);
}

Result<std::optional<json>> SharedTransport::next_event(std::chrono::milliseconds timeout) {
    std::unique_lock guard(lock_);
    changed_.wait_for(guard, timeout, [&] { return !events_.empty() || !gone_.empty(); });
    if (!events_.empty()) {
        json event = std::move(events_.front());
        events_.pop_front();
        return event;
    }
    if (!gone_.empty()) return fail(gone_);
    return std::nullopt;
}

} // namespace wb::overlay
