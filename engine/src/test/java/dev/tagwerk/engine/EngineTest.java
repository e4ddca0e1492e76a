package dev.tagwerk.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.Measurement;
import dev.tagwerk.runfolder.Processes;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
    @TempDir Path folder;

    private final FakeProvider provider = new FakeProvider();

    private Engine engine() {
        return new Engine(
                Workspace.find(folder),
                List.of(provider),
                new Engine.Surroundings(
                        Clock.systemUTC(),
                        new Random(7),
                        Disk.real(),
                        Processes.real(),
                        duration -> {}));
    }

    private RunView start() {
        return engine().start(new StartRequest("Kniffel!", "job.yaml", "kind: x\n", "{}", "fake"));
    }

    private void writeResult(RunView run, String status, Optional<String> failure) {
        String attempt = run.state().attempt().orElseThrow().id();
        RunFolder shared = RunFolder.at(run.folder());
        shared.claim(attempt).close();
        shared.writeResult(
                new Result(
                        status,
                        7,
                        failure,
                        Map.of(),
                        new Fingerprint("c", 1, 1, 1, "t", "o", "j", "l", "v", Optional.empty()),
                        new Measurement(0, List.of(), 0, 0, 0, 0, 0, 0, Optional.empty()),
                        Map.of(),
                        Map.of()));
    }

    private static Ending ending(RunView run) {
        return run.state().attempt().orElseThrow().ending().orElseThrow();
    }

    @Test
    void aStartedRunIsPrivateAndRunning() throws IOException {
        RunView run = start();
        assertThat(run.id().value()).matches("kniffel-[0-9a-z]{8}");
        assertThat(run.phase()).isEqualTo(Phase.RUNNING);
        assertThat(run.folder().resolve("job.yaml")).hasContent("kind: x");
        assertThat(run.folder().resolve("job.json")).hasContent("{}");
        for (Path path : List.of(folder.resolve(".tagwerk"), run.folder())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
        assertThat(engine().list().runs()).extracting(RunView::id).containsExactly(run.id());
        assertThat(engine().resolve("kni")).isEqualTo(run.id());
        assertThat(engine().resolve("last")).isEqualTo(run.id());
        assertThatThrownBy(() -> engine().resolve("other")).hasMessageContaining("kniffel-");
    }

    @Test
    void theResultCountsAlthoughTheProviderSaysRunning() {
        RunView run = start();
        writeResult(run, Result.SUCCEEDED, Optional.empty());
        RunView done = engine().show(run.id());
        assertThat(done.phase()).isEqualTo(Phase.SUCCEEDED);
        assertThatThrownBy(() -> engine().resume(run.id())).hasMessageContaining("succeeded");
    }

    @Test
    void endingsAreToldApart() {
        assertThat(endingAfter(new Observation.Exited(0))).isEqualTo(failed(0));
        assertThat(endingAfter(new Observation.Exited(3))).isEqualTo(failed(3));
        assertThat(endingAfter(new Observation.Exited(137))).isEqualTo(new Ending.Signalled(9));
        assertThat(endingAfter(new Observation.Gone("x"))).isEqualTo(new Ending.Vanished("x"));
        RunView late = start();
        writeResult(late, Result.STOPPED, Optional.of("max_duration of 1 h reached"));
        assertThat(ending(engine().show(late.id()))).isEqualTo(new Ending.OutOfTime());
        RunView signalled = start();
        writeResult(signalled, Result.STOPPED, Optional.of("SIGTERM"));
        assertThat(ending(engine().show(signalled.id()))).isEqualTo(new Ending.Signalled(15));
        RunView stopped = engine().stop(start().id(), Duration.ofSeconds(1));
        assertThat(ending(stopped)).isEqualTo(new Ending.StoppedByUser(false));
        assertThat(stopped.phase()).isEqualTo(Phase.STOPPED);
    }

    private static Ending failed(int code) {
        return new Ending.Failed(code, "it ended without a result");
    }

    private Ending endingAfter(Observation observation) {
        RunView run = start();
        provider.attempts.put(run.state().attempt().orElseThrow().id(), observation);
        return ending(engine().show(run.id()));
    }

    @Test
    void resumeNeedsAnIntactCheckpointAndADeadAttempt() throws IOException {
        RunView run = start();
        assertThatThrownBy(() -> engine().resume(run.id())).hasMessageContaining("still running");
        provider.attempts.put(run.id() + "-a1", new Observation.Exited(137));
        assertThatThrownBy(() -> engine().resume(run.id()))
                .hasMessageContaining("no intact checkpoint")
                .hasMessageContaining("Start anew: tagwerk run job.yaml");
        FakeProvider.trains(run.folder(), run.id() + "-a1", 10);
        Files.writeString(
                Files.createDirectories(run.folder().resolve("output/checkpoint-20"))
                        .resolve("state"),
                "torn");
        Resumption resumption = engine().resume(run.id());
        assertThat(resumption.fromStep()).isEqualTo(10);
        assertThat(resumption.rejected()).hasSize(1);
        assertThat(resumption.run().state().attempts()).hasSize(2);
        assertThat(provider.executions).isEqualTo(2);
    }

    @Test
    void aControllerKilledAfterSubmittingStartsNothingTwice() {
        provider.afterSubmit =
                () -> {
                    throw new AssertionError("killed");
                };
        assertThatThrownBy(this::start).isInstanceOf(AssertionError.class);
        provider.afterSubmit = () -> {};
        RunId id = engine().resolve("last");
        assertThat(engine().show(id).phase()).isEqualTo(Phase.RUNNING);
        assertThat(engine().reconcile(id).phase()).isEqualTo(Phase.RUNNING);
        assertThat(provider.executions).isEqualTo(1);
    }

    @Test
    void aJournalCutAnywhereLeadsToOneExecution() throws IOException {
        RunView run = start();
        Path journal = run.folder().resolve("journal.jsonl");
        byte[] whole = Files.readAllBytes(journal);
        int firstLine = 0;
        while (whole[firstLine] != '\n') {
            firstLine++;
        }
        for (int length = firstLine + 1; length <= whole.length; length++) {
            Files.write(journal, Arrays.copyOf(whole, length));
            assertThat(engine().reconcile(run.id()).phase()).isEqualTo(Phase.RUNNING);
            assertThat(provider.executions).isEqualTo(1);
        }
    }

    @Test
    void aDamagedJournalIsListedNotHidden() throws IOException {
        RunView run = start();
        Files.writeString(
                run.folder().resolve("journal.jsonl"), "rubbish\n", StandardOpenOption.APPEND);
        assertThat(engine().list().runs()).isEmpty();
        assertThat(engine().list().unreadable()).hasSize(1);
        assertThatThrownBy(() -> engine().show(run.id())).hasMessageContaining("damaged in line");
    }

    @Test
    void oneControllerAtATime() {
        RunView run = start();
        try (RunLock _ =
                RunLock.acquire(run.folder(), Duration.ZERO, duration -> {}).orElseThrow()) {
            assertThatThrownBy(() -> engine().stop(run.id(), Duration.ZERO))
                    .hasMessageContaining("Another tagwerk command");
            assertThat(engine().show(run.id()).phase()).isEqualTo(Phase.RUNNING);
        }
    }

    @Test
    void theTransitionTableIsClosedAndEndsWithSuccess() {
        for (Phase phase : Phase.values()) {
            assertThat(Phase.TRANSITIONS).containsKey(phase);
        }
        assertThat(Phase.TRANSITIONS.get(Phase.SUCCEEDED)).isEmpty();
        for (Phase over : List.of(Phase.FAILED, Phase.STOPPED, Phase.VANISHED)) {
            assertThat(over.over()).isTrue();
            assertThat(Phase.TRANSITIONS.get(over)).containsExactly(Phase.PLANNED);
        }
        assertThat(Phase.RUNNING.mayBecome(Phase.PLANNED)).isFalse();
        assertThat(Phase.STOPPING.mayBecome(Phase.RUNNING)).isFalse();
    }
}
