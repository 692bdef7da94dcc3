// SPDX-License-Identifier: MIT
// exceptionInfo and setExceptionBreakpoints: faults of waves, which always stop.
#include "cli/dap/adapter.h"
#include "engine/commands/report.h"

#include <fmt/format.h>

namespace wb::cli::dap_server {

static Result<dap::ExceptionInfoResponse> exception_info(Adapter& adapter,
                                                         const dap::ExceptionInfoRequest& request) {
    auto where = adapter.thread(request.threadId);
    if (!where) return std::unexpected(where.error());
    if (!adapter.fault || adapter.fault->wave != where->wave)
        return fail("the wave was not stopped by a fault");
    dap::ExceptionInfoResponse response;
    response.exceptionId = adapter.fault->id;
    response.breakMode = "always";
    response.description = adapter.fault->text;
    dap::ExceptionDetails details;
    details.typeName = adapter.fault->id;
    details.message = adapter.fault->text;
    // What the focus wave, the one that was told as stopped, was doing.
    const engine::Focus before = adapter.session().focus();
    adapter.session().set_focus({where->wave, where->lane, 0});
    std::string stack;
    for (unsigned n = 0; n < std::max<size_t>(adapter.session().frames().size(), 1); ++n)
        stack += engine::describe_frame(adapter.session(), n) + "\n";
    adapter.session().set_focus(before);
    details.stackTrace = stack;
    response.details = details;
    return response;
}

void handle_exceptions(Adapter& adapter) {
    adapter.on<dap::ExceptionInfoRequest>(
        [&](const dap::ExceptionInfoRequest& request) { return exception_info(adapter, request); });
    // Some editors send it although no filters are offered, instead of configurationDone.
    adapter.on<dap::SetExceptionBreakpointsRequest>([](const dap::SetExceptionBreakpointsRequest& request)
                                                        -> Result<dap::SetExceptionBreakpointsResponse> {
        if (!request.filters.empty())
            return fail(fmt::format("there is no exception filter '{}': faults always stop",
                                    std::string(request.filters.front())));
        return dap::SetExceptionBreakpointsResponse();
    });
}

} // namespace wb::cli::dap_server
