// SPDX-License-Identifier: MIT
// x: memory by address, or by the name of a buffer, pointer or variable in memory.
#include "engine/commands/interpreter.h"

#include "engine/values/children.h"
#include "engine/values/format.h"

#include <cstring>
#include <fmt/format.h>

namespace wb::engine {

namespace {

struct Request {
    uint64_t count = 1;
    char letter = 'x';
    unsigned size = 4;
};

Result<Request> parse_request(std::string_view& text) {
    Request request;
    if (!text.starts_with('/')) return request;
    text.remove_prefix(1);
    uint64_t count = 0;
    bool sized = false;
    while (!text.empty() && text.front() != ' ' && text.front() != '\t') {
        const char c = text.front();
        text.remove_prefix(1);
        if (c >= '0' && c <= '9') {
            count = count * 10 + uint64_t(c - '0');
            if (count > 100000) return fail("x shows at most 100000 units at once");
        } else if (c == 'b' || c == 'h' || c == 'w' || c == 'g') {
            request.size = c == 'b' ? 1 : c == 'h' ? 2 : c == 'w' ? 4 : 8;
            sized = true;
        } else if (std::string_view("xduotfca").find(c) != std::string_view::npos) {
            request.letter = c;
        } else {
            if (c == 'i') return fail("x shows no instructions: disassemble does");
            return fail(fmt::format("'{}' is no format of x; it is written x/NFU, as in x/8fw (F of x d u o "
                                    "t f c a, U of b h w g)",
                                    c));
        }
    }
    if (count) request.count = count;
    if (!sized && request.letter == 'c') request.size = 1;
    text = trimmed(text);
    return request;
}

/// Address of what an expression is or points to.
Result<uint64_t> address_of_expression(Session& session, std::string_view text) {
    WaveView* view = session.focus_wave();
    auto names = session.names();
    if (!view || !names) {
        auto expr = parse_expression(text);
        if (expr && (*expr)->kind == Expr::Kind::Number) return (*expr)->token.integer;
        return fail(names ? "no wave is stopped" : names.error().message);
    }
    auto value = evaluate(text, *names, *view);
    if (!value) return std::unexpected(value.error());
    const bool pointer = value->type && value->type->kind == TypeKind::Pointer;
    if (pointer || (value->in_memory &&
                    (value->place.space == Space::Global || value->place.space == Space::Descriptor)))
        return address_of(*view, *value);
    auto loaded = load(*view, *value);
    if (!loaded) return std::unexpected(loaded.error());
    if (!loaded->is_scalar() || loaded->type->kind == TypeKind::Float)
        return fail(fmt::format("'{}' is no address", text));
    if (Status known = check_known(*loaded); !known) return std::unexpected(known.error());
    return loaded->leaves[0].bits;
}

struct Start {
    uint64_t address = 0;
    std::string note; ///< What else the name may mean, "" = nothing.
};

/// Where what `text` names begins: an expression, as in print, or else a buffer of the program.
Result<Start> start_of(Session& session, std::string_view text) {
    const protocol::Range* buffer = session.objects().named(text);
    auto address = address_of_expression(session, text);
    if (!address && !buffer) return std::unexpected(address.error());
    if (!address) return Start{buffer->va, ""};
    if (!buffer || (*address >= buffer->va && *address - buffer->va < buffer->size))
        return Start{*address, ""};
    return Start{*address, fmt::format("({} is a variable here; the buffer of that name is at {:#x})", text,
                                       buffer->va)};
}

} // namespace

static Outcome examine(Interpreter& interpreter, std::string_view arguments) {
    auto request = parse_request(arguments);
    if (!request) return failed(request.error().message);
    if (arguments.empty()) return failed("x needs an address or a name");
    Session& session = interpreter.session();
    if (session.devices().empty()) return failed("the program has made no Vulkan device yet");
    if (session.objects().ranges().empty()) session.refresh_objects();
    auto start = start_of(session, arguments);
    if (!start) return failed(start.error().message);
    const uint64_t address = start->address;
    const std::string note = start->note.empty() ? "" : "\n" + start->note;
    WaveView* view = session.focus_wave();
    const uint32_t device = view ? view->info().device : session.devices().front().device;
    auto bytes = session.agent().read_memory(device, address, request->count * request->size,
                                             view ? view->info().wave : 0);
    if (!bytes)
        return failed(fmt::format("cannot read {} bytes at 0x{:x}: {}{}", request->count * request->size,
                                  address, bytes.error().message, note));
    const bool is_float = request->letter == 'f';
    Type type;
    type.kind = is_float && request->size >= 2 ? TypeKind::Float : TypeKind::Int;
    type.bits = request->size * 8;
    type.is_signed = request->letter == 'd';
    const unsigned per_line = request->size == 8 ? 2 : request->size == 4 ? 4 : request->size == 2 ? 8 : 16;
    std::string text;
    nlohmann::json values = nlohmann::json::array();
    for (uint64_t i = 0; i < request->count; ++i) {
        if (i % per_line == 0) {
            const uint64_t at = address + i * request->size;
            const std::string name = session.objects().describe(at);
            text += fmt::format("{}0x{:x}{}:", i ? "\n" : "", at, name.empty() ? "" : " <" + name + ">");
        }
        uint64_t bits = 0;
        std::memcpy(&bits, bytes->data() + i * request->size, request->size);
        const std::string unit = scalar_text(type, bits,
                                             request->letter == 'x' ? 'z'
                                             : is_float             ? 0
                                                                    : request->letter);
        text += "\t" + unit;
        values.push_back(unit);
    }
    nlohmann::json data{{"memory",
                         {{"address", address},
                          {"unit", request->size},
                          {"object", session.objects().describe(address)},
                          {"values", std::move(values)}}}};
    return {true, text + note, false, std::move(data)};
}

std::span<const CommandRow> memory_commands() {
    static constexpr CommandRow kRows[] = {
        {"x", 1, examine, "x/NFU ADDRESS|NAME",
         "Shows memory: N units of format F (x d u o t f c) and size U (b h w g).\nA name means what it "
         "means in print, and "
         "else a buffer of the program.",
         kTakesFormat},
    };
    return kRows;
}

} // namespace wb::engine
