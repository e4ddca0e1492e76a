package dev.tagwerk.jinja;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a template computes with; all but {@link Space} and {@link Loop} never change. */
sealed interface Value
        permits Value.Text,
                Value.Whole,
                Value.Real,
                Value.Flag,
                Value.None,
                Value.Undefined,
                Value.Sequence,
                Value.Mapping,
                Value.Space,
                Value.Callable,
                Loop {

    /** A {@code str}. */
    record Text(String value) implements Value {
        static final Text EMPTY = new Text("");
    }

    /** An {@code int}, of 64 bits: what does not fit is a fault. */
    record Whole(long value) implements Value {}

    /** A {@code float}. */
    record Real(double value) implements Value {}

    /** A {@code bool}. */
    record Flag(boolean value) implements Value {
        static final Flag TRUE = new Flag(true);
        static final Flag FALSE = new Flag(false);

        static Flag of(boolean value) {
            return value ? TRUE : FALSE;
        }

        Whole whole() {
            return new Whole(value ? 1 : 0);
        }
    }

    /** {@code None}. */
    enum None implements Value {
        NONE
    }

    /**
     * What a name stands for that nobody has set: prints as nothing, is false, and most else that
     * is done with it is a fault.
     *
     * @param name what was asked for, for messages
     */
    record Undefined(String name) implements Value {
        Fault fault() {
            return new Fault("`" + Shown.cut(name) + "` is undefined");
        }
    }

    /** A {@code list} or {@code tuple}. */
    record Sequence(List<Value> items, boolean tuple) implements Value {
        static Sequence list(List<Value> items) {
            return new Sequence(Collections.unmodifiableList(items), false);
        }

        static Sequence tuple(Value... items) {
            return new Sequence(List.of(items), true);
        }
    }

    /** A {@code dict}; its keys are texts, numbers, flags or none. */
    record Mapping(Map<Value, Value> entries) implements Value {
        static Mapping of(Map<Value, Value> entries) {
            return new Mapping(Collections.unmodifiableMap(entries));
        }

        @Nullable Value get(String key) {
            return entries.get(new Text(key));
        }
    }

    /** A {@code namespace}: the one value whose fields a template may set. */
    record Space(Map<String, Value> fields) implements Value {
        Space() {
            this(new LinkedHashMap<>());
        }
    }

    /** A macro, a function or a method bound to its value. */
    record Callable(String name, Body body) implements Value {
        /** What a call does. */
        interface Body {
            Value call(Work work, Arguments arguments);
        }
    }

    /** As Python names the type. */
    default String type() {
        return switch (this) {
            case Text text -> "str";
            case Whole whole -> "int";
            case Real real -> "float";
            case Flag flag -> "bool";
            case None none -> "None";
            case Undefined undefined -> "undefined";
            case Sequence sequence -> sequence.tuple() ? "tuple" : "list";
            case Mapping mapping -> "dict";
            case Space space -> "namespace";
            case Callable callable -> "function";
            case Loop loop -> "loop";
        };
    }

    /** Python's truth. */
    default boolean truth() {
        return switch (this) {
            case Text text -> !text.value().isEmpty();
            case Whole whole -> whole.value() != 0;
            case Real real -> real.value() != 0;
            case Flag flag -> flag.value();
            case None none -> false;
            case Undefined undefined -> false;
            case Sequence sequence -> !sequence.items().isEmpty();
            case Mapping mapping -> !mapping.entries().isEmpty();
            case Space space -> true;
            case Callable callable -> true;
            case Loop loop -> true;
        };
    }
}
