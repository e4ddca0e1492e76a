package dev.tagwerk.spec;

import java.util.Objects;

/**
 * How the frozen blocks are kept under {@link Method#QLORA}.
 *
 * @param doubled whether the scales of {@link QuantizationType#NF4} are quantised themselves
 */
public record QuantizationSettings(QuantizationType type, boolean doubled) {
    public QuantizationSettings {
        Objects.requireNonNull(type, "type");
    }
}
