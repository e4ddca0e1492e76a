package dev.tagwerk.runfolder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * One run's folder: {@code cache/} (models), {@code data/} (read-only), {@code output/} (events,
 * checkpoints, the adapter, the result). Making one touches nothing on disk.
 */
public final class RunFolder {
    private static final String STOP = "STOP";
    private static final String RESULT = "result.json";

    private final Path root;
    private final Disk disk;
    private final StagedFolder staged;
    private final EventLog events;
    private final Checkpoints checkpoints;
    private final Claims claims;
    private volatile String attempt = "";

    private RunFolder(Path root, Disk disk, Clock clock, Processes processes) {
        this.root = root.toAbsolutePath().normalize();
        this.disk = disk;
        this.staged = new StagedFolder(output(), disk, RunFolder::nonce);
        this.events = new EventLog(output(), disk, clock);
        this.checkpoints = new Checkpoints(output(), disk, staged);
        this.claims = new Claims(output().resolve("claims"), disk, clock, processes);
    }

    public static RunFolder at(Path root) {
        return at(root, Disk.real(), Clock.systemUTC(), Processes.real());
    }

    public static RunFolder at(Path root, Disk disk, Clock clock, Processes processes) {
        return new RunFolder(root, disk, clock, processes);
    }

    private static String nonce() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    public Path root() {
        return root;
    }

    public Path cache() {
        return root.resolve("cache");
    }

    public Path data() {
        return root.resolve("data");
    }

    public Path output() {
        return root.resolve("output");
    }

    /** Creates the three folders, readable by their owner only. */
    public void create() {
        try {
            disk.createFolders(output());
            disk.createFolders(cache());
            disk.createFolders(data());
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot create the run folder "
                            + root
                            + ": "
                            + failure.getMessage()
                            + ". Choose a place that this user may write to.",
                    failure);
        }
    }

    /**
     * A folder for what the processes of an attempt need to find each other, and for their logs;
     * created, readable by its owner only.
     */
    public Path rankFolder(String attemptId) {
        Claims.checkName(attemptId);
        Path folder = root.resolve("ranks").resolve(attemptId);
        try {
            disk.createFolders(folder);
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot create " + folder + ": " + failure.getMessage(), failure);
        }
        return folder;
    }

    /**
     * Takes the attempt for this process and cleans up what killed writes left behind. Refused when
     * the attempt was ever claimed before, or while another attempt's process lives on this host.
     */
    public Claim claim(String attemptId) {
        Claim claim = claims.claim(attemptId);
        try {
            staged.recover();
        } catch (IOException failure) {
            claim.close();
            throw new RunFolderException(
                    "Cannot clean up " + output() + ": " + failure.getMessage(), failure);
        }
        attempt = attemptId;
        return claim;
    }

    /** When the run's first attempt was claimed: the same for every attempt. */
    public Instant begun() {
        return claims.first()
                .orElseThrow(
                        () ->
                                new RunFolderException(
                                        "No attempt of the run in "
                                                + root()
                                                + " was claimed yet."));
    }

    public EventLog events() {
        return events;
    }

    public Checkpoints checkpoints() {
        return checkpoints;
    }

    /** The result of the attempt that wrote one last; a result means that attempt is done. */
    public Optional<Result> result() {
        return resultJson().map(this::parseResult);
    }

    /** The result, if it was written by this attempt; that of an earlier attempt does not count. */
    public Optional<Result> result(String attemptId) {
        return resultJson()
                .filter(json -> Json.optionalText(json, "attempt").equals(Optional.of(attemptId)))
                .map(this::parseResult);
    }

    private Result parseResult(ObjectNode json) {
        try {
            return ResultJson.read(json);
        } catch (IllegalArgumentException wrong) {
            throw damagedResult(wrong);
        }
    }

    private Optional<ObjectNode> resultJson() {
        try {
            return Optional.of(Json.parse(Files.readAllBytes(output().resolve(RESULT))));
        } catch (NoSuchFileException notDone) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException wrong) {
            throw damagedResult(wrong);
        }
    }

    private RunFolderException damagedResult(Exception cause) {
        return new RunFolderException(
                "The result in "
                        + output().resolve(RESULT)
                        + " cannot be read: "
                        + cause.getMessage()
                        + ". It was edited or damaged after it was written.",
                cause);
    }

    /** Writes the result; call it last, after everything it names is safe. */
    public void writeResult(Result result) {
        writeFile(RESULT, Json.pretty(ResultJson.write(result, attempt)));
    }

    /** Replaces {@code output/<name>} so that a kill leaves the old file or the new one. */
    public void writeFile(String name, byte[] content) {
        Path target = inOutput(name);
        Path folder = Objects.requireNonNullElse(target.getParent(), output());
        Path temporary = output().resolve(".tmp-" + target.getFileName() + "-" + nonce());
        try {
            disk.createFolders(folder);
            disk.create(temporary, content);
            disk.sync(temporary);
            disk.rename(temporary, target);
            disk.syncFolder(folder);
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot write "
                            + target
                            + ": "
                            + failure.getMessage()
                            + ". Free some space or make the folder writable, then resume the run.",
                    failure);
        }
    }

    /** Replaces the folder {@code output/<name>} (the adapter, say) as a whole or not at all. */
    public Path writeFolder(String name, FolderWriter writer) {
        Path target = inOutput(name);
        if (!output().equals(target.getParent())) {
            throw new IllegalArgumentException("name: must be a single name, not '" + name + "'");
        }
        try {
            return staged.write(name, writer, (folder, files) -> {});
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot write "
                            + target
                            + ": "
                            + failure.getMessage()
                            + ". Free some space or make the folder writable, then resume the run.",
                    failure);
        }
    }

    /**
     * The sha256 of files and of all files below folders, by path relative to the output folder.
     */
    public SortedMap<String, String> digests(Collection<String> names) {
        SortedMap<String, String> digests = new TreeMap<>();
        try {
            for (String name : names) {
                for (Path file : StagedFolder.files(inOutput(name))) {
                    String relative = output().relativize(file).toString().replace('\\', '/');
                    digests.put(relative, Digests.sha256(file));
                }
            }
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot read what was written to " + output() + ": " + failure.getMessage(),
                    failure);
        }
        return digests;
    }

    private Path inOutput(String name) {
        Path target = output().resolve(name).normalize();
        if (!target.startsWith(output()) || target.equals(output())) {
            throw new IllegalArgumentException(
                    "name: must lie inside the output folder, not '" + name + "'");
        }
        return target;
    }

    /** Refuses, with the numbers, when fewer bytes are free than are about to be written. */
    public void requireSpace(long bytes) {
        long free = freeBytes();
        if (free < bytes) {
            throw new RunFolderException(
                    "Not enough space in "
                            + output()
                            + ": "
                            + mebibytes(bytes)
                            + " are needed and "
                            + mebibytes(free)
                            + " are free. Free some space, keep fewer checkpoints, or put the"
                            + " workspace on another disk.");
        }
    }

    public long freeBytes() {
        Path folder = output();
        while (!Files.exists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        try {
            return disk.freeBytes(folder);
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot tell how much space is free in " + folder + ": " + failure.getMessage(),
                    failure);
        }
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
    }

    /** Asks the trainer to write a checkpoint and stop after its current step. */
    public void requestStop() {
        try {
            disk.createFolders(output());
            disk.create(output().resolve(STOP), new byte[0]);
        } catch (FileAlreadyExistsException asked) {
            return;
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot ask for a stop in " + output() + ": " + failure.getMessage(), failure);
        }
    }

    public boolean stopRequested() {
        return Files.exists(output().resolve(STOP), LinkOption.NOFOLLOW_LINKS);
    }

    /** Withdraws a stop request; a controller does so before it starts another attempt. */
    public void clearStop() {
        try {
            disk.delete(output().resolve(STOP));
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot withdraw the stop request in " + output() + ": " + failure.getMessage(),
                    failure);
        }
    }
}
