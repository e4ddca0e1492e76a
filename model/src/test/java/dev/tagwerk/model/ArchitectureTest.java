package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.WeightStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every architecture held against transformers and PEFT; see the fixtures' README. */
class ArchitectureTest {
    @TempDir Path temporary;

    static List<String> names() throws IOException {
        return ArchitectureCase.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void logitsAreTheReferences(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        double distance = one.distance(one.folder().config(), cpu());
        System.out.printf("%s: logits %.1e%n", name, distance);
        assertThat(distance).isLessThan(1e-5);
    }

    @ParameterizedTest
    @MethodSource("names")
    void stepByStepIsTheWholeSequence(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        one.with(
                one.folder().config(),
                cpu(),
                decoder -> {
                    // Where angles depend on the length, a cache serves up to the first change.
                    int[] row = ArchitectureCase.ints(one.json().get("rows").get(0));
                    int[] ids = decoder.anew(row.length) ? Arrays.copyOf(row, 12) : row;
                    for (int[] lengths : new int[][] {{1}, {9, 1}, {4, 5, 3}}) {
                        float[][] stepped = ArchitectureCase.pieces(decoder, ids, lengths);
                        assertThat(far(stepped, ArchitectureCase.whole(decoder, ids)))
                                .isLessThan(1e-4);
                        if (ids.length == row.length) {
                            assertThat(
                                            one.logitDistance(
                                                    each ->
                                                            ArchitectureCase.pieces(
                                                                    decoder, each, lengths)))
                                    .isLessThan(1e-5);
                        }
                    }
                    return 0;
                });
    }

    private static double far(float[][] some, float[][] others) {
        double worst = 0;
        for (int i = 0; i < some.length; i++) {
            for (int j = 0; j < some[i].length; j++) {
                worst = Math.max(worst, Math.abs(some[i][j] - others[i][j]));
            }
        }
        return worst;
    }

    @ParameterizedTest
    @MethodSource("names")
    void greedyTextIsTheReferences(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        int[] wanted = ArchitectureCase.ints(one.json().get("text").get("generated"));
        try (LanguageModel ours =
                LanguageModel.open(one.folder(), Optional.empty(), Optional.empty(), cpu())) {
            assertThat(
                            ours.generate(
                                    ArchitectureCase.ints(one.json().get("text").get("prompt")),
                                    GenerationSettings.greedy(wanted.length, Set.of()),
                                    token -> {}))
                    .containsExactly(wanted);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aSharedPromptScoresLikeEachTextAlone(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        int[] row = ArchitectureCase.ints(one.json().get("rows").get(0));
        int[] prompt = Arrays.copyOf(row, 14);
        List<int[]> texts =
                List.of(Arrays.copyOfRange(row, 14, 23), Arrays.copyOfRange(row, 20, 22));
        try (LanguageModel ours =
                LanguageModel.open(one.folder(), Optional.empty(), Optional.empty(), cpu())) {
            List<double[]> together =
                    ours.continuationLogLikelihoods(
                                    List.of(new LanguageModel.Continuations(prompt, texts)))
                            .getFirst();
            for (int i = 0; i < texts.size(); i++) {
                int[] text = texts.get(i);
                int[] ids = Arrays.copyOf(prompt, prompt.length + text.length);
                System.arraycopy(text, 0, ids, prompt.length, text.length);
                boolean[] learnt = new boolean[ids.length];
                Arrays.fill(learnt, prompt.length, ids.length, true);
                assertThat(Arrays.stream(together.get(i)).sum())
                        .isCloseTo(
                                ours.logLikelihood(List.of(new TextInput(ids, learnt))).getFirst(),
                                within(2e-4));
            }
        }
    }

    /** Opened as an adapter folder, not trained: the reference's first loss. */
    @ParameterizedTest
    @MethodSource("names")
    void anAdapterAnswersLikeTheReference(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        List<TextInput> rows = new ArrayList<>();
        for (WorkItem item : ArchitectureCase.items(ArchitectureCase.batches().get(0), 1)) {
            rows.addAll(((WorkItem.Text) item).rows());
        }
        try (AdapterFolder adapter = one.adapter();
                LanguageModel ours =
                        LanguageModel.open(
                                one.folder(), Optional.of(adapter), Optional.empty(), cpu())) {
            double sum = ours.logLikelihood(rows).stream().mapToDouble(Double::doubleValue).sum();
            int labels = rows.stream().mapToInt(TextInput::labels).sum();
            assertThat(-sum / labels)
                    .isCloseTo(
                            one.json().get("training").get("losses").get(0).asDouble(),
                            within(1e-4));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void loraTrainingIsTheReferences(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        ArchitectureCase.Strayed strayed = one.train(false, 2);
        System.out.printf("%s: %s%n", name, strayed);
        assertThat(strayed.loss()).isLessThan(1e-5);
        assertThat(strayed.norm()).isLessThan(1e-4);
        assertThat(strayed.adapter()).isLessThan(1e-4);
        assertThat(one.train(true, 1).loss()).isLessThan(1e-5);
    }

    @ParameterizedTest
    @MethodSource("names")
    void allWeightsTrainAndAreSavedUnderTheirNames(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        try (WeightStore files = one.folder().weights();
                TrainableModel model =
                        TrainableModel.full(
                                one.folder(),
                                new TrainableModel.Settings(OptionalInt.empty(), 0, false, 1),
                                Placement.cpu(Precision.FP32, 1))) {
            Path written = temporary.resolve("rounded.safetensors");
            SafetensorsWriter.writeRounded(written, Map.of(), model.baseTensors(), DType.BF16);
            Set<String> names = new TreeSet<>();
            try (SafetensorsFile saved = SafetensorsFile.open(written)) {
                for (String tensor : saved.tensors().keySet()) {
                    names.add(tensor);
                    assertThat(saved.tensor(tensor).bytes().mismatch(files.get(tensor).bytes()))
                            .isEqualTo(-1);
                }
            }
            Set<String> wanted = new TreeSet<>(files.names());
            if (one.folder().config().tiedEmbeddings()) {
                wanted.remove("lm_head.weight");
            }
            assertThat(names).isEqualTo(wanted);
            int[] row = ArchitectureCase.ints(one.json().get("rows").get(2));
            boolean[] learnt = new boolean[row.length];
            Arrays.fill(learnt, 1, row.length, true);
            WorkItem item = new WorkItem.Text(List.of(new TextInput(row, learnt)));
            double before = model.accumulate(List.of(item), 1, 0).getFirst();
            for (String parameter : model.parameters().names()) {
                float[] gradient = Tensors.toFloats(model.parameters().gradient(0, parameter));
                double sum = 0;
                for (float value : gradient) {
                    sum += Math.abs(value);
                }
                assertThat(sum).as(parameter).isFinite().isPositive();
            }
            new AdamW(0.9, 0.95, 1e-8)
                    .update(
                            model.parameters(),
                            java.util.Map.of(
                                    ParameterGroup.BASE_MATRIX, new AdamW.Rate(1e-3, 0),
                                    ParameterGroup.BASE_VECTOR, new AdamW.Rate(1e-3, 0)),
                            1,
                            1,
                            1);
            assertThat(model.accumulate(List.of(item), 1, 0).getFirst()).isLessThan(before);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void bfloat16StaysNear(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        Placement stored = new Placement(false, Precision.BF16, Precision.FP32, 1);
        Placement computed = new Placement(false, Precision.BF16, Precision.BF16, 1);
        // The fixtures' weights are bfloat16 numbers already; a factor of the embedding is not.
        assertThat(one.distance(one.folder().config(), stored)).isLessThan(1e-2);
        assertThat(one.distance(one.folder().config(), computed)).isBetween(1e-5, 0.1);
    }

    private static Placement cpu() {
        return Placement.cpu(Precision.FP32, 2);
    }
}
