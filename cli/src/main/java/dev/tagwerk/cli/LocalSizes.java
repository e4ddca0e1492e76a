package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.modelfiles.HubCache;
import dev.tagwerk.preflight.DataSize;
import dev.tagwerk.preflight.DataSizes;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sizes of data on this machine: files beside a job, and the hub's cache. Nothing is fetched. */
record LocalSizes(Shell shell) implements DataSizes {
    /** Entries of a folder after which nothing is said about it. */
    private static final int ENTRIES = 100_000;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public Optional<DataSize> local(SourceFile by, String path) {
        return resolved(by, path).flatMap(LocalSizes::size);
    }

    @Override
    public Optional<DataSize> entry(SourceFile by, String folder, String name) {
        return resolved(by, folder)
                .flatMap(
                        list ->
                                file(list.resolve("dataset_info.json"), name)
                                        .flatMap(file -> inside(list, file)))
                .flatMap(LocalSizes::size);
    }

    @Override
    public Optional<DataSize> hub(String name) {
        Path folder = HubCache.fromEnvironment(shell.environment()).folder();
        if (!name.matches("[\\w.-]{1,96}/[\\w.-]{1,96}") || name.contains("..")) {
            return Optional.empty();
        }
        return snapshot(folder.resolve("datasets--" + name.replace("/", "--")))
                .flatMap(
                        snapshot ->
                                DataCard.size(snapshot.resolve("README.md"))
                                        .or(() -> downloaded(snapshot)));
    }

    private static Optional<Path> snapshot(Path dataset) {
        try {
            Path reference = dataset.resolve("refs").resolve("main");
            if (!Files.isRegularFile(reference) || Files.size(reference) > 100) {
                return Optional.empty();
            }
            String commit = Files.readString(reference).strip();
            return commit.matches("[0-9a-f]{40}")
                    ? Optional.of(dataset.resolve("snapshots").resolve(commit))
                            .filter(Files::isDirectory)
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** What of it lies in the cache, which may be less than there is: links into its own blobs. */
    private static Optional<DataSize> downloaded(Path snapshot) {
        Sum sum = new Sum(true);
        try {
            Files.walkFileTree(snapshot, sum);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
        return sum.result();
    }

    private Optional<Path> resolved(SourceFile by, String path) {
        try {
            String home = shell.environment().getOrDefault("HOME", "");
            Path named = shell.resolve(by.name()).toAbsolutePath();
            Path folder = Optional.ofNullable(named.getParent()).orElse(named);
            Path wanted =
                    path.startsWith("~/") && !home.isEmpty()
                            ? Path.of(home).resolve(path.substring(2))
                            : folder.resolve(path);
            return Optional.of(wanted.normalize()).filter(one -> one.getNameCount() > 0);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static Optional<Path> inside(Path folder, String file) {
        try {
            Path resolved = folder.resolve(file).normalize();
            return Optional.of(resolved).filter(one -> one.startsWith(folder));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static Optional<String> file(Path list, String name) {
        List<Fault> faults = new ArrayList<>();
        try {
            Optional<SourceFile> text = TextFile.read(list, list.toString(), faults);
            JsonNode root = text.isEmpty() ? null : MAPPER.readTree(text.get().text());
            JsonNode file = root == null ? null : root.path(name).path("file_name");
            return file == null || !file.isTextual()
                    ? Optional.empty()
                    : Optional.of(file.textValue());
        } catch (IOException noJson) {
            return Optional.empty();
        }
    }

    private static Optional<DataSize> size(Path path) {
        try {
            if (Files.isRegularFile(path)) {
                return Optional.of(DataSize.of(Files.size(path)));
            }
            // what an ignore file leaves out is not copied, and not worked out here
            boolean ignores =
                    Files.exists(path.resolve(".gitignore"))
                            || Files.exists(path.resolve(".skyignore"));
            if (!Files.isDirectory(path) || ignores) {
                return Optional.empty();
            }
            Sum sum = new Sum(false);
            Files.walkFileTree(path, sum);
            return sum.result();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Adds files up; nothing where there are too many, or some cannot be seen. */
    private static final class Sum extends SimpleFileVisitor<Path> {
        private final boolean links;
        private long bytes;
        private int entries;

        Sum(boolean links) {
            this.links = links;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            entries++;
            if (links && attributes.isSymbolicLink() && Files.isRegularFile(file)) {
                bytes += Files.size(file);
            } else if (attributes.isRegularFile()) {
                bytes += attributes.size();
            }
            return entries > ENTRIES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            entries++;
            return entries > ENTRIES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        Optional<DataSize> result() {
            return entries > ENTRIES || bytes == 0
                    ? Optional.empty()
                    : Optional.of(DataSize.of(bytes));
        }
    }
}
