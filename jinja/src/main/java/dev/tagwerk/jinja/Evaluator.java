package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What expressions are worth. Remembers where it is, for faults. */
final class Evaluator {
    private final Work work;
    private Place at = new Place(1, 1);

    Evaluator(Work work) {
        this.work = work;
    }

    Place at() {
        return at;
    }

    void moveTo(Place place) {
        at = place;
    }

    Value evaluate(Expression expression, Scope scope) {
        work.enter();
        at = expression.at();
        Value value =
                switch (expression) {
                    case Expression.Constant constant -> constant.value();
                    case Expression.Variable variable -> scope.get(variable.name());
                    case Expression.Items items -> items(items, scope);
                    case Expression.Entries entries -> entries(entries, scope);
                    case Expression.Attribute attribute -> {
                        Value object = evaluate(attribute.object(), scope);
                        at = attribute.at();
                        yield Attributes.of(work, object, attribute.name());
                    }
                    case Expression.Item item -> {
                        Value object = evaluate(item.object(), scope);
                        Value index = evaluate(item.index(), scope);
                        at = item.at();
                        yield Attributes.item(work, object, index);
                    }
                    case Expression.Slice slice -> slice(slice, scope);
                    case Expression.Call call -> call(call, scope);
                    case Expression.Filtered filtered ->
                            filter(filtered.use(), evaluate(filtered.value(), scope), scope);
                    case Expression.Tested tested -> test(tested, scope);
                    case Expression.Not not -> Value.Flag.of(!evaluate(not.value(), scope).truth());
                    case Expression.Signed signed -> signed(signed, scope);
                    case Expression.Logical logical -> {
                        Value left = evaluate(logical.left(), scope);
                        yield left.truth() == logical.and()
                                ? evaluate(logical.right(), scope)
                                : left;
                    }
                    case Expression.Computed computed -> {
                        Value left = evaluate(computed.left(), scope);
                        Value right = evaluate(computed.right(), scope);
                        at = computed.at();
                        yield Arithmetic.apply(work, computed.operator(), left, right);
                    }
                    case Expression.Compared compared -> compare(compared, scope);
                    case Expression.Conditional choice -> {
                        if (evaluate(choice.test(), scope).truth()) {
                            yield evaluate(choice.value(), scope);
                        }
                        yield choice.otherwise().isPresent()
                                ? evaluate(choice.otherwise().get(), scope)
                                : new Value.Undefined("the value of an `if` without `else`");
                    }
                };
        work.leave();
        return value;
    }

    private Value items(Expression.Items items, Scope scope) {
        List<Value> values = new ArrayList<>(items.items().size());
        for (Expression item : items.items()) {
            values.add(evaluate(item, scope));
        }
        return new Value.Sequence(List.copyOf(values), items.tuple());
    }

    private Value entries(Expression.Entries entries, Scope scope) {
        Map<Value, Value> values = new LinkedHashMap<>();
        for (Expression.Entry entry : entries.entries()) {
            Value key = Comparing.key(evaluate(entry.key(), scope));
            values.put(key, evaluate(entry.value(), scope));
        }
        return Value.Mapping.of(values);
    }

    private Value slice(Expression.Slice slice, Scope scope) {
        Value object = evaluate(slice.object(), scope);
        Value none = Value.None.NONE;
        Value from = slice.from().map(bound -> evaluate(bound, scope)).orElse(none);
        Value to = slice.to().map(bound -> evaluate(bound, scope)).orElse(none);
        Value step = slice.step().map(bound -> evaluate(bound, scope)).orElse(none);
        at = slice.at();
        return Slices.of(work, object, from, to, step);
    }

    private Value call(Expression.Call call, Scope scope) {
        Value callee = evaluate(call.callee(), scope);
        Arguments arguments = arguments(call.arguments(), scope);
        at = call.at();
        return switch (callee) {
            case Value.Callable callable -> called(callable, arguments);
            case Value.Undefined undefined -> throw undefined.fault();
            default -> throw new Fault("a " + callee.type() + " cannot be called");
        };
    }

    private Value called(Value.Callable callable, Arguments arguments) {
        try {
            return callable.body().call(work, arguments);
        } catch (Fault fault) {
            throw fault.raised() ? fault : named("`" + callable.name() + "`", fault);
        }
    }

    /** A reason that begins with a verb tells of what it speaks. */
    private static Fault named(String what, Fault fault) {
        String reason = fault.reason();
        boolean verb =
                reason.startsWith("takes ")
                        || reason.startsWith("does not know ")
                        || reason.startsWith("is given ");
        return verb ? new Fault(what + " " + reason) : fault;
    }

    Value filter(Expression.FilterUse use, Value input, Scope scope) {
        Arguments arguments = arguments(use.arguments(), scope);
        at = use.at();
        try {
            return use.filter().apply(work, input, arguments);
        } catch (Fault fault) {
            throw named("the filter `" + use.name() + "`", fault);
        }
    }

    private Value test(Expression.Tested tested, Scope scope) {
        Value value = evaluate(tested.value(), scope);
        Arguments arguments = arguments(tested.arguments(), scope);
        at = tested.at();
        try {
            return Value.Flag.of(tested.test().holds(work, value, arguments));
        } catch (Fault fault) {
            throw named("the test `" + tested.name() + "`", fault);
        }
    }

    private Arguments arguments(Expression.Given given, Scope scope) {
        if (given.positional().isEmpty() && given.named().isEmpty()) {
            return Arguments.NONE;
        }
        List<Value> positional = new ArrayList<>(given.positional().size());
        for (Expression argument : given.positional()) {
            positional.add(evaluate(argument, scope));
        }
        Map<String, Value> named = new LinkedHashMap<>();
        for (Map.Entry<String, Expression> argument : given.named().entrySet()) {
            named.put(argument.getKey(), evaluate(argument.getValue(), scope));
        }
        return new Arguments(List.copyOf(positional), named);
    }

    private Value signed(Expression.Signed signed, Scope scope) {
        Value value = evaluate(signed.value(), scope);
        at = signed.at();
        return switch (value) {
            case Value.Real real ->
                    new Value.Real(signed.negative() ? -real.value() : real.value());
            case Value.Whole whole -> signedWhole(whole, signed.negative());
            case Value.Flag flag -> signedWhole(flag.whole(), signed.negative());
            case Value.Undefined undefined -> throw undefined.fault();
            default -> throw new Fault("a " + value.type() + " has no sign");
        };
    }

    private Value signedWhole(Value.Whole whole, boolean negative) {
        return negative
                ? Arithmetic.apply(work, Arithmetic.Operator.SUBTRACT, new Value.Whole(0), whole)
                : whole;
    }

    private Value compare(Expression.Compared compared, Scope scope) {
        Value left = evaluate(compared.first(), scope);
        for (Expression.Comparison comparison : compared.comparisons()) {
            Value right = evaluate(comparison.right(), scope);
            at = compared.at();
            if (!holds(comparison.relation(), left, right)) {
                return Value.Flag.FALSE;
            }
            left = right;
        }
        return Value.Flag.TRUE;
    }

    private boolean holds(Expression.Relation relation, Value left, Value right) {
        return switch (relation) {
            case EQUAL -> Comparing.equal(work, left, right);
            case UNEQUAL -> !Comparing.equal(work, left, right);
            case LESS -> Comparing.order(work, left, right) < 0;
            case LESS_OR_EQUAL -> Comparing.order(work, left, right) <= 0;
            case GREATER -> Comparing.order(work, left, right) > 0;
            case GREATER_OR_EQUAL -> Comparing.order(work, left, right) >= 0;
            case IN -> Comparing.contains(work, right, left);
            case NOT_IN -> !Comparing.contains(work, right, left);
        };
    }
}
