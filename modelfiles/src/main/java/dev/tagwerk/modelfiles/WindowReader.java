package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/** Which layers of a {@code config.json} see only a window, as transformers decides it. */
final class WindowReader {
    private static final int DEFAULT_WINDOW = 4096;

    private final ConfigValues values;
    private final ConfigFamily family;
    private final int layers;

    WindowReader(ConfigValues values, ConfigFamily family, int layers) {
        this.values = values;
        this.family = family;
        this.layers = layers;
    }

    /** For each layer its window, 0 for none. */
    List<Integer> read() {
        OptionalInt window = window();
        List<Boolean> windowed = values.says("layer_types") ? named() : byRule(window.isPresent());
        if (windowed.contains(true) && window.isEmpty()) {
            values.problem(
                    "layer_types",
                    "has layers with sliding_attention, but the file gives them no window");
        }
        int size = window.orElse(0);
        return windowed.stream().map(each -> each ? size : 0).toList();
    }

    private OptionalInt window() {
        boolean used =
                switch (family.windows()) {
                    case NONE -> false;
                    case LAST -> values.truth("use_sliding_window", false);
                    case ALL, ALTERNATING, PATTERN -> true;
                };
        OptionalInt window =
                values.wholeOrNull(
                        "sliding_window", OptionalInt.of(DEFAULT_WINDOW), Integer.MAX_VALUE);
        return used ? window : OptionalInt.empty();
    }

    private List<Boolean> byRule(boolean any) {
        int first = firstWindowed();
        int pattern = pattern();
        List<Boolean> windowed = new ArrayList<>();
        for (int layer = 0; layer < layers; layer++) {
            windowed.add(
                    switch (family.windows()) {
                        case NONE -> false;
                        case ALL -> any;
                        case LAST -> any && layer >= first;
                        case ALTERNATING -> layer % 2 == 0;
                        case PATTERN -> (layer + 1) % pattern != 0;
                    });
        }
        return windowed;
    }

    private int firstWindowed() {
        JsonNode value = values.object().path("max_window_layers");
        return value.isIntegralNumber() && value.intValue() == 0
                ? 0
                : values.whole("max_window_layers", 28, Integer.MAX_VALUE);
    }

    private int pattern() {
        int pattern = values.whole("sliding_window_pattern", 6, Integer.MAX_VALUE);
        // transformers reads the underscored key only where it wrote layer_types beside it.
        if (!values.has("sliding_window_pattern")
                && values.says("_sliding_window_pattern")
                && values.whole("_sliding_window_pattern", 6, Integer.MAX_VALUE) != pattern) {
            values.problem(
                    "_sliding_window_pattern",
                    "without layer_types is read by nobody; write sliding_window_pattern");
        }
        return pattern;
    }

    private List<Boolean> named() {
        JsonNode types = values.object().get("layer_types");
        if (!types.isArray() || types.size() != layers) {
            values.problem(
                    "layer_types",
                    types.isArray()
                            ? "has %d entries, but num_hidden_layers is %d"
                                    .formatted(types.size(), layers)
                            : "must be a list");
            return Collections.nCopies(layers, false);
        }
        List<Boolean> windowed = new ArrayList<>();
        for (JsonNode each : types) {
            windowed.add(
                    switch (each.asText()) {
                        // "attention" is the older word for the same thing.
                        case "full_attention", "attention" -> false;
                        case "sliding_attention" -> true;
                        case String other -> {
                            values.problem(
                                    "layer_types",
                                    Messages.shortened(other)
                                            + " is not in this version; use a model without it");
                            yield false;
                        }
                    });
        }
        boolean asMistral = family.windows() == ConfigFamily.Windows.ALL;
        if (asMistral && windowed.contains(false) != window().isEmpty()) {
            values.problem(
                    "layer_types",
                    "and sliding_window say different things; Mistral's window is for all layers");
        }
        return windowed;
    }
}
