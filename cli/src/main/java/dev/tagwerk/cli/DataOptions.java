package dev.tagwerk.cli;

import dev.tagwerk.data.DataSets;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.DatasetInfo;
import dev.tagwerk.spec.Nearest;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A data file named on the command line, and how its rows are to be read; mixed into commands. */
final class DataOptions {
    /** What rows can be written as. */
    static final String SHAPES = "messages, prompt-completion, text, alpaca, sharegpt or decision";

    private static final String FORMATS = "auto, " + SHAPES;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "JSONL or one JSON list, also gzipped, CSV or Parquet; or dataset:NAME")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = FORMATS + " (default: auto)")
    private String format = "auto";

    @Option(
            names = "--column",
            paramLabel = "PART=NAME",
            description =
                    "what the file calls a part: prompt, response, messages, role and so on; may be"
                            + " given several times")
    private Map<String, String> columns = new LinkedHashMap<>();

    @Option(
            names = "--dataset-info",
            paramLabel = "LIST#NAME",
            description = "shape and columns from an entry of a dataset_info.json")
    private Optional<String> datasetInfo = Optional.empty();

    /** The file, as typed. */
    Path file() {
        return file;
    }

    private DataRef existing(Shell shell) throws NoSuchFileException {
        DataRef ref = Stores.ref(shell, file);
        if (ref instanceof DataRef.File named && !Files.exists(named.path())) {
            throw new NoSuchFileException(file.toString());
        }
        return ref;
    }

    /** Whether anything is said of how the file is to be read. */
    boolean told() {
        return !columns.isEmpty() || datasetInfo.isPresent() || !format.equals("auto");
    }

    /** The file, its shape and its columns. */
    DataSets.Source source(Shell shell) throws NoSuchFileException {
        if (datasetInfo.isPresent() && !columns.isEmpty()) {
            throw CommandException.usage(
                    "--dataset-info and --column exclude each other.",
                    "",
                    "tagwerk data check --help");
        }
        return Stores.dataSets(shell)
                .source(
                        existing(shell),
                        format(format, "--format"),
                        columns(),
                        datasetInfo.map(text -> entry(shell, text)));
    }

    private static DatasetInfo entry(Shell shell, String text) {
        int mark = text.lastIndexOf('#');
        if (mark < 1 || mark == text.length() - 1) {
            throw CommandException.usage(
                    "--dataset-info: '" + text + "' names no entry.",
                    "write the list's path, # and the entry's name.",
                    "tagwerk data check FILE --dataset-info data/dataset_info.json#alpaca_en");
        }
        return new DatasetInfo(shell.resolve(text.substring(0, mark)), text.substring(mark + 1));
    }

    static DataFormat format(String word, String option) {
        return known(word)
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        option + ": there is no format '" + word + "'.",
                                        "the formats are " + FORMATS.replace(" or ", " and ") + ".",
                                        "tagwerk data check --help"));
    }

    /** A shape that rows can be written as; {@code auto} is none. */
    static DataFormat shape(String word) {
        return known(word)
                .filter(one -> one != DataFormat.AUTO)
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        "--to: there is no shape '" + word + "'.",
                                        "the shapes are " + SHAPES.replace(" or ", " and ") + ".",
                                        "tagwerk data convert --help"));
    }

    private static Optional<DataFormat> known(String word) {
        return Arrays.stream(DataFormat.values())
                .filter(one -> one.word().equals(word))
                .findFirst();
    }

    private Columns columns() {
        Map<Column, String> names = new EnumMap<>(Column.class);
        columns.forEach(
                (part, name) -> {
                    Column column =
                            Column.of(part)
                                    .orElseThrow(
                                            () ->
                                                    CommandException.usage(
                                                            "--column: there is no part '"
                                                                    + part
                                                                    + "'.",
                                                            parts(part),
                                                            "tagwerk data check --help"));
                    names.put(column, name);
                });
        return new Columns(names);
    }

    private static String parts(String part) {
        List<String> words = Arrays.stream(Column.values()).map(Column::word).toList();
        Optional<String> near = Nearest.to(part, words);
        return near.map(word -> "did you mean " + word + "?")
                .orElse("the parts are " + String.join(", ", words) + ".");
    }
}
