package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatTemplate;
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
import org.jspecify.annotations.Nullable;

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
     * @param withheld rows with turns of the assistant that are not to be learnt
     * @param notes what people should know besides
     */
    public record Report(
            DataFormat from,
            long rows,
            Map<String, Integer> left,
            long withheld,
            List<String> notes) {
        public Report {
            left = Map.copyOf(left);
            notes = List.copyOf(notes);
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
     * What is to be written.
     *
     * @param shape of the rows
     * @param kind of file
     * @param template writes what becomes text; without one, conversations do not become text
     */
    public record Wanted(DataFormat shape, DataFileKind kind, Optional<ChatTemplate> template) {
        public Wanted {
            if (shape == DataFormat.AUTO) {
                throw new DataException("the shape to convert to must be named; auto is none");
            }
        }
    }

    /**
     * Converts. The file is written aside and gets its name when it is whole.
     *
     * @param overwrite whether a file that is there already is replaced
     * @throws FileAlreadyExistsException when it is there and is not to be replaced
     * @throws DataException naming the first rows that are bad or have no counterpart in the shape,
     *     or when the target is what is read; nothing is written then
     */
    public static Report convert(Source source, Path target, Wanted wanted, boolean overwrite)
            throws IOException {
        requireNotItself(source.file(), target);
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Path absolute = target.toAbsolutePath();
        requireFolder(absolute.getParent(), target);
        Path aside =
                absolute.resolveSibling(
                        "."
                                + absolute.getFileName()
                                + "."
                                + ProcessHandle.current().pid()
                                + ".part");
        try {
            Report report = write(source, aside, wanted);
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

    /** What a shape cannot say would be lost from the only copy; links lead to that copy too. */
    private static void requireNotItself(Path file, Path target) throws IOException {
        if (Files.exists(file) && Files.exists(target) && Files.isSameFile(file, target)) {
            throw new DataException(
                    target
                            + " is the file that is read; what the new shape cannot hold would be"
                            + " lost for good. Write to another name, and remove the old file when"
                            + " the new one is as wanted");
        }
    }

    private static void requireFolder(@Nullable Path folder, Path target) {
        if (folder != null && !Files.isDirectory(folder)) {
            throw new DataException(
                    Files.exists(folder)
                            ? target + " cannot be written: " + folder + " is no folder"
                            : target
                                    + " cannot be written: there is no folder "
                                    + folder
                                    + "; make it: mkdir -p "
                                    + folder);
        }
    }

    private static Report write(Source source, Path file, Wanted wanted) throws IOException {
        List<String> problems = new ArrayList<>();
        long rows = 0;
        long withheld = 0;
        try (RowStream stream =
                        RowStream.open(
                                source.file(),
                                source.format(),
                                source.columns(),
                                ReadLimits.defaults());
                RowSink sink = RowSink.open(file, wanted.kind(), wanted.shape())) {
            for (Optional<RowStream.Item> item = stream.next();
                    item.isPresent() && problems.size() < TOLD;
                    item = stream.next()) {
                Optional<String> problem = add(item.get(), wanted, sink, stream.numbering());
                withheld += withholds(item.get()) ? 1 : 0;
                problem.ifPresent(problems::add);
                rows++;
            }
            requireNone(source.file(), wanted.shape(), problems);
            if (rows == 0) {
                throw new DataException(source.file() + " holds no row; there is nothing to write");
            }
            return new Report(
                    stream.format(),
                    rows,
                    stream.ignoredKeys(),
                    withheld,
                    stream.tools().notes(stream.numbering()));
        }
    }

    private static boolean withholds(RowStream.Item item) {
        return item instanceof RowStream.Good good
                && good.row() instanceof ChatRow chat
                && chat.withholds();
    }

    private static Optional<String> add(
            RowStream.Item item, Wanted wanted, RowSink sink, Numbering numbering)
            throws IOException {
        switch (item) {
            case RowStream.Good good -> {
                try {
                    sink.add(Conversion.to(wanted.shape(), good.row(), wanted.template()));
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
