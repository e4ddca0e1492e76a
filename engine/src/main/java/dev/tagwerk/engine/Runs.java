package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The runs of a workspace by name: which exist, and which one a user means. */
final class Runs {
    /** What a user may type for the newest run. */
    static final String LAST = "last";

    private final Workspace workspace;
    private final Disk disk;
    private final Clock clock;

    Runs(Workspace workspace, Disk disk, Clock clock) {
        this.workspace = workspace;
        this.disk = disk;
        this.clock = clock;
    }

    Journal journal(RunId id) {
        return new Journal(workspace.run(id), disk, clock);
    }

    /** Runs whose creation was completed, by id. */
    List<RunId> ids() {
        if (!Files.isDirectory(workspace.runs())) {
            return List.of();
        }
        List<RunId> ids = new ArrayList<>();
        try (Stream<Path> folders = Files.list(workspace.runs())) {
            for (Path folder : folders.sorted().toList()) {
                if (Files.isRegularFile(folder.resolve(Journal.FILE), LinkOption.NOFOLLOW_LINKS)) {
                    addIfId(ids, folder.getFileName().toString());
                }
            }
        } catch (IOException failure) {
            throw new EngineException(
                    "workspace_not_readable",
                    EngineException.Category.USER,
                    "Cannot list the runs in " + workspace.runs() + ": " + failure.getMessage(),
                    failure);
        }
        return List.copyOf(ids);
    }

    private static void addIfId(List<RunId> ids, String name) {
        try {
            ids.add(new RunId(name));
        } catch (IllegalArgumentException foreign) {
            // A folder that somebody else put here is not a run.
            return;
        }
    }

    /** The run meant by an id, an unambiguous beginning of one, or {@code last}. */
    RunId resolve(String text) {
        List<RunId> ids = ids();
        if (text.equals(LAST)) {
            return newest(ids);
        }
        List<RunId> matches = new ArrayList<>();
        for (RunId id : ids) {
            if (id.value().equals(text)) {
                return id;
            }
            if (!text.isEmpty() && id.value().startsWith(text)) {
                matches.add(id);
            }
        }
        if (matches.size() == 1) {
            return matches.getFirst();
        }
        if (matches.size() > 1) {
            throw new EngineException(
                    "run_ambiguous",
                    EngineException.Category.USER,
                    "'" + text + "' may mean " + names(matches) + ". Type more of the id.");
        }
        String known =
                ids.isEmpty()
                        ? "There are none yet in " + workspace.root() + "."
                        : "There are " + names(ids) + ".";
        throw new EngineException(
                "run_not_found",
                EngineException.Category.USER,
                "There is no run '" + text + "'. " + known + " See: tagwerk runs list");
    }

    private RunId newest(List<RunId> ids) {
        Optional<RunId> newest = Optional.empty();
        Instant latest = Instant.MIN;
        for (RunId id : ids) {
            List<Entry> entries = journal(id).read();
            if (!entries.isEmpty() && entries.getFirst().at().isAfter(latest)) {
                latest = entries.getFirst().at();
                newest = Optional.of(id);
            }
        }
        return newest.orElseThrow(
                () ->
                        new EngineException(
                                "run_not_found",
                                EngineException.Category.USER,
                                "There are no runs yet in "
                                        + workspace.root()
                                        + ". Start one: tagwerk run job.yaml"));
    }

    private static String names(List<RunId> ids) {
        int shown = Math.min(5, ids.size());
        List<String> names = new ArrayList<>();
        for (RunId id : ids.subList(ids.size() - shown, ids.size())) {
            names.add(id.value());
        }
        String rest = ids.size() > shown ? " and " + (ids.size() - shown) + " more" : "";
        return String.join(", ", names) + rest;
    }
}
