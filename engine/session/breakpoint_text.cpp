// SPDX-License-Identifier: MIT
// A breakpoint as a person writes it: its place and its condition.
#include "engine/expr/evaluate.h"
#include "engine/session/breakpoints.h"

#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

namespace {

constexpr std::string_view kSpace = " \t";
constexpr std::string_view kInvocation = "invocation";

std::string_view trim(std::string_view text) {
    const size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool is_name_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// That `word` stands at `at` as a word of its own: not within a longer name, and not a member.
bool word_at(std::string_view text, size_t at, std::string_view word) {
    if (!text.substr(at).starts_with(word)) return false;
    const size_t end = at + word.size();
    if (end < text.size() && is_name_part(text[end])) return false;
    return at == 0 || (!is_name_part(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != '$');
}

bool take_word(std::string_view& text, std::string_view word) {
    if (!word_at(text, 0, word)) return false;
    text = trim(text.substr(word.size()));
    return true;
}

bool mentions(std::string_view text, std::string_view word) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        if (word_at(text, at, word)) return true;
    return false;
}

/// Cuts `text` where `cut` finds, outside of all brackets, a separator of so many characters.
template <class Cut>
std::vector<std::string_view> split(std::string_view text, Cut cut) {
    std::vector<std::string_view> parts;
    int depth = 0;
    size_t begin = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '[') ++depth;
        if (text[at] == ')' || text[at] == ']') --depth;
        const size_t length = depth == 0 ? cut(at) : 0;
        if (!length) continue;
        parts.push_back(trim(text.substr(begin, at - begin)));
        begin = at + length;
        at = begin - 1;
    }
    parts.push_back(trim(text.substr(begin)));
    return parts;
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view op) {
    return split(text, [&](size_t at) { return text.substr(at).starts_with(op) ? op.size() : 0; });
}

/// That something in it binds more loosely than &&, so that it has to stay in one piece.
bool is_loose(std::string_view text) {
    return split_at(text, "||").size() > 1 || split_at(text, "^^").size() > 1 ||
           split_at(text, "?").size() > 1;
}

/// "(a && b)" without its brackets; nothing where they do not belong together.
std::optional<std::string_view> inside_brackets(std::string_view text) {
    if (!text.starts_with('(') || !text.ends_with(')')) return std::nullopt;
    int depth = 0;
    for (size_t at = 0; at + 1 < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')') --depth;
        if (!depth) return std::nullopt;
    }
    return trim(text.substr(1, text.size() - 2));
}

/// "X,Y,Z" (Y and Z may be left out) at the start of `text`, which goes on behind it.
Result<std::array<uint32_t, 3>> take_ids(std::string_view& text) {
    std::array<uint32_t, 3> ids{};
    const std::string_view whole = text;
    (void)(take_word(text, "uvec3") || take_word(text, "ivec3"));
    const bool bracket = text.starts_with('(');
    if (bracket) text.remove_prefix(1);
    for (size_t i = 0; i < 3; ++i) {
        text = trim(text);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ids[i]);
        if (error != std::errc()) {
            std::string why = "an invocation is written X,Y,Z, as in: if invocation 37,5,0";
            if (!whole.empty() && std::string_view(".[<>!+-*/%&|=").find(whole[0]) != std::string_view::npos)
                why += "; to compare parts of it use gl_GlobalInvocationID, as in: if "
                       "gl_GlobalInvocationID.x > 36";
            return fail(std::move(why));
        }
        text.remove_prefix(size_t(end - text.data()));
        if (text.starts_with('u') || text.starts_with('U')) text.remove_prefix(1);
        text = trim(text);
        if (!text.starts_with(',')) break;
        text.remove_prefix(1);
    }
    if (bracket) {
        if (!text.starts_with(')')) return fail("')' is missing behind the invocation");
        text.remove_prefix(1);
    }
    text = trim(text);
    return ids;
}

/// A condition in parts that must all hold.
struct Terms {
    std::optional<std::array<uint32_t, 3>> invocation;
    std::vector<std::string_view> rest;
};

Status take_terms(std::string_view text, Terms& out);

Status take_invocation(std::string_view text, Terms& out) {
    take_word(text, kInvocation);
    if (text.starts_with("==")) text = trim(text.substr(2));
    auto ids = take_ids(text);
    if (!ids) return std::unexpected(ids.error());
    if (out.invocation) return fail("a breakpoint is for one invocation; this condition names two");
    out.invocation = *ids;
    if (text.empty()) return {};
    return fail(
        fmt::format("'{}' does not fit behind the invocation; a further condition begins with 'and'", text));
}

/// A part that holds no further "and" or "&&" outside of brackets.
Status take_term(std::string_view text, Terms& out) {
    if (text.empty()) return fail("a condition is missing beside 'and'");
    if (word_at(text, 0, kInvocation) && !is_loose(text)) return take_invocation(text, out);
    if (!mentions(text, kInvocation)) {
        out.rest.push_back(text);
        return {};
    }
    if (const auto inner = inside_brackets(text)) return take_terms(*inner, out);
    return fail("'invocation X,Y,Z' can only be joined to other conditions with 'and'; elsewhere compare "
                "gl_GlobalInvocationID, as in: gl_GlobalInvocationID == uvec3(37,5,0)");
}

Status take_terms(std::string_view text, Terms& out) {
    // The words bind more loosely than any operator.
    for (std::string_view part : split(text, [&](size_t at) {
             return word_at(text, at, "and") ? size_t(3) : word_at(text, at, "if") ? size_t(2) : size_t(0);
         })) {
        const auto terms =
            is_loose(part) || !mentions(part, kInvocation) ? std::vector{part} : split_at(part, "&&");
        for (std::string_view term : terms)
            if (Status ok = take_term(term, out); !ok) return ok;
    }
    return {};
}

/// Where a file's name ends and `if` begins; the text's end when there is none.
size_t place_end(std::string_view text) {
    for (size_t at = 0; at < text.size(); ++at)
        if ((at == 0 || kSpace.find(text[at - 1]) != std::string_view::npos) && word_at(text, at, "if"))
            return at;
    return text.size();
}

std::unexpected<Error> how_to_write() {
    return fail(
        "a breakpoint is written FILE:LINE or FUNCTION, as in: break grass.comp:40 if invocation 37,5,0");
}

/// The line or function behind a file's name.
Status take_spot(std::string_view spot, Breakpoint& out) {
    std::string_view left;
    if (!spot.empty() && std::isdigit(static_cast<unsigned char>(spot[0]))) {
        const auto [end, error] = std::from_chars(spot.data(), spot.data() + spot.size(), out.line);
        if (error != std::errc() || out.line == 0) return how_to_write();
        left = spot.substr(size_t(end - spot.data()));
    } else {
        size_t end = 0;
        while (end < spot.size() && is_name_part(spot[end]))
            ++end;
        if (!end) return how_to_write();
        out.function = spot.substr(0, end);
        left = spot.substr(end);
    }
    if (trim(left).empty()) return {};
    if (kSpace.find(left[0]) == std::string_view::npos) return how_to_write();
    return fail(fmt::format("'{}' does not fit here; a condition begins with 'if'", trim(left)));
}

Status take_place(std::string_view& text, std::string_view current_file, Breakpoint& out) {
    std::string_view file, spot;
    bool has_file = false;
    if (text.starts_with('"') || text.starts_with('\'')) {
        const size_t close = text.find(text[0], 1);
        if (close == std::string_view::npos)
            return fail(fmt::format("the {} that ends the file's name is missing", text[0]));
        file = text.substr(1, close - 1);
        text = trim(text.substr(close + 1));
        const size_t end = place_end(text);
        spot = trim(text.substr(0, end));
        has_file = true;
        if (spot.starts_with(':')) {
            spot = trim(spot.substr(1));
        } else { // "my file.comp:44"
            if (!spot.empty()) return how_to_write();
            const size_t colon = file.rfind(':');
            spot = colon == std::string_view::npos ? std::string_view() : file.substr(colon + 1);
            file = file.substr(0, colon);
        }
        text = text.substr(end);
    } else {
        const size_t end = place_end(text);
        const std::string_view where = trim(text.substr(0, end));
        text = text.substr(end);
        const size_t colon = where.rfind(':');
        has_file = colon != std::string_view::npos;
        file = has_file ? trim(where.substr(0, colon)) : std::string_view();
        spot = has_file ? trim(where.substr(colon + 1)) : where;
    }
    if (has_file && file.empty()) return how_to_write();
    if (Status ok = take_spot(spot, out); !ok) return ok;
    out.file = has_file ? file : out.function.empty() ? current_file : std::string_view();
    if (out.function.empty() && out.file.empty()) return how_to_write();
    return {};
}

/// "*0x8000100", or nothing when there is no '*'.
Status take_address(std::string_view& text, Breakpoint& out) {
    if (!text.starts_with('*')) return {};
    const size_t end = place_end(text);
    auto expr = parse_expression(trim(text.substr(1, end - 1)));
    if (!expr) return std::unexpected(expr.error());
    if ((*expr)->kind != Expr::Kind::Number || (*expr)->token.kind != Token::Kind::Integer)
        return fail("an address is a number, as in: break *0x8000100");
    out.address = (*expr)->token.integer;
    text = text.substr(end);
    return {};
}

} // namespace

Result<Breakpoint> parse_breakpoint(std::string_view text, std::string_view current_file) {
    Breakpoint out;
    text = trim(text);
    if (Status ok = take_address(text, out); !ok) return std::unexpected(ok.error());
    if (!out.address)
        if (Status ok = take_place(text, current_file, out); !ok) return std::unexpected(ok.error());
    text = trim(text);
    if (text.empty()) return out;
    take_word(text, "if");
    if (Status ok = parse_breakpoint_condition(text, out); !ok) return std::unexpected(ok.error());
    return out;
}

Status parse_breakpoint_condition(std::string_view text, Breakpoint& out) {
    text = trim(text);
    if (text.empty()) return fail("the condition behind 'if' is missing");
    Terms terms;
    if (Status ok = take_terms(text, terms); !ok) return ok;
    std::string condition;
    for (std::string_view term : terms.rest) {
        const bool brackets = terms.rest.size() > 1 && is_loose(term);
        condition += fmt::format("{}{}{}{}", condition.empty() ? "" : " && ", brackets ? "(" : "", term,
                                 brackets ? ")" : "");
    }
    ExprPtr expr;
    if (!condition.empty()) {
        auto parsed = parse_expression(condition);
        if (!parsed) return std::unexpected(parsed.error());
        if (Status ok = check_calls(**parsed); !ok) return ok;
        expr = std::move(*parsed);
    }
    out.invocation = terms.invocation;
    out.condition = std::move(condition);
    out.expr = std::move(expr);
    return {};
}

} // namespace wb::engine
