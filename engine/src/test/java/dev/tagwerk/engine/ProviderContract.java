package dev.tagwerk.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every provider must do. A subclass says how to make a provider for a small program; each
 * call of {@link #provider} makes a new object, as a restarted controller would.
 */
public abstract class ProviderContract {
    /** Small programs; each first adds a line to {@code executions} in the run folder. */
    public enum Program {
        /** Prints {@code hello} and {@code grüße}, ends with 0. */
        SUCCEEDS,
        /** Ends with 3. */
        FAILS,
        /** Works until asked to end, then prints {@code checkpoint} and ends with 143. */
        WORKS,
        /** Works and pays no heed to being asked. */
        STUBBORN,
        /** Kills itself with signal 9. */
        KILLED
    }

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir protected Path runs;
    private Path run;
    private final List<Handle> started = new ArrayList<>();

    protected abstract Provider provider(Program program, Path runs);

    @BeforeEach
    void createRun() throws IOException {
        run = Files.createDirectories(runs.resolve("job-1"));
    }

    @AfterEach
    void stopAll() {
        for (Handle handle : started) {
            provider(Program.SUCCEEDS, runs).stop(handle, Duration.ZERO);
        }
    }

    protected final Handle submit(Program program, String attempt) {
        Provider provider = provider(program, runs);
        Handle handle = provider.submit(provider.render(new Attempt(attempt, run)), attempt);
        started.add(handle);
        return handle;
    }

    protected final Observation untilEnded(Handle handle) {
        Instant end = Instant.now().plus(LIMIT);
        while (Instant.now().isBefore(end)) {
            // A new object each time: whoever looks need not be the one who started it.
            Observation observation = provider(Program.SUCCEEDS, runs).observe(handle);
            if (observation.ended()) {
                return observation;
            }
            sleep();
        }
        throw new AssertionError("did not end within " + LIMIT);
    }

    private void untilWorking(Handle handle) {
        Instant end = Instant.now().plus(LIMIT);
        while (!log(handle).contains("working")) {
            assertThat(Instant.now()).isBefore(end);
            sleep();
        }
    }

    private String log(Handle handle) {
        return provider(Program.SUCCEEDS, runs).logs(handle, 0).text();
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    protected final Path run() {
        return run;
    }

    private int executions() throws IOException {
        Path file = run.resolve("executions");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    @Test
    void renderingIsPure() throws IOException {
        Attempt attempt = new Attempt("job-1-a1", run);
        Payload one = provider(Program.SUCCEEDS, runs).render(attempt);
        assertThat(provider(Program.SUCCEEDS, runs).render(attempt)).isEqualTo(one);
        try (Stream<Path> files = Files.list(run)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void submittingTwiceYieldsOneExecution() throws IOException {
        Handle first = submit(Program.SUCCEEDS, "job-1-a1");
        assertThat(submit(Program.SUCCEEDS, "job-1-a1")).isEqualTo(first);
        assertThat(untilEnded(first)).isEqualTo(new Observation.Exited(0));
        assertThat(submit(Program.SUCCEEDS, "job-1-a1")).isEqualTo(first);
        assertThat(executions()).isEqualTo(1);
    }

    @Test
    void submittingFromManyControllersAtOnceYieldsOneExecution() throws Exception {
        Set<Handle> handles = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        Provider one = provider(Program.WORKS, runs);
                                        Payload payload = one.render(new Attempt("job-1-a1", run));
                                        handles.add(one.submit(payload, "job-1-a1"));
                                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(handles).hasSize(1);
        Handle handle = handles.iterator().next();
        started.add(handle);
        untilWorking(handle);
        assertThat(executions()).isEqualTo(1);
    }

    @Test
    void aRestartedControllerFindsWhatItOwns() {
        Handle handle = submit(Program.WORKS, "job-1-a1");
        assertThat(provider(Program.WORKS, runs).owned())
                .containsExactly(new Provider.Owned("job-1-a1", handle));
        untilWorking(handle);
        assertThat(provider(Program.WORKS, runs).observe(handle))
                .isEqualTo(new Observation.Running());
    }

    @Test
    void twoAttemptsAreTwoExecutions() throws IOException {
        assertThat(untilEnded(submit(Program.SUCCEEDS, "job-1-a1")).ended()).isTrue();
        assertThat(untilEnded(submit(Program.SUCCEEDS, "job-1-a2")).ended()).isTrue();
        assertThat(executions()).isEqualTo(2);
    }

    @Test
    void exitCodesAndSignalsAreToldApart() {
        assertThat(untilEnded(submit(Program.FAILS, "job-1-a1")))
                .isEqualTo(new Observation.Exited(3));
        assertThat(untilEnded(submit(Program.KILLED, "job-1-a2")))
                .isEqualTo(new Observation.Exited(137));
    }

    @Test
    void aStopLetsItWriteItsCheckpoint() {
        Handle handle = submit(Program.WORKS, "job-1-a1");
        untilWorking(handle);
        provider(Program.WORKS, runs).stop(handle, LIMIT);
        assertThat(provider(Program.WORKS, runs).observe(handle))
                .isEqualTo(new Observation.Exited(143));
        assertThat(log(handle)).contains("checkpoint");
    }

    @Test
    void aStopKillsAfterTheGrace() {
        Handle handle = submit(Program.STUBBORN, "job-1-a1");
        untilWorking(handle);
        provider(Program.STUBBORN, runs).stop(handle, Duration.ofMillis(300));
        assertThat(provider(Program.STUBBORN, runs).observe(handle))
                .isEqualTo(new Observation.Exited(137));
    }

    @Test
    void stoppingWhatHasEndedDoesNothing() {
        Handle handle = submit(Program.FAILS, "job-1-a1");
        untilEnded(handle);
        provider(Program.FAILS, runs).stop(handle, Duration.ZERO);
        assertThat(provider(Program.FAILS, runs).observe(handle))
                .isEqualTo(new Observation.Exited(3));
    }

    @Test
    void logsAreReadPieceByPiece() {
        Handle handle = submit(Program.SUCCEEDS, "job-1-a1");
        untilEnded(handle);
        Provider provider = provider(Program.SUCCEEDS, runs);
        LogChunk all = provider.logs(handle, 0);
        assertThat(all.text()).isEqualTo("hello\ngrüße\n");
        assertThat(provider.logs(handle, all.next())).isEqualTo(new LogChunk("", all.next()));
        assertThat(provider.logs(handle, 6).text()).isEqualTo("grüße\n");
        assertThat(provider.logs(handle, all.next() + 99).text()).isEmpty();
    }
}
