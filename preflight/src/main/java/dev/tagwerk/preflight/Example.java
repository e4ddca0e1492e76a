package dev.tagwerk.preflight;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that show a rule. Names under {@code beside/} are given beside the others.
 *
 * @param files name to text; {@link #MARK} stands before what is found
 * @param options what is known besides, as options of {@code check}
 */
public record Example(Map<String, String> files, Map<String, String> options) {
    /** Stands before the place of a finding; taken out before a file is read. */
    public static final String MARK = "⟦";

    public Example {
        files = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(files));
        options = Map.copyOf(options);
    }
}
