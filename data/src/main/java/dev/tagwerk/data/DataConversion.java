package dev.tagwerk.data;

import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the rows of a data file in another shape, into a file of another kind. */
public final class DataConversion {
    private static final int TOLD = 10;

    private DataConversion() {}

    /**
     * What was written.
     *
     * @param from the shape that was read
     * @param rows how many
     * @param left keys that the shape does not know and that were left behind, with their rows
     */
    public record Report(DataFormat from, long rows, Map<String, Integer> left) {
        public Report {
            left = Map.copyOf(left);
        }
    }

    /**
     * What is to be read.
     *
     * @param format the shape of its rows
     * @param columns which of its columns play which part
     */
    public record Source(Path file, DataFormat format, Columns columns) {}

    /**
     * Converts. The file is written aside and gets its name when it is whole.
     *
     * @param overwrite whether a file that is there already is replaced
     * @throws FileAlreadyExistsException when it is there and is not to be replaced
     * @throws DataException naming the first rows that are bad or have no counterpart in the shape;
     *     nothing is written then
     */
    public static Report convert(
            Source source, Path target, DataFormat shape, DataFileKind kind, boolean overwrite)
            throws IOException {
        if (shape == DataFormat.AUTO) {
            throw new DataException("the shape to convert to must be named; auto is none");
        }
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Path absolute = target.toAbsolutePath();
        Path aside =
                absolute.resolveSibling(
                        "."
                                + absolute.getFileName()
                                + "."
                                + ProcessHandle.current().pid()
                                + ".part");
        try {
            Report report = write(source, aside, shape, kind);
            if (overwrite) {
                Files.move(aside, absolute, StandardCopyOption.ATOMIC_MOVE);
            } else {
                Files.move(aside, absolute);
            }
            return report;
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    private static Report write(Source source, Path file, DataFormat shape, DataFileKind kind)
            throws IOException {
        List<String> problems = new ArrayList<>();
        long rows = 0;
        try (RowStream stream =
                        RowStream.open(
                                source.file(),
                                source.format(),
                                source.columns(),
                                ReadLimits.defaults());
                RowSink sink = RowSink.open(file, kind, shape)) {
            for (Optional<RowStream.Item> item = stream.next();
                    item.isPresent() && problems.size() < TOLD;
                    item = stream.next()) {
                Optional<String> problem = add(item.get(), shape, sink, stream.numbering());
                problem.ifPresent(problems::add);
                rows++;
            }
            requireNone(source.file(), shape, problems);
            if (rows == 0) {
                throw new DataException(source.file() + " holds no row; there is nothing to write");
            }
            return new Report(stream.format(), rows, stream.ignoredKeys());
        }
    }

    private static Optional<String> add(
            RowStream.Item item, DataFormat shape, RowSink sink, Numbering numbering)
            throws IOException {
        switch (item) {
            case RowStream.Good good -> {
                try {
                    sink.add(Conversion.to(shape, good.row()));
                    return Optional.empty();
                } catch (JsonLine.Fault fault) {
                    return Optional.of(numbering.at(good.row().line()) + " " + fault.reason());
                }
            }
            case RowStream.Bad bad -> {
                return Optional.of(numbering.at(bad.row().line()) + ": " + bad.row().reason());
            }
        }
    }

    private static void requireNone(Path file, DataFormat shape, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new DataException(
                    file
                            + " cannot be converted to "
                            + shape.word()
                            + ", nothing was written:\n  "
                            + String.join("\n  ", problems)
                            + (problems.size() == TOLD ? "\n  (there may be more)" : ""));
        }
    }
}
