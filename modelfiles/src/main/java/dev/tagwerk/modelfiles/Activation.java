package dev.tagwerk.modelfiles;

import java.util.Arrays;
import java.util.Optional;

/** The nonlinearity of a feed-forward block, by transformers' names. */
public enum Activation {
    /** {@code x * sigmoid(x)}. */
    SILU("silu"),
    /** {@code x * Phi(x)} with the error function. */
    GELU("gelu"),
    /** GELU by its tanh approximation. */
    GELU_TANH("gelu_pytorch_tanh");

    private final String key;

    Activation(String key) {
        this.key = key;
    }

    /** The value of {@code hidden_act}. */
    public String key() {
        return key;
    }

    static Optional<Activation> named(String key) {
        return Arrays.stream(values()).filter(each -> each.key.equals(key)).findFirst();
    }
}
