package dev.tagwerk.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How much memory a process started here may take.
 *
 * @param origin what sets the limit, for people
 */
record MemoryLimit(long bytes, String origin) {
    /** Version 1 writes "no limit" as a number near 2^63. */
    private static final long UNLIMITED = 1L << 60;

    /** The smallest of physical memory and the limits of the control groups that we are in. */
    static Optional<MemoryLimit> here() {
        return of(Path.of("/"));
    }

    /**
     * The same of another root folder.
     *
     * @param root holds {@code proc} and {@code sys}
     */
    static Optional<MemoryLimit> of(Path root) {
        List<MemoryLimit> limits = new ArrayList<>();
        physical(root).ifPresent(bytes -> limits.add(new MemoryLimit(bytes, "physical memory")));
        Path groups = root.resolve("sys/fs/cgroup");
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (List.of(parts[1].split(",")).contains("memory")) {
                group(groups.resolve("memory"), parts[2], "memory.limit_in_bytes", limits);
            } else if (parts[1].isEmpty()) {
                group(groups, parts[2], "memory.max", limits);
            }
        }
        return limits.stream().min(Comparator.comparingLong(MemoryLimit::bytes));
    }

    // In a container the path may be the host's, which is not mounted: the top is then our own.
    private static void group(Path mount, String path, String file, List<MemoryLimit> limits) {
        Path own = mount.resolve(path.replaceFirst("^/+", "")).normalize();
        for (Path group = own;
                group != null && group.startsWith(mount);
                group = group.getParent()) {
            Path limit = group.resolve(file);
            for (String line : lines(limit)) {
                bytes(line)
                        .ifPresent(
                                bytes ->
                                        limits.add(
                                                new MemoryLimit(
                                                        bytes,
                                                        "the control group's limit, " + limit)));
            }
        }
    }

    private static Optional<Long> physical(Path root) {
        return lines(root.resolve("proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .findFirst()
                .flatMap(line -> bytes(line.replaceAll("[^0-9]", "")))
                .map(kibibytes -> kibibytes * 1024);
    }

    private static Optional<Long> bytes(String text) {
        try {
            long bytes = Long.parseLong(text.strip());
            return bytes >= UNLIMITED ? Optional.empty() : Optional.of(bytes);
        } catch (NumberFormatException unlimited) { // "max", or more than a long holds
            return Optional.empty();
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException gone) {
            return List.of();
        }
    }
}
