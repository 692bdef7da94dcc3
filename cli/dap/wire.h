// SPDX-License-Identifier: MIT
// The line to the editor: frames of the Debug Adapter Protocol over two file descriptors, below cppdap.
//
// cppdap leaves a request that it cannot read, or has no handler for, without an answer, and an editor then
// waits for ever. So frames are looked at here first, and `refuse_current` answers what cppdap could not.
#pragma once

#include <atomic>
#include <dap/io.h>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace wb::cli::dap_server {

class Wire final : public dap::ReaderWriter {
public:
    /// Does not own the descriptors. `input` may be the same as `output` (a socket).
    Wire(int input, int output);
    ~Wire() override;

    /// Called on the reading thread with a sentence when bytes came that are no request.
    std::function<void(const std::string&)> complain = [](const std::string&) {};

    /// Answers the request that was read last with an error. Only for the reading thread; false elsewhere.
    bool refuse_current(const std::string& message);
    /// Sequence number of the next request that was read and not refused, in their order; 0 when there is
    /// none. Called once for each request that is handled.
    int64_t next_accepted();
    /// Command of the request that was read last. Only for the reading thread.
    const std::string& current_command() const { return command_; }

    bool isOpen() override { return !closed_; }
    /// Wakes a blocked `read`.
    void close() override;
    /// Gives out one checked frame, in as many pieces as asked for.
    size_t read(void* buffer, size_t n) override;
    /// Takes cppdap's pieces of a message; sends it when it is complete, with the next sequence number. Any
    /// thread; the pieces of one message come from one thread.
    bool write(const void* buffer, size_t n) override;

private:
    bool fill();
    bool next_frame();
    /// Answers what is no JSON, but shows that it is a request and which.
    bool refuse_broken(const std::string& body);
    bool take_header(size_t& length);
    bool send(std::string body);

    int input_, output_, wake_;
    std::atomic<bool> closed_{false};
    std::string incoming_; ///< as read
    std::string frame_;    ///< checked, for cppdap
    size_t given_ = 0;
    std::thread::id reader_;
    int64_t current_ = 0; ///< sequence number of the request read last, 0 = answered
    std::string command_;
    std::mutex mutex_;
    int64_t sequence_ = 0;
    std::deque<int64_t> accepted_;
};

} // namespace wb::cli::dap_server
