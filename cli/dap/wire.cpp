// SPDX-License-Identifier: MIT
#include "cli/dap/wire.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace wb::cli::dap_server {

using nlohmann::json;

static constexpr std::string_view kLengthField = "Content-Length:", kEndOfHeader = "\r\n\r\n";
static constexpr size_t kMaxBody = 64u << 20, kMaxHeader = 4096;

Wire::Wire(int input, int output)
    : input_(input), output_(output), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Wire::~Wire() {
    ::close(wake_);
}

void Wire::close() {
    closed_ = true;
    const uint64_t one = 1;
    (void)!::write(wake_, &one, sizeof one);
}

/// Reads what is there, waiting for at least a byte. False at the end.
bool Wire::fill() {
    pollfd waiting[2] = {{input_, POLLIN, 0}, {wake_, POLLIN, 0}};
    while (!closed_) {
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
        if (closed_ || !(waiting[0].revents & (POLLIN | POLLHUP | POLLERR))) continue;
        char bytes[16384];
        const ssize_t got = ::read(input_, bytes, sizeof bytes);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) break;
        incoming_.append(bytes, size_t(got));
        return true;
    }
    closed_ = true;
    return false;
}

/// Takes a header off `incoming_`. Bytes that are none are skipped up to the next one and complained about.
bool Wire::take_header(size_t& length) {
    bool told = false;
    while (true) {
        const size_t end = incoming_.find(kEndOfHeader);
        if (end == std::string::npos) {
            if (incoming_.size() > kMaxHeader) {
                if (!std::exchange(told, true))
                    complain(
                        "what the editor sends is no message of the Debug Adapter Protocol; it is skipped");
                // A header may have begun at the end.
                incoming_.erase(0, incoming_.size() - kMaxHeader / 2);
            }
            if (!fill()) return false;
            continue;
        }
        // What stands before the last header line of this name is broken.
        const std::string header = incoming_.substr(0, end);
        incoming_.erase(0, end + kEndOfHeader.size());
        const size_t field = header.rfind(kLengthField);
        bool good = field != std::string::npos;
        if (good) {
            const char* digits = header.data() + field + kLengthField.size();
            const char* stop = header.data() + header.size();
            while (digits != stop && *digits == ' ')
                ++digits;
            const auto [after, error] = std::from_chars(digits, stop, length);
            good = error == std::errc() && after != digits && (after == stop || *after == '\r') &&
                   length > 0 && length <= kMaxBody;
        }
        const bool clean = good && (field == 0 || header[field - 1] == '\n');
        if (!clean)
            complain(fmt::format("a message with the broken header '{}' is skipped", header.substr(0, 80)));
        if (good) return true;
    }
}

/// What stands behind the member `name` in text that is no JSON as a whole: a number or a string, as written.
static std::string_view written_behind(std::string_view text, std::string_view name) {
    const size_t at = text.find(name);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + name.size());
    text.remove_prefix(std::min(text.find_first_not_of(" :\""), text.size()));
    return text.substr(0, text.find_first_of(" ,}\""));
}

bool Wire::refuse_broken(const std::string& body) {
    const std::string_view sequence = written_behind(body, "\"seq\"");
    int64_t number = 0;
    std::from_chars(sequence.data(), sequence.data() + sequence.size(), number);
    if (number <= 0 || written_behind(body, "\"type\"") != "request") return false;
    current_ = number;
    command_ = written_behind(body, "\"command\"");
    return refuse_current("the request is no JSON that can be read");
}

bool Wire::next_frame() {
    while (true) {
        size_t length = 0;
        if (!take_header(length)) return false;
        while (incoming_.size() < length)
            if (!fill()) return false;
        std::string body = incoming_.substr(0, length);
        incoming_.erase(0, length);
        json message = json::parse(body, nullptr, false);
        const auto member = [&](const char* name) -> const json* {
            if (!message.is_object()) return nullptr;
            const auto it = message.find(name);
            return it == message.end() ? nullptr : &*it;
        };
        const json *type = member("type"), *sequence = member("seq"), *command = member("command");
        if (message.is_discarded() && refuse_broken(body)) continue;
        if (message.is_discarded() || !message.is_object()) {
            complain("a message that is no JSON object is skipped");
        } else if (!type || *type != "request") {
            complain("a message that is no request is skipped");
        } else if (!sequence || !sequence->is_number_integer() || *sequence <= 0) {
            complain("a request without a sequence number is skipped: it could not be answered");
        } else {
            current_ = sequence->get<int64_t>();
            command_ = command && command->is_string() ? command->get<std::string>() : "";
            if (command_.empty()) {
                refuse_current("the request has no 'command'");
                continue;
            }
            // The protocol lets them be left out; cppdap does not.
            if (const json* arguments = member("arguments"); !arguments || arguments->is_null()) {
                message["arguments"] = json::object();
                body = message.dump(-1, ' ', false, json::error_handler_t::replace);
            }
            {
                const std::lock_guard lock(mutex_);
                accepted_.push_back(current_);
            }
            frame_ = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
            given_ = 0;
            return true;
        }
    }
}

size_t Wire::read(void* buffer, size_t n) {
    reader_ = std::this_thread::get_id();
    if (given_ == frame_.size() && !next_frame()) return 0;
    const size_t some = std::min(n, frame_.size() - given_);
    std::memcpy(buffer, frame_.data() + given_, some);
    given_ += some;
    return some;
}

bool Wire::refuse_current(const std::string& message) {
    if (std::this_thread::get_id() != reader_ || !current_) return false;
    {
        const std::lock_guard lock(mutex_);
        if (!accepted_.empty() && accepted_.back() == current_) accepted_.pop_back();
    }
    const json answer = {{"type", "response"}, {"request_seq", std::exchange(current_, 0)},
                         {"success", false},   {"command", command_},
                         {"message", message}, {"body", {{"error", {{"id", 1}, {"format", message}}}}}};
    return send(answer.dump(-1, ' ', false, json::error_handler_t::replace));
}

int64_t Wire::next_accepted() {
    const std::lock_guard lock(mutex_);
    if (accepted_.empty()) return 0;
    const int64_t sequence = accepted_.front();
    accepted_.pop_front();
    return sequence;
}

bool Wire::send(std::string body) {
    json message = json::parse(body, nullptr, false);
    if (!message.is_object()) return false;
    const std::lock_guard lock(mutex_);
    message["seq"] = ++sequence_;
    body = message.dump(-1, ' ', false, json::error_handler_t::replace);
    const std::string frame = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
    for (size_t done = 0; done < frame.size();) {
        const ssize_t written = ::write(output_, frame.data() + done, frame.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        done += size_t(written);
    }
    return true;
}

bool Wire::write(const void* buffer, size_t n) {
    thread_local std::string pieces;
    pieces.append(static_cast<const char*>(buffer), n);
    const size_t end = pieces.find(kEndOfHeader);
    if (end == std::string::npos) return true;
    size_t length = 0;
    const char* digits = pieces.data() + kLengthField.size();
    while (*digits == ' ')
        ++digits;
    std::from_chars(digits, pieces.data() + end, length);
    if (pieces.size() < end + kEndOfHeader.size() + length) return true;
    std::string body = pieces.substr(end + kEndOfHeader.size(), length);
    pieces.clear();
    return send(std::move(body));
}

} // namespace wb::cli::dap_server
