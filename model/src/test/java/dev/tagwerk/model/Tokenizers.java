package dev.tagwerk.model;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tokenizers for models that have none. */
final class Tokenizers {
    static final String QWEN2 =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    static final String LLAMA3 = QWEN2.replace("|\\p{N}|", "|\\p{N}{1,3}|");
    static final String TEKKEN =
            "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private Tokenizers() {}

    /** One that knows {@code size} characters and merges nothing; token 0 ends a text. */
    static void letters(Path model, int size) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        root.put("version", "1.0");
        root.set("pre_tokenizer", steps(json, QWEN2));
        root.putObject("decoder")
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", false)
                .put("use_regex", false);
        ObjectNode bpe = root.putObject("model").put("type", "BPE");
        ObjectNode vocabulary = bpe.putObject("vocab");
        for (int i = 0; i < size; i++) {
            vocabulary.put(String.valueOf((char) ('@' + i)), i);
        }
        bpe.putArray("merges");
        json.writeValue(model.resolve("tokenizer.json").toFile(), root);
        Files.writeString(model.resolve("tokenizer_config.json"), "{\"eos_token\": \"@\"}");
    }

    /**
     * By an expression; {@code ""} is GPT-2's, {@code digits} the same after single digits, {@code
     * falcon} that of Falcon 7B.
     */
    static ObjectNode preTokenizer(ObjectMapper json, String pattern) {
        if (pattern.equals("falcon")) {
            return falcon(json);
        }
        if (!pattern.isEmpty() && !pattern.equals("digits")) {
            return steps(json, pattern);
        }
        ObjectNode sequence = json.createObjectNode().put("type", "Sequence");
        ArrayNode steps = sequence.putArray("pretokenizers");
        if (pattern.equals("digits")) {
            steps.addObject().put("type", "Digits").put("individual_digits", true);
        }
        steps.addObject()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", false)
                .put("use_regex", true);
        return sequence;
    }

    private static ObjectNode falcon(ObjectMapper json) {
        ObjectNode sequence = json.createObjectNode().put("type", "Sequence");
        ArrayNode steps = sequence.putArray("pretokenizers");
        steps.addObject().put("type", "Punctuation").put("behavior", "Contiguous");
        steps.addObject()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", true)
                .put("use_regex", true);
        steps.addObject().put("type", "Digits").put("individual_digits", false);
        steps.addObject()
                .put("type", "Split")
                .put("behavior", "Isolated")
                .put("invert", false)
                .putObject("pattern")
                .put("Regex", "[0-9][0-9][0-9]");
        return sequence;
    }

    /** Without merges of a number and what is none, which Falcon's own tokenizer lacks too. */
    static void keepNumbersApart(ObjectNode tokenizer) {
        ArrayNode merges = (ArrayNode) tokenizer.get("model").get("merges");
        for (int i = merges.size() - 1; i >= 0; i--) {
            String[] pair =
                    merges.get(i).isArray()
                            ? new String[] {
                                merges.get(i).get(0).asText(), merges.get(i).get(1).asText()
                            }
                            : merges.get(i).asText().split(" ");
            int left = Character.getType(pair[0].codePointBefore(pair[0].length()));
            int right = Character.getType(pair[1].codePointAt(0));
            if (number(left) != number(right)) {
                merges.remove(i);
            }
        }
    }

    private static boolean number(int type) {
        return type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER;
    }

    /** Merges as the conversion from SentencePiece writes them: every way, piece after piece. */
    static void asPieces(ObjectNode tokenizer) {
        ObjectNode model = tokenizer.withObject("model");
        Map<String, Integer> vocabulary = new TreeMap<>();
        model.get("vocab")
                .properties()
                .forEach(token -> vocabulary.put(token.getKey(), token.getValue().asInt()));
        ArrayNode merges = model.putArray("merges");
        vocabulary.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .filter(piece -> !piece.startsWith("<"))
                .forEach(
                        piece -> {
                            for (int at = 1; at < piece.length(); at++) {
                                String left = piece.substring(0, at);
                                String right = piece.substring(at);
                                if (vocabulary.containsKey(left) && vocabulary.containsKey(right)) {
                                    merges.addArray().add(left).add(right);
                                }
                            }
                        });
    }

    /** How spaces become SentencePiece's sign: in Llama 2, in newer Llama files, in Gemma. */
    static void spaces(ObjectMapper json, ObjectNode tokenizer, String kind) {
        tokenizer.putNull("normalizer");
        tokenizer.putNull("pre_tokenizer");
        ObjectNode replace = json.createObjectNode().put("type", "Replace").put("content", "▁");
        replace.putObject("pattern").put("String", " ");
        switch (kind) {
            case "prepend" -> {
                ObjectNode sequence = tokenizer.putObject("normalizer").put("type", "Sequence");
                sequence.putArray("normalizers")
                        .add(json.createObjectNode().put("type", "Prepend").put("prepend", "▁"))
                        .add(replace);
            }
            case "metaspace" ->
                    tokenizer
                            .putObject("pre_tokenizer")
                            .put("type", "Metaspace")
                            .put("replacement", "▁")
                            .put("prepend_scheme", "first")
                            .put("split", false);
            default -> {
                tokenizer.set("normalizer", replace);
                ObjectNode split = tokenizer.putObject("pre_tokenizer").put("type", "Split");
                split.put("behavior", "MergedWithPrevious").put("invert", false);
                split.putObject("pattern").put("String", " ");
            }
        }
    }

    /**
     * Gemma's added tokens for runs of spaces, line ends and tabs, and before all other merges the
     * ways to make them, by the length of the first part and not run after run.
     */
    static void addRuns(ObjectNode tokenizer) {
        ObjectNode model = tokenizer.withObject("model");
        ObjectNode vocabulary = (ObjectNode) model.get("vocab");
        List<String> made = new ArrayList<>();
        for (String sign : List.of("▁", "\n", "\t")) {
            for (int length = 1; length <= 5; length++) {
                String run = sign.repeat(length);
                if (!run.equals("▁")) {
                    made.add(run);
                }
                if (!vocabulary.has(run)) {
                    vocabulary.put(run, vocabulary.size());
                }
            }
        }
        ArrayNode added = (ArrayNode) tokenizer.get("added_tokens");
        for (String run : made) {
            added.addObject()
                    .put("id", vocabulary.get(run).asInt())
                    .put("content", run)
                    .put("single_word", false)
                    .put("lstrip", false)
                    .put("rstrip", false)
                    .put("normalized", false)
                    .put("special", false);
        }
        ArrayNode merges = (ArrayNode) model.get("merges");
        for (int first = 1; first < 5; first++) {
            for (String sign : List.of("▁", "\n", "\t")) {
                for (int second = 1; first + second <= 5; second++) {
                    merges.insertArray(0).add(sign.repeat(first)).add(sign.repeat(second));
                }
            }
        }
    }

    static ObjectNode steps(ObjectMapper json, String pattern) {
        ObjectNode sequence = json.createObjectNode().put("type", "Sequence");
        ArrayNode steps = sequence.putArray("pretokenizers");
        steps.addObject()
                .put("type", "Split")
                .put("behavior", "Isolated")
                .put("invert", false)
                .putObject("pattern")
                .put("Regex", pattern);
        steps.addObject()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", false)
                .put("use_regex", false);
        return sequence;
    }
}
