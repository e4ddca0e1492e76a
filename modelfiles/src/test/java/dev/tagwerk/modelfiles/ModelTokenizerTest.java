package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTokenizerTest {
    @TempDir private Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"byte_level", "byte_fallback", "unigram"})
    void agreesWithTheReference(String name) {
        JsonNode fixture = Fixtures.json("tokenizers/" + name + "/cases.json");
        try (ModelTokenizer tokenizer = open(name)) {
            assertThat(tokenizer.vocabularySize()).isEqualTo(fixture.path("size").asInt());
            for (JsonNode each : fixture.path("cases")) {
                String text = each.path("text").asText();
                check(tokenizer, text, true, each.path("special"));
                check(tokenizer, text, false, each.path("plain"));
                int[] ids = ids(each.path("special"));
                assertThat(tokenizer.decode(ids, false)).isEqualTo(each.path("decoded").asText());
                assertThat(tokenizer.decode(ids, true))
                        .isEqualTo(each.path("decoded_skipping").asText());
            }
        }
    }

    private static void check(
            ModelTokenizer tokenizer, String text, boolean special, JsonNode expected) {
        Encoded encoded = tokenizer.encode(text, special);
        assertThat(encoded.ids()).as(text).isEqualTo(ids(expected));
        List<Integer> starts = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (JsonNode span : expected.path("offsets")) {
            // The reference counts code points; Java's strings count UTF-16 units.
            starts.add(text.offsetByCodePoints(0, span.path(0).asInt()));
            ends.add(text.offsetByCodePoints(0, span.path(1).asInt()));
        }
        assertThat(IntStream.of(encoded.starts()).boxed()).as(text).isEqualTo(starts);
        assertThat(IntStream.of(encoded.ends()).boxed()).as(text).isEqualTo(ends);
    }

    private static int[] ids(JsonNode encoding) {
        int[] ids = new int[encoding.path("ids").size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = encoding.path("ids").path(i).asInt();
        }
        return ids;
    }

    @Test
    void offsetsAreIndexesOfTheJavaString() {
        String text = "🎲 five";
        try (ModelTokenizer tokenizer = open("byte_level")) {
            Encoded encoded = tokenizer.encode(text, false);
            assertThat(encoded.ends()[encoded.length() - 1]).isEqualTo(text.length());
            assertThat(pieces(text, encoded)).endsWith("ve");
        }
    }

    @Test
    void halfACharacterDoesNotShiftItsNeighbours() {
        String text = "\ud83c five 🎲 \udfb2 eyes";
        try (ModelTokenizer tokenizer = open("byte_level")) {
            Encoded encoded = tokenizer.encode(text, false);
            assertThat(encoded.ends()[encoded.length() - 1]).isEqualTo(text.length());
            assertThat(pieces(text, encoded)).endsWith("es");
            assertThat(tokenizer.decode(encoded.ids(), false))
                    .isEqualTo("\ufffd five 🎲 \ufffd eyes");
        }
    }

    @Test
    void knowsItsSpecialTokens() {
        try (ModelTokenizer tokenizer = open("byte_level")) {
            assertThat(tokenizer.bos()).isEmpty();
            assertThat(tokenizer.eos()).hasValue(1);
            assertThat(tokenizer.tokenId("<|begin|>")).hasValue(0);
            assertThat(tokenizer.tokenId("<added>")).isPresent();
            assertThat(tokenizer.tokenId("no such token")).isEmpty();
        }
        try (ModelTokenizer tokenizer = open("byte_fallback")) {
            assertThat(tokenizer.bos()).hasValue(1);
            assertThat(tokenizer.eos()).hasValue(2);
        }
        try (ModelTokenizer tokenizer = open("unigram")) {
            assertThat(tokenizer.eos()).hasValue(1);
        }
    }

    @Test
    void manyMayUseOneAtOnceAndNobodyAfterClosing() {
        ModelTokenizer tokenizer = open("byte_level");
        int[] alone = tokenizer.encode("Hello world", false).ids();
        assertThat(
                        IntStream.range(0, 400)
                                .parallel()
                                .mapToObj(i -> tokenizer.encode("Hello world", false).ids()))
                .allSatisfy(ids -> assertThat(ids).isEqualTo(alone));
        tokenizer.close();
        tokenizer.close();
        assertThatThrownBy(() -> tokenizer.encode("Hello", false))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void numbersOfNoTokenAreHarmless() {
        try (ModelTokenizer tokenizer = open("byte_level")) {
            assertThat(tokenizer.decode(new int[] {999_999}, false)).isEmpty();
            assertThatThrownBy(() -> tokenizer.decode(new int[] {-1}, false))
                    .isInstanceOf(ModelFilesException.class)
                    .hasMessageContaining("ids[0]");
        }
    }

    @Test
    void badFilesAreNamed() throws Exception {
        assertThatThrownBy(() -> ModelTokenizer.open(temporary))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("tokenizer.json: does not exist");
        Path file = temporary.resolve("tokenizer.json");
        for (String text : List.of("", "{}", "[]", "{\"model\":", "nonsense")) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> ModelTokenizer.open(temporary))
                    .isInstanceOf(ModelFilesException.class)
                    .hasMessageContaining("tokenizer.json");
        }
        Files.writeString(file, "{\"model\":{\"type\":\"Future\",\"vocab\":{\"a\":0}}}");
        assertThatThrownBy(() -> ModelTokenizer.open(temporary))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("not understood");
        Files.copy(Fixtures.path("tokenizers/byte_level/tokenizer.json"), temporary.resolve("t"));
        Files.move(temporary.resolve("t"), file, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(temporary.resolve("tokenizer_config.json"), "{\"eos_token\":\"</x>\"}");
        assertThatThrownBy(() -> ModelTokenizer.open(temporary))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("eos_token '</x>' is not in the vocabulary");
    }

    private static List<String> pieces(String text, Encoded encoded) {
        return IntStream.range(0, encoded.length())
                .mapToObj(i -> text.substring(encoded.starts()[i], encoded.ends()[i]))
                .toList();
    }

    private static ModelTokenizer open(String name) {
        return ModelTokenizer.open(Fixtures.path("tokenizers/" + name));
    }
}
