package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.runfolder.Latest;
import dev.tagwerk.runfolder.Processes;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.runfolder.RunFolderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What one can do with the runs of a workspace. Several engines, in one process or in many, may
 * work on the same workspace. Thread-safe.
 */
public final class Engine {
    private static final Duration LOCK_WAIT = Duration.ofSeconds(5);
    private static final Duration EXIT_WAIT = Duration.ofSeconds(10);
    private static final Duration EXIT_POLL = Duration.ofMillis(100);
    private static final int ID_TRIES = 20;

    private final Workspace workspace;
    private final Map<String, Provider> providers = new LinkedHashMap<>();
    private final Surroundings surroundings;
    private final Runs runs;

    /** What the engine would otherwise take from the machine by itself. */
    public record Surroundings(
            Clock clock, RandomGenerator random, Disk disk, Processes processes, Pause pause) {
        public static Surroundings real() {
            return new Surroundings(
                    Clock.systemUTC(),
                    RandomGenerator.getDefault(),
                    Disk.real(),
                    Processes.real(),
                    Pause.real());
        }
    }

    public Engine(
            Workspace workspace, Collection<? extends Provider> providers, Surroundings around) {
        this.workspace = workspace;
        this.surroundings = around;
        for (Provider provider : providers) {
            this.providers.put(provider.name(), provider);
        }
        this.runs = new Runs(workspace, around.disk(), around.clock());
    }

    public Workspace workspace() {
        return workspace;
    }

    /** The run meant by an id, an unambiguous beginning of one, or {@code last}. */
    public RunId resolve(String text) {
        return runs.resolve(text);
    }

    /** Reads and writes what the trainer shares with us. */
    public RunFolder folder(RunId id) {
        return RunFolder.at(
                workspace.run(id),
                surroundings.disk(),
                surroundings.clock(),
                surroundings.processes());
    }

    /**
     * Writes a new run down and starts its first attempt; returns as soon as the provider has it.
     */
    public RunView start(StartRequest request) {
        provider(request.provider());
        workspace.create(surroundings.disk());
        RunId id = createFolder(request);
        try (RunLock _ = lock(id)) {
            Journal journal = runs.journal(id);
            RunState state =
                    RunState.fold(
                            List.of(
                                    journal.append(
                                            stamp ->
                                                    new Entry.Created(
                                                            stamp,
                                                            id,
                                                            request.name(),
                                                            request.origin(),
                                                            request.provider()))));
            return view(reconcile(state));
        }
    }

    private RunId createFolder(StartRequest request) {
        for (int attempt = 0; attempt < ID_TRIES; attempt++) {
            RunId id =
                    RunId.create(
                            request.name(), surroundings.clock().instant(), surroundings.random());
            Path root = workspace.run(id);
            try {
                surroundings.disk().createFolders(root);
                write(root.resolve("job.yaml"), request.jobYaml());
                write(root.resolve("job.json"), request.jobJson());
                folder(id).create();
                surroundings.disk().syncFolder(root);
                surroundings.disk().syncFolder(workspace.runs());
                return id;
            } catch (FileAlreadyExistsException taken) {
                continue;
            } catch (IOException failure) {
                throw new EngineException(
                        "workspace_not_writable",
                        EngineException.Category.USER,
                        "Cannot write the run to "
                                + root
                                + ": "
                                + failure.getMessage()
                                + ". Free some space or make the workspace writable.",
                        failure);
            }
        }
        throw new EngineException(
                "run_id_taken",
                EngineException.Category.INTERNAL,
                "No free run id was found in " + workspace.runs() + ". Try again.");
    }

    private void write(Path file, String text) throws IOException {
        surroundings.disk().create(file, text.getBytes(StandardCharsets.UTF_8));
        surroundings.disk().sync(file);
    }

    private RunState plan(RunState state, Journal journal, String provider, int fromStep) {
        int number = state.attempts().size() + 1;
        String attempt = state.id() + "-a" + number;
        return state.after(
                journal.append(
                        stamp ->
                                new Entry.AttemptPlanned(
                                        stamp, attempt, number, provider, fromStep)));
    }

    /**
     * Starts a new attempt from the newest intact checkpoint. Refused while an attempt lives, when
     * the run has succeeded, and when there is no intact checkpoint.
     */
    public Resumption resume(RunId id) {
        try (RunLock _ = lock(id)) {
            RunState state = observe(state(id));
            if (state.phase() == Phase.CREATED || state.phase() == Phase.PLANNED) {
                // Its controller was killed before it could submit: go on where it left off.
                return new Resumption(view(reconcile(state)), 0, List.of());
            }
            AttemptState last = state.attempt().orElseThrow();
            if (state.phase() == Phase.SUCCEEDED) {
                throw refused(
                        "run_succeeded",
                        "Run "
                                + id
                                + " has succeeded; there is nothing to resume. Train further in a"
                                + " new run: tagwerk run "
                                + state.origin());
            }
            if (!state.phase().over() || !hasExited(last)) {
                throw refused(
                        "run_alive",
                        "Run "
                                + id
                                + " is still "
                                + state.phase().word()
                                + ". Follow it: tagwerk runs logs -f "
                                + id
                                + " - or stop it first: tagwerk runs stop "
                                + id);
            }
            RunFolder folder = folder(id);
            Latest latest = folder.checkpoints().latestIntact();
            int fromStep =
                    latest.checkpoint()
                            .orElseThrow(() -> noCheckpoint(state, latest.rejected()))
                            .step();
            folder.clearStop();
            RunState planned = plan(state, runs.journal(id), last.provider(), fromStep);
            return new Resumption(view(reconcile(planned)), fromStep, latest.rejected());
        }
    }

    private static EngineException noCheckpoint(RunState state, List<Latest.Rejected> rejected) {
        StringBuilder why = new StringBuilder();
        for (Latest.Rejected one : rejected) {
            why.append(why.isEmpty() ? " (" : "; ")
                    .append("step ")
                    .append(one.checkpoint().step())
                    .append(": ")
                    .append(one.reason());
        }
        why.append(why.isEmpty() ? "" : ")");
        return refused(
                "no_checkpoint",
                "Run "
                        + state.id()
                        + " cannot be resumed: it has no intact checkpoint"
                        + why
                        + ". Start anew: tagwerk run "
                        + state.origin());
    }

    /** A process may take a moment to end after it has written its result. */
    private boolean hasExited(AttemptState attempt) {
        if (attempt.handle().isEmpty()) {
            return true;
        }
        Provider provider = provider(attempt.provider());
        for (Duration waited = Duration.ZERO;
                waited.compareTo(EXIT_WAIT) <= 0;
                waited = waited.plus(EXIT_POLL)) {
            if (provider.observe(attempt.handle().get()).ended()) {
                return true;
            }
            try {
                surroundings.pause().pause(EXIT_POLL);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }

    /** Ends the run's attempt: asks first, kills after the grace. An ended run is left as it is. */
    public RunView stop(RunId id, Duration grace) {
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace: must not be negative, is " + grace);
        }
        try (RunLock _ = lock(id)) {
            RunState state = observe(state(id));
            if (state.phase() == Phase.CREATED) {
                state = plan(state, runs.journal(id), state.provider(), 0);
            }
            AttemptState attempt = state.attempt().orElseThrow();
            if (state.phase().over()) {
                return view(state);
            }
            if (state.phase() == Phase.PLANNED) {
                return view(fence(state, attempt));
            }
            Journal journal = runs.journal(id);
            RunState stopping =
                    state.after(
                            journal.append(
                                    stamp -> new Entry.StopRequested(stamp, attempt.id(), grace)));
            provider(attempt.provider()).stop(attempt.handle().orElseThrow(), grace);
            return view(observe(stopping));
        }
    }

    /**
     * Ends an attempt that was planned and perhaps never started: whoever may still start it finds
     * the attempt claimed, and exits.
     */
    private RunState fence(RunState state, AttemptState attempt) {
        try {
            folder(state.id()).claim(attempt.id()).close();
        } catch (RunFolderException startedAfterAll) {
            throw new EngineException(
                    "run_starting",
                    EngineException.Category.USER,
                    "Run " + state.id() + " is just being started. Try again in a few seconds.",
                    startedAfterAll);
        }
        return reconcilerFor(state).append(state, attempt, new Ending.StoppedByUser(false));
    }

    /** The run as it is now; observed first, unless another controller is at work on it. */
    public RunView show(RunId id) {
        Optional<RunLock> lock =
                RunLock.acquire(workspace.run(id), Duration.ZERO, surroundings.pause());
        if (lock.isEmpty()) {
            return view(state(id));
        }
        try (RunLock _ = lock.get()) {
            return view(observe(state(id)));
        }
    }

    /** Brings a run forward: observes it, and submits what was planned and never submitted. */
    public RunView reconcile(RunId id) {
        try (RunLock _ = lock(id)) {
            return view(reconcile(state(id)));
        }
    }

    public Listing list() {
        List<RunView> views = new ArrayList<>();
        List<Listing.Unreadable> unreadable = new ArrayList<>();
        for (RunId id : runs.ids()) {
            try {
                if (!runs.journal(id).read().isEmpty()) {
                    views.add(show(id));
                }
            } catch (EngineException | RunFolderException broken) {
                unreadable.add(
                        new Listing.Unreadable(id.value(), String.valueOf(broken.getMessage())));
            }
        }
        views.sort(Comparator.comparing((RunView view) -> view.state().created()).reversed());
        return new Listing(views, unreadable);
    }

    /** What an attempt printed, from a byte on. */
    public LogChunk logs(AttemptState attempt, long from) {
        return attempt.handle()
                .map(handle -> provider(attempt.provider()).logs(handle, from))
                .orElseGet(() -> new LogChunk("", from));
    }

    private RunState reconcile(RunState state) {
        RunState planned =
                state.phase() == Phase.CREATED
                        ? plan(state, runs.journal(state.id()), state.provider(), 0)
                        : state;
        return reconcilerFor(planned).reconcile(planned);
    }

    private RunState observe(RunState state) {
        return state.attempts().isEmpty() ? state : reconcilerFor(state).observe(state);
    }

    private Reconciler reconcilerFor(RunState state) {
        String provider = state.attempt().map(AttemptState::provider).orElse(state.provider());
        return new Reconciler(runs.journal(state.id()), provider(provider), folder(state.id()));
    }

    private RunState state(RunId id) {
        List<Entry> entries = runs.journal(id).read();
        if (entries.isEmpty()) {
            throw refused("run_not_found", "There is no run " + id + ". See: tagwerk runs list");
        }
        return RunState.fold(entries);
    }

    private RunView view(RunState state) {
        RunFolder folder = folder(state.id());
        return new RunView(state, Progress.of(folder.events()), folder.root());
    }

    private RunLock lock(RunId id) {
        return RunLock.acquire(workspace.run(id), LOCK_WAIT, surroundings.pause())
                .orElseThrow(
                        () ->
                                refused(
                                        "run_busy",
                                        "Another tagwerk command is working on run "
                                                + id
                                                + ". Wait until it has finished, then try again."));
    }

    private Provider provider(String name) {
        Provider provider = providers.get(name);
        if (provider == null) {
            throw refused(
                    "provider_unknown",
                    "There is no provider '" + name + "'; known are " + providers.keySet() + ".");
        }
        return provider;
    }

    private static EngineException refused(String code, String message) {
        return new EngineException(code, EngineException.Category.USER, message);
    }
}
