package dev.tagwerk.hub;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads what {@code /api/models/NAME/revision/REVISION?blobs=true} answers. */
final class ListingReader {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
    private static final int MAX_FILES = 100_000;

    private final String server;

    /**
     * @param server who answered, for messages
     */
    ListingReader(String server) {
        this.server = server;
    }

    Listing read(byte[] body) {
        JsonNode root = HubJson.object(new String(body, StandardCharsets.UTF_8));
        if (root == null) {
            throw odd("its answer is no JSON object");
        }
        String commit = root.path("sha").asText("");
        if (!COMMIT.matcher(commit).matches()) {
            throw odd("it names no commit");
        }
        JsonNode siblings = root.path("siblings");
        if (!siblings.isArray() || siblings.size() > MAX_FILES) {
            throw odd("it lists no files, or more than " + MAX_FILES);
        }
        TreeMap<String, RepositoryFile> files = new TreeMap<>();
        List<LeftOut> unusable = new ArrayList<>();
        for (JsonNode sibling : siblings) {
            String path = sibling.path("rfilename").asText("");
            if (RepositoryPath.leaves(path)) {
                throw odd(
                        "it lists the path '"
                                + Shown.text(path)
                                + "', which would leave the model's folder");
            }
            Optional<String> complaint = RepositoryPath.complaint(path);
            if (complaint.isPresent()) {
                unusable.add(
                        new LeftOut(
                                Shown.text(path), size(sibling), "unusable: " + complaint.get()));
            } else if (files.put(path, file(path, sibling)) != null) {
                throw odd("it lists '" + path + "' twice");
            }
        }
        folders(files.keySet());
        return new Listing(
                Shown.text(root.path("id").asText("")),
                commit,
                terms(root),
                List.copyOf(files.values()),
                unusable);
    }

    private RepositoryFile file(String path, JsonNode sibling) {
        JsonNode large = sibling.path("lfs");
        String git = sibling.path("blobId").asText("");
        String hex = large.isObject() ? large.path("sha256").asText("") : git;
        long size = size(sibling);
        if (size < 0 || !Digest.isOne(hex)) {
            throw odd("it names neither length nor digest of '" + path + "'");
        }
        return new RepositoryFile(new RepositoryPath(path), size, new Digest(hex), git);
    }

    private static long size(JsonNode sibling) {
        JsonNode size =
                sibling.path("lfs").isObject()
                        ? sibling.path("lfs").path("size")
                        : sibling.path("size");
        // sums of sizes stay far from overflowing
        return size.canConvertToLong() && size.asLong() < 1L << 50 ? size.asLong() : -1;
    }

    /** A name cannot be a file and a folder. */
    private void folders(Set<String> paths) {
        Set<String> folders = new HashSet<>();
        for (String path : paths) {
            for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
                folders.add(path.substring(0, at));
            }
        }
        folders.retainAll(paths);
        if (!folders.isEmpty()) {
            throw odd("it lists '" + folders.iterator().next() + "' as a file and as a folder");
        }
    }

    private static Terms terms(JsonNode root) {
        JsonNode card = root.path("cardData");
        JsonNode gated = root.path("gated");
        return new Terms(
                text(card.path("license")),
                text(card.path("license_name")),
                text(card.path("license_link")),
                gated.isTextual() ? Shown.text(gated.asText()) : gated.asBoolean() ? "yes" : "no",
                text(card.path("base_model")));
    }

    /** A text, or the first of several. */
    private static Optional<String> text(JsonNode node) {
        JsonNode one = node.isArray() && !node.isEmpty() ? node.get(0) : node;
        return one.isTextual() && !one.asText().isBlank()
                ? Optional.of(Shown.text(one.asText().strip()))
                : Optional.empty();
    }

    private HubException odd(String what) {
        return new HubException(
                "the list of files from " + server + " cannot be used.",
                what + ".",
                "nothing was written; check HF_ENDPOINT, or use a hub that you trust");
    }
}
