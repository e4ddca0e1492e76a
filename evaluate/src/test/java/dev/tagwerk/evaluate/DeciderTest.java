package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Precision;
import dev.tagwerk.modelfiles.ChatMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeciderTest {
    @TempDir static Path folder;
    private static final Question QUESTION =
            new Question(
                    QuestionKind.CHOICE,
                    "the dice show a pair of sixes",
                    "Which action is best?",
                    List.of(
                            new Option("keep 6 6", "a pair"),
                            new Option("fill chance", ""),
                            new Option("roll again", "all five dice")));

    private static Placement placement() {
        return Placement.cpu(Precision.FP32, 1);
    }

    @BeforeAll
    static void make() {
        Path base = TinyModel.base(folder.resolve("base"));
        TinyModel.tuned(folder.resolve("run/output"), base, "adapter", DeciderConfig.FILE);
    }

    private static ModelSource tuned() {
        return ModelSource.find(folder.resolve("run"), Map.of());
    }

    @Test
    void theHeadsLogitsAreDividedByTheTemperatureOfTheKind() {
        try (Decider decider = Decider.open(tuned(), placement())) {
            assertThat(decider.reading()).isEqualTo(Reading.HEAD);
            assertThat(decider.maxLength()).isEqualTo(400);
            double[] logits = decider.logits(List.of(QUESTION.prompt())).getFirst();
            double[] probabilities = decider.probabilities(List.of(QUESTION)).getFirst();
            assertThat(probabilities).containsExactly(Probabilities.of(logits, 2), within(1e-12));
            Answer.Choice answer = (Answer.Choice) decider.answer(List.of(QUESTION)).getFirst();
            assertThat(answer.options()).containsExactly("keep 6 6", "fill chance", "roll again");
        }
    }

    @Test
    void optionTextsAreTheMeanLogLikelihoodOfTheOptionsTokens() {
        ModelSource base = tuned().baseOnly();
        try (Decider decider = Decider.open(base, placement());
                LanguageModel model = Decider.language(base, placement())) {
            assertThat(decider.reading()).isEqualTo(Reading.OPTION_TEXTS);
            double[] logits = decider.logits(List.of(QUESTION.prompt(), QUESTION.prompt())).get(1);
            int[] prompt = Encoder.encode(QUESTION.prompt(), decider.tokenizer()).ids();
            List<String> texts =
                    List.of("keep 6 6 — a pair", "fill chance", "roll again — all five dice");
            for (int k = 0; k < texts.size(); k++) {
                int[] option = decider.tokenizer().encode(texts.get(k), false).ids();
                int[] whole = new int[prompt.length + option.length];
                System.arraycopy(prompt, 0, whole, 0, prompt.length);
                System.arraycopy(option, 0, whole, prompt.length, option.length);
                float[][] all = model.logits(whole);
                double sum = 0;
                for (int i = 0; i < option.length; i++) {
                    sum += logProbability(all[prompt.length + i - 1], option[i]);
                }
                assertThat(logits[k]).isCloseTo(sum / option.length, within(1e-4));
            }
        }
    }

    private static double logProbability(float[] logits, int token) {
        double most = Float.NEGATIVE_INFINITY;
        for (float logit : logits) {
            most = Math.max(most, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - most);
        }
        return logits[token] - most - Math.log(sum);
    }

    @Test
    void optionNumbersAreTheLogitsOfTheirDigits() {
        ModelSource base = tuned().baseOnly();
        try (Decider decider = Decider.open(base, placement(), Reading.OPTION_NUMBERS);
                LanguageModel model = Decider.language(base, placement())) {
            double[] logits = decider.logits(List.of(QUESTION.prompt())).getFirst();
            int[] prompt = Encoder.encode(QUESTION.prompt(), decider.tokenizer()).ids();
            float[] last = model.logits(prompt)[prompt.length - 1];
            for (int k = 0; k < 3; k++) {
                int digit = decider.tokenizer().tokenId(String.valueOf(k + 1)).orElseThrow();
                assertThat(logits[k]).isCloseTo(last[digit], within(1e-4));
            }
        }
    }

    @Test
    void manyOptionsAreScoredAsWellAsFew() {
        List<Option> options = new java.util.ArrayList<>();
        for (int i = 0; i < 255; i++) {
            options.add(new Option("option " + i, "keep rolling again and again"));
        }
        Question question = new Question(QuestionKind.CHOICE, "s", "Which?", options);
        try (Decider decider = Decider.open(tuned().baseOnly(), placement())) {
            double[] p = decider.probabilities(List.of(question)).getFirst();
            assertThat(p).hasSize(255);
            assertThat(java.util.Arrays.stream(p).sum()).isCloseTo(1, within(1e-9));
        }
        try (Decider numbers =
                Decider.open(tuned().baseOnly(), placement(), Reading.OPTION_NUMBERS)) {
            assertThatThrownBy(() -> numbers.probabilities(List.of(question)))
                    .hasMessageContaining("nine are the most");
        }
    }

    @Test
    void aLongStateIsCutFromTheFront() {
        String state = "old news. ".repeat(300) + "the dice show sixes 🎲";
        Question question = new Question(QuestionKind.NOUL, state, "Sixes.", Option.noulDefaults());
        try (Decider decider = Decider.open(tuned(), placement())) {
            Question fitted = decider.fitted(question);
            assertThat(decider.tokens(question)).isGreaterThan(400);
            assertThat(decider.tokens(fitted)).isBetween(390, 400);
            assertThat(state).endsWith(fitted.state());
            assertThat(fitted.state()).endsWith("sixes 🎲");
            assertThat(decider.fitted(fitted)).isSameAs(fitted);
            Question endless =
                    new Question(
                            QuestionKind.NOUL, "s", "word ".repeat(900), Option.noulDefaults());
            assertThatThrownBy(() -> decider.fitted(endless))
                    .hasMessageContaining("without any state");
        }
    }

    @Test
    void aBaseHasNoHeadToRead() {
        assertThatThrownBy(() -> Decider.open(tuned().baseOnly(), placement(), Reading.HEAD))
                .hasMessageContaining("no decision head");
    }

    @Test
    void aConversationIsAnsweredWithTheTemplateBesideTheAdapter() throws java.io.IOException {
        ModelSource source = tuned();
        List<ChatMessage> asked = List.of(new ChatMessage("user", "the dice"));
        try (Generator generator = Generator.open(source, placement())) {
            assertThatThrownBy(() -> generator.answer(asked, 3, 0, 1, 0, piece -> {}))
                    .hasMessageContaining("has no chat template");
            Path template = source.adapter().orElseThrow().resolve("chat_template.jinja");
            Files.writeString(template, "{% for m in messages %}<{{ m.content }}>{% endfor %}");
            try {
                Generator.Generated answer = generator.answer(asked, 3, 0, 1, 0, piece -> {});
                Generator.Generated plain =
                        generator.generate("<the dice>", 3, 0, 1, 0, piece -> {});
                assertThat(answer.promptTokens()).isEqualTo(plain.promptTokens());
                assertThat(answer.text()).isEqualTo(plain.text());
            } finally {
                Files.delete(template);
            }
        }
    }

    @Test
    void textIsGeneratedPieceByPiece() {
        try (Generator generator = Generator.open(tuned().baseOnly(), placement())) {
            StringBuilder pieces = new StringBuilder();
            Generator.Generated first =
                    generator.generate("the dice", 12, 0.9, 0.95, 4, pieces::append);
            assertThat(pieces.toString()).isEqualTo(first.text());
            assertThat(first.newTokens()).isBetween(1, 12);
            Generator.Generated again =
                    generator.generate("the dice", 12, 0.9, 0.95, 4, piece -> {});
            assertThat(again).isEqualTo(first);
            assertThatThrownBy(() -> generator.generate("", 5, 0, 1, 0, piece -> {}))
                    .hasMessageContaining("empty");
        }
    }
}
