package dev.tagwerk.data;

import dev.tagwerk.spec.DataFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What {@code data check} found out about a file.
 *
 * @param file the file as given
 * @param format the format given or found
 * @param numbering what the numbers of rows count
 * @param rows usable rows
 * @param unit what lengths count: {@code tokens}, or {@code characters} without a tokenizer
 * @param maxLength longest row allowed, in tokens; 0 without a tokenizer
 * @param lengths of every usable row, before dropping and truncation
 * @param learntTokens tokens in the loss per epoch (decisions: one answer per row)
 * @param dropped decisions longer than {@code maxLength}, which training leaves out
 * @param truncated texts longer than {@code maxLength}, which training cuts at the end
 * @param mergedBoundaries rows in which one token holds the prompt's end and the completion's start
 * @param endToken whether an end token closes every text (true for decisions, which need none, and
 *     for conversations, whether a special token ends the assistant's turns)
 * @param splitConversations conversations learnt as several texts
 * @param chatTemplate where the template that wrote the conversations comes from; empty without any
 * @param bad lines that are no usable rows, and rows with nothing to learn
 * @param ignoredKeys keys that the format does not know, with the number of rows that have them
 * @param tools rows that speak of tools, which are not rendered
 * @param emptyAnswers conversations in which a turn is learnt that says nothing
 * @param duplicates groups of equal rows
 * @param conflicts groups of rows with the same input and different answers
 * @param labels how often each answer is right
 * @param roles who speaks how often, where rows are conversations
 * @param messages messages per conversation
 * @param examples the first rows, as the model sees them
 */
public record CheckReport(
        String file,
        DataFormat format,
        Numbering numbering,
        int rows,
        String unit,
        int maxLength,
        Lengths lengths,
        long learntTokens,
        List<LongRow> dropped,
        List<LongRow> truncated,
        int mergedBoundaries,
        boolean endToken,
        int splitConversations,
        String chatTemplate,
        List<BadRow> bad,
        Map<String, Integer> ignoredKeys,
        ToolRows tools,
        List<Integer> emptyAnswers,
        List<Duplicates> duplicates,
        List<Conflict> conflicts,
        List<LabelCount> labels,
        List<RoleCount> roles,
        Lengths messages,
        List<Example> examples) {

    /** A row longer than allowed. */
    public record LongRow(int line, int length) {}

    /** Lines that hold the same row. */
    public record Duplicates(List<Integer> lines) {
        public Duplicates {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Lines that ask the same and answer differently; {@code answers} in the order of the lines.
     */
    public record Conflict(List<Integer> lines, List<String> answers) {
        public Conflict {
            lines = List.copyOf(lines);
            answers = List.copyOf(answers);
        }
    }

    /** How often {@code label} is the right answer among the questions of {@code kind}. */
    public record LabelCount(QuestionKind kind, String label, int count) {}

    /** A row as the model sees it. */
    public record Example(int line, List<Piece> pieces) {
        public Example {
            pieces = List.copyOf(pieces);
        }
    }

    /** Part of an example; {@code learnt} parts are what the loss is about. */
    public record Piece(String text, boolean learnt) {
        public Piece {
            Objects.requireNonNull(text, "text");
        }
    }

    public CheckReport {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(numbering, "numbering");
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(tools, "tools");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(chatTemplate, "chatTemplate");
        Objects.requireNonNull(lengths, "lengths");
        dropped = List.copyOf(dropped);
        truncated = List.copyOf(truncated);
        bad = List.copyOf(bad);
        ignoredKeys = Map.copyOf(ignoredKeys);
        emptyAnswers = List.copyOf(emptyAnswers);
        duplicates = List.copyOf(duplicates);
        conflicts = List.copyOf(conflicts);
        labels = List.copyOf(labels);
        roles = List.copyOf(roles);
        examples = List.copyOf(examples);
    }

    /** Whether training on the file can start: at least one row is kept and no line is bad. */
    public boolean usable() {
        return bad.isEmpty() && kept() > 0;
    }

    /** Rows that training would see. */
    public int kept() {
        return rows - dropped.size();
    }

    /** Rows that say again what another row says. */
    public int duplicateRows() {
        return duplicates.stream().mapToInt(group -> group.lines().size() - 1).sum();
    }

    /** The report in plain text, learnt parts between ⟦ and ⟧; of many bad rows a few. */
    public String text() {
        return text(false, false);
    }

    /**
     * The report for people.
     *
     * @param colour learnt parts are in a terminal's colour instead of between ⟦ and ⟧
     * @param all every bad row is listed, not the first five with each reason
     */
    public String text(boolean colour, boolean all) {
        return new CheckText(this, colour, all).text();
    }

    /** The report as one JSON object with snake_case keys. */
    public String json() {
        return CheckJson.write(this);
    }
}
