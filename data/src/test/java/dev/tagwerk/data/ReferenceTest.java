package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts and encodings are those of the Python reference, token for token. */
class ReferenceTest {
    private final JsonNode reference = Fixtures.reference();

    @Test
    void promptsAreThoseOfTheReference() throws Exception {
        for (JsonNode row : reference.get("rows")) {
            assertThat(DecisionPrompt.render(row(row)).text())
                    .isEqualTo(row.get("prompt").textValue());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen", "llama"})
    void decisionsHaveTheTokensAndKeysOfTheReference(String name) throws Exception {
        JsonNode expected = reference.at("/encodings/" + name + "/rows");
        try (ModelTokenizer tokenizer = Fixtures.tokenizer(name)) {
            for (int i = 0; i < expected.size(); i++) {
                DecisionPrompt prompt = DecisionPrompt.render(row(reference.at("/rows/" + i)));
                EncodedDecision encoded = Encoder.encode(prompt, tokenizer);
                assertThat(encoded.ids()).isEqualTo(Fixtures.ints(expected.get(i).get("ids")));
                assertThat(encoded.optionPositions())
                        .isEqualTo(Fixtures.ints(expected.get(i).get("keys")));
                assertThat(encoded.queryPosition()).isEqualTo(encoded.length() - 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen", "llama"})
    void textsHaveTheTokensOfTheReferenceAndOneEndToken(String name) {
        JsonNode expected = reference.at("/encodings/" + name + "/texts");
        try (ModelTokenizer tokenizer = Fixtures.tokenizer(name)) {
            Encoder encoder = new Encoder(tokenizer, 512);
            for (int i = 0; i < expected.size(); i++) {
                TextRow row = new TextRow(1, reference.at("/texts/" + i).textValue());
                EncodedText encoded = ((Encoding.Text) encoder.encode(row)).encoded();
                assertThat(encoded.ids())
                        .isEqualTo(
                                with(Fixtures.ints(expected.get(i)), tokenizer.eos().getAsInt()));
                assertThat(encoded.learntCount()).isEqualTo(encoded.length() - 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen", "llama"})
    void completionsStartWhereThePromptsTokensEnd(String name) {
        JsonNode expected = reference.at("/encodings/" + name + "/pairs");
        try (ModelTokenizer tokenizer = Fixtures.tokenizer(name)) {
            Encoder encoder = new Encoder(tokenizer, 512);
            for (int i = 0; i < expected.size(); i++) {
                JsonNode pair = reference.at("/pairs/" + i);
                Encoding.Text kept =
                        (Encoding.Text)
                                encoder.encode(
                                        new PromptCompletionRow(
                                                1,
                                                pair.get(0).textValue(),
                                                pair.get(1).textValue()));
                int[] whole = Fixtures.ints(expected.get(i).get("whole"));
                int[] prompt = Fixtures.ints(expected.get(i).get("prompt"));
                assertThat(kept.encoded().ids()).isEqualTo(with(whole, tokenizer.eos().getAsInt()));
                boolean prefix = Arrays.mismatch(whole, prompt) == prompt.length;
                assertThat(kept.boundaryMerged()).as("pair %d", i).isEqualTo(!prefix);
                if (prefix) {
                    assertThat(firstLearnt(kept.encoded()))
                            .as("pair %d", i)
                            .isEqualTo(Math.max(1, prompt.length));
                }
            }
        }
    }

    private static int firstLearnt(EncodedText encoded) {
        int first = 0;
        while (!encoded.learnt()[first]) {
            first++;
        }
        return first;
    }

    private static int[] with(int[] ids, int end) {
        int[] longer = Arrays.copyOf(ids, ids.length + 1);
        longer[ids.length] = end;
        return longer;
    }

    private static DecisionRow row(JsonNode row) throws JsonLine.Fault {
        return (DecisionRow)
                new RowReader(Columns.none(), new Ignored())
                        .read(1, DataFormat.DECISION, (ObjectNode) row.get("row"));
    }
}
