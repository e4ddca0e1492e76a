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

    /**
     * Falcon's steps, which no other tokenizer has; the rest of each is as {@link #isFalcon} says.
     */
    private static final List<String> FALCON =
            List.of("Punctuation", "ByteLevel", "Digits", "Split");

    private GgufPreTokenizer() {}

    /** The name; empty when llama.cpp has none for it. */
    static Optional<String> name(TokenizerJson tokenizer) {
        JsonNode preTokenizer = tokenizer.part("pre_tokenizer");
        boolean wholeWords = tokenizer.model("ignore_merges").asBoolean();
        List<JsonNode> steps =
                preTokenizer.path("type").asText().equals("Sequence")
                        ? preTokenizer.path("pretokenizers").valueStream().toList()
                        : List.of(preTokenizer);
        if (steps.stream().map(step -> step.path("type").asText()).toList().equals(FALCON)) {
            boolean same = !wholeWords && isFalcon(steps) && keepsNumbersApart(tokenizer);
            return same ? Optional.of("falcon") : Optional.empty();
        }
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

    private static boolean isFalcon(List<JsonNode> steps) {
        JsonNode split = steps.get(3);
        return steps.get(0).path("behavior").asText().equals("Contiguous")
                && !steps.get(1).path("add_prefix_space").asBoolean(true)
                && steps.get(1).path("use_regex").asBoolean(true)
                && !steps.get(2).path("individual_digits").asBoolean(true)
                && split.path("pattern").path("Regex").asText().equals("[0-9][0-9][0-9]")
                && split.path("behavior").asText().equals("Isolated")
                && !split.path("invert").asBoolean();
    }

    /**
     * Falcon cuts numbers off what stands beside them, and among its signs for bytes some are
     * numbers; llama.cpp does not. That is the same where no merge joins such neighbours.
     */
    private static boolean keepsNumbersApart(TokenizerJson tokenizer) {
        return tokenizer.merges().stream()
                .allMatch(
                        merge ->
                                !merge.left().isEmpty()
                                        && !merge.right().isEmpty()
                                        && number(
                                                        merge.left()
                                                                .codePointBefore(
                                                                        merge.left().length()))
                                                == number(merge.right().codePointAt(0)));
    }

    private static boolean number(int sign) {
        return switch (Character.getType(sign)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
                    true;
            default -> false;
        };
    }
}
