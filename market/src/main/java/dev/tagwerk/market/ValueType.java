package dev.tagwerk.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What kind of value a property takes. */
public sealed interface ValueType {
    /** A plain value. */
    enum Scalar implements ValueType {
        STRING,
        INTEGER,
        /** An integer is one too. */
        NUMBER,
        BOOLEAN,
        /** Only beside others: the value may be there and empty. */
        NULL,
        /** Any value of any shape: nothing is known about it. */
        ANY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A list of such values. */
    record ListOf(ValueType element) implements ValueType {
        @Override
        public String toString() {
            return grouped(element) + "[]";
        }
    }

    /** A map from names of the user's choice to such values. */
    record MapOf(ValueType value) implements ValueType {
        @Override
        public String toString() {
            return grouped(value) + "{}";
        }
    }

    /** An object: a type of the same schema. */
    record Reference(String type) implements ValueType {
        @Override
        public String toString() {
            return type;
        }
    }

    /** One of several kinds. */
    record OneOf(List<ValueType> kinds) implements ValueType {
        public OneOf {
            kinds = List.copyOf(kinds);
        }

        @Override
        public String toString() {
            return String.join("|", kinds.stream().map(Object::toString).toList());
        }
    }

    /**
     * Reads what the tables write: "string", "EnvironmentVar[]", "string{}", "string|Environment",
     * "(string|integer){}".
     */
    static ValueType parse(String text) {
        List<String> kinds = kinds(text);
        if (kinds.size() > 1) {
            return new OneOf(kinds.stream().map(ValueType::parse).toList());
        }
        if (text.endsWith("[]")) {
            return new ListOf(parse(text.substring(0, text.length() - 2)));
        }
        if (text.endsWith("{}")) {
            return new MapOf(parse(text.substring(0, text.length() - 2)));
        }
        if (text.startsWith("(") && text.endsWith(")")) {
            return parse(text.substring(1, text.length() - 1));
        }
        for (Scalar scalar : Scalar.values()) {
            if (scalar.toString().equals(text)) {
                return scalar;
            }
        }
        if (!text.matches("[A-Z]\\w*")) {
            throw new MarketException("no kind of value: '" + text + "'");
        }
        return new Reference(text);
    }

    private static List<String> kinds(String text) {
        List<String> kinds = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (letter == '|' && depth == 0) {
                kinds.add(text.substring(start, i));
                start = i + 1;
            }
        }
        kinds.add(text.substring(start));
        return kinds;
    }

    private static String grouped(ValueType kind) {
        return kind instanceof OneOf ? "(" + kind + ")" : kind.toString();
    }
}
