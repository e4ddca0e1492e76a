package dev.tagwerk.data;

import dev.tagwerk.spec.DataRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a store keeps, by name, digest and descent.
 *
 * @param root the store's folder, for messages
 * @param all every push, the oldest first
 */
public record DataVersions(Path root, List<DataVersion> all) {
    private static final int DIGITS = 12;
    private static final String DIGEST = "sha256:";

    public DataVersions {
        all = List.copyOf(all);
    }

    /** The newest version of each name, by name. */
    public List<DataVersion> newest() {
        Map<String, DataVersion> newest = new LinkedHashMap<>();
        all.forEach(version -> newest.put(version.name(), version));
        return newest.values().stream().sorted((a, b) -> a.name().compareTo(b.name())).toList();
    }

    /** The newest version of a name. */
    Optional<DataVersion> newest(String name) {
        return all.stream()
                .filter(version -> version.name().equals(name))
                .reduce((earlier, later) -> later);
    }

    /**
     * The version that a user means by {@code NAME}, {@code NAME@sha256:DIGITS}, {@code
     * sha256:DIGITS} or the digits alone; of a name, the newest.
     */
    public DataVersion named(String text) {
        String plain = text.startsWith("dataset:") ? text.substring("dataset:".length()) : text;
        int at = plain.indexOf("@" + DIGEST);
        if (at >= 0) {
            String digits = plain.substring(at + 1 + DIGEST.length());
            return one(text, startingWith(digits, Optional.of(plain.substring(0, at))));
        }
        Optional<DataVersion> byName = newest(plain);
        if (byName.isPresent()) {
            return byName.get();
        }
        String digits = plain.startsWith(DIGEST) ? plain.substring(DIGEST.length()) : plain;
        return one(
                text,
                digits.length() < DIGITS ? List.of() : startingWith(digits, Optional.empty()));
    }

    DataVersion of(DataRef.Stored ref) {
        return named(ref.name() + ref.sha256().map(digest -> "@" + DIGEST + digest).orElse(""));
    }

    private List<DataVersion> startingWith(String digits, Optional<String> name) {
        return all.stream()
                .filter(version -> version.sha256().startsWith(digits))
                .filter(version -> name.isEmpty() || name.get().equals(version.name()))
                .toList();
    }

    private DataVersion one(String text, List<DataVersion> found) {
        List<String> digests = found.stream().map(DataVersion::sha256).distinct().toList();
        if (digests.size() > 1) {
            throw new DataException(
                    Words.quoted(text)
                            + " may mean "
                            + String.join(" or ", digests)
                            + "; write more of the digest");
        }
        if (found.isEmpty()) {
            List<String> names = newest().stream().map(DataVersion::name).limit(10).toList();
            throw new DataException(
                    "no data set "
                            + Words.quoted(text)
                            + " is kept in "
                            + root
                            + (names.isEmpty()
                                    ? ", which is empty"
                                    : "; there are " + String.join(", ", names))
                            + ". Keep one: tagwerk data push FILE");
        }
        return found.getLast();
    }

    /** What the version was made from, and that from, and so on. */
    public List<DataVersion> ancestors(DataVersion version) {
        List<DataVersion> ancestors = new ArrayList<>();
        List<String> seen = new ArrayList<>(List.of(version.sha256()));
        Optional<String> parent = version.enrichedFrom();
        while (parent.isPresent() && !seen.contains(parent.get())) {
            String sha256 = parent.get();
            seen.add(sha256);
            Optional<DataVersion> found =
                    all.stream()
                            .filter(one -> one.sha256().equals(sha256))
                            .reduce((earlier, later) -> later);
            found.ifPresent(ancestors::add);
            parent = found.flatMap(DataVersion::enrichedFrom);
        }
        return ancestors;
    }

    /** What was made from the version's bytes. */
    public List<DataVersion> derived(DataVersion version) {
        return all.stream()
                .filter(one -> one.enrichedFrom().equals(Optional.of(version.sha256())))
                .toList();
    }
}
