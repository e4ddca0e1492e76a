package dev.tagwerk.jinja;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tests after {@code is}, by name. */
final class Tests {
    private static final Map<String, ValueTest> TESTS = new HashMap<>();

    static {
        plain("defined", value -> !(value instanceof Value.Undefined));
        plain("undefined", value -> value instanceof Value.Undefined);
        plain("none", value -> value instanceof Value.None);
        plain("string", value -> value instanceof Value.Text);
        plain("number", Comparing::isNumber);
        plain("integer", value -> value instanceof Value.Whole);
        plain("float", value -> value instanceof Value.Real);
        plain("boolean", value -> value instanceof Value.Flag);
        plain("true", value -> value instanceof Value.Flag flag && flag.value());
        plain("false", value -> value instanceof Value.Flag flag && !flag.value());
        plain("mapping", value -> value instanceof Value.Mapping);
        plain("iterable", Iterating::isPossible);
        plain("sequence", Iterating::isPossible);
        plain("callable", value -> value instanceof Value.Callable);
        plain("odd", value -> Math.floorMod(Arithmetic.whole(value), 2) == 1);
        plain("even", value -> Math.floorMod(Arithmetic.whole(value), 2) == 0);
        plain("lower", value -> isCase(text(value), text(value).toLowerCase(Locale.ROOT)));
        plain("upper", value -> isCase(text(value), text(value).toUpperCase(Locale.ROOT)));
        TESTS.put(
                "divisibleby",
                (work, value, given) ->
                        Arithmetic.apply(
                                        work,
                                        Arithmetic.Operator.REMAINDER,
                                        value,
                                        given.allow("num").required(0, "num"))
                                .equals(new Value.Whole(0)));
        TESTS.put(
                "in",
                (work, value, given) ->
                        Comparing.contains(work, given.allow("seq").required(0, "seq"), value));
        for (String name : Set.of("equalto", "eq", "sameas")) {
            TESTS.put(name, (work, value, given) -> Comparing.equal(work, value, other(given)));
        }
        TESTS.put("ne", (work, value, given) -> !Comparing.equal(work, value, other(given)));
        order("lt", "lessthan", order -> order < 0);
        order("le", "le", order -> order <= 0);
        order("gt", "greaterthan", order -> order > 0);
        order("ge", "ge", order -> order >= 0);
    }

    private Tests() {}

    /** Null when there is none of that name. */
    static @Nullable ValueTest find(String name) {
        return TESTS.get(name);
    }

    private interface Plain {
        boolean holds(Value value);
    }

    private static void plain(String name, Plain test) {
        TESTS.put(
                name,
                (work, value, given) -> {
                    given.allow();
                    return test.holds(value);
                });
    }

    private interface Order {
        boolean holds(int order);
    }

    private static void order(String name, String alias, Order test) {
        ValueTest compared =
                (work, value, given) -> test.holds(Comparing.order(work, value, other(given)));
        TESTS.put(name, compared);
        TESTS.put(alias, compared);
    }

    private static Value other(Arguments given) {
        return given.allow("other").required(0, "other");
    }

    private static String text(Value value) {
        return value instanceof Value.Text text ? text.value() : "";
    }

    /** All letters, of which there is one at least, are of the case. */
    private static boolean isCase(String text, String cased) {
        return text.equals(cased)
                && text.codePoints()
                        .anyMatch(c -> Character.isUpperCase(c) || Character.isLowerCase(c));
    }
}
