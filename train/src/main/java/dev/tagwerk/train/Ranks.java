package dev.tagwerk.train;

import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Starts the ranks that a job's resources ask for. */
final class Ranks {
    private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";

    private Ranks() {}

    /**
     * Starts all but rank 0; they load while it does.
     *
     * @param start the checkpoint that all resume from
     */
    static Team start(
            Resources resources,
            RunFolder folder,
            String attempt,
            Optional<Checkpoint> start,
            Map<String, String> environment,
            RankLauncher launcher) {
        int ranks = resources.ranks();
        if (ranks == 1) {
            return new Alone();
        }
        Path own = folder.rankFolder(attempt);
        List<RankProcess> others = new ArrayList<>();
        try {
            for (int number = 1; number < ranks; number++) {
                List<String> arguments = new ArrayList<>();
                arguments.addAll(List.of("--run", folder.root().toString(), "--attempt", attempt));
                arguments.addAll(List.of("--rank", String.valueOf(number)));
                start.ifPresent(
                        from -> arguments.addAll(List.of("--from", String.valueOf(from.step()))));
                Path log = own.resolve("rank-" + number + ".log");
                others.add(
                        new RankProcess(
                                new Rank(number, ranks),
                                launcher.start(
                                        arguments, device(resources, number, environment), log),
                                log));
            }
        } catch (IOException e) {
            others.forEach(other -> other.end("not all ranks could be started"));
            others.forEach(RankProcess::awaitEnd);
            throw new TrainException(
                    RankProcess.LOST, "a rank could not be started: " + e.getMessage(), e);
        }
        return new Crew(
                RankMain.meetingPlace(folder, attempt),
                UUID.randomUUID().toString(),
                resources.processTimeout(),
                others);
    }

    /** Each rank sees one GPU, its own, as the first. */
    private static Map<String, String> device(
            Resources resources, int number, Map<String, String> environment) {
        Map<String, String> changes = new HashMap<>();
        if (resources.gpus().isPresent()) {
            String visible = environment.getOrDefault(VISIBLE, "");
            String[] devices = visible.split(",");
            boolean named = !visible.isBlank() && number < devices.length;
            changes.put(VISIBLE, named ? devices[number].strip() : String.valueOf(number));
        }
        return changes;
    }
}
