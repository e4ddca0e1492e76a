package dev.tagwerk.hub;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The path of a file in a repository, checked: however it is used, it stays below the folder it is
 * resolved against.
 */
record RepositoryPath(String text) implements Comparable<RepositoryPath> {
    private static final int MAX_BYTES = 1024;
    private static final int MAX_NAME_BYTES = 200;
    private static final int MAX_DEPTH = 16;

    RepositoryPath {
        Optional<String> complaint = complaint(text);
        if (complaint.isPresent()) {
            throw new HubException(
                    "'" + Shown.text(text) + "' is no path of a file in a repository.",
                    complaint.get() + ".",
                    "");
        }
    }

    /** What is wrong with a text as a path; empty when nothing is. */
    static Optional<String> complaint(String text) {
        if (leaves(text)) {
            return Optional.of("it would leave the model's folder");
        }
        String[] names = text.split("/", -1);
        if (names.length > MAX_DEPTH) {
            return Optional.of("it is more than " + MAX_DEPTH + " folders deep");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return Optional.of("it is longer than " + MAX_BYTES + " bytes");
        }
        for (String name : names) {
            if (name.isEmpty()) {
                return Optional.of("a name in it is empty");
            }
            if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
                return Optional.of("a name in it is longer than " + MAX_NAME_BYTES + " bytes");
            }
            if (!name.codePoints().allMatch(Shown::printable) || !name.equals(name.strip())) {
                return Optional.of("it holds characters that do not show");
            }
        }
        return Optional.empty();
    }

    /** Whether a path points out of its folder on some system. */
    static boolean leaves(String text) {
        return text.startsWith("/")
                || text.contains("\\")
                || text.indexOf('\0') >= 0
                || text.matches("[A-Za-z]:.*")
                || List.of(text.split("/", -1)).contains("..")
                || List.of(text.split("/", -1)).contains(".");
    }

    Path in(Path folder) {
        Path path = folder.resolve(text).normalize();
        if (!path.startsWith(folder.normalize())) {
            throw new IllegalStateException("a checked path leaves its folder");
        }
        return path;
    }

    /** How many folders it lies below the root. */
    int depth() {
        return (int) text.chars().filter(c -> c == '/').count();
    }

    boolean atRoot() {
        return depth() == 0;
    }

    /** As part of an address (RFC 3986). */
    String encoded() {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean plain =
                    c >= 'a' && c <= 'z'
                            || c >= 'A' && c <= 'Z'
                            || c >= '0' && c <= '9'
                            || "-._~/".indexOf(c) >= 0;
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return encoded.toString();
    }

    @Override
    public int compareTo(RepositoryPath other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
