package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our cache is, file for file, what huggingface_hub makes of the same repository (bench/hub.sh).
 */
class CacheLayoutTest {
    @TempDir private Path cache;

    private static Map<String, String> theirs() throws IOException {
        Path fixture = Path.of("src/test/fixtures/huggingface-hub.json");
        JsonNode root = Objects.requireNonNull(HubJson.object(Files.readString(fixture)));
        assertThat(root.path("huggingface_hub").asText()).isEqualTo("1.33.0");
        Map<String, String> entries = new TreeMap<>();
        root.path("cache")
                .properties()
                .forEach(entry -> entries.put(entry.getKey(), entry.getValue().asText()));
        return entries;
    }

    private Map<String, String> ours() throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (Stream<Path> all = Files.walk(cache)) {
            for (Path path : all.toList()) {
                String shown = cache.relativize(path).toString();
                if (Files.isSymbolicLink(path)) {
                    entries.put(shown, "link to " + Files.readSymbolicLink(path));
                } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    entries.put(
                            shown,
                            "sha256 " + FakeRepository.hex("SHA-256", Files.readAllBytes(path)));
                }
            }
        }
        return entries;
    }

    @Test
    void itIsTheirs() throws IOException {
        try (FakeHub hub = new FakeHub().with(FakeRepository.tiny("org/tiny"))) {
            new Pulls(hub, cache).pull("org/tiny");
        }
        Map<String, String> ours = ours();
        Map<String, String> theirs = theirs();
        // they list all files of the commit; we do so only when all of them are here
        theirs.keySet().removeIf(path -> path.contains("/trees/"));
        theirs.put("CACHEDIR.TAG", ours.getOrDefault("CACHEDIR.TAG", "none"));
        assertThat(ours).containsAllEntriesOf(theirs);
        ours.keySet().removeAll(theirs.keySet());
        assertThat(ours.keySet())
                .allMatch(
                        path ->
                                path.contains("/tagwerk")
                                        // they mark a file as absent when somebody asks for it
                                        || path.contains("/.no_exist/"));
    }
}
