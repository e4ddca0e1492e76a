package dev.tagwerk.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a run's journal amounts to; made by folding its entries, in order, and in no other way.
 *
 * @param provider where its first attempt runs
 * @param attempts oldest first
 */
public record RunState(
        RunId id,
        String jobName,
        String origin,
        String provider,
        Instant created,
        Phase phase,
        List<AttemptState> attempts) {
    public RunState {
        attempts = List.copyOf(attempts);
    }

    /** Folds a journal; EngineException when an entry may not follow those before it. */
    static RunState fold(List<Entry> entries) {
        if (entries.isEmpty() || !(entries.getFirst() instanceof Entry.Created created)) {
            throw illegal("does not begin with the run's creation");
        }
        RunState state =
                new RunState(
                        created.run(),
                        created.jobName(),
                        created.origin(),
                        created.provider(),
                        created.at(),
                        Phase.CREATED,
                        List.of());
        for (Entry entry : entries.subList(1, entries.size())) {
            state = state.after(entry);
        }
        return state;
    }

    RunState after(Entry entry) {
        return switch (entry) {
            case Entry.Created again -> throw illegal("creates run " + id + " twice");
            case Entry.AttemptPlanned planned -> {
                AttemptState attempt =
                        new AttemptState(
                                planned.attempt(),
                                planned.number(),
                                planned.provider(),
                                planned.fromStep(),
                                planned.at(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                planned.fromStep());
                List<AttemptState> more = new ArrayList<>(attempts);
                more.add(attempt);
                yield to(Phase.PLANNED, more);
            }
            case Entry.Submitted submitted ->
                    changed(
                            Phase.SUBMITTED,
                            current(submitted.attempt()).submitted(submitted.handle()));
            case Entry.Observed observed -> changed(Phase.RUNNING, current(observed.attempt()));
            case Entry.StopRequested stop ->
                    changed(Phase.STOPPING, current(stop.attempt()).stopRequested(stop.at()));
            case Entry.Ended ended ->
                    changed(
                            ended.ending().phase(),
                            current(ended.attempt())
                                    .ended(ended.at(), ended.ending(), ended.step()));
        };
    }

    /** The latest attempt; empty before the first was planned. */
    public Optional<AttemptState> attempt() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    private AttemptState current(String attemptId) {
        AttemptState last =
                attempt().orElseThrow(() -> illegal("speaks of an attempt before planning one"));
        if (!last.id().equals(attemptId)) {
            throw illegal("speaks of attempt " + attemptId + " while " + last.id() + " is current");
        }
        return last;
    }

    private RunState changed(Phase next, AttemptState attempt) {
        List<AttemptState> changed = new ArrayList<>(attempts);
        changed.set(changed.size() - 1, attempt);
        return to(next, changed);
    }

    private RunState to(Phase next, List<AttemptState> changed) {
        if (!phase.mayBecome(next)) {
            throw illegal("lets run " + id + " go from " + phase.word() + " to " + next.word());
        }
        return new RunState(id, jobName, origin, provider, created, next, changed);
    }

    private static EngineException illegal(String what) {
        return new EngineException(
                "journal_illegal",
                EngineException.Category.INTERNAL,
                "The journal "
                        + what
                        + ", which no run may do. It was edited, or this is a defect.");
    }
}
