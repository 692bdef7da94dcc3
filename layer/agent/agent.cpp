// SPDX-License-Identifier: MIT
#include "layer/agent/agent.h"

#include "layer/agent/hooks.h"
#include "layer/agent/requests.h"
#include "layer/overlay/board.h"
#include "protocol/messages.h"
#include "protocol/socket.h"

#include <cerrno>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace wb::layer {

using nlohmann::json;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

static constexpr auto kBeat = 100ms;
/// An engine that does not take a message for so long is taken for dead.
static constexpr time_t kSendSeconds = 8;
// How often the mailbox is looked at: at first at once, then less and less while nothing happens.
static constexpr std::chrono::microseconds kShortestPoll = 20us, kLongestPoll = 4000us;
static constexpr int kRequestsPerTurn = 256;

Agent::Agent(AgentOptions options)
    : options_(std::move(options)), wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), outbox_(wake_fd_) {}

Agent::~Agent() {
    stop();
    if (listener_ >= 0) close(listener_);
    if (wake_fd_ >= 0) close(wake_fd_);
}

static void limit_sends(int fd) {
    const timeval limit{kSendSeconds, 0};
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

void Agent::start() {
    if (is_running() || wake_fd_ < 0) return;
    if (!options_.listen_path.empty()) {
        if (auto fd = protocol::listen_at(options_.listen_path))
            listener_ = *fd;
        else
            options_.services.say(1, "no debugger can attach: " + fd.error().message);
    }
    if (!options_.connect_path.empty()) {
        if (auto fd = protocol::connect_to(options_.connect_path)) {
            limit_sends(*fd);
            engine_ = std::make_unique<protocol::Channel>(*fd);
            greet_deadline_ = Clock::now() + options_.services.patience;
        } else {
            options_.services.say(1, fd.error().message + "; the program runs without its debugger");
        }
    }
    if (listener_ < 0 && !engine_) return;
    settled_ = !engine_;
    // The program's signals are the program's threads' business.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::exception&) {
        options_.services.say(2, "no thread for the debugger's agent; the program runs without it");
    }
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    if (!is_running()) return engine_.reset();
    std::unique_lock guard(task_lock_);
    greeted_changed_.wait(guard, [&] { return settled_; });
}

void Agent::stop() {
    if (!is_running()) return;
    run_on_thread([this] { quit_ = true; });
    thread_.join();
    if (listener_ >= 0) {
        close(std::exchange(listener_, -1));
        unlink(options_.listen_path.c_str());
    }
}

void Agent::abandon_in_child() {
    if (engine_) close(engine_->fd());
    if (listener_ >= 0) close(listener_);
}

void Agent::run_on_thread(std::function<void()> task) {
    std::unique_lock guard(task_lock_);
    tasks_.push_back(std::move(task));
    const uint64_t number = ++tasks_put_;
    const uint64_t one = 1;
    (void)!write(wake_fd_, &one, sizeof one);
    task_done_.wait(guard, [&] { return tasks_run_ >= number; });
}

void Agent::run_tasks() {
    std::unique_lock guard(task_lock_);
    while (!tasks_.empty()) {
        auto task = std::move(tasks_.front());
        tasks_.pop_front();
        guard.unlock();
        task();
        guard.lock();
        ++tasks_run_;
        task_done_.notify_all();
    }
}

uint32_t Agent::add_device(DriverDevice driver) {
    if (!is_running()) return 0;
    uint32_t number = 0;
    json event;
    run_on_thread([&] {
        number = ++last_device_;
        auto added = std::make_unique<Device>(number, std::move(driver), options_.services, outbox_, holds_);
        Device& device = *(devices_[number] = std::move(added));
        if (!is_attached()) return;
        device.engage();
        event = device.describe();
        event["event"] = protocol::kEventDeviceCreated;
    });
    if (!event.is_null()) put_and_wait(outbox_, holds_, options_.services, std::move(event), "a device");
    return number;
}

void Agent::remove_device(uint32_t number) {
    if (!is_running()) return;
    run_on_thread([&] {
        const auto it = devices_.find(number);
        if (it == devices_.end()) return;
        // Other devices' threads that wait are let go too; they only wait for the engine's convenience.
        holds_.release_all();
        it->second->retire(1s);
        devices_.erase(it);
        outbox_.put({{"event", protocol::kEventDeviceDestroyed}, {"device", number}});
    });
}

Result<Device*> Agent::device(uint32_t number) {
    const auto it = devices_.find(number);
    if (it == devices_.end()) return fail("there is no device " + std::to_string(number));
    return it->second.get();
}

json Agent::hello() const {
    protocol::Hello out;
    out.name = "layer 0.1.0";
    out.pid = getpid();
    out.program = options_.program;
    return out;
}

void Agent::run() {
    pthread_setname_np(pthread_self(), "wavebreak");
    while (!quit_) {
        wait_for_something();
        run_tasks();
        accept_engines();
        serve_engine();
        serve_visitor();
        look_at_devices();
        flush_events();
    }
    if (engine_ && greeted_) {
        outbox_.put({{"event", protocol::kEventExiting}});
        flush_events();
    }
    if (engine_) drop_engine("");
    for (auto& [number, device] : devices_)
        device->retire(500ms);
    devices_.clear();
}

void Agent::wait_for_something() {
    const bool active = std::ranges::any_of(devices_, [](auto& d) { return d.second->is_active(); });
    const bool bounded = engine_ || visitor_;
    timespec limit{0, 0};
    if (engine_ && engine_->has_buffered_frame())
        limit.tv_nsec = 0;
    else if (active)
        limit.tv_nsec = std::chrono::nanoseconds(poll_interval_).count();
    else
        limit.tv_nsec = std::chrono::nanoseconds(kBeat).count();
    pollfd fds[4] = {{wake_fd_, POLLIN, 0},
                     {listener_, POLLIN, 0},
                     {engine_ ? engine_->fd() : -1, POLLIN, 0},
                     {visitor_ ? visitor_->fd() : -1, POLLIN, 0}};
    // With nobody attached and nothing in the handler, the thread sleeps until somebody calls.
    if (ppoll(fds, 4, active || bounded ? &limit : nullptr, nullptr) > 0 && fds[0].revents) {
        uint64_t count;
        (void)!read(wake_fd_, &count, sizeof count);
    }
}

void Agent::accept_engines() {
    pollfd waiting{listener_, POLLIN, 0};
    if (listener_ < 0 || ::poll(&waiting, 1, 0) <= 0) return;
    auto fd = protocol::accept_peer(listener_);
    if (!fd) {
        options_.services.say(1, "a debugger was refused: " + fd.error().message);
        return;
    }
    limit_sends(*fd);
    auto channel = std::make_unique<protocol::Channel>(*fd);
    if (engine_) {
        if (visitor_) return refuse(*channel);
        visitor_ = std::move(channel);
        visitor_deadline_ = Clock::now() + options_.services.patience;
        return;
    }
    engine_ = std::move(channel);
    greeted_ = false;
    greet_deadline_ = Clock::now() + options_.services.patience;
}

void Agent::refuse(protocol::Channel& channel) const {
    json refusal = hello();
    refusal["error"] = "another debugger is attached to this program; detach it first";
    (void)channel.send(refusal);
}

void Agent::serve_visitor() {
    if (!visitor_) return;
    const auto message = visitor_->receive(0ms);
    if (message && !*message && Clock::now() < visitor_deadline_) return;
    if (message && *message) {
        const auto press = (*message)->find("press");
        const std::string key =
            press != (*message)->end() && press->is_string() ? press->get<std::string>() : "";
        if (key == "capture" && greeted_) {
            Board::get().capture();
            json answer = hello();
            answer["pressed"] = key;
            (void)visitor_->send(answer);
        } else {
            refuse(*visitor_);
        }
    }
    visitor_.reset();
}

bool Agent::greet(const json& message) {
    const auto peer = message.get<protocol::Hello>();
    json answer = hello();
    const bool agreed = peer.version == protocol::kVersion;
    if (!agreed)
        answer["error"] = "the layer speaks protocol version " + std::to_string(protocol::kVersion) +
                          ", the debugger version " + std::to_string(peer.version) +
                          "; install both from one build";
    if (!engine_->send(answer) || !agreed) return false;
    greeted_ = true;
    outbox_.open(true);
    Board::get().attach([this](json event) { outbox_.put(std::move(event)); });
    for (auto& [number, device] : devices_)
        device->engage();
    return true;
}

void Agent::serve_engine() {
    if (!engine_) return;
    for (int i = 0; engine_ && i < kRequestsPerTurn; ++i) {
        const auto message = engine_->receive(0ms);
        if (!message) return drop_engine(message.error().message);
        if (!*message) break;
        bool keep = false;
        // The engine knows from this order that what is submitted after it armed slots finds them armed.
        flush_events();
        if (!engine_) return;
        try {
            keep = greeted_ ? handle(**message) : greet(**message);
        } catch (const std::exception& error) {
            options_.services.say(1, std::string("the debugger sent a message that does not fit: ") +
                                         error.what());
        }
        if (!keep) return drop_engine("");
        flush_events();
    }
    if (!engine_) return;
    if (!greeted_ && Clock::now() > greet_deadline_) return drop_engine("it did not say hello");
    if (greeted_) {
        std::lock_guard guard(task_lock_);
        settled_ = true;
        greeted_changed_.notify_all();
    }
}

/// False: the connection is over.
bool Agent::handle(const json& message) {
    json reply = {{"id", message.value("id", json(nullptr))}, {"ok", false}};
    const auto op = message.find("op");
    const std::string name = op != message.end() && op->is_string() ? op->get<std::string>() : "";
    if (name == protocol::kOpDetach) {
        reply["ok"] = true;
        for (auto& [number, device] : devices_)
            device->disengage();
        (void)engine_->send(reply);
        return false;
    }
    try {
        if (const Handler handler = find_handler(name)) {
            Reply result = handler(*this, message);
            if (result) {
                const json id = reply["id"];
                reply = std::move(*result);
                reply["id"] = id;
                reply["ok"] = true;
            } else {
                reply["error"] = result.error().message;
            }
        } else {
            reply["error"] = "this layer knows no request '" + name + "'";
        }
    } catch (const std::exception& error) {
        reply["error"] = "the request '" + name + "' does not fit the protocol: " + error.what();
    }
    poll_interval_ = kShortestPoll;
    // Replies and events are sent from here only, so an event that a request caused may come after its reply.
    const Status sent = engine_->send(reply);
    if (sent) return true;
    // A reply over the size limit is the request's fault, not the connection's.
    if (sent.error().code == 0)
        return bool(engine_->send(
            {{"id", reply["id"]}, {"ok", false}, {"error", sent.error().message + "; ask for less"}}));
    return false;
}

void Agent::flush_events() {
    if (!engine_ || !greeted_) return;
    uint64_t dropped = 0;
    for (const json& event : outbox_.take(dropped)) {
        const Status sent = engine_->send(event);
        if (!sent && sent.error().code != 0) return drop_engine(sent.error().message);
    }
    if (dropped)
        (void)engine_->send({{"event", protocol::kEventMessage},
                             {"severity", 1},
                             {"text", std::to_string(dropped) + " events were lost: the program made them "
                                                                "faster than the debugger took them"}});
}

void Agent::drop_engine(const std::string& reason) {
    const bool was_greeted = std::exchange(greeted_, false);
    Board::get().attach({});
    outbox_.open(false);
    holds_.release_all();
    for (auto& [number, device] : devices_)
        device->disengage();
    engine_.reset();
    if (!was_greeted && !reason.empty())
        options_.services.say(1, "a debugger that connected was dropped: " + reason);
    poll_interval_ = kShortestPoll;
    std::lock_guard guard(task_lock_);
    settled_ = true;
    greeted_changed_.notify_all();
}

void Agent::look_at_devices() {
    bool happened = false;
    bool may_stand = false;
    for (auto& [number, device] : devices_) {
        happened |= device->poll();
        may_stand |= device->may_stop();
    }
    Board::get().set_stops_armed(may_stand);
    poll_interval_ = happened ? kShortestPoll : std::clamp(poll_interval_ * 2, kShortestPoll, kLongestPoll);
    if (Clock::now() - last_beat_ < kBeat) return;
    last_beat_ = Clock::now();
    for (auto& [number, device] : devices_)
        device->beat();
}

} // namespace wb::layer
