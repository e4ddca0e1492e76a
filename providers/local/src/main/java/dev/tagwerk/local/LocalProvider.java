package dev.tagwerk.local;

import dev.tagwerk.engine.Attempt;
import dev.tagwerk.engine.Capabilities;
import dev.tagwerk.engine.EngineException;
import dev.tagwerk.engine.Handle;
import dev.tagwerk.engine.LogChunk;
import dev.tagwerk.engine.Observation;
import dev.tagwerk.engine.Pause;
import dev.tagwerk.engine.Payload;
import dev.tagwerk.engine.Provider;
import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.runfolder.ProcessIdentity;
import dev.tagwerk.runfolder.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Executes attempts as processes of this machine, each in a session of its own, so that neither
 * Ctrl-C nor the end of the starting command reaches them. Thread-safe.
 */
public final class LocalProvider implements Provider {
    public static final String NAME = "local";

    /** What a trainer may need of its caller's environment; tokens and keys are not among it. */
    static final List<String> INHERIT =
            List.of(
                    "CUDA_VISIBLE_DEVICES",
                    "HF_HOME",
                    "HF_HUB_CACHE",
                    "HOME",
                    "JAVA_HOME",
                    "LANG",
                    "LC_ALL",
                    "LC_CTYPE",
                    "LD_LIBRARY_PATH",
                    "MKL_NUM_THREADS",
                    "NVIDIA_VISIBLE_DEVICES",
                    "OMP_NUM_THREADS",
                    "OMP_WAIT_POLICY",
                    "OPENBLAS_CORETYPE",
                    "OPENBLAS_NUM_THREADS",
                    "PATH",
                    "TMPDIR",
                    "TZ",
                    "XDG_CACHE_HOME");

    private static final Duration START_WAIT = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration KILL_WAIT = Duration.ofSeconds(10);
    private static final int KILLED = 128 + 9;

    private final TrainerCommand command;
    private final Path runs;
    private final Surroundings surroundings;

    /** What the provider would otherwise take from the machine by itself. */
    public record Surroundings(
            Map<String, String> environment, Processes processes, Disk disk, Pause pause) {
        public Surroundings {
            environment = Map.copyOf(environment);
        }

        public static Surroundings real() {
            return new Surroundings(System.getenv(), Processes.real(), Disk.real(), Pause.real());
        }
    }

    /**
     * @param runs the folder whose sub-folders are the runs, to find what was started for them
     */
    public LocalProvider(TrainerCommand command, Path runs, Surroundings surroundings) {
        this.command = command;
        this.runs = runs;
        this.surroundings = surroundings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(true, true, true);
    }

    @Override
    public Payload render(Attempt attempt) {
        return new LaunchPlan(
                        attempt.id(),
                        attempt.runFolder(),
                        command.argumentsFor(attempt.runFolder(), attempt.id()),
                        command.sortedEnvironment(),
                        INHERIT)
                .payload();
    }

    @Override
    public Handle submit(Payload payload, String idempotencyKey) {
        LaunchPlan plan = LaunchPlan.read(payload);
        if (!plan.attempt().equals(idempotencyKey)) {
            throw new IllegalArgumentException(
                    "idempotencyKey: must be the attempt's id " + plan.attempt());
        }
        AttemptFiles files = AttemptFiles.of(plan.runFolder(), plan.attempt());
        try {
            if (files.started()) {
                return handle(plan, started(files, Optional.empty()));
            }
            Launcher launcher = new Launcher(surroundings.disk(), surroundings.environment());
            Process wrapper = launcher.launch(plan, files);
            return handle(plan, started(files, Optional.of(wrapper)));
        } catch (IOException failure) {
            throw new EngineException(
                    EngineException.SUBMIT_REFUSED,
                    EngineException.Category.PROVIDER,
                    "The trainer could not be started: "
                            + failure.getMessage()
                            + ". Both sh and setsid (package util-linux) must be on the PATH, and "
                            + plan.runFolder()
                            + " must be writable.",
                    failure);
        }
    }

    private static Handle handle(LaunchPlan plan, ProcessIdentity process) {
        return new LocalHandle(plan.attempt(), plan.runFolder(), process).handle();
    }

    /** Waits until a wrapper, ours or one started before, has said who it is. */
    private ProcessIdentity started(AttemptFiles files, Optional<Process> wrapper)
            throws IOException {
        for (Duration waited = Duration.ZERO;
                waited.compareTo(START_WAIT) < 0;
                waited = waited.plus(POLL)) {
            boolean ended = wrapper.isPresent() && !wrapper.get().isAlive();
            Optional<ProcessIdentity> process = files.process();
            if (process.isPresent()) {
                return process.get();
            }
            if (ended && !files.started()) {
                throw new IOException(
                        "it ended at once with exit code "
                                + wrapper.get().exitValue()
                                + ", see "
                                + files.log());
            }
            pause();
        }
        if (wrapper.isEmpty()) {
            throw new IOException("an earlier start was killed before it had begun");
        }
        throw new EngineException(
                "submit_unclear",
                EngineException.Category.PROVIDER,
                "The trainer did not start within "
                        + START_WAIT.toSeconds()
                        + " s; this machine may be overloaded. Look again: tagwerk runs list");
    }

    @Override
    public Observation observe(Handle handle) {
        return observe(LocalHandle.read(handle));
    }

    private Observation observe(LocalHandle handle) {
        AttemptFiles files = handle.files();
        try {
            OptionalInt code = files.exitCode();
            if (code.isEmpty()) {
                if (alive(handle)) {
                    return new Observation.Running();
                }
                // It may have written its exit code between our two looks.
                code = files.exitCode();
            }
            if (code.isPresent()) {
                return new Observation.Exited(code.getAsInt());
            }
            return new Observation.Gone(
                    "process "
                            + handle.process().pid()
                            + " has gone without an exit code; it was killed together with its"
                            + " wrapper, or the machine restarted");
        } catch (IOException failure) {
            throw new EngineException(
                    "observe_failed",
                    EngineException.Category.PROVIDER,
                    "Cannot look at attempt " + handle.attempt() + ": " + failure.getMessage(),
                    failure);
        }
    }

    private boolean alive(LocalHandle handle) {
        Optional<ProcessIdentity> now = surroundings.processes().find(handle.process().pid());
        if (now.isPresent()) {
            return now.get().equals(handle.process());
        }
        return Sessions.anyAlive(handle.process().pid(), handle.attempt());
    }

    @Override
    public void stop(Handle handle, Duration grace) {
        LocalHandle local = LocalHandle.read(handle);
        if (observe(local).ended()) {
            return;
        }
        signal(local, "TERM");
        if (endsWithin(local, grace)) {
            return;
        }
        signal(local, "KILL");
        if (!endsWithin(local, KILL_WAIT)) {
            throw new EngineException(
                    "stop_failed",
                    EngineException.Category.PROVIDER,
                    "Process "
                            + local.process().pid()
                            + " did not end although it was killed; it may hang in the kernel,"
                            + " waiting for a disk. Try again later.");
        }
        recordKill(local);
    }

    private boolean endsWithin(LocalHandle handle, Duration limit) {
        for (Duration waited = Duration.ZERO;
                waited.compareTo(limit) <= 0;
                waited = waited.plus(POLL)) {
            if (observe(handle).ended()) {
                return true;
            }
            pause();
        }
        return observe(handle).ended();
    }

    /** The wrapper died with its group; what it can no longer write, we do. */
    private void recordKill(LocalHandle handle) {
        try {
            if (handle.files().exitCode().isEmpty()) {
                surroundings
                        .disk()
                        .create(
                                handle.files().exit(),
                                (KILLED + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (FileAlreadyExistsException written) {
            return;
        } catch (IOException failure) {
            throw new EngineException(
                    "stop_failed",
                    EngineException.Category.PROVIDER,
                    "The attempt was killed, but that cannot be recorded: " + failure.getMessage(),
                    failure);
        }
    }

    private void signal(LocalHandle handle, String signal) {
        if (observe(handle).ended()) {
            return;
        }
        try {
            // The shell's own kill reaches a whole group, which Java cannot; a group that has gone
            // in between is no error.
            new ProcessBuilder(
                            "sh",
                            "-c",
                            "kill -s \"$1\" -- \"-$2\" 2>/dev/null || :",
                            "sh",
                            signal,
                            Long.toString(handle.process().pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException failure) {
            throw new EngineException(
                    "stop_failed",
                    EngineException.Category.PROVIDER,
                    "Cannot signal the attempt: " + failure.getMessage(),
                    failure);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private void pause() {
        try {
            surroundings.pause().pause(POLL);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static EngineException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new EngineException(
                "interrupted",
                EngineException.Category.USER,
                "Interrupted while waiting for the attempt.",
                cause);
    }

    @Override
    public LogChunk logs(Handle handle, long from) {
        return LogFile.read(LocalHandle.read(handle).files().log(), from);
    }

    @Override
    public List<Owned> owned() {
        List<Owned> owned = new ArrayList<>();
        try {
            for (Path run : folders(runs)) {
                for (Path attempt : folders(run.resolve(AttemptFiles.ATTEMPTS))) {
                    String id = attempt.getFileName().toString();
                    new AttemptFiles(attempt)
                            .process()
                            .map(process -> new LocalHandle(id, run, process).handle())
                            .ifPresent(handle -> owned.add(new Owned(id, handle)));
                }
            }
        } catch (IOException failure) {
            throw new EngineException(
                    "observe_failed",
                    EngineException.Category.PROVIDER,
                    "Cannot look through " + runs + ": " + failure.getMessage(),
                    failure);
        }
        return List.copyOf(owned);
    }

    private static List<Path> folders(Path parent) throws IOException {
        List<Path> folders = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
                for (Path child : children) {
                    if (Files.isDirectory(child)) {
                        folders.add(child);
                    }
                }
            }
        }
        folders.sort(null);
        return folders;
    }
}
