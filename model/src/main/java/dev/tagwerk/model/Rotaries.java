package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AttentionConfig;
import dev.tagwerk.modelfiles.Rope;
import java.util.function.Function;

/** A batch's positions: those of layers without a window, and of layers with one (Gemma 3). */
record Rotaries(AttentionConfig attention, Rotary full, Rotary windowed) {
    static Rotaries of(AttentionConfig attention, Function<Rope, Rotary> make) {
        Rotary full = make.apply(attention.rope());
        boolean same = attention.rope().equals(attention.windowRope());
        return new Rotaries(attention, full, same ? full : make.apply(attention.windowRope()));
    }

    Rotary of(int layer) {
        return attention.windows().get(layer) > 0 ? windowed : full;
    }
}
