package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * llama.cpp's name for how a byte-level tokenizer cuts a text before it merges ({@code
 * tokenizer.ggml.pre}): it knows a fixed list, and no expression can be given.
 */
final class GgufPreTokenizer {
    private static final String LLAMA3 =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    private static final String QWEN2 =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    private static final String TEKKEN =
            "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    private static final String GPT2 =
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

    /**
     * One of llama.cpp's ways to cut.
     *
     * @param digits whether digits are cut off one by one first
     * @param pattern the expression that cuts the rest
     * @param wholeWords whether a word that is a token is taken without merging ({@code
     *     ignore_merges}), which goes with the name
     */
    private record Way(String name, boolean digits, String pattern, boolean wholeWords) {}

    private static final List<Way> WAYS =
            List.of(
                    new Way("llama-bpe", false, LLAMA3, true),
                    new Way("dbrx", false, LLAMA3, false),
                    new Way("qwen2", false, QWEN2, false),
                    new Way("tekken", false, TEKKEN, true),
                    new Way("gpt-2", false, GPT2, false),
                    new Way("smollm", true, GPT2, false));

    private GgufPreTokenizer() {}

    /** The name; empty when llama.cpp has none for it. */
    static Optional<String> name(JsonNode preTokenizer, boolean wholeWords) {
        List<JsonNode> steps =
                preTokenizer.path("type").asText().equals("Sequence")
                        ? preTokenizer.path("pretokenizers").valueStream().toList()
                        : List.of(preTokenizer);
        boolean digits = false;
        String pattern = "";
        boolean bytes = false;
        for (JsonNode step : steps) {
            switch (step.path("type").asText()) {
                case "Digits" -> {
                    if (!pattern.isEmpty() || !step.path("individual_digits").asBoolean()) {
                        return Optional.empty();
                    }
                    digits = true;
                }
                case "Split" -> {
                    boolean plain =
                            step.path("behavior").asText().equals("Isolated")
                                    && !step.path("invert").asBoolean();
                    if (!plain || !pattern.isEmpty()) {
                        return Optional.empty();
                    }
                    pattern = step.path("pattern").path("Regex").asText();
                }
                case "ByteLevel" -> {
                    // It cuts by GPT-2's expression itself unless told not to.
                    boolean cuts = step.path("use_regex").asBoolean(true);
                    if (step.path("add_prefix_space").asBoolean(true)
                            || cuts && !pattern.isEmpty()) {
                        return Optional.empty();
                    }
                    pattern = cuts ? GPT2 : pattern;
                    bytes = true;
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
        if (!bytes) {
            return Optional.empty();
        }
        for (Way way : WAYS) {
            if (way.digits() == digits
                    && way.pattern().equals(pattern)
                    && way.wholeWords() == wholeWords) {
                return Optional.of(way.name());
            }
        }
        return Optional.empty();
    }
}
