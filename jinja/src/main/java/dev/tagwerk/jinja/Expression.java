package dev.tagwerk.jinja;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands for a value in a template. */
sealed interface Expression {
    /** Where it stands, for messages. */
    Place at();

    /** A literal. */
    record Constant(Place at, Value value) implements Expression {}

    /** A name. */
    record Variable(Place at, String name) implements Expression {}

    /** {@code [a, b]}, or {@code (a, b)} when {@code tuple}. */
    record Items(Place at, List<Expression> items, boolean tuple) implements Expression {}

    /** <code>{a: b}</code>. */
    record Entries(Place at, List<Entry> entries) implements Expression {}

    /** One entry of a mapping. */
    record Entry(Expression key, Expression value) {}

    /** {@code object.name}. */
    record Attribute(Place at, Expression object, String name) implements Expression {}

    /** {@code object[index]}. */
    record Item(Place at, Expression object, Expression index) implements Expression {}

    /** {@code object[from:to:step]}. */
    record Slice(
            Place at,
            Expression object,
            Optional<Expression> from,
            Optional<Expression> to,
            Optional<Expression> step)
            implements Expression {}

    /** {@code callee(arguments)}. */
    record Call(Place at, Expression callee, Given arguments) implements Expression {}

    /** {@code value | filter(arguments)}. */
    record Filtered(Place at, Expression value, FilterUse use) implements Expression {}

    /** {@code value is test(arguments)}. */
    record Tested(Place at, Expression value, String name, ValueTest test, Given arguments)
            implements Expression {}

    /** {@code not value}. */
    record Not(Place at, Expression value) implements Expression {}

    /** {@code -value}, or {@code +value}. */
    record Signed(Place at, Expression value, boolean negative) implements Expression {}

    /** {@code left and right}, or {@code left or right}: the deciding one of both. */
    record Logical(Place at, Expression left, boolean and, Expression right)
            implements Expression {}

    /** {@code left + right} and its like. */
    record Computed(Place at, Arithmetic.Operator operator, Expression left, Expression right)
            implements Expression {}

    /** {@code first < second == third}. */
    record Compared(Place at, Expression first, List<Comparison> comparisons)
            implements Expression {}

    /** One step of a chain of comparisons. */
    record Comparison(Relation relation, Expression right) {}

    /** What a comparison asks. */
    enum Relation {
        EQUAL,
        UNEQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        IN,
        NOT_IN
    }

    /** {@code value if test else otherwise}. */
    record Conditional(Place at, Expression value, Expression test, Optional<Expression> otherwise)
            implements Expression {}

    /** The arguments of a call as written. */
    record Given(List<Expression> positional, Map<String, Expression> named) {
        static final Given NONE = new Given(List.of(), Map.of());
    }

    /** A filter with its arguments as written. */
    record FilterUse(Place at, String name, Filter filter, Given arguments) {}
}
