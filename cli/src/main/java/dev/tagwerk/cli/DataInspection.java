package dev.tagwerk.cli;

import dev.tagwerk.data.BadRow;
import dev.tagwerk.data.DataException;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Encoding;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.data.Row;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.Task;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks at the first rows of a job's data files: whether they are there, fit the task, and fit in.
 */
final class DataInspection {
    private static final int BAD_TOLD = 5;

    private final Findings findings;
    private final Task task;
    private final String lengthKey;
    private final Optional<Encoder> encoder;

    /**
     * @param lengthKey the job's key of the longest row
     * @param encoder empty where there is no tokenizer to count with
     */
    DataInspection(Findings findings, Task task, String lengthKey, Optional<Encoder> encoder) {
        this.findings = findings;
        this.task = task;
        this.lengthKey = lengthKey;
        this.encoder = encoder;
    }

    /** Looks at the file that stands under a key. */
    void inspect(String key, Path path, DataFormat format, Columns columns) {
        if (!findings.readable(key, path)) {
            return;
        }
        ReadRows head;
        try {
            head = DataHead.read(path, format, columns);
        } catch (DataException failure) {
            findings.problem(key, failure);
            return;
        }
        for (BadRow bad : head.bad().stream().limit(BAD_TOLD).toList()) {
            findings.problem(key, path + ": " + head.told(bad), "tagwerk data check " + path);
        }
        if (head.rows().isEmpty()) {
            if (head.bad().isEmpty()) {
                findings.problem(key, path + " holds no rows", "");
            }
            return;
        }
        boolean decisions = head.format() == DataFormat.DECISION;
        if (decisions != (task == Task.DECISION)) {
            findings.problem(
                    key,
                    path
                            + " holds "
                            + head.format().word()
                            + " rows, which are not for task "
                            + task.word(),
                    decisions ? "task: decision" : "task: causal-lm");
            return;
        }
        encoder.ifPresent(open -> encode(key, path, head, open));
        if (encoder.isPresent() && !encoder.get().turnsEndWithToken()) {
            findings.fact(
                    JobSource.NOTE
                            + path
                            + ": behind the assistant's words the chat template writes no special"
                            + " token that the tokenizer knows, so nothing tells where a turn ends");
        }
        findings.fact(
                "data  "
                        + path
                        + ": "
                        + head.format().word()
                        + ", "
                        + (head.whole() ? "" : "first ")
                        + head.rows().size()
                        + " rows looked at");
        for (String note : head.tools().notes(head.numbering())) {
            findings.fact(
                    JobSource.NOTE
                            + path
                            + ": "
                            + note
                            + (head.whole() ? "" : " (among the rows looked at)"));
        }
    }

    private void encode(String key, Path path, ReadRows head, Encoder open) {
        int tooLong = 0;
        int longest = 0;
        for (Row row : head.rows()) {
            Encoding encoding;
            try {
                encoding = open.encode(row);
            } catch (ModelFilesException noTemplate) {
                findings.problem("model", noTemplate);
                return;
            }
            switch (encoding) {
                case Encoding.Decision kept -> longest = Math.max(longest, kept.encoded().length());
                case Encoding.Text kept -> longest = Math.max(longest, kept.fullLength());
                case Encoding.Several kept ->
                        longest = Math.max(longest, kept.texts().getLast().fullLength());
                case Encoding.Dropped dropped -> {
                    tooLong++;
                    longest = Math.max(longest, dropped.length());
                }
                case Encoding.Unusable unusable -> {
                    findings.problem(
                            key,
                            path
                                    + ": "
                                    + head.numbering().at(unusable.line())
                                    + ": "
                                    + unusable.reason(),
                            "");
                    return;
                }
            }
        }
        if (tooLong == head.rows().size()) {
            findings.problem(
                    lengthKey,
                    "every row looked at is longer than max_length "
                            + open.maxLength()
                            + ", so that all would be dropped",
                    "max_length: " + longest + " or more");
        } else if (tooLong > 0) {
            findings.fact(
                    tooLong
                            + " of "
                            + head.rows().size()
                            + " rows are longer than max_length and will be dropped");
        }
    }
}
