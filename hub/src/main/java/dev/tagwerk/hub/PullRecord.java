package dev.tagwerk.hub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is remembered of a pull, beside the snapshot.
 *
 * @param repository as it was asked for
 * @param revision as it was asked for
 * @param commit what that was
 * @param origin the hub's address
 * @param files path to length and digest, sorted
 */
public record PullRecord(
        String repository,
        String revision,
        String commit,
        String origin,
        Instant pulled,
        Terms terms,
        Map<String, Held> files) {
    private static final int FORMAT = 1;

    public PullRecord {
        files = new TreeMap<>(files);
    }

    /** A file of the snapshot. */
    public record Held(long size, String digest) {}

    /**
     * The record that belongs to a snapshot's folder.
     *
     * @param snapshot {@code .../models--ORG--NAME/snapshots/COMMIT}
     * @return empty when it was not pulled with this program
     */
    public static Optional<PullRecord> of(Path snapshot) {
        Path absolute = snapshot.toAbsolutePath().normalize();
        Path snapshots = absolute.getParent();
        Path root = snapshots == null ? null : snapshots.getParent();
        if (snapshots == null || root == null || !snapshots.endsWith("snapshots")) {
            return Optional.empty();
        }
        return read(root.resolve("tagwerk").resolve(absolute.getFileName() + ".json"));
    }

    static Optional<PullRecord> read(Path file) {
        return WholeFile.read(file).flatMap(PullRecord::parse);
    }

    private static Optional<PullRecord> parse(String text) {
        JsonNode node = HubJson.object(text);
        if (node == null || node.path("format").asInt() != FORMAT) {
            return Optional.empty();
        }
        Map<String, Held> files = new TreeMap<>();
        for (Map.Entry<String, JsonNode> file : node.path("files").properties()) {
            if (RepositoryPath.complaint(file.getKey()).isEmpty()) {
                files.put(
                        file.getKey(),
                        new Held(
                                file.getValue().path("size").asLong(),
                                file.getValue().path("digest").asText("")));
            }
        }
        try {
            return Optional.of(
                    new PullRecord(
                            node.path("repository").asText(""),
                            node.path("revision").asText(""),
                            node.path("commit").asText(""),
                            node.path("origin").asText(""),
                            Instant.parse(node.path("pulled").asText("")),
                            new Terms(
                                    text(node, "license"),
                                    text(node, "license_name"),
                                    text(node, "license_link"),
                                    node.path("gated").asText("no"),
                                    text(node, "base_model")),
                            files));
        } catch (DateTimeParseException damaged) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    void write(Path file) throws IOException {
        ObjectNode node = HubJson.make();
        node.put("format", FORMAT)
                .put("repository", repository)
                .put("revision", revision)
                .put("commit", commit)
                .put("origin", origin)
                .put("pulled", pulled.toString());
        terms.license().ifPresent(value -> node.put("license", value));
        terms.licenseName().ifPresent(value -> node.put("license_name", value));
        terms.licenseLink().ifPresent(value -> node.put("license_link", value));
        terms.baseModel().ifPresent(value -> node.put("base_model", value));
        node.put("gated", terms.gated());
        ObjectNode held = node.putObject("files");
        files.forEach(
                (path, one) ->
                        held.putObject(path).put("size", one.size()).put("digest", one.digest()));
        WholeFile.write(file, HubJson.pretty(node));
    }

    /** Files that the snapshot should hold, and does not. */
    List<String> missing(Path snapshot) {
        List<String> missing = new ArrayList<>();
        files.forEach(
                (path, held) -> {
                    if (!Snapshots.holds(new RepositoryPath(path).in(snapshot), held.size())) {
                        missing.add(path);
                    }
                });
        return missing;
    }
}
