// SPDX-License-Identifier: MIT
#include "engine/expr/ast.h"

#include <fmt/format.h>
#include <map>

namespace wb::engine {

namespace {

const std::map<std::string_view, int> kPrecedence = {
    {"@", 0},   {"||", 2}, {"^^", 3}, {"&&", 4}, {"|", 5},  {"^", 6},  {"&", 7},
    {"==", 8},  {"!=", 8}, {"<", 9},  {">", 9},  {"<=", 9}, {">=", 9}, {"<<", 10},
    {">>", 10}, {"+", 11}, {"-", 11}, {"*", 12}, {"/", 12}, {"%", 12},
};

class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    Result<ExprPtr> whole() {
        auto expr = conditional();
        if (expr && now().kind != Token::Kind::End) return unexpected_token();
        return expr;
    }

private:
    static constexpr int kMaxDepth = 200;

    const Token& now() const { return tokens_[at_]; }
    bool is(std::string_view op) const { return now().kind == Token::Kind::Operator && now().text == op; }
    bool take(std::string_view op) {
        if (!is(op)) return false;
        ++at_;
        return true;
    }
    std::unexpected<Error> unexpected_token() const {
        if (now().kind == Token::Kind::End) return fail("the expression ends too early");
        return fail(fmt::format("'{}' at column {} does not fit here", now().text, now().column + 1));
    }
    Result<ExprPtr> expect(Result<ExprPtr> expr, std::string_view op) {
        if (expr && !take(op)) return fail(fmt::format("'{}' is missing at column {}", op, now().column + 1));
        return expr;
    }
    static ExprPtr make(Expr::Kind kind, std::string text, ExprPtr left = nullptr, ExprPtr right = nullptr) {
        auto expr = std::make_unique<Expr>();
        expr->kind = kind;
        expr->text = std::move(text);
        expr->left = std::move(left);
        expr->right = std::move(right);
        return expr;
    }

    Result<ExprPtr> conditional() {
        auto condition = binary(0);
        if (!condition || !take("?")) return condition;
        auto yes = expect(conditional(), ":");
        if (!yes) return yes;
        auto no = conditional();
        if (!no) return no;
        auto expr = make(Expr::Kind::Conditional, "?", std::move(*condition), std::move(*yes));
        expr->third = std::move(*no);
        return expr;
    }

    Result<ExprPtr> binary(int least) {
        auto left = unary();
        while (left && now().kind == Token::Kind::Operator) {
            const auto it = kPrecedence.find(now().text);
            if (it == kPrecedence.end() || it->second < least) break;
            const std::string op = now().text;
            ++at_;
            auto right = binary(it->second + 1);
            if (!right) return right;
            left = make(op == "@" ? Expr::Kind::Repeat : Expr::Kind::Binary, op, std::move(*left),
                        std::move(*right));
        }
        return left;
    }

    Result<ExprPtr> unary() {
        if (++depth_ > kMaxDepth) return fail("the expression is nested too deeply");
        auto result = unary_inner();
        --depth_;
        return result;
    }

    Result<ExprPtr> unary_inner() {
        for (std::string_view op : {"-", "+", "!", "~", "*", "&"})
            if (take(op)) {
                auto operand = unary();
                if (!operand) return operand;
                return make(Expr::Kind::Unary, std::string(op), std::move(*operand));
            }
        if (is("(") && at_ + 2 < tokens_.size() && tokens_[at_ + 1].kind == Token::Kind::Name) {
            // "(type) x" and "(type*) x": a name in brackets followed by something that begins an operand.
            size_t close = at_ + 2;
            std::string type = tokens_[at_ + 1].text;
            while (tokens_[close].kind == Token::Kind::Operator && tokens_[close].text == "*") {
                type += "*";
                ++close;
            }
            const bool closed = tokens_[close].kind == Token::Kind::Operator && tokens_[close].text == ")";
            if (closed && close + 1 < tokens_.size()) {
                const Token& next = tokens_[close + 1];
                const bool operand = next.kind == Token::Kind::Name || next.kind == Token::Kind::Register ||
                                     next.kind == Token::Kind::Integer || next.kind == Token::Kind::Float ||
                                     (next.kind == Token::Kind::Operator &&
                                      (next.text == "(" || next.text == "~" || next.text == "!"));
                if (operand || type.ends_with('*')) {
                    at_ = close + 1;
                    auto value = unary();
                    if (!value) return value;
                    return make(Expr::Kind::Cast, type, std::move(*value));
                }
            }
        }
        return postfix();
    }

    Result<ExprPtr> postfix() {
        auto expr = primary();
        while (expr) {
            if (take(".") || take("->")) {
                if (now().kind != Token::Kind::Name) return unexpected_token();
                const std::string name = now().text;
                ++at_;
                const bool length = name == "length" && take("(");
                if (length && !take(")")) return unexpected_token();
                // A call of a name that nothing else can have.
                expr = length ? make(Expr::Kind::Call, ".length", std::move(*expr))
                              : make(Expr::Kind::Member, name, std::move(*expr));
            } else if (take("[")) {
                auto index = expect(conditional(), "]");
                if (!index) return index;
                expr = make(Expr::Kind::Index, "[]", std::move(*expr), std::move(*index));
            } else {
                break;
            }
        }
        return expr;
    }

    Result<ExprPtr> primary() {
        const Token token = now();
        switch (token.kind) {
        case Token::Kind::Integer:
        case Token::Kind::Float: {
            ++at_;
            auto expr = make(Expr::Kind::Number, token.text);
            expr->token = token;
            return expr;
        }
        case Token::Kind::Register:
            ++at_;
            return make(Expr::Kind::Register, token.text);
        case Token::Kind::Name: {
            ++at_;
            std::string name = token.text;
            while (is("::") && tokens_[at_ + 1].kind == Token::Kind::Name) {
                name += "::" + tokens_[at_ + 1].text;
                at_ += 2;
            }
            if (!take("(")) return make(Expr::Kind::Name, name);
            auto call = make(Expr::Kind::Call, name);
            if (take(")")) return call;
            do {
                auto argument = conditional();
                if (!argument) return argument;
                call->arguments.push_back(std::move(*argument));
            } while (take(","));
            if (!take(")")) return fail(fmt::format("')' is missing at column {}", now().column + 1));
            return call;
        }
        default:
            if (take("(")) return expect(conditional(), ")");
            return unexpected_token();
        }
    }

    std::vector<Token> tokens_;
    size_t at_ = 0;
    int depth_ = 0;
};

} // namespace

Result<ExprPtr> parse_expression(std::string_view text) {
    auto tokens = tokenize(text);
    if (!tokens) return std::unexpected(tokens.error());
    return Parser(std::move(*tokens)).whole();
}

} // namespace wb::engine
