package dev.tagwerk.train;

import dev.tagwerk.model.Parameters;
import dev.tagwerk.model.RankGroup;
import dev.tagwerk.model.RankLostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run of several processes of this machine: they compute, this one decides and writes. */
final class Crew implements Team {
    private static final Duration TIME_TO_TELL = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 20;

    private final Path meetingPlace;
    private final String token;
    private final Duration limit;
    private final List<RankProcess> others;
    private final long[] residentBytes;
    private final long[] peakBytes;
    private String reason = "rank 0 has ended";
    private @Nullable RankGroup group;
    private int step;

    /**
     * @param meetingPlace a file in a folder that belongs to this attempt alone
     * @param limit after which a rank that does not answer counts as lost
     */
    Crew(Path meetingPlace, String token, Duration limit, List<RankProcess> others) {
        this.meetingPlace = meetingPlace;
        this.token = token;
        this.limit = limit;
        this.others = List.copyOf(others);
        this.residentBytes = new long[others.size()];
        this.peakBytes = new long[others.size()];
        tell(token);
    }

    private void tell(String line) {
        others.forEach(other -> other.tell(line));
    }

    private void tell(RankOrder order) {
        tell(order.line());
    }

    @Override
    public Rank rank() {
        return new Rank(0, others.size() + 1);
    }

    @Override
    public void meet(Materials own) {
        String checksum = own.model().parameters().checksum();
        guarded(
                () -> {
                    for (int i = 0; i < others.size(); i++) {
                        RankAnswer.Ready ready =
                                others.get(i).answer(RankAnswer.Ready.class, limit, "loading");
                        if (!ready.inputs().equals(own.inputs().digest())) {
                            throw new TrainException(
                                    "ranks_differ",
                                    "Rank "
                                            + (i + 1)
                                            + " read another job, data or base model than rank 0:"
                                            + " a file changed while they loaded. Resume the run.");
                        }
                        requireSame(i + 1, ready.checksum(), checksum, 0);
                    }
                    group =
                            RankGroup.join(
                                    meeting(rank()), own.placement(), own.model().parameters());
                    return true;
                },
                "connecting");
    }

    private RankGroup.Meeting meeting(Rank own) {
        return new RankGroup.Meeting(meetingPlace, token, own.number(), own.of(), limit);
    }

    @Override
    public void step(RankOrder.Step order) {
        step = order.step() + 1;
        tell(order);
    }

    @Override
    public double loss(double own) {
        return guarded(
                () -> {
                    double loss = own;
                    for (int i = 0; i < others.size(); i++) {
                        RankAnswer.Computed computed =
                                others.get(i)
                                        .answer(
                                                RankAnswer.Computed.class,
                                                limit,
                                                "computing step " + step);
                        loss += computed.loss();
                        residentBytes[i] = computed.residentBytes();
                        peakBytes[i] = computed.peakBytes();
                    }
                    return loss;
                },
                "computing step " + step);
    }

    @Override
    public void sumGradients(Parameters parameters) {
        RankGroup connected = group;
        if (connected == null) {
            throw new IllegalStateException("the ranks have not met");
        }
        tell(new RankOrder.Sum());
        guarded(
                () -> {
                    connected.sumGradients(parameters);
                    return true;
                },
                "summing the gradients of step " + step);
    }

    @Override
    public void requireSame(Parameters parameters, int atStep) {
        tell(new RankOrder.Check());
        String own = parameters.checksum();
        guarded(
                () -> {
                    for (int i = 0; i < others.size(); i++) {
                        String theirs =
                                others.get(i)
                                        .answer(RankAnswer.Checked.class, limit, "being compared")
                                        .checksum();
                        requireSame(i + 1, theirs, own, atStep);
                    }
                    return true;
                },
                "being compared");
    }

    private static void requireSame(int number, String theirs, String own, int atStep) {
        if (!theirs.equals(own)) {
            throw new TrainException(
                    "ranks_diverged",
                    "Rank "
                            + number
                            + " holds other weights or optimiser state than rank 0 after step "
                            + atStep
                            + " (checksums "
                            + theirs
                            + " and "
                            + own
                            + "). Nothing was written since the checkpoint before; resume the run"
                            + " from it, and suspect this machine's memory when it happens again.");
        }
    }

    @Override
    public Scores evaluate(Supplier<Scores> own) {
        tell(new RankOrder.Evaluate());
        List<Scores> all = new ArrayList<>(List.of(own.get()));
        return guarded(
                () -> {
                    for (RankProcess other : others) {
                        all.add(
                                other.answer(RankAnswer.Evaluated.class, limit, "evaluating")
                                        .scores());
                    }
                    return Scores.together(all);
                },
                "evaluating");
    }

    @Override
    public long residentBytes() {
        return java.util.Arrays.stream(residentBytes).sum();
    }

    @Override
    public long peakResidentBytes() {
        return java.util.Arrays.stream(peakBytes).sum();
    }

    /** Remembers why the ranks will be told to end, and names the one that was lost. */
    private <T> T guarded(Supplier<T> work, String doing) {
        try {
            return work.get();
        } catch (TrainException named) {
            reason = String.valueOf(named.getMessage());
            throw named;
        } catch (RankLostException broken) {
            TrainException named = named(broken, doing);
            reason = String.valueOf(named.getMessage());
            throw named;
        }
    }

    /** The connection broke: whose end it was is known a moment later. */
    private TrainException named(RankLostException broken, String doing) {
        long end = System.nanoTime() + TIME_TO_TELL.toNanos();
        while (System.nanoTime() < end) {
            Optional<RankProcess> first =
                    others.stream()
                            .filter(other -> other.troubledAt().isPresent())
                            .min(Comparator.comparing(other -> other.troubledAt().getAsLong()));
            if (first.isPresent()) {
                try {
                    first.get().answer(RankAnswer.Failed.class, TIME_TO_TELL, doing);
                } catch (TrainException ended) {
                    return ended;
                }
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return new TrainException(RankProcess.LOST, String.valueOf(broken.getMessage()), broken);
    }

    @Override
    public void close() {
        others.forEach(other -> other.end(reason));
        others.forEach(RankProcess::awaitEnd);
        if (group != null) {
            group.close();
        }
        try {
            Files.deleteIfExists(meetingPlace);
        } catch (IOException leftThere) {
            // Its token is this attempt's: no other can mistake it for its own.
        }
    }
}
