// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/program.h"
#include "protocol/frame.h"
#include "protocol/messages.h"

#include <fmt/format.h>

namespace wb::cli {

using nlohmann::json;
using namespace std::chrono_literals;

/// A program that presents nothing for so long is not captured.
static constexpr auto kPatience = 20s;

namespace {

/// A line that this command has alone: requests and the one event it waits for.
class Line {
public:
    explicit Line(int fd) : channel_(fd) {}

    /// The agent's hello.
    Result<json> press() {
        json hello = engine::own_hello();
        hello["press"] = "capture";
        if (Status sent = channel_.send(hello); !sent) return std::unexpected(sent.error());
        auto answer = channel_.receive(5s);
        if (!answer) return std::unexpected(answer.error());
        if (!*answer) return fail("the program does not answer");
        if ((*answer)->contains("error")) return fail((*answer)->value("error", ""));
        return std::move(**answer);
    }

    Result<json> request(const char* op, json fields) {
        fields["op"] = op;
        fields["id"] = ++id_;
        if (Status sent = channel_.send(fields); !sent) return std::unexpected(sent.error());
        return wait([&](const json& message) { return message.value("id", uint64_t(0)) == id_; });
    }

    Result<json> wait_for(const char* event) {
        return wait([&](const json& message) { return message.value("event", "") == event; });
    }

private:
    template <class Wanted>
    Result<json> wait(Wanted wanted) {
        const auto until = std::chrono::steady_clock::now() + kPatience;
        for (auto it = kept_.begin(); it != kept_.end(); ++it)
            if (wanted(*it)) {
                json out = std::move(*it);
                kept_.erase(it);
                return out;
            }
        while (true) {
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                until - std::chrono::steady_clock::now());
            auto message = channel_.receive(std::max(left, 0ms));
            if (!message) return std::unexpected(message.error());
            if (!*message)
                return fail(fmt::format("the program has not presented a frame for {} s", kPatience.count()));
            if (wanted(**message)) return std::move(**message);
            kept_.push_back(std::move(**message));
        }
    }

    protocol::Channel channel_;
    uint64_t id_ = 0;
    std::deque<json> kept_;
};

void print(const protocol::CommandInfo& command, bool as_json) {
    if (as_json)
        return fmt::print("{}\n", json(command).dump(-1, ' ', false, json::error_handler_t::replace));
    const std::string size = command.indirect_va ? "indirect"
                                                 : fmt::format("{} x {} x {}", command.groups[0],
                                                               command.groups[1], command.groups[2]);
    fmt::print("#{:<5} {:<16} {}\n", command.command, size, command.label);
}

Status print_frame(Line& line, bool as_json) {
    if (auto asked = line.request(protocol::kOpCapture, json::object()); !asked)
        return std::unexpected(asked.error());
    auto captured = line.wait_for(protocol::kEventCaptured);
    if (!captured) return std::unexpected(captured.error());
    size_t known = 0;
    for (const json& each : captured->at("commands")) {
        auto reply = line.request(protocol::kOpGetCommand, {{"device", each.at(0)}, {"command", each.at(1)}});
        if (!reply || !reply->value("ok", false)) continue;
        print(reply->at("command").get<protocol::CommandInfo>(), as_json);
        ++known;
    }
    const std::string note = captured->value("note", "");
    const size_t all = captured->at("commands").size();
    if (!note.empty())
        fmt::print(stderr, "wavebreak: {}\n", note);
    else if (!known)
        fmt::print(stderr, "wavebreak: the frame had no command that was recorded since a debugger came\n");
    else if (known < all)
        fmt::print(stderr, "wavebreak: {} commands were recorded before a debugger came\n", all - known);
    (void)line.request(protocol::kOpDetach, json::object());
    return {};
}

} // namespace

int capture(int pid, bool as_json) {
    const auto refuse = [](const std::string& text) {
        fmt::print(stderr, "wavebreak: error: {}\n", text);
        return 2;
    };
    const auto fd = layer_socket(pid);
    if (!fd) return refuse(fd.error().message);
    Line line(*fd);
    auto hello = line.press();
    if (!hello) return refuse(hello.error().message);
    if (hello->contains("pressed")) {
        fmt::print(stderr, "wavebreak: the debugger that is attached shows the next frame\n");
        return 0;
    }
    try {
        if (Status ok = print_frame(line, as_json); !ok) return refuse(ok.error().message);
    } catch (const std::exception& error) {
        return refuse(std::string("the program's answer does not fit: ") + error.what());
    }
    return 0;
}

} // namespace wb::cli
