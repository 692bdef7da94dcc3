// SPDX-License-Identifier: MIT
// Long waits as the editor shows them, and cancel.
#include "cli/dap/adapter.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::cli::dap_server {

std::string Adapter::begin_progress(Progress kind, const std::string& title, const std::string& message) {
    if (!tells_progress) return "";
    dap::ProgressStartEvent event;
    {
        const std::lock_guard lock(mutex_);
        if (kind == Progress::Waiting && hides_waits_) return "";
        event.progressId = fmt::format("{}", next_progress_++);
        progress_[event.progressId] = kind;
    }
    event.title = title;
    if (!message.empty()) event.message = message;
    event.cancellable = true;
    send(event);
    return event.progressId;
}

void Adapter::end_progress(const std::string& id) {
    {
        const std::lock_guard lock(mutex_);
        if (!progress_.erase(id)) return;
    }
    dap::ProgressEndEvent event;
    event.progressId = id;
    send(event);
}

/// `shader`: whose variant is being compiled from now on, "" = it is there.
void Adapter::show_compiling(const std::string& shader) {
    if (!shader.empty()) {
        compiling_ = begin_progress(Progress::Compiling, "Compiling a debug variant", shader);
        return;
    }
    end_progress(std::exchange(compiling_, ""));
    // What was to be given up is over; the wait that it was a part of goes on.
    const std::lock_guard lock(mutex_);
    if (std::exchange(compiling_cancelled_, false)) interrupt_ = false;
}

void Adapter::handle_cancel() {
    // Not through the queue: it is about what stands there, and what keeps the serving thread busy.
    dap_->registerHandler([this](const dap::CancelRequest& request) {
        (void)wire_->next_accepted();
        std::function<void(const std::string&)> refuse;
        std::optional<Progress> kind;
        const std::string id = request.progressId.value("");
        {
            const std::lock_guard lock(mutex_);
            const auto it = std::ranges::find_if(queue_, [&](const Task& task) {
                return task.request && task.request == int64_t(request.requestId.value(0));
            });
            if (it != queue_.end()) {
                refuse = std::move(it->refuse);
                queue_.erase(it);
            }
            if (const auto found = progress_.find(id); found != progress_.end()) kind = found->second;
            // Under the lock: what is shown as being compiled is being compiled.
            if (kind == Progress::Compiling) interrupt_ = compiling_cancelled_ = true;
            if (kind == Progress::Waiting) hides_waits_ = true;
        }
        if (refuse) refuse("cancelled");
        if (kind == Progress::Waiting) end_progress(id);
        if (kind == Progress::Starting) post([this] { end_program(true); }, Haste::Leave);
        return dap::CancelResponse();
    });
}

} // namespace wb::cli::dap_server
