package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A model's tokenizer as the key/value pairs that llama.cpp reads. One that llama.cpp would not
 * follow is refused by name.
 */
final class GgufTokenizer {
    private static final String KEY = "tokenizer.ggml.";
    private static final long MAX_CONFIG_BYTES = 64L << 20;

    private final Path folder;
    private final ModelConfig config;
    private final TokenizerJson json;
    private final Optional<JsonNode> settings;
    private final List<String> notes = new ArrayList<>();

    GgufTokenizer(Path folder, ModelConfig config) {
        this.folder = folder;
        this.config = config;
        this.json = TokenizerJson.read(folder.resolve("tokenizer.json"));
        Path file = folder.resolve("tokenizer_config.json");
        this.settings =
                Files.exists(file)
                        ? Optional.of(Json.object(file, MAX_CONFIG_BYTES))
                        : Optional.empty();
    }

    /** What the user should know of what was written. */
    List<String> notes() {
        return notes;
    }

    /**
     * Puts all pairs.
     *
     * @throws ModelFilesException naming what llama.cpp cannot follow
     */
    void put(GgufValues values) {
        try (ModelTokenizer tokenizer = ModelTokenizer.open(folder)) {
            put(values, tokenizer);
        }
        template().ifPresent(template -> values.put("tokenizer.chat_template", template));
    }

    private void put(GgufValues values, ModelTokenizer tokenizer) {
        try {
            requirePlainMerges();
            if (json.model("byte_fallback").asBoolean()) {
                pieces(values);
            } else {
                bytes(values);
            }
            specialTokens(values, tokenizer);
        } catch (ModelFilesException e) {
            throw ModelFilesException.of(
                    folder.resolve("tokenizer.json"),
                    String.valueOf(e.getMessage()),
                    "an adapter's GGUF needs no tokenizer; a whole model's does",
                    e);
        }
    }

    private void requirePlainMerges() {
        String type = json.model("type").asText(json.merges().isEmpty() ? "unknown" : "BPE");
        if (!type.equals("BPE")) {
            throw new ModelFilesException(
                    "a tokenizer of the kind %s cannot be exported to GGUF in this version; BPE can"
                            .formatted(Messages.shortened(type)));
        }
        for (String key : List.of("dropout", "continuing_subword_prefix", "end_of_word_suffix")) {
            JsonNode value = json.model(key);
            boolean unset =
                    value.isMissingNode()
                            || value.isNull()
                            || value.isTextual() && value.textValue().isEmpty();
            if (!unset) {
                throw new ModelFilesException(
                        "the tokenizer's %s %s is not known to llama.cpp"
                                .formatted(key, Messages.shortened(value.toString())));
            }
        }
    }

    private void bytes(GgufValues values) {
        String name =
                GgufPreTokenizer.name(json)
                        .orElseThrow(
                                () ->
                                        new ModelFilesException(
                                                "llama.cpp has no pre-tokenizer that cuts as this one does: "
                                                        + Messages.shortened(
                                                                json.part("pre_tokenizer")
                                                                        .toString())));
        JsonNode normalizer = json.part("normalizer");
        switch (normalizer.path("type").asText("")) {
            case "" -> {}
            case "NFC" ->
                    notes.add(
                            "llama.cpp does not compose accents (NFC) before it tokenises; texts that are composed already are tokenised alike");
            default ->
                    throw new ModelFilesException(
                            "the tokenizer's normalizer is not known to llama.cpp: "
                                    + Messages.shortened(normalizer.toString()));
        }
        GgufTokens tokens = new GgufTokens(json, config.vocabSize(), false);
        values.put(KEY + "model", "gpt2")
                .put(KEY + "pre", name)
                .putTexts(KEY + "tokens", tokens.texts())
                .putInts(KEY + "token_type", tokens.kinds())
                .putTexts(
                        KEY + "merges",
                        json.merges().stream()
                                .map(merge -> merge.left() + " " + merge.right())
                                .toList());
    }

    private void pieces(GgufValues values) {
        boolean prefixed = spacePrefix();
        GgufTokens tokens = new GgufTokens(json, config.vocabSize(), true);
        values.put(KEY + "model", "llama")
                .put(KEY + "pre", "default")
                .putTexts(KEY + "tokens", tokens.texts())
                .putFloats(KEY + "scores", GgufPieces.scores(json, tokens))
                .putInts(KEY + "token_type", tokens.kinds())
                .put(KEY + "add_space_prefix", prefixed);
        Optional.ofNullable(json.vocabulary().get(json.model("unk_token").asText("")))
                .ifPresent(unknown -> values.put(KEY + "unknown_token_id", unknown));
    }

    /** Whether a text gets a space before it; spaces must become SentencePiece's sign. */
    private boolean spacePrefix() {
        List<JsonNode> steps = new ArrayList<>();
        for (String part : List.of("normalizer", "pre_tokenizer")) {
            JsonNode node = json.part(part);
            if (node.path("type").asText("").equals("Sequence")) {
                node.path(part.equals("normalizer") ? "normalizers" : "pretokenizers")
                        .forEach(steps::add);
            } else if (node.isObject()) {
                steps.add(node);
            }
        }
        boolean replaced = false;
        boolean prefixed = false;
        for (JsonNode step : steps) {
            switch (step.path("type").asText("")) {
                case "Prepend" -> prefixed = step.path("prepend").asText().equals(GgufPieces.SPACE);
                case "Replace" ->
                        replaced =
                                step.path("pattern").path("String").asText().equals(" ")
                                        && step.path("content").asText().equals(GgufPieces.SPACE);
                case "Metaspace" -> {
                    replaced =
                            step.path("replacement")
                                    .asText(GgufPieces.SPACE)
                                    .equals(GgufPieces.SPACE);
                    String scheme = step.path("prepend_scheme").asText("always");
                    prefixed = !scheme.equals("never");
                    if (prefixed) {
                        notes.add(
                                "llama.cpp puts a space before a text that begins with one, and before text after a special token; transformers does not");
                    }
                }
                case "Split" -> {
                    // Gemma's: it only keeps words apart that no piece crosses.
                    if (!step.path("pattern").path("String").asText().equals(" ")) {
                        throw unknownStep(step);
                    }
                }
                default -> throw unknownStep(step);
            }
        }
        if (!replaced) {
            throw new ModelFilesException(
                    "the tokenizer does not turn spaces into "
                            + GgufPieces.SPACE
                            + ", as llama.cpp does");
        }
        return prefixed;
    }

    private static ModelFilesException unknownStep(JsonNode step) {
        return new ModelFilesException(
                "the tokenizer's step is not known to llama.cpp: "
                        + Messages.shortened(step.toString()));
    }

    private void specialTokens(GgufValues values, ModelTokenizer tokenizer) {
        OptionalInt bos = tokenizer.bos().isPresent() ? tokenizer.bos() : config.bosTokenId();
        List<Integer> ends = new ArrayList<>();
        tokenizer.eos().ifPresent(ends::add);
        config.eosTokenIds().stream().filter(id -> !ends.contains(id)).forEach(ends::add);
        if (ends.isEmpty()) {
            throw new ModelFilesException(
                    "neither tokenizer nor config.json name an end of text, and llama.cpp would take token 11");
        }
        boolean begins = wraps(tokenizer, bos, ends);
        bos.ifPresent(id -> values.put(KEY + "bos_token_id", id));
        values.put(KEY + "eos_token_id", ends.getFirst());
        if (ends.size() > 1) {
            values.put(KEY + "eot_token_id", ends.get(1));
        }
        if (ends.size() > 2) {
            notes.add(
                    "of several ends of text two are written; llama.cpp tells others by their names only");
        }
        values.put(KEY + "add_bos_token", begins);
        named("pad_token").ifPresent(id -> values.put(KEY + "padding_token_id", id));
    }

    /** Whether the tokenizer itself puts its beginning before a text; anything else is refused. */
    private static boolean wraps(ModelTokenizer tokenizer, OptionalInt bos, List<Integer> ends) {
        int[] plain = tokenizer.encode("a", false).ids();
        int[] special = tokenizer.encode("a", true).ids();
        int more = special.length - plain.length;
        if (more == 0) {
            return false;
        }
        boolean begins =
                more == 1 && bos.isPresent() && special[0] == bos.getAsInt() && !ends.isEmpty();
        if (!begins) {
            throw new ModelFilesException(
                    "the tokenizer adds other tokens to a text than its beginning: "
                            + Arrays.toString(special));
        }
        return true;
    }

    private OptionalInt named(String key) {
        JsonNode value = settings.map(each -> each.path(key)).orElse(null);
        if (value == null) {
            return OptionalInt.empty();
        }
        String text = value.isObject() ? value.path("content").asText("") : value.asText("");
        for (JsonNode added : json.part("added_tokens")) {
            if (added.path("content").asText().equals(text)) {
                return OptionalInt.of(added.path("id").asInt());
            }
        }
        Integer id = json.vocabulary().get(text);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    private Optional<String> template() {
        Path file = folder.resolve("chat_template.jinja");
        if (Files.exists(file)) {
            return Optional.of(Json.text(file, MAX_CONFIG_BYTES));
        }
        JsonNode template = settings.map(each -> each.path("chat_template")).orElse(null);
        if (template == null) {
            return Optional.empty();
        }
        if (template.isTextual()) {
            return Optional.of(template.textValue());
        }
        for (JsonNode each : template) {
            if (each.path("name").asText().equals("default")) {
                return Optional.of(each.path("template").asText());
            }
        }
        return Optional.empty();
    }
}
