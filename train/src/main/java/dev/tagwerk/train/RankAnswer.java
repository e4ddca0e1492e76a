package dev.tagwerk.train;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What another rank tells rank 0, one line each on its standard output. Native libraries print
 * there too: lines that do not begin with the mark are theirs.
 */
sealed interface RankAnswer {
    String MARK = "@rank ";

    /** Everything is read and the model is loaded. */
    record Ready(String inputs, String checksum) implements RankAnswer {}

    /**
     * The share of a step is computed.
     *
     * @param loss its part of the step's mean loss
     * @param peakBytes this process's largest resident memory so far
     */
    record Computed(double loss, long residentBytes, long peakBytes) implements RankAnswer {}

    record Checked(String checksum) implements RankAnswer {}

    record Evaluated(Scores scores) implements RankAnswer {}

    /** It ends with an error. */
    record Failed(String message) implements RankAnswer {}

    default String line() {
        return MARK
                + switch (this) {
                    case Ready ready -> "ready " + ready.inputs() + " " + ready.checksum();
                    case Computed computed ->
                            "computed "
                                    + Double.toHexString(computed.loss())
                                    + " "
                                    + computed.residentBytes()
                                    + " "
                                    + computed.peakBytes();
                    case Checked checked -> "checked " + checked.checksum();
                    case Evaluated evaluated ->
                            "evaluated "
                                    + evaluated.scores().values().stream()
                                            .map(Double::toHexString)
                                            .collect(Collectors.joining(" "));
                    case Failed failed -> "failed " + RankWords.quoted(failed.message());
                };
    }

    /** The inverse of {@link #line()}; empty when somebody else printed the line. */
    static Optional<RankAnswer> read(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] words = line.substring(MARK.length()).split(" ");
        return Optional.of(
                switch (words[0]) {
                    case "ready" -> new Ready(words[1], words[2]);
                    case "computed" ->
                            new Computed(
                                    Double.parseDouble(words[1]),
                                    Long.parseLong(words[2]),
                                    Long.parseLong(words[3]));
                    case "checked" -> new Checked(words[1]);
                    case "evaluated" ->
                            new Evaluated(
                                    new Scores(
                                            Arrays.stream(words)
                                                    .skip(1)
                                                    .map(Double::parseDouble)
                                                    .toList()));
                    case "failed" ->
                            new Failed(RankWords.unquoted(line.substring(line.indexOf('"'))));
                    default -> throw new IllegalArgumentException("no answer: " + line);
                });
    }
}
