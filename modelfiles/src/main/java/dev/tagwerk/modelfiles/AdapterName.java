package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a tensor of an adapter is, by its name: {@code base_model.model.<module>.<what>}.
 *
 * @param module the module's path as PEFT knows it
 * @param part what of the module
 */
record AdapterName(String module, Part part) {
    private static final String PREFIX = "base_model.model.";
    private static final List<String> FALCON = List.of("h.", "word_embeddings", "ln_f");
    private static final List<String> EMBEDDINGS = List.of("embed_tokens", "word_embeddings");
    private static final Pattern LAST_TWO =
            Pattern.compile("(?<module>.+)\\.(?<what>(lora_[AB]|base_layer)\\.(weight|bias))");
    private static final Pattern LAST =
            Pattern.compile("(?<module>.+)\\.(?<what>lora_embedding_[AB]|weight|bias)");
    private static final Pattern ROWS =
            Pattern.compile("(?<module>.+)\\.token_adapter\\.trainable_tokens_delta");

    /** A part of a module that an adapter's file may hold. */
    enum Part {
        A("lora_A.weight"),
        B("lora_B.weight"),
        EMBEDDING_A("lora_embedding_A"),
        EMBEDDING_B("lora_embedding_B"),
        WEIGHT("weight"),
        BIAS("bias"),
        ROWS("token_adapter.trainable_tokens_delta");

        private final String suffix;

        Part(String suffix) {
            this.suffix = suffix;
        }

        boolean low() {
            return this == A || this == B || this == EMBEDDING_A || this == EMBEDDING_B;
        }

        /** The other matrix of a pair. */
        Part partner() {
            return switch (this) {
                case A -> B;
                case B -> A;
                case EMBEDDING_A -> EMBEDDING_B;
                case EMBEDDING_B -> EMBEDDING_A;
                case WEIGHT, BIAS, ROWS -> this;
            };
        }
    }

    /** Empty for a tensor of some other kind of adapter. */
    static Optional<AdapterName> of(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String rest = name.substring(PREFIX.length());
        for (Pattern pattern : new Pattern[] {LAST_TWO, LAST}) {
            Matcher matcher = pattern.matcher(rest);
            if (matcher.matches()) {
                return part(matcher.group("what"))
                        .filter(part -> !matcher.group("module").contains(".lora_"))
                        .map(part -> new AdapterName(matcher.group("module"), part));
            }
        }
        Matcher rows = ROWS.matcher(rest);
        return rows.matches()
                ? Optional.of(new AdapterName(rows.group("module"), Part.ROWS))
                : Optional.empty();
    }

    private static Optional<Part> part(String what) {
        return switch (what) {
            case "lora_A.weight" -> Optional.of(Part.A);
            case "lora_B.weight" -> Optional.of(Part.B);
            case "lora_embedding_A" -> Optional.of(Part.EMBEDDING_A);
            case "lora_embedding_B" -> Optional.of(Part.EMBEDDING_B);
            case "weight", "base_layer.weight" -> Optional.of(Part.WEIGHT);
            case "bias", "base_layer.bias" -> Optional.of(Part.BIAS);
            default -> Optional.empty();
        };
    }

    /** The name of the pair's other tensor. */
    String partner() {
        return PREFIX + module + "." + part.partner().suffix;
    }

    /**
     * The module's path in the base's files, which have a prefix before all but the head even where
     * PEFT wrapped a model without its head.
     */
    String moduleInBase() {
        if (head() || module.startsWith("model.") || module.startsWith("transformer.")) {
            return module;
        }
        boolean falcon = FALCON.stream().anyMatch(module::startsWith);
        return (falcon ? TensorNames.FALCON : TensorNames.LLAMA).model() + module;
    }

    /** The name of the tensor that this one stands for in the base's files. */
    String tensorInBase() {
        return moduleInBase() + (part == Part.BIAS ? ".bias" : ".weight");
    }

    boolean head() {
        return module.equals("lm_head");
    }

    boolean inputEmbedding() {
        return EMBEDDINGS.stream()
                .anyMatch(name -> module.equals(name) || module.endsWith("." + name));
    }
}
