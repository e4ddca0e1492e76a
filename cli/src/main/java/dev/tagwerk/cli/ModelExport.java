package dev.tagwerk.cli;

import dev.tagwerk.runfolder.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies what a run produced, without its checkpoints and events, to a folder that other tools
 * read.
 */
final class ModelExport {
    private static final List<String> NOT_EXPORTED = List.of("events.jsonl", "STOP", "claims");
    private final RunFolder run;

    ModelExport(RunFolder run) {
        this.run = run;
    }

    void write(Path target) {
        if (run.result().isEmpty()) {
            throw CommandException.failed(
                    "this run has no result yet.",
                    "only what a run has finished is exported.",
                    "tagwerk runs list");
        }
        try {
            if (Files.exists(target) && !emptyFolder(target)) {
                throw CommandException.usage(
                        target + " exists and is not an empty folder.",
                        "nothing is ever overwritten.",
                        "");
            }
            try (Stream<Path> files = Files.walk(run.output())) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    Path relative = run.output().relativize(file);
                    String top = relative.getName(0).toString();
                    if (NOT_EXPORTED.contains(top)
                            || top.startsWith("checkpoint-")
                            || top.startsWith(".")) {
                        continue;
                    }
                    Path copy = target.resolve(relative);
                    Files.createDirectories(copy.resolveSibling("."));
                    Files.copy(file, copy);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean emptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.findAny().isEmpty();
        }
    }
}
