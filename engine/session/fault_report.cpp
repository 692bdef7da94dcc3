// SPDX-License-Identifier: MIT
#include "engine/session/fault_report.h"

#include "engine/session/session.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wb::engine {

protocol::FaultSpan FaultReport::span() const {
    if (access) return {access->address, access->size, true};
    return {fault.address, fault.precision, false};
}

std::string FaultReport::text() const {
    if (!fault.known) return "the address is not known: " + fault.why;
    const char* way = fault.write ? "write" : "read";
    const std::string place = protocol::fault_text(span(), places);
    if (access)
        return fmt::format("a {} of {} bytes at 0x{:x}: {}", way, access->size, access->address, place);
    return fmt::format("a {} in the page 0x{:x} to 0x{:x}, as the kernel recorded it: {}", way, fault.address,
                       fault.address + fault.precision - 1, place);
}

nlohmann::json FaultReport::data() const {
    nlohmann::json out{{"known", fault.known}};
    if (!fault.known) {
        out["why"] = fault.why;
        return out;
    }
    const protocol::FaultSpan at = span();
    out["address"] = at.first;
    out["size"] = at.size;
    out["exact"] = at.exact;
    out["access"] = fault.write ? "write" : "read";
    if (access) {
        nlohmann::json lanes = nlohmann::json::array();
        for (unsigned lane = 0; lane < 64; ++lane)
            if (access->lanes >> lane & 1) lanes.push_back(lane);
        out["lanes"] = std::move(lanes);
        out["instruction"] = access->instruction;
    }
    out["places"] = nlohmann::json::array();
    for (const protocol::FaultPlace& place : places)
        out["places"].push_back({{"relation", protocol::relation_word(place.relation)},
                                 {"distance", place.distance},
                                 {"name", place.range.name},
                                 {"address", place.range.va},
                                 {"size", place.range.size}});
    return out;
}

FaultReport Session::report_fault(WaveView& view) {
    FaultReport out;
    auto reply = agent_.fault(view.info().device);
    if (!reply) {
        out.fault.why = reply.error().message;
        return out;
    }
    out.fault = reply->fault;
    if (!out.fault.known) return out;
    out.access = find_fault_access(view, out.fault);
    refresh_objects();
    out.places = protocol::fault_places(out.span(), objects_.ranges(), reply->freed);
    return out;
}

} // namespace wb::engine
