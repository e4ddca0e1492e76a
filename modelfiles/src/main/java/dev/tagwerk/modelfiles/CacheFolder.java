package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where unpacked native libraries lie: the first of a few places that can be written. */
final class CacheFolder {
    /** The launcher's choice, before all others. */
    static final String PROPERTY = "tagwerk.cache";

    private CacheFolder() {}

    /** The folder, made if need be. HOME may be read-only; then it lies with temporary files. */
    static Path writable(Map<String, String> properties, Map<String, String> environment) {
        List<Path> candidates = candidates(properties, environment);
        for (Path candidate : candidates) {
            try {
                Files.createDirectories(candidate);
            } catch (IOException e) {
                // The next place may do; the message below names them all.
                continue;
            }
            if (Files.isWritable(candidate)) {
                return candidate;
            }
        }
        throw new ModelFilesException(
                "no folder for unpacked libraries can be written: tried "
                        + candidates
                        + "; name one with -D"
                        + PROPERTY
                        + "=FOLDER");
    }

    private static List<Path> candidates(
            Map<String, String> properties, Map<String, String> environment) {
        List<Path> candidates = new ArrayList<>();
        String chosen = properties.getOrDefault(PROPERTY, "");
        if (!chosen.isBlank()) {
            candidates.add(Path.of(chosen));
        }
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        if (xdg.startsWith("/")) {
            candidates.add(Path.of(xdg, "tagwerk"));
        }
        String home = properties.getOrDefault("user.home", "");
        if (home.startsWith("/")) {
            candidates.add(Path.of(home, ".cache", "tagwerk"));
        }
        // One folder per user: another one's would not be ours to trust.
        candidates.add(
                Path.of(
                        properties.getOrDefault("java.io.tmpdir", "/tmp"),
                        "tagwerk-" + properties.getOrDefault("user.name", "user")));
        return candidates;
    }
}
