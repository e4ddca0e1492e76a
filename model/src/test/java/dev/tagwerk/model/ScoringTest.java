package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelFolder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The quick ways (prompt computed once, key/value cache, batches) against the plain one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScoringTest {
    private LanguageModel model;
    private AdapterFolder adapter;

    @BeforeAll
    void open() {
        adapter = AdapterFolder.read(Reference.FIXTURES.resolve("qwen3/adapter-initial"));
        model =
                LanguageModel.open(
                        ModelFolder.open(Reference.FIXTURES.resolve("qwen3/model")),
                        Optional.of(adapter),
                        Optional.empty(),
                        Reference.cpu());
    }

    @AfterAll
    void close() {
        model.close();
        adapter.close();
    }

    private static int[] ids(long seed, int length) {
        return new SplittableRandom(seed).ints(length, 0, 97).toArray();
    }

    private static double[] logSoftmax(float[] logits) {
        double most =
                IntStream.range(0, logits.length).mapToDouble(i -> logits[i]).max().orElseThrow();
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - most);
        }
        double normalizer = most + Math.log(sum);
        return IntStream.range(0, logits.length).mapToDouble(i -> logits[i] - normalizer).toArray();
    }

    @Test
    void continuationsScoreAsWholeTexts() {
        int[] prompt = ids(1, 9);
        List<int[]> texts = List.of(ids(2, 4), ids(3, 1), ids(4, 7));
        List<double[]> scored =
                model.continuationLogLikelihoods(
                                List.of(new LanguageModel.Continuations(prompt, texts)))
                        .getFirst();
        for (int t = 0; t < texts.size(); t++) {
            int[] whole = concat(prompt, texts.get(t));
            boolean[] learnt = new boolean[whole.length];
            Arrays.fill(learnt, prompt.length, whole.length, true);
            double plain = model.logLikelihood(List.of(new TextInput(whole, learnt))).getFirst();
            assertThat(scored.get(t)).hasSize(texts.get(t).length);
            assertThat(Arrays.stream(scored.get(t)).sum()).isCloseTo(plain, within(2e-4));
            float[][] logits = model.logits(whole);
            for (int i = 0; i < texts.get(t).length; i++) {
                double wanted = logSoftmax(logits[prompt.length - 1 + i])[texts.get(t)[i]];
                assertThat(scored.get(t)[i]).isCloseTo(wanted, within(1e-4));
            }
        }
    }

    @Test
    void severalPromptsKeepTheirOrder() {
        List<LanguageModel.Continuations> prompts = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            prompts.add(new LanguageModel.Continuations(ids(i, 3 + i), List.of(ids(50 + i, 2))));
        }
        List<List<double[]>> together = model.continuationLogLikelihoods(prompts);
        for (int i = 0; i < prompts.size(); i++) {
            List<double[]> alone =
                    model.continuationLogLikelihoods(List.of(prompts.get(i))).getFirst();
            assertThat(together.get(i).getFirst()).isEqualTo(alone.getFirst());
        }
    }

    @Test
    void aContinuationNeedsAPromptAndATextEach() {
        assertThatThrownBy(() -> new LanguageModel.Continuations(new int[0], List.of(ids(1, 2))))
                .isInstanceOf(ModelException.class);
        assertThatThrownBy(() -> new LanguageModel.Continuations(ids(1, 2), List.of()))
                .isInstanceOf(ModelException.class);
    }

    @Test
    void greedyTextWithTheCacheIsThatWithoutIt() {
        int[] prompt = ids(7, 6);
        int[] generated =
                model.generate(prompt, GenerationSettings.greedy(15, Set.of()), token -> {});
        int[] so = prompt;
        for (int token : generated) {
            float[] last = model.logits(so)[so.length - 1];
            int best =
                    IntStream.range(0, last.length).reduce(0, (a, b) -> last[b] > last[a] ? b : a);
            assertThat(token).isEqualTo(best);
            so = concat(so, new int[] {token});
        }
        assertThat(generated).hasSize(15);
    }

    @Test
    void aStopTokenEndsTheTextAndEachTokenIsTold() {
        int[] prompt = ids(7, 6);
        int[] free = model.generate(prompt, GenerationSettings.greedy(6, Set.of()), token -> {});
        List<Integer> told = new ArrayList<>();
        int[] stopped =
                model.generate(prompt, GenerationSettings.greedy(6, Set.of(free[2])), told::add);
        assertThat(stopped.length).isLessThanOrEqualTo(3);
        assertThat(stopped[stopped.length - 1]).isEqualTo(free[2]);
        assertThat(told).containsExactlyElementsOf(Arrays.stream(stopped).boxed().toList());
    }

    @Test
    void samplingFollowsTheSeedAndANarrowNucleusIsGreedy() {
        int[] prompt = ids(8, 5);
        var hot = new GenerationSettings(12, 1.5, 1, 3, Set.of());
        int[] first = model.generate(prompt, hot, token -> {});
        assertThat(model.generate(prompt, hot, token -> {})).isEqualTo(first);
        var otherSeed = new GenerationSettings(12, 1.5, 1, 4, Set.of());
        assertThat(model.generate(prompt, otherSeed, token -> {})).isNotEqualTo(first);
        var narrow = new GenerationSettings(12, 1.5, 1e-9, 3, Set.of());
        assertThat(model.generate(prompt, narrow, token -> {}))
                .isEqualTo(
                        model.generate(
                                prompt, GenerationSettings.greedy(12, Set.of()), token -> {}));
    }

    @Test
    void likelihoodsOfManyTextsKeepTheirOrder() {
        List<TextInput> texts = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            int[] ids = ids(i, 4 + i * 7 % 11);
            boolean[] learnt = new boolean[ids.length];
            Arrays.fill(learnt, 1 + i % 3, ids.length, true);
            texts.add(new TextInput(ids, learnt));
        }
        List<Double> together = model.logLikelihood(texts);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(together.get(i))
                    .isCloseTo(model.logLikelihood(List.of(texts.get(i))).getFirst(), within(2e-4));
        }
    }

    @Test
    void nextTokenLogitsAreThoseOfTheWholeRow() {
        List<int[]> prompts = List.of(ids(1, 5), ids(2, 9), ids(3, 2));
        int[] wanted = {4, 90, 17};
        List<float[]> some = model.nextTokenLogits(prompts, wanted);
        for (int p = 0; p < prompts.size(); p++) {
            float[] last = model.logits(prompts.get(p))[prompts.get(p).length - 1];
            for (int i = 0; i < wanted.length; i++) {
                assertThat(some.get(p)[i]).isCloseTo(last[wanted[i]], within(1e-4f));
            }
        }
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> model.logits(new int[] {97})).hasMessageContaining("97");
        assertThatThrownBy(() -> model.logits(new int[] {-1})).hasMessageContaining("-1");
        assertThatThrownBy(
                        () ->
                                model.decide(
                                        List.of(new DecisionInput(ids(1, 5), new int[] {1, 2}, 4))))
                .hasMessageContaining("head");
        assertThatThrownBy(
                        () ->
                                model.generate(
                                        new int[0],
                                        GenerationSettings.greedy(1, Set.of()),
                                        t -> {}))
                .hasMessageContaining("prompt");
    }

    private static int[] concat(int[] one, int[] other) {
        int[] joined = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, joined, one.length, other.length);
        return joined;
    }
}
