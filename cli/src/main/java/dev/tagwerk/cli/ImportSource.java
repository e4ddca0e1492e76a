package dev.tagwerk.cli;

import dev.tagwerk.formats.ContainerImport;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells which of the two ways of {@code import} a file goes. */
final class ImportSource {
    private ImportSource() {}

    /**
     * What a platform is asked to run by a file; empty for training configurations, and for files
     * that only the reader of those can say something about.
     */
    static Optional<List<Document>> workloads(Path file, String name) {
        List<Document> documents =
                TextFile.read(file, name, new ArrayList<>())
                        .map(source -> Formats.read(source).documents())
                        .orElse(List.of());
        for (Document document : documents) {
            if (document.format() == Format.TAGWERK_JOB) {
                throw CommandException.usage(
                        (name.equals("-") ? "standard input" : file.getFileName())
                                + " is a job already.",
                        "import makes jobs of other tools' files.",
                        "");
            }
        }
        return ContainerImport.takes(documents) ? Optional.of(documents) : Optional.empty();
    }
}
