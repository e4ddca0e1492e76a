package dev.tagwerk.quote;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How long a training takes on a machine where earlier runs were measured. */
public final class Here {
    private final DurationModel model;
    private final Overheads overheads;

    public Here(List<Measured> runs) {
        model = DurationModel.of(runs);
        overheads = new Overheads(runs);
    }

    /** Seconds by what they are spent on. */
    public Map<Phase, Range<Double>> phases(
            Device device, String shape, Demand demand, Sizes sizes) {
        Map<Phase, Spread> parts = new EnumMap<>(Phase.class);
        parts.put(Phase.LOAD, overheads.load(sizes.modelBytes()));
        parts.put(Phase.TRAINING, model.training(device, shape, demand.training()));
        if (!demand.evaluation().nothing()) {
            parts.put(Phase.EVALUATION, model.evaluation(device, shape, demand.evaluation()));
        }
        parts.put(
                Phase.CHECKPOINTS,
                overheads.checkpoint(sizes.checkpointBytes()).times(sizes.checkpoints()));
        parts.put(Phase.END, overheads.rest(sizes.checkpointBytes()));
        Map<Phase, Range<Double>> phases = new EnumMap<>(Phase.class);
        parts.forEach((phase, spread) -> phases.put(phase, Range.of(spread::at)));
        return phases;
    }

    /** What beside its steps tells how long a run takes. */
    public record Sizes(long modelBytes, long checkpointBytes, int checkpoints) {}
}
