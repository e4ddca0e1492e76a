package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The arithmetic of estimates; how near they come to real runs, bench/estimate.sh measures. */
final class MemoryEstimateTest {
    private static final Set<String> ALL =
            Set.of("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj");

    @TempDir private Path folder;
    private @org.jspecify.annotations.Nullable ModelConfig read;

    private ModelConfig config() {
        return java.util.Objects.requireNonNull(read);
    }

    @BeforeEach
    void model() throws IOException {
        Path json = folder.resolve("config.json");
        Files.writeString(
                json,
                """
                {"model_type": "llama", "vocab_size": 1000, "hidden_size": 64, "intermediate_size": 128,
                 "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2,
                 "max_position_embeddings": 2048, "rms_norm_eps": 1e-6, "tie_word_embeddings": true}
                """);
        read = ModelConfig.read(json);
    }

    private MemoryPlan plan(boolean checkpointing, MemoryPlan.Frozen frozen, int workers) {
        return new MemoryPlan(
                config(),
                new MemoryPlan.Adaptation.LowRank(8, ALL, false, frozen),
                0,
                false,
                checkpointing,
                DType.F32,
                DType.F32,
                false,
                workers,
                1);
    }

    private List<TensorEntry> tensors() {
        return List.of(
                new TensorEntry(
                        "model.layers.0.mlp.up_proj.weight",
                        DType.F32,
                        List.of(128L, 64L),
                        0,
                        128 * 64 * 4),
                new TensorEntry("model.norm.weight", DType.F32, List.of(64L), 0, 64 * 4));
    }

    private static Workload rows(int rows, int length) {
        BatchShare share = new BatchShare(Collections.nCopies(rows, length), rows * (length - 1));
        return new Workload(
                List.of(List.of(share)), List.of(), rows, (long) rows * length, 100, 0, "all");
    }

    private MemoryEstimate estimate(MemoryPlan plan, Workload rows) {
        return MemoryEstimate.of(plan, tensors(), 0, rows);
    }

    private static long line(MemoryEstimate estimate, String name) {
        return estimate.lines().stream()
                .filter(line -> line.name().equals(name))
                .mapToLong(MemoryLine::bytes)
                .sum();
    }

    @Test
    void pairsMomentsAndGradientsAreCountedByHand() {
        // inputs and outputs: q 64+64, k and v 64+32, o 64+64, gate and up 64+128, down 128+64
        long values = 8 * (128 + 96 + 96 + 128 + 192 + 192 + 192) * 4L;
        MemoryEstimate estimate =
                estimate(plan(false, MemoryPlan.Frozen.AS_STORED, 2), rows(1, 32));
        assertThat(line(estimate, "adapter and head")).isEqualTo(4 * values);
        assertThat(line(estimate, "optimiser")).isEqualTo(8 * values);
        assertThat(line(estimate, "gradients")).isEqualTo(8 * values);
        assertThat(line(estimate, "weights, mapped")).isEqualTo(128 * 64 * 4 + 64 * 4);
    }

    @Test
    void partsAddUpToThePeak() {
        MemoryEstimate estimate =
                estimate(plan(false, MemoryPlan.Frozen.AS_STORED, 1), rows(4, 128));
        assertThat(estimate.mainBytes())
                .isEqualTo(estimate.lines().stream().mapToLong(MemoryLine::bytes).sum());
        assertThat(estimate.cardBytes()).isZero();
    }

    @Test
    void moreRowsTakeMoreAndCheckpointingTakesLess() {
        MemoryPlan plan = plan(false, MemoryPlan.Frozen.AS_STORED, 1);
        long four = estimate(plan, rows(4, 256)).mainBytes();
        assertThat(estimate(plan, rows(8, 256)).mainBytes()).isGreaterThan(four);
        assertThat(estimate(plan, rows(4, 512)).mainBytes()).isGreaterThan(four);
        assertThat(estimate(plan(true, MemoryPlan.Frozen.AS_STORED, 1), rows(4, 256)).mainBytes())
                .isLessThan(four);
    }

    @Test
    void quantisedMatricesTakeTheirBitsAndScales() {
        MemoryEstimate nf4 = estimate(plan(false, MemoryPlan.Frozen.NF4, 1), rows(1, 32));
        assertThat(line(nf4, "weights, quantised")).isEqualTo(128 * 64 / 2 + 128 * 64 / 64 * 4);
        MemoryEstimate int8 = estimate(plan(false, MemoryPlan.Frozen.INT8, 1), rows(1, 32));
        assertThat(line(int8, "weights, quantised")).isEqualTo(128 * 64 + 128 * 4);
    }

    @Test
    void copiesOfBlocksMatricesCountWithWhatLibtorchKeepsForThem() {
        long copied = 4L * 64 * 128;
        MemoryPlan pairs = plan(false, MemoryPlan.Frozen.AS_STORED, 2);
        MemoryPlan copies =
                new MemoryPlan(
                        config(),
                        new MemoryPlan.Adaptation.LowRank(
                                8, ALL, false, MemoryPlan.Frozen.AS_STORED, copied, true),
                        0,
                        false,
                        false,
                        DType.F32,
                        DType.F32,
                        false,
                        2,
                        1);
        MemoryEstimate before = estimate(pairs, rows(4, 256));
        MemoryEstimate after = estimate(copies, rows(4, 256));
        assertThat(line(after, "optimiser") - line(before, "optimiser")).isEqualTo(8 * copied);
        assertThat(line(after, "activations kept")).isGreaterThan(line(before, "activations kept"));
    }

    @Test
    void anEvaluationsPiecesOfLogitsAreOfOneSize() {
        assertThat(LogitPieces.rows(1536, 32_000)).isEqualTo(308);
        assertThat(LogitPieces.rows(1536, 150_000)).isEqualTo(256);
        assertThat(LogitPieces.rows(100, 32_000)).isEqualTo(100);
        assertThat(LogitPieces.rows(0, 32_000)).isEqualTo(1);
        assertThat(LogitPieces.rows(5000, 1000)).isEqualTo(556);
    }

    @Test
    void theTallyRemembersTheFullestMoment() {
        Tally tally = new Tally();
        try (Tally.Scope kept = tally.scope(Tally.Kind.KEPT)) {
            kept.make(10);
            try (Tally.Scope working = tally.scope(Tally.Kind.WORKING)) {
                working.make(5);
            }
            kept.make(3);
        }
        assertThat(tally.alive()).isEqualTo(15);
        assertThat(tally.peak()).isEqualTo(2 * BestFit.GRAIN);
        assertThat(tally.atPeak(Tally.Kind.KEPT)).isEqualTo(10);
        assertThat(tally.atPeak(Tally.Kind.WORKING)).isEqualTo(5);
    }
}
