package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Looks through a data file before anybody trains on it. */
public final class DataCheck {
    private final ReadRows read;
    private final int exampleCount;
    private final List<CheckReport.LongRow> dropped = new ArrayList<>();
    private final List<CheckReport.LongRow> truncated = new ArrayList<>();
    private final List<BadRow> bad;
    private final List<CheckReport.Example> examples = new ArrayList<>();
    private final int[] lengths;
    private long learnt;
    private int merged;

    private DataCheck(ReadRows read, int exampleCount) {
        this.read = read;
        this.exampleCount = exampleCount;
        this.bad = new ArrayList<>(read.bad());
        this.lengths = new int[read.rows().size()];
    }

    /**
     * Checks {@code file}.
     *
     * @param columns which of the file's columns play which part
     * @param tokenizer what counts; without one, lengths are characters and nothing is dropped
     * @param maxLength longest row in tokens
     * @param examples so many of the first rows are shown
     */
    public static CheckReport check(
            Path file,
            DataFormat format,
            Columns columns,
            Optional<ModelTokenizer> tokenizer,
            int maxLength,
            int examples) {
        DataCheck check = new DataCheck(DataFile.read(file, format, columns), examples);
        return check.report(file.toString(), tokenizer, maxLength);
    }

    private CheckReport report(String file, Optional<ModelTokenizer> tokenizer, int maxLength) {
        boolean endToken = true;
        if (tokenizer.isPresent()) {
            Encoder encoder = new Encoder(tokenizer.get(), maxLength);
            countTokens(encoder, tokenizer.get());
            endToken = read.format() == DataFormat.DECISION || encoder.appendsEndToken();
        } else {
            countCharacters();
        }
        bad.sort(Comparator.comparingInt(BadRow::line));
        Repeats repeats = Repeats.in(read.rows());
        return new CheckReport(
                file,
                read.format(),
                read.numbering(),
                read.rows().size(),
                tokenizer.isPresent() ? "tokens" : "characters",
                tokenizer.isPresent() ? maxLength : 0,
                Lengths.of(lengths),
                learnt,
                dropped,
                truncated,
                merged,
                endToken,
                bad,
                read.ignoredKeys(),
                repeats.duplicates(),
                repeats.conflicts(),
                Labels.count(read.rows()),
                RoleCount.count(read.rows()),
                RoleCount.perRow(read.rows()),
                examples);
    }

    private void countTokens(Encoder encoder, ModelTokenizer tokenizer) {
        for (int i = 0; i < lengths.length; i++) {
            Row row = read.rows().get(i);
            switch (encoder.encode(row)) {
                case Encoding.Decision kept -> {
                    lengths[i] =
                            kept.row().instructionVariants().isEmpty()
                                    ? kept.encoded().length()
                                    : encoder.longest(kept.row());
                    learnt++;
                    show(Examples.of(kept.row()));
                }
                case Encoding.Text kept -> {
                    lengths[i] = kept.fullLength();
                    learnt += kept.encoded().learntCount();
                    merged += kept.boundaryMerged() ? 1 : 0;
                    if (kept.truncated()) {
                        truncated.add(new CheckReport.LongRow(kept.line(), kept.fullLength()));
                    }
                    if (examples.size() < exampleCount) {
                        show(Examples.of(kept, tokenizer));
                    }
                }
                case Encoding.Dropped tooLong -> {
                    lengths[i] = tooLong.length();
                    dropped.add(new CheckReport.LongRow(tooLong.line(), tooLong.length()));
                }
                case Encoding.Unusable wrong -> {
                    lengths[i] = wrong.length();
                    bad.add(new BadRow(wrong.line(), wrong.reason()));
                }
            }
        }
    }

    private void countCharacters() {
        for (int i = 0; i < lengths.length; i++) {
            Row row = read.rows().get(i);
            CheckReport.Example example = Examples.of(row);
            lengths[i] =
                    example.pieces().stream()
                            .mapToInt(
                                    piece -> piece.text().codePointCount(0, piece.text().length()))
                            .sum();
            show(example);
        }
    }

    private void show(CheckReport.Example example) {
        if (examples.size() < exampleCount) {
            examples.add(example);
        }
    }
}
