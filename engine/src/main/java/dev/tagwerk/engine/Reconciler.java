package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.runfolder.RunFolderException;
import java.util.Optional;

/**
 * Catches a run's journal up with what happened, from whatever state it was left in: looks at the
 * provider and at the run folder, never at what should have happened. The caller holds the run's
 * lock.
 */
final class Reconciler {
    private final Journal journal;
    private final Provider provider;
    private final RunFolder folder;

    Reconciler(Journal journal, Provider provider, RunFolder folder) {
        this.journal = journal;
        this.provider = provider;
        this.folder = folder;
    }

    /** Observes only; a planned attempt that the provider does not have stays planned. */
    RunState observe(RunState state) {
        RunState current = state;
        Optional<AttemptState> attempt = state.attempt();
        if (attempt.isEmpty() || state.phase().over()) {
            return current;
        }
        if (current.phase() == Phase.PLANNED) {
            current = adopt(current, attempt.get());
        }
        if (current.phase() == Phase.PLANNED) {
            return current;
        }
        return lookAt(current, current.attempt().orElseThrow());
    }

    /** Observes, and submits a planned attempt that the provider does not have. */
    RunState reconcile(RunState state) {
        RunState current = observe(state);
        if (current.phase() != Phase.PLANNED) {
            return current;
        }
        return lookAtAttempt(submit(current));
    }

    private RunState lookAtAttempt(RunState state) {
        return state.phase().over() ? state : lookAt(state, state.attempt().orElseThrow());
    }

    private RunState submit(RunState state) {
        AttemptState attempt = state.attempt().orElseThrow();
        Handle handle;
        try {
            Payload payload = provider.render(new Attempt(attempt.id(), folder.root()));
            handle = provider.submit(payload, attempt.id());
        } catch (EngineException failure) {
            if (failure.code().equals(EngineException.SUBMIT_REFUSED)) {
                String why = String.valueOf(failure.getMessage());
                append(state, attempt, new Ending.NotSubmitted(why));
            }
            throw failure;
        }
        return state.after(
                journal.append(stamp -> new Entry.Submitted(stamp, attempt.id(), handle)));
    }

    /** A controller killed between submitting and writing so down left an attempt that works. */
    private RunState adopt(RunState state, AttemptState attempt) {
        for (Provider.Owned owned : provider.owned()) {
            if (owned.idempotencyKey().equals(attempt.id())) {
                return state.after(
                        journal.append(
                                stamp -> new Entry.Submitted(stamp, attempt.id(), owned.handle())));
            }
        }
        return state;
    }

    private RunState lookAt(RunState state, AttemptState attempt) {
        Handle handle = attempt.handle().orElseThrow();
        // The provider first, then the result: a result written in between is found in either order
        // only this way round.
        Observation observation = provider.observe(handle);
        Optional<Result> result = result(attempt);
        if (result.isPresent()) {
            return append(state, attempt, ending(result.get(), attempt));
        }
        return switch (observation) {
            case Observation.Waiting waiting -> state;
            case Observation.Running running ->
                    state.phase() == Phase.SUBMITTED
                            ? state.after(
                                    journal.append(
                                            stamp -> new Entry.Observed(stamp, attempt.id())))
                            : state;
            case Observation.Exited exited ->
                    append(state, attempt, ending(exited.code(), attempt));
            case Observation.Gone gone ->
                    append(
                            state,
                            attempt,
                            attempt.stopRequested().isPresent()
                                    ? new Ending.StoppedByUser(true)
                                    : new Ending.Vanished(gone.why()));
        };
    }

    private Optional<Result> result(AttemptState attempt) {
        try {
            return folder.result(attempt.id());
        } catch (RunFolderException damaged) {
            // Then the provider's word counts; the user meets the damage when reading the result.
            return Optional.empty();
        }
    }

    private static Ending ending(Result result, AttemptState attempt) {
        return switch (result.status()) {
            case Result.SUCCEEDED -> new Ending.Succeeded();
            case Result.FAILED -> new Ending.Failed(1, result.failure().orElse(""));
            default -> {
                if (attempt.stopRequested().isPresent()) {
                    yield new Ending.StoppedByUser(false);
                }
                yield result.outOfTime()
                        ? new Ending.OutOfTime()
                        : new Ending.Signalled(Ending.SIGNAL_TERMINATE);
            }
        };
    }

    private static Ending ending(int code, AttemptState attempt) {
        if (attempt.stopRequested().isPresent()) {
            return new Ending.StoppedByUser(code == 128 + Ending.SIGNAL_KILL);
        }
        if (code > 128) {
            return new Ending.Signalled(code - 128);
        }
        return new Ending.Failed(code, "it ended without a result");
    }

    RunState append(RunState state, AttemptState attempt, Ending ending) {
        int step = Math.max(attempt.fromStep(), step());
        return state.after(
                journal.append(stamp -> new Entry.Ended(stamp, attempt.id(), ending, step)));
    }

    private int step() {
        try {
            return Progress.of(folder.events()).step();
        } catch (RunFolderException unreadable) {
            return 0;
        }
    }
}
