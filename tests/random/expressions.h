// SPDX-License-Identifier: MIT
// Random expressions over the variables in scope.
#pragma once

#include "tests/random/program.h"
#include "tests/random/random.h"

namespace wb::random_shader {

struct Variable {
    Type type;
    std::string name;
    bool writable = true;
    bool is_array = false; ///< of kArrayElements
};

/// A function that expressions can call.
struct Callee {
    Type result;
    std::string name;
    std::vector<Type> parameters;
};

class Expressions {
public:
    /// Types are made of `bases`.
    Expressions(Random& random, BaseSet bases) : random_(random), bases_(bases) {}

    std::vector<Variable> scope;
    std::vector<Callee> callees;

    /// A type of the program's bases, bool included.
    Type type();
    Base base_of(BaseSet set);
    /// An expression of `type`, at most `depth` operations deep.
    Expression make(Type type, unsigned depth);
    /// A variable of the scope that can be written, an array too if `arrays`; null when there is none.
    const Variable* target(bool arrays);

private:
    Expression leaf(Type type);
    Expression constant(Type type);

    Random& random_;
    BaseSet bases_;
};

} // namespace wb::random_shader
