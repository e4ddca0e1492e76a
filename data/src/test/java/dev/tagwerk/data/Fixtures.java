package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The tokenizers and rows that fixtures/make_tokenizer.py made. */
final class Fixtures {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Fixtures() {}

    static Path folder() {
        try {
            return Path.of(Fixtures.class.getResource("/tokenizers").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static ModelTokenizer tokenizer(String name) {
        return ModelTokenizer.open(folder().resolve(name));
    }

    static JsonNode reference() {
        try {
            return MAPPER.readTree(Files.readString(folder().resolve("reference.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int[] ints(JsonNode array) {
        int[] values = new int[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).intValue();
        }
        return values;
    }

    static DecisionRow choice(int line, String state, int label, String... names) {
        return new DecisionRow(
                line,
                QuestionKind.CHOICE,
                state,
                "Pick one.",
                List.of(names).stream().map(name -> new Option(name, "")).toList(),
                label,
                Optional.empty(),
                1,
                List.of());
    }
}
