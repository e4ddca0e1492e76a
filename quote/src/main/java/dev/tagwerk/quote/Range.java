package dev.tagwerk.quote;

import java.util.function.Function;
import java.util.stream.Stream;

/** A value at each level. */
public record Range<T>(T low, T middle, T high) {
    public static <T> Range<T> of(Function<Level, T> value) {
        return new Range<>(value.apply(Level.P10), value.apply(Level.P50), value.apply(Level.P90));
    }

    /** The three of them, the lowest first. */
    public Stream<T> stream() {
        return Stream.of(low, middle, high);
    }

    public T at(Level level) {
        return switch (level) {
            case P10 -> low;
            case P50 -> middle;
            case P90 -> high;
        };
    }
}
