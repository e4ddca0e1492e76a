package dev.tagwerk.runfolder;

import java.util.List;
import java.util.Optional;

/**
 * The newest checkpoint that is intact, and the newer ones that are not.
 *
 * @param rejected newest first, each with what is wrong with it
 */
public record Latest(Optional<Checkpoint> checkpoint, List<Rejected> rejected) {
    public Latest {
        rejected = List.copyOf(rejected);
    }

    public record Rejected(Checkpoint checkpoint, String reason) {}
}
