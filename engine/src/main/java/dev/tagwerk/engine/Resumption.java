package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Latest;
import java.util.List;

/**
 * A run that goes on.
 *
 * @param fromStep the checkpoint it goes on from
 * @param rejected newer checkpoints that were passed over because they are damaged
 */
public record Resumption(RunView run, int fromStep, List<Latest.Rejected> rejected) {
    public Resumption {
        rejected = List.copyOf(rejected);
    }
}
