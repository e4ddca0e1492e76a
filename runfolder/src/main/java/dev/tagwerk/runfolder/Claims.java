package dev.tagwerk.runfolder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The fence: {@code output/claims/<attempt>.json}, created only where it does not exist. */
final class Claims {
    private static final Pattern ATTEMPT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String CLAIM = ".json";
    private static final String RELEASED = ".released";

    /**
     * A claim whose content does not appear in this time was left by a process killed in between.
     */
    private static final int CONTENT_POLLS = 40;

    private static final int CONTENT_POLL_MILLIS = 25;

    private final Path folder;
    private final Disk disk;
    private final Clock clock;
    private final Processes processes;

    Claims(Path folder, Disk disk, Clock clock, Processes processes) {
        this.folder = folder;
        this.disk = disk;
        this.clock = clock;
        this.processes = processes;
    }

    Claim claim(String attempt) {
        checkName(attempt);
        try {
            disk.createFolders(folder);
            refuseWhileAnotherLives(attempt);
            create(attempt);
            Claim claim = new Claim(attempt, folder.resolve(attempt + RELEASED), disk);
            try {
                // Two attempts that claim at the same moment must not both pass: each looks again
                // after its own claim is visible.
                refuseWhileAnotherLives(attempt);
            } catch (RunFolderException refused) {
                claim.close();
                throw refused;
            }
            return claim;
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot claim attempt "
                            + attempt
                            + " in "
                            + folder
                            + ": "
                            + failure.getMessage()
                            + ". Make the output folder writable.",
                    failure);
        }
    }

    static void checkName(String attempt) {
        if (!ATTEMPT.matcher(attempt).matches()) {
            throw new IllegalArgumentException(
                    "attempt: letters, digits, '.', '_' and '-' only, at most 100, not '"
                            + attempt
                            + "'");
        }
    }

    /** When the first attempt was claimed; empty before that. */
    Optional<Instant> first() {
        try {
            Optional<Instant> first = Optional.empty();
            for (Path file : StagedFolder.children(folder)) {
                if (file.getFileName().toString().endsWith(CLAIM)) {
                    Optional<Instant> at = claimedAt(file);
                    if (at.isPresent() && (first.isEmpty() || at.get().isBefore(first.get()))) {
                        first = at;
                    }
                }
            }
            return first;
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot read the claims in " + folder + ": " + failure.getMessage(), failure);
        }
    }

    private static Optional<Instant> claimedAt(Path file) throws IOException {
        try {
            return Optional.of(
                    Instant.parse(Json.text(Json.parse(Files.readAllBytes(file)), "claimed_at")));
        } catch (IllegalArgumentException | DateTimeParseException neverWritten) {
            return Optional.empty();
        }
    }

    private void create(String attempt) throws IOException {
        ProcessIdentity self = processes.self();
        ObjectNode content = Json.object();
        content.put("attempt", attempt);
        content.put("pid", self.pid());
        content.put("process_started", self.started());
        content.put("host", processes.host());
        content.put("claimed_at", clock.instant().toString());
        Path file = folder.resolve(attempt + CLAIM);
        try {
            disk.create(file, Json.pretty(content));
        } catch (FileAlreadyExistsException taken) {
            throw new RunFolderException(
                    "Attempt "
                            + attempt
                            + " is already claimed by "
                            + holder(file).map(Holder::toString).orElse("a process that was killed")
                            + ". An attempt runs once; resume the run to start a new one.",
                    taken);
        }
        disk.sync(file);
        disk.syncFolder(folder);
    }

    private void refuseWhileAnotherLives(String attempt) throws IOException {
        for (Path file : StagedFolder.children(folder)) {
            String name = file.getFileName().toString();
            if (!name.endsWith(CLAIM) || name.equals(attempt + CLAIM)) {
                continue;
            }
            String other = name.substring(0, name.length() - CLAIM.length());
            if (Files.exists(folder.resolve(other + RELEASED))) {
                continue;
            }
            Optional<Holder> holder = holder(file);
            // On another host nothing can be asked; there the controller answers for it.
            if (holder.isPresent()
                    && holder.get().host().equals(processes.host())
                    && processes.alive(holder.get().process())) {
                throw new RunFolderException(
                        "Attempt "
                                + attempt
                                + " may not start: attempt "
                                + other
                                + " still runs as "
                                + holder.get()
                                + ". Stop it first.");
            }
        }
    }

    /** Who holds a claim; empty when its process was killed before it had written its name. */
    private static Optional<Holder> holder(Path file) throws IOException {
        for (int poll = 0; poll < CONTENT_POLLS; poll++) {
            try {
                ObjectNode content = Json.parse(Files.readAllBytes(file));
                ProcessIdentity process =
                        new ProcessIdentity(
                                Json.integer(content, "pid"),
                                Json.text(content, "process_started"));
                return Optional.of(new Holder(process, Json.text(content, "host")));
            } catch (IllegalArgumentException notYetWritten) {
                try {
                    Thread.sleep(CONTENT_POLL_MILLIS);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", interrupted);
                }
            }
        }
        return Optional.empty();
    }

    private record Holder(ProcessIdentity process, String host) {
        @Override
        public String toString() {
            return "process " + process.pid() + " on " + host;
        }
    }
}
