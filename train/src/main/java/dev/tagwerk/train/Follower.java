package dev.tagwerk.train;

import dev.tagwerk.model.Machine;
import dev.tagwerk.model.Parameters;
import dev.tagwerk.model.RankGroup;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A rank that does what rank 0 says: the same arithmetic on its own share of the rows. */
final class Follower {
    private final Materials materials;
    private final Rank rank;
    private final RankGroup group;
    private final Stepper stepper;
    private RankOrder.@Nullable Step step;

    Follower(Materials materials, Rank rank, RankGroup group) {
        this.materials = materials;
        this.rank = rank;
        this.group = group;
        this.stepper = new Stepper(materials, rank);
    }

    /** Carries out an order; the answer, if it asks for one. */
    Optional<RankAnswer> follow(RankOrder order) {
        Parameters parameters = materials.model().parameters();
        return switch (order) {
            case RankOrder.Step next -> {
                step = next;
                double loss = stepper.compute(next.step(), next.lossScale()).loss();
                yield Optional.of(
                        new RankAnswer.Computed(
                                loss, Machine.residentBytes(), Machine.peakResidentBytes()));
            }
            case RankOrder.Sum sum -> {
                RankOrder.Step computed = step;
                if (computed == null) {
                    throw new IllegalStateException("no step was computed");
                }
                group.sumGradients(parameters);
                // A norm that is not finite changes nothing; rank 0 sees the same and decides.
                double unused =
                        stepper.update(computed.step(), computed.update(), computed.lossScale());
                yield Optional.empty();
            }
            case RankOrder.Check check ->
                    Optional.of(new RankAnswer.Checked(parameters.checksum()));
            case RankOrder.Evaluate evaluate ->
                    Optional.of(
                            new RankAnswer.Evaluated(
                                    Validation.of(
                                            rank.own(materials.rows().validation()),
                                            materials.batches(),
                                            materials.model().inference())));
            case RankOrder.End end -> Optional.empty();
        };
    }
}
