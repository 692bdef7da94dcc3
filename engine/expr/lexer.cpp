// SPDX-License-Identifier: MIT
#include "engine/expr/lexer.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>

namespace wb::engine {

static bool is_name_start(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
static bool is_name_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Longest first, so that "<<" is not two "<".
static constexpr std::array<std::string_view, 31> kOperators = {
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "->", "::", "+", "-", "*", "/", "%",
    "&",  "|",  "^",  "~",  "!",  "<",  ">",  "(",  ")",  "[",  "]",  ".", ",", "?", ":"};

static Result<size_t> read_number(std::string_view text, size_t at, Token& token) {
    size_t end = at;
    const bool hex = text.substr(at).starts_with("0x") || text.substr(at).starts_with("0X");
    bool real = false;
    if (hex) {
        end += 2;
        while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])))
            ++end;
    } else {
        while (end < text.size()) {
            const char c = text[end];
            if (c == '.' || c == 'e' || c == 'E') real = true;
            const bool exponent_sign =
                (c == '+' || c == '-') && (text[end - 1] == 'e' || text[end - 1] == 'E');
            if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.' && c != 'e' && c != 'E' &&
                !exponent_sign)
                break;
            ++end;
        }
    }
    const std::string digits(text.substr(at, end - at));
    std::string suffix;
    while (end < text.size() && is_name_part(text[end]))
        suffix += char(std::tolower(text[end++]));
    if (suffix == "f" || suffix == "lf" || suffix == "hf") real = !hex;
    token.kind = real ? Token::Kind::Float : Token::Kind::Integer;
    token.is_unsigned = suffix == "u" || suffix == "ul";
    token.is_double = suffix == "lf";
    token.is_half = suffix == "hf";
    token.text = digits + suffix;
    if (!suffix.empty() && !(token.is_unsigned && !real) &&
        !(real && (suffix == "f" || token.is_double || token.is_half)))
        return fail(fmt::format("'{}' is no number", token.text));
    if (real) {
        char* rest = nullptr;
        token.real = std::strtod(digits.c_str(), &rest);
        if (*rest) return fail(fmt::format("'{}' is no number", token.text));
        return end;
    }
    const bool octal = !hex && digits.size() > 1 && digits[0] == '0';
    const char* first = digits.c_str() + (hex ? 2 : 0);
    const char* last = digits.c_str() + digits.size();
    const auto [stop, error] = std::from_chars(first, last, token.integer, hex ? 16 : octal ? 8 : 10);
    if (error != std::errc() || stop != last)
        return fail(fmt::format("'{}' is no number, or does not fit 64 bits", token.text));
    return end;
}

Result<std::vector<Token>> tokenize(std::string_view text) {
    std::vector<Token> tokens;
    size_t at = 0;
    while (true) {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
            ++at;
        Token token;
        token.column = at;
        if (at >= text.size()) {
            tokens.push_back(token);
            return tokens;
        }
        const char c = text[at];
        const bool fraction = c == '.' && at + 1 < text.size() &&
                              std::isdigit(static_cast<unsigned char>(text[at + 1])) &&
                              (tokens.empty() || tokens.back().kind == Token::Kind::Operator);
        if (is_name_start(c) || c == '$') {
            size_t end = at + 1;
            // "$$2", of the value history.
            if (c == '$' && end < text.size() && text[end] == '$') ++end;
            while (end < text.size() && is_name_part(text[end]))
                ++end;
            token.kind = c == '$' ? Token::Kind::Register : Token::Kind::Name;
            token.text = text.substr(c == '$' ? at + 1 : at, c == '$' ? end - at - 1 : end - at);
            at = end;
        } else if (std::isdigit(static_cast<unsigned char>(c)) || fraction) {
            auto end = read_number(text, at, token);
            if (!end) return std::unexpected(end.error());
            at = *end;
        } else if (c == '@') {
            token.kind = Token::Kind::Operator;
            token.text = "@";
            ++at;
        } else {
            for (std::string_view op : kOperators)
                if (text.substr(at).starts_with(op)) {
                    token.kind = Token::Kind::Operator;
                    token.text = op;
                    at += op.size();
                    break;
                }
            if (c == '=' && token.kind != Token::Kind::Operator)
                return fail(
                    fmt::format("'=' at column {} would change something: '==' compares, and the command "
                                "'set var NAME = VALUE' changes a variable",
                                at + 1));
            if (token.kind != Token::Kind::Operator)
                return fail(fmt::format("'{}' at column {} means nothing in an expression", c, at + 1));
        }
        tokens.push_back(std::move(token));
    }
}

} // namespace wb::engine
