package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class EncoderTest {
    private final ModelTokenizer qwen = Fixtures.tokenizer("qwen");
    private final ModelTokenizer llama = Fixtures.tokenizer("llama");

    @Test
    void dropsDecisionsThatAreTooLongAndNeverCutsThem() {
        DecisionRow row = Fixtures.choice(7, "dice ".repeat(100), 0, "a", "b");
        int length = new Encoder(qwen, 2).longest(row);

        assertThat(new Encoder(qwen, length).encode(row)).isInstanceOf(Encoding.Decision.class);
        Encoding.Dropped dropped = (Encoding.Dropped) new Encoder(qwen, length - 1).encode(row);
        assertThat(dropped.line()).isEqualTo(7);
        assertThat(dropped.length()).isEqualTo(length);
        assertThat(dropped.reason()).contains("max_length " + (length - 1));
    }

    @Test
    void decisionIsJudgedByItsLongestPhrasing() {
        DecisionRow plain = Fixtures.choice(1, "dice", 0, "a", "b");
        DecisionRow row =
                new DecisionRow(
                        1,
                        plain.kind(),
                        plain.state(),
                        plain.instructions(),
                        plain.options(),
                        0,
                        Optional.empty(),
                        1,
                        List.of("Pick one, and think about it again and again."));
        int length = new Encoder(qwen, 2).longest(plain);
        assertThat(new Encoder(qwen, length).encode(plain)).isInstanceOf(Encoding.Decision.class);
        assertThat(new Encoder(qwen, length).encode(row)).isInstanceOf(Encoding.Dropped.class);
    }

    @Test
    void truncatesTextsAtTheEnd() {
        Encoding.Text kept =
                (Encoding.Text) new Encoder(qwen, 8).encode(new TextRow(1, "dice ".repeat(50)));
        assertThat(kept.truncated()).isTrue();
        assertThat(kept.encoded().length()).isEqualTo(8);
        assertThat(kept.encoded().learntCount()).isEqualTo(7);
    }

    @Test
    void promptThatLeavesNoRoomForItsCompletionIsAnErrorThatNamesTheLengthNeeded() {
        PromptCompletionRow row = new PromptCompletionRow(12, "dice ".repeat(50), "yes");
        Encoding.Unusable wrong = (Encoding.Unusable) new Encoder(qwen, 16).encode(row);
        assertThat(wrong.line()).isEqualTo(12);
        assertThat(wrong.reason())
                .contains("no token to learn", "max_length is 16")
                .contains("raise recipe.max_length to " + wrong.length());
        assertThat(wrong.exception()).hasMessageStartingWith("line 12: ");
        assertThat(new Encoder(qwen, wrong.length()).encode(row)).isInstanceOf(Encoding.Text.class);
    }

    @Test
    void beginTokenStandsOnceEvenIfTheTextBringsIt() {
        int bos = llama.bos().getAsInt();
        for (String text : List.of("dice", "<|begin_of_text|>dice")) {
            EncodedText encoded =
                    ((Encoding.Text) new Encoder(llama, 64).encode(new TextRow(1, text))).encoded();
            assertThat(encoded.ids()).startsWith(bos);
            assertThat(encoded.ids()[1]).isNotEqualTo(bos);
        }
    }

    @Test
    void noBeginTokenWhereTheTokenizerAddsNone() {
        EncodedText encoded =
                ((Encoding.Text) new Encoder(qwen, 64).encode(new TextRow(1, "dice"))).encoded();
        assertThat(encoded.ids())
                .isNotEmpty()
                .doesNotContain(qwen.tokenId("<|im_start|>").getAsInt());
        assertThat(encoded.learnt()[0]).isFalse();
    }

    @Test
    void endTokenIsLearntAndStandsOnce() {
        int eos = qwen.eos().getAsInt();
        for (String completion : List.of(" yes", " yes<|endoftext|>")) {
            EncodedText encoded =
                    ((Encoding.Text)
                                    new Encoder(qwen, 64)
                                            .encode(
                                                    new PromptCompletionRow(
                                                            1, "dice?", completion)))
                            .encoded();
            assertThat(encoded.ids()).endsWith(eos).containsOnlyOnce(eos);
            assertThat(encoded.learnt()[encoded.length() - 1]).isTrue();
        }
    }

    @Test
    void queryIsTheLastTokenOfThePromptAndNoOptionIsASpecialToken() {
        DecisionPrompt prompt = DecisionPrompt.render(Fixtures.choice(1, "s", 0, "a", "b"));
        EncodedDecision encoded = Encoder.encode(prompt, llama);
        assertThat(llama.decode(new int[] {encoded.ids()[encoded.queryPosition()]}, false))
                .endsWith(">");
        assertThat(encoded.optionPositions()).doesNotContain(0);
    }

    @Test
    void optionWithoutATokenOfItsOwnIsAnErrorThatNamesIt() {
        DecisionPrompt prompt = DecisionPrompt.render(Fixtures.choice(1, "s", 0, "a", "b"));
        Span line = prompt.optionSpans().get(1);
        // a span of no characters holds no token: as if the tokenizer had merged the line away
        DecisionPrompt merged =
                new DecisionPrompt(
                        prompt.text(),
                        List.of(prompt.optionSpans().get(0), new Span(line.start(), line.start())));
        assertThatThrownBy(() -> Encoder.encode(merged, qwen))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("option 2")
                .hasMessageContaining("no token of its own");
    }

    @Test
    void lengthBelowTwoIsRefused() {
        assertThatThrownBy(() -> new Encoder(qwen, 1)).hasMessageContaining("at least 2");
    }

    @Property(tries = 200)
    void keyOfAnOptionIsTheLastTokenInsideItsLine(
            @ForAll @StringLength(max = 40) String state,
            @ForAll @Size(min = 2, max = 12) @UniqueElements
                    List<@NotBlank @StringLength(min = 1, max = 12) String> names) {
        List<Option> options =
                names.stream()
                        .map(name -> "o" + name.replaceAll("[\\r\\n\\p{Cs}]", "_"))
                        .distinct()
                        .map(name -> new Option(name, ""))
                        .toList();
        DecisionPrompt prompt =
                DecisionPrompt.render(
                        QuestionKind.CHOICE, state.replaceAll("\\p{Cs}", "_"), "Pick.", options);
        for (ModelTokenizer tokenizer : List.of(qwen, llama)) {
            EncodedDecision encoded = Encoder.encode(prompt, tokenizer);
            var offsets = tokenizer.encode(prompt.text(), true);
            for (int k = 0; k < options.size(); k++) {
                int key = encoded.optionPositions()[k];
                Span line = prompt.optionSpans().get(k);
                assertThat(line.covers(offsets.starts()[key], offsets.ends()[key])).isTrue();
                for (int later = key + 1; later < encoded.length(); later++) {
                    boolean inside =
                            offsets.starts()[later] < offsets.ends()[later]
                                    && line.covers(offsets.starts()[later], offsets.ends()[later]);
                    assertThat(inside).isFalse();
                }
            }
        }
    }
}
