package dev.tagwerk.runfolder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The checkpoints of a run: {@code output/checkpoint-<step>/}, each with a file {@code COMPLETE}
 * that lists size and sha256 of every other file. Not thread-safe; one process writes.
 */
public final class Checkpoints {
    static final String COMPLETE = "COMPLETE";
    private static final int FORMAT = 1;
    private static final Pattern NAME = Pattern.compile("checkpoint-(\\d{1,9})");

    private final Path output;
    private final Disk disk;
    private final StagedFolder staged;

    /**
     * Steps whose files this process wrote or verified, so that pruning need not read them again.
     */
    private final Set<Integer> known = new HashSet<>();

    Checkpoints(Path output, Disk disk, StagedFolder staged) {
        this.output = output;
        this.disk = disk;
        this.staged = staged;
    }

    /** All checkpoints, oldest first; whether they are intact only {@link #verify} tells. */
    public List<Checkpoint> list() {
        try {
            TreeMap<Integer, Path> folders = new TreeMap<>();
            for (Path folder : StagedFolder.children(output)) {
                String name = folder.getFileName().toString();
                Matcher matcher = NAME.matcher(StagedFolder.originalName(name));
                if (!matcher.matches() || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    continue;
                }
                int step = Integer.parseInt(matcher.group(1));
                if (name.equals(matcher.group())) {
                    folders.put(step, folder);
                } else {
                    folders.putIfAbsent(step, folder);
                }
            }
            List<Checkpoint> checkpoints = new ArrayList<>();
            for (Map.Entry<Integer, Path> entry : folders.entrySet()) {
                checkpoints.add(
                        new Checkpoint(entry.getKey(), entry.getValue(), bytes(entry.getValue())));
            }
            return List.copyOf(checkpoints);
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot list the checkpoints in " + output + ": " + failure.getMessage(),
                    failure);
        }
    }

    /** The newest intact checkpoint; damaged newer ones are reported, not touched. */
    public Latest latestIntact() {
        List<Latest.Rejected> rejected = new ArrayList<>();
        for (Checkpoint checkpoint : list().reversed()) {
            switch (verify(checkpoint)) {
                case Verification.Intact intact -> {
                    return new Latest(Optional.of(checkpoint), rejected);
                }
                case Verification.Damaged damaged ->
                        rejected.add(new Latest.Rejected(checkpoint, damaged.reason()));
            }
        }
        return new Latest(Optional.empty(), rejected);
    }

    /**
     * Writes the checkpoint of a step. The writer fills an empty folder; the checkpoint exists from
     * the moment that all its bytes are on the device. If anything fails, RunFolderException, and
     * the checkpoints that were there before are untouched.
     */
    public Checkpoint write(int step, FolderWriter writer) {
        String name = "checkpoint-" + step;
        try {
            known.remove(step);
            Path folder =
                    staged.write(name, writer, (unnamed, files) -> seal(step, unnamed, files));
            known.add(step);
            return new Checkpoint(step, folder, bytes(folder));
        } catch (IOException failure) {
            throw new RunFolderException(
                    "The checkpoint of step "
                            + step
                            + " could not be written to "
                            + output
                            + ": "
                            + failure.getMessage()
                            + ". The checkpoints before it are untouched; free some space or make"
                            + " the folder writable, then resume the run.",
                    failure);
        }
    }

    private void seal(int step, Path folder, List<Path> files) throws IOException {
        ObjectNode complete = Json.object();
        complete.put("format", FORMAT);
        complete.put("step", step);
        ObjectNode entries = complete.putObject("files");
        for (Path file : files) {
            ObjectNode entry = entries.putObject(relative(folder, file));
            entry.put("bytes", Files.size(file));
            entry.put("sha256", Digests.sha256(file));
        }
        Path marker = folder.resolve(COMPLETE);
        disk.create(marker, Json.pretty(complete));
        disk.sync(marker);
    }

    /** Reads every byte of a checkpoint again and compares it with what was written. */
    public Verification verify(Checkpoint checkpoint) {
        try {
            Optional<String> damage = damage(checkpoint);
            if (damage.isPresent()) {
                known.remove(checkpoint.step());
                return new Verification.Damaged(damage.get());
            }
            known.add(checkpoint.step());
            return new Verification.Intact();
        } catch (IOException | IllegalArgumentException failure) {
            known.remove(checkpoint.step());
            return new Verification.Damaged("unreadable: " + failure.getMessage());
        }
    }

    private static Optional<String> damage(Checkpoint checkpoint) throws IOException {
        Path folder = checkpoint.folder();
        Path marker = folder.resolve(COMPLETE);
        if (!Files.isRegularFile(marker, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("COMPLETE is missing: its write was cut off");
        }
        JsonNode complete;
        try {
            complete = Json.parse(Files.readAllBytes(marker));
        } catch (IllegalArgumentException torn) {
            return Optional.of("COMPLETE is torn or edited: " + torn.getMessage());
        }
        int format = Json.small(complete, "format");
        if (format != FORMAT) {
            return Optional.of("COMPLETE has format " + format + ", this version reads " + FORMAT);
        }
        int step = Json.small(complete, "step");
        if (step != checkpoint.step()) {
            return Optional.of("COMPLETE was written for step " + step);
        }
        JsonNode entries = Json.field(complete, "files");
        Set<String> unlisted = new TreeSet<>();
        for (Path file : StagedFolder.files(folder)) {
            unlisted.add(relative(folder, file));
        }
        unlisted.remove(COMPLETE);
        for (Map.Entry<String, JsonNode> entry : entries.properties()) {
            String name = entry.getKey();
            if (!unlisted.remove(name)) {
                return Optional.of(name + " is missing");
            }
            Path file = folder.resolve(name);
            long expected = Json.integer(entry.getValue(), "bytes");
            if (Files.size(file) != expected) {
                return Optional.of(
                        name + " has " + Files.size(file) + " bytes instead of " + expected);
            }
            if (!Digests.sha256(file).equals(Json.text(entry.getValue(), "sha256"))) {
                return Optional.of(name + " was changed: its sha256 differs");
            }
        }
        if (!unlisted.isEmpty()) {
            return Optional.of(unlisted.iterator().next() + " does not belong to the checkpoint");
        }
        return Optional.empty();
    }

    /**
     * Deletes checkpoints except the newest {@code keep} intact ones and the protected steps. While
     * fewer than {@code keep} are intact, nothing intact is deleted.
     */
    public void prune(int keep, Set<Integer> protectedSteps) {
        if (keep < 1) {
            throw new IllegalArgumentException("keep: must be at least 1, is " + keep);
        }
        int intact = 0;
        for (Checkpoint checkpoint : list().reversed()) {
            if (intact < keep) {
                if (known.contains(checkpoint.step()) || verify(checkpoint).intact()) {
                    intact++;
                }
            } else if (!protectedSteps.contains(checkpoint.step())) {
                remove(checkpoint);
            }
        }
    }

    /** Deletes all checkpoints: for starting over, when the user asked for it. */
    public void discard() {
        for (Checkpoint checkpoint : list()) {
            remove(checkpoint);
        }
    }

    private void remove(Checkpoint checkpoint) {
        known.remove(checkpoint.step());
        try {
            staged.remove(checkpoint.folder());
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot delete the old checkpoint "
                            + checkpoint.folder()
                            + ": "
                            + failure.getMessage(),
                    failure);
        }
    }

    private static String relative(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    /** Counts what is there, also in a damaged checkpoint: listing must not fail on one. */
    private static long bytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    bytes += Files.size(file);
                }
            }
        }
        return bytes;
    }
}
