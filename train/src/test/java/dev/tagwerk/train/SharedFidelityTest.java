package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Precision;
import dev.tagwerk.model.RankGroup;
import dev.tagwerk.model.Slot;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The training of {@link FidelityTest}, shared by two ranks over gloo, held against PEFT: losses,
 * norms and the adapter in the end.
 */
class SharedFidelityTest {
    private static final int RANKS = 2;

    @TempDir Path folder;

    /** One rank's part of the losses, and how far its adapter ends from PEFT's. */
    private record Trained(List<Double> losses, List<Double> norms, double worstTensor) {}

    @ParameterizedTest
    @ValueSource(strings = {"qwen3", "llama"})
    void twoRanksTrainAsPeftDoes(String family) throws Exception {
        List<Callable<Trained>> ranks = new ArrayList<>();
        for (int number = 0; number < RANKS; number++) {
            Rank rank = new Rank(number, RANKS);
            ranks.add(() -> train(Path.of(family), rank));
        }
        List<Trained> trained = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(RANKS)) {
            for (Future<Trained> done : threads.invokeAll(ranks)) {
                trained.add(done.get());
            }
        }
        JsonNode expected = FidelityTest.read(Path.of(family, "lora", "expected.json"));
        List<Double> losses = new ArrayList<>();
        for (int step = 0; step < expected.get("losses").size(); step++) {
            losses.add(trained.get(0).losses().get(step) + trained.get(1).losses().get(step));
        }
        assertThat(losses).hasSize(20);
        FidelityTest.assertClose(losses, expected.get("losses"), 1e-5);
        for (Trained rank : trained) {
            FidelityTest.assertClose(rank.norms(), expected.get("gradient_norms"), 1e-4);
            assertThat(rank.norms()).isEqualTo(trained.getFirst().norms());
            assertThat(rank.worstTensor()).isLessThan(1e-4);
        }
    }

    private Trained train(Path family, Rank rank) throws IOException {
        Path fixtures = FidelityTest.FIXTURES.resolve(family);
        JsonNode expected = FidelityTest.read(family.resolve("lora").resolve("expected.json"));
        JsonNode batches = FidelityTest.read(family.resolve("batches.json"));
        Placement oneThread = new Placement(false, Precision.FP32, Precision.FP32, 1);
        var meeting =
                new RankGroup.Meeting(
                        folder.resolve(family),
                        "token",
                        rank.number(),
                        rank.of(),
                        Duration.ofMinutes(1));
        try (AdapterFolder start = AdapterFolder.read(fixtures.resolve("adapter-initial"));
                TrainableModel model =
                        TrainableModel.lora(
                                ModelFolder.open(fixtures.resolve("model")),
                                new LoraPlan(
                                        start.config().rank(),
                                        start.config().scale(),
                                        0,
                                        Set.of(Slot.values())),
                                new TrainableModel.Settings(OptionalInt.empty(), 0, false, 1),
                                oneThread);
                RankGroup group = RankGroup.join(meeting, oneThread, model.parameters())) {
            model.startFrom(start);
            List<Double> losses = new ArrayList<>();
            List<Double> norms = new ArrayList<>();
            for (int step = 0; step < expected.get("losses").size(); step++) {
                double labels = expected.get("label_tokens").get(step).asDouble();
                double loss = 0;
                model.parameters().clearGradients();
                for (JsonNode microBatch : batches.get(step % batches.size())) {
                    for (double part :
                            model.accumulate(
                                    rank.own(FidelityTest.textItems(microBatch, RANKS)),
                                    1 / labels,
                                    0)) {
                        loss += part / labels;
                    }
                }
                losses.add(loss);
                group.sumGradients(model.parameters());
                norms.add(FidelityTest.update(model, expected.get("settings"), step));
            }
            return new Trained(
                    losses,
                    norms,
                    FidelityTest.worstTensor(
                            model.adapterTensors(true),
                            fixtures.resolve("lora/adapter-final/adapter_model.safetensors"),
                            Set.of()));
        }
    }
}
