package dev.tagwerk.preflight;

import dev.tagwerk.formats.Quantities;
import java.util.Map;
import java.util.Optional;

/** The options of an example as circumstances; the names are those of {@code check}'s options. */
final class ExampleOptions {
    private ExampleOptions() {}

    static Circumstances read(Map<String, String> options) {
        return new Circumstances(
                Optional.ofNullable(options.get("gpu")),
                Optional.ofNullable(options.get("region")),
                Optional.ofNullable(options.get("driver")),
                Optional.ofNullable(options.get("duration")).flatMap(Quantities::duration),
                Optional.ofNullable(options.get("upload")).flatMap(Quantities::bytes),
                Optional.ofNullable(options.get("cut-after")).map(Integer::valueOf),
                Optional.ofNullable(options.get("data-size")).flatMap(Quantities::bytes));
    }
}
