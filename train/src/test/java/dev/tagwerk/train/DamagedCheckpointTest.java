package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resuming where the newest checkpoint is damaged, none is left, or something else has changed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedCheckpointTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOB = TrainerJobs.DECISION.replace("keep: 2", "keep: 100");
    private static final int KILLED_AFTER = 12;

    @TempDir static Path folder;
    private TestRun whole;
    private int copies;

    @BeforeAll
    void runOnce() throws Exception {
        TrainerJobs.writeInputs(folder);
        whole = TestRun.of(folder.resolve("whole"), JOB);
        assertThat(whole.here(false).succeeded()).isTrue();
    }

    private TestRun killed() throws IOException {
        return whole.copyKilledAfter(KILLED_AFTER, folder.resolve("copy-" + ++copies));
    }

    private static void assertResumedFrom(TestRun run, int step) {
        assertThat(run.events(Event.Resumed.class))
                .singleElement()
                .satisfies(
                        resumed -> {
                            assertThat(resumed.fromStep()).isEqualTo(step);
                            assertThat(resumed.bitIdentical()).isTrue();
                        });
    }

    @Test
    void anIntactOneIsResumedFrom() throws IOException {
        TestRun run = killed();
        run.here(false);
        assertResumedFrom(run, KILLED_AFTER);
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
        assertThat(run.result().metrics()).isEqualTo(whole.result().metrics());
    }

    @ParameterizedTest
    @CsvSource({
        "trainable.safetensors, truncated",
        "trainable.safetensors, flipped",
        "trainable.safetensors, deleted",
        "optimizer.safetensors, truncated",
        "optimizer.safetensors, flipped",
        "optimizer.safetensors, deleted",
        "state.json, truncated",
        "state.json, flipped",
        "state.json, deleted",
        "COMPLETE, truncated",
        "COMPLETE, flipped",
        "COMPLETE, deleted"
    })
    void theOneBeforeADamagedOneIsUsed(String file, String damage) throws IOException {
        TestRun run = killed();
        List<Checkpoint> before = run.folder().checkpoints().list();
        damage(run.newestCheckpoint().resolve(file), damage);
        run.here(false);
        assertResumedFrom(run, before.get(before.size() - 2).step());
        assertThat(run.notes())
                .anySatisfy(
                        note ->
                                assertThat(note)
                                        .contains("checkpoint 12 is not used")
                                        .contains(file));
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
    }

    private static void damage(Path file, String damage) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        switch (damage) {
            case "truncated" -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            case "flipped" -> {
                bytes[bytes.length / 2] ^= 4;
                Files.write(file, bytes);
            }
            default -> Files.delete(file);
        }
    }

    @Test
    void withoutAnIntactOneItRefusesAndSaysHowToStartOver() throws IOException {
        TestRun run = killed();
        for (Checkpoint checkpoint : run.folder().checkpoints().list()) {
            damage(checkpoint.folder().resolve("COMPLETE"), "deleted");
        }
        assertThatThrownBy(() -> run.here(false))
                .isInstanceOfSatisfying(
                        TrainException.class, e -> assertThat(e.code()).isEqualTo("no_checkpoint"))
                .hasMessageContaining("--start-over");
        assertThat(run.here(true).succeeded()).isTrue();
        assertThat(run.events(Event.Resumed.class)).isEmpty();
        assertThat(run.notes()).anyMatch(note -> note.startsWith("started over"));
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
    }

    @Test
    void whereAllWereDeletedItRefusesToo() throws IOException {
        TestRun run = whole.copyKilledAfter(0, folder.resolve("copy-" + ++copies));
        assertThatThrownBy(() -> run.here(false)).hasMessageContaining("--start-over");
    }

    @Test
    void aRunKilledBeforeItsFirstCheckpointJustBegins() throws IOException {
        TestRun run = TestRun.of(folder.resolve("fresh"), JOB);
        run.folder().create();
        run.folder()
                .events()
                .append(stamp -> new Event.Step(stamp, 1, 0.1, 1, 0, 1, 10, 1, 0.1, 10, 1));
        assertThat(run.here(false).succeeded()).isTrue();
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
    }

    @ParameterizedTest
    @ValueSource(strings = {"learning_rate: 3e-3", "seed: 5", "eval_steps: 5", "rank: 2"})
    void anotherRecipeIsRefused(String changed) throws IOException {
        TestRun run = killed();
        run.replaceJob(
                JOB.replace(changed, changed.replaceFirst(": ", ": 0").replace(": 0", ": 1")));
        assertThatThrownBy(() -> run.here(false))
                .isInstanceOfSatisfying(
                        TrainException.class, e -> assertThat(e.code()).isEqualTo("inputs_changed"))
                .hasMessageContaining("new run");
    }

    @Test
    void changedDataAreRefused() throws IOException {
        TestRun run = killed();
        TinyData.decisions(folder.resolve("other.jsonl"), 60, 99);
        run.replaceJob(JOB.replace("decisions.jsonl", "other.jsonl"));
        assertThatThrownBy(() -> run.here(false)).hasMessageContaining("data");
    }

    @Test
    void aChangedBaseIsRefused() throws IOException {
        TestRun run = killed();
        TinyModel.write(folder.resolve("wider"), 40, 48, 2);
        run.replaceJob(JOB.replace("./model", "./wider"));
        assertThatThrownBy(() -> run.here(false)).hasMessageContaining("base model");
    }

    @Test
    void whatDecidesNothingMayChange() throws IOException {
        TestRun run = killed();
        Files.copy(folder.resolve("decisions.jsonl"), folder.resolve("moved.jsonl"));
        run.replaceJob(
                JOB.replace("decisions.jsonl", "moved.jsonl")
                        .replace("keep: 100", "keep: 3")
                        .replace("every_steps: 4", "every_steps: 6")
                        .replace("task: decision", "task: decision\nmax_duration: 1h"));
        run.here(false);
        assertResumedFrom(run, KILLED_AFTER);
        assertThat(run.deliverables().get("adapter/adapter_model.safetensors"))
                .isEqualTo(whole.deliverables().get("adapter/adapter_model.safetensors"));
    }

    @Test
    void onAnotherMachineItGoesOnAndSaysThatBitsMayDiffer() throws Exception {
        TestRun run = killed();
        Path checkpoint = run.newestCheckpoint();
        ObjectNode state = (ObjectNode) JSON.readTree(checkpoint.resolve("state.json").toFile());
        ((ObjectNode) state.get("fingerprint")).put("cpu_model", "another processor");
        byte[] edited = JSON.writeValueAsBytes(state);
        Files.write(checkpoint.resolve("state.json"), edited);
        ObjectNode complete = (ObjectNode) JSON.readTree(checkpoint.resolve("COMPLETE").toFile());
        ObjectNode entry = (ObjectNode) complete.get("files").get("state.json");
        entry.put("bytes", edited.length);
        entry.put(
                "sha256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(edited)));
        JSON.writeValue(checkpoint.resolve("COMPLETE").toFile(), complete);
        run.here(false);
        assertNotBitIdentical(run, "CPU");
    }

    @Test
    void withAnotherNumberOfThreadsItGoesOnAndSaysThatBitsMayDiffer() throws Exception {
        TestRun run = killed();
        run.replaceJob(JOB.replace("threads: 2", "threads: 1"));
        run.here(false);
        assertNotBitIdentical(run, "threads 1, was 2");
    }

    private static void assertNotBitIdentical(TestRun run, String because) {
        assertThat(run.events(Event.Resumed.class))
                .singleElement()
                .satisfies(
                        resumed -> {
                            assertThat(resumed.fromStep()).isEqualTo(KILLED_AFTER);
                            assertThat(resumed.bitIdentical()).isFalse();
                            assertThat(resumed.reason())
                                    .startsWith("not bit-identical, because of ")
                                    .contains(because);
                        });
        assertThat(run.result().succeeded()).isTrue();
    }
}
