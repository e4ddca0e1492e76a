package dev.tagwerk.hub;

import dev.tagwerk.modelfiles.HubCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a model in the cache, without a network. */
final class OfflinePull {
    private OfflinePull() {}

    static PullResult find(PullRequest request, HubCache cache) {
        Optional<Path> found =
                cache.snapshot(request.repository(), Optional.of(request.revision()));
        if (found.isEmpty()) {
            throw new HubException(
                    request.typed() + " is not in " + cache.folder() + ".",
                    "offline mode is on (--offline, HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE), so it"
                            + " is not fetched.",
                    "with a network: HF_HUB_OFFLINE=0 tagwerk models pull " + request.typed());
        }
        Path snapshot = found.get();
        Optional<PullRecord> record = PullRecord.of(snapshot);
        List<String> missing = record.map(one -> one.missing(snapshot)).orElse(List.of());
        if (!missing.isEmpty()) {
            throw new HubException(
                    request.typed() + " is in the cache, but not whole.",
                    missing.size()
                            + " files are missing or cut, such as "
                            + missing.getFirst()
                            + ".",
                    "with a network: HF_HUB_OFFLINE=0 tagwerk models pull " + request.typed());
        }
        try (Stream<Path> all = Files.walk(snapshot)) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            return new PullResult(snapshot, files.size(), bytes, 0, record);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
