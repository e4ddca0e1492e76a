package dev.tagwerk.jinja;

import java.time.Duration;

/**
 * What one rendering may cost.
 *
 * @param work steps of evaluation; making or searching a text costs one step for 16 characters
 * @param characters the longest text, the output among them, in UTF-16 code units
 * @param depth nesting of evaluation: expressions, blocks, macros that call macros
 * @param time of the wall clock
 */
public record Limits(long work, int characters, int depth, Duration time) {
    public Limits {
        if (work < 1 || characters < 1 || depth < 1 || !time.isPositive()) {
            throw new IllegalArgumentException(
                    "limits must be positive, not "
                            + work
                            + " steps, "
                            + characters
                            + " characters, depth "
                            + depth
                            + ", "
                            + time);
        }
    }

    /** 20 million steps, 4 Mi characters, depth 200, 10 seconds. */
    public static Limits defaults() {
        return new Limits(20_000_000, 4 << 20, 200, Duration.ofSeconds(10));
    }
}
