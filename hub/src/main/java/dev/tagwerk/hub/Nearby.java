package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Bytes that the cache already has in another place: where links do not work, other revisions hold
 * copies of files that did not change.
 */
final class Nearby {
    private final Map<String, List<Path>> places = new ConcurrentHashMap<>();

    /** Looks through the records of earlier pulls. */
    static Nearby in(RepositoryFolder folder) throws IOException {
        Nearby nearby = new Nearby();
        if (!Files.isDirectory(folder.records())) {
            return nearby;
        }
        try (Stream<Path> records = Files.list(folder.records())) {
            for (Path file : records.sorted(Comparator.naturalOrder()).toList()) {
                PullRecord.read(file).ifPresent(record -> nearby.add(folder, record));
            }
        }
        return nearby;
    }

    private void add(RepositoryFolder folder, PullRecord record) {
        if (!record.commit().matches("[0-9a-f]{40}")) {
            return;
        }
        record.files()
                .forEach(
                        (path, held) ->
                                at(held.digest())
                                        .add(
                                                new RepositoryPath(path)
                                                        .in(folder.snapshot(record.commit()))));
    }

    private List<Path> at(String digest) {
        return places.computeIfAbsent(digest, unknown -> new CopyOnWriteArrayList<>());
    }

    /** One more place to look at. */
    Nearby and(String digest, Path file) {
        at(digest).add(file);
        return this;
    }

    /**
     * Copies a file's bytes from where they are; false when they are nowhere, or not what they
     * should be.
     */
    boolean bring(RepositoryFile file, Path aside, Path target, Cancellation cancellation)
            throws IOException {
        for (Path place : places.getOrDefault(file.digest().hex(), List.of())) {
            if (!place.equals(target) && Snapshots.holds(place, file.size())) {
                Files.createDirectories(Objects.requireNonNull(aside.getParent()));
                Files.copy(place, aside, StandardCopyOption.REPLACE_EXISTING);
                if (file.digest().of(aside, cancellation).equals(file.digest())) {
                    return true;
                }
                Files.deleteIfExists(aside);
            }
        }
        return false;
    }
}
