package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;
import java.time.Clock;
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
    private int split;

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
     * @param template what writes conversations, instead of the model's own template
     * @param maxLength longest row in tokens
     * @param examples so many of the first rows are shown
     */
    public static CheckReport check(
            Path file,
            DataFormat format,
            Columns columns,
            Optional<ModelTokenizer> tokenizer,
            Optional<ChatTemplateRef> template,
            int maxLength,
            int examples) {
        DataCheck check = new DataCheck(DataFile.read(file, format, columns), examples);
        return check.report(file.toString(), tokenizer, template, maxLength);
    }

    private CheckReport report(
            String file,
            Optional<ModelTokenizer> tokenizer,
            Optional<ChatTemplateRef> template,
            int maxLength) {
        boolean endToken = true;
        String chatTemplate = "";
        if (tokenizer.isPresent()) {
            Path folder = tokenizer.get().folder();
            Encoder encoder =
                    new Encoder(
                            tokenizer.get(),
                            maxLength,
                            () -> JobTemplate.find(template, folder, Clock.systemDefaultZone()));
            countTokens(encoder, tokenizer.get());
            chatTemplate = encoder.usedTemplate().map(ChatTemplate::origin).orElse("");
            endToken =
                    read.format() == DataFormat.DECISION
                            || (encoder.usedTemplate().isPresent()
                                    ? encoder.turnsEndWithToken()
                                    : encoder.appendsEndToken());
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
                split,
                chatTemplate,
                bad,
                read.ignoredKeys(),
                read.tools(),
                emptyAnswers(),
                repeats.duplicates(),
                repeats.conflicts(),
                Labels.count(read.rows()),
                RoleCount.count(read.rows()),
                RoleCount.perRow(read.rows()),
                examples);
    }

    private List<Integer> emptyAnswers() {
        return read.rows().stream()
                .filter(row -> row instanceof ChatRow chat && chat.answersNothing())
                .map(Row::line)
                .toList();
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
                case Encoding.Text kept -> lengths[i] = count(kept, tokenizer);
                case Encoding.Several kept -> {
                    for (Encoding.Text text : kept.texts()) {
                        lengths[i] = Math.max(lengths[i], count(text, tokenizer));
                    }
                    split++;
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

    private int count(Encoding.Text kept, ModelTokenizer tokenizer) {
        learnt += kept.encoded().learntCount();
        merged += kept.boundaryMerged() ? 1 : 0;
        if (kept.truncated()) {
            truncated.add(new CheckReport.LongRow(kept.line(), kept.fullLength()));
        }
        if (examples.size() < exampleCount) {
            show(Examples.of(kept, tokenizer));
        }
        return kept.fullLength();
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
