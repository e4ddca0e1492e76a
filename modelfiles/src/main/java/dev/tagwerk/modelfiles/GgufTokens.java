package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The list of tokens of a GGUF file: one for each row of the embedding, with its kind. */
final class GgufTokens {
    private static final int NORMAL = 1;
    private static final int UNKNOWN = 2;
    private static final int CONTROL = 3;
    private static final int USER_DEFINED = 4;
    private static final int UNUSED = 5;
    private static final int BYTE = 6;
    private static final Pattern BYTE_TOKEN = Pattern.compile("<0x[0-9A-F]{2}>");

    private final List<String> texts = new ArrayList<>();
    private final List<Integer> kinds = new ArrayList<>();

    /**
     * Orders the tokens.
     *
     * @param size rows of the embedding; those without a token get a name that no text holds
     * @param pieces whether tokens are pieces of SentencePiece, with bytes and an unknown one
     * @throws ModelFilesException when a token has no row, or two are alike
     */
    GgufTokens(TokenizerJson tokenizer, int size, boolean pieces) {
        for (int i = 0; i < size; i++) {
            texts.add("[PAD" + i + "]");
            kinds.add(UNUSED);
        }
        String unknown = tokenizer.model("unk_token").asText("");
        tokenizer
                .vocabulary()
                .forEach(
                        (token, id) -> {
                            boolean ofByte = pieces && BYTE_TOKEN.matcher(token).matches();
                            int kind = ofByte ? BYTE : NORMAL;
                            put(id, token, pieces && token.equals(unknown) ? UNKNOWN : kind);
                        });
        for (JsonNode added : tokenizer.part("added_tokens")) {
            added(added, pieces, pieces && added.path("content").asText().equals(unknown));
        }
        requireDistinct();
    }

    private void added(JsonNode token, boolean pieces, boolean unknown) {
        String text = token.path("content").asText();
        boolean strips =
                token.path("lstrip").asBoolean()
                        || token.path("rstrip").asBoolean()
                        || token.path("single_word").asBoolean();
        if (strips) {
            throw new ModelFilesException(
                    "the added token '%s' takes spaces around it, or stands for whole words only, which GGUF cannot say"
                            .formatted(Messages.shortened(text)));
        }
        int kind = token.path("special").asBoolean() ? CONTROL : USER_DEFINED;
        // llama.cpp looks for such a token before it turns spaces into SentencePiece's sign.
        String found = pieces && kind == USER_DEFINED ? text.replace(GgufPieces.SPACE, " ") : text;
        put(token.path("id").asInt(-1), found, unknown ? UNKNOWN : kind);
    }

    private void put(int id, String text, int kind) {
        if (id < 0 || id >= texts.size()) {
            throw new ModelFilesException(
                    "token '%s' has the number %d, but the model has %d rows; give the tokenizer of this model"
                            .formatted(Messages.shortened(text), id, texts.size()));
        }
        if (text.isEmpty()) {
            throw new ModelFilesException("token %d is empty, which GGUF cannot say".formatted(id));
        }
        texts.set(id, text);
        kinds.set(id, kind);
    }

    private void requireDistinct() {
        Map<String, Integer> seen = new HashMap<>();
        for (int id = 0; id < texts.size(); id++) {
            Integer other = seen.put(texts.get(id), id);
            if (other != null) {
                throw new ModelFilesException(
                        "tokens %d and %d are both '%s', which llama.cpp refuses"
                                .formatted(other, id, Messages.shortened(texts.get(id))));
            }
        }
    }

    List<String> texts() {
        return texts;
    }

    List<Integer> kinds() {
        return kinds;
    }
}
