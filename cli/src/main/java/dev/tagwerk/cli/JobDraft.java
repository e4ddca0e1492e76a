package dev.tagwerk.cli;

import dev.tagwerk.data.ChatRow;
import dev.tagwerk.data.DataException;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Encoding;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.data.Row;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A first job for a data file: what {@code init} writes.
 *
 * @param model as the job file shall name it
 * @param data as the job file shall name it
 * @param found whether the model is on this machine
 * @param unspoken whether rows are conversations and the model has no template to write them with
 * @param notes what a reader of the job should know of the rows
 * @param longest tokens of the longest row looked at; 0 when nobody could count
 * @param maxPositions the model's limit; 0 when it is not here
 */
record JobDraft(
        String name,
        String model,
        boolean found,
        String data,
        DataFormat format,
        int rows,
        boolean whole,
        boolean unspoken,
        List<String> notes,
        int longest,
        int maxPositions) {
    private static final int DEFAULT_LENGTH = 1024;
    private static final int NO_LIMIT = 1 << 20;
    private static final String TEMPLATE = "chatml";

    static JobDraft of(Shell shell, Path data, Optional<String> model, Path job) {
        ReadRows head = DataHead.read(data, DataFormat.AUTO, Columns.none());
        if (head.rows().isEmpty()) {
            throw CommandException.usage(
                    shell.shown(data) + " holds no row that can be learnt from.",
                    head.bad().stream().findFirst().map(head::told).orElse("it is empty") + ".",
                    shell.command() + " data check " + shell.shown(data));
        }
        Path folder =
                Objects.requireNonNullElse(job.toAbsolutePath().getParent(), shell.directory());
        String named = model.orElseGet(() -> tinyBase(shell));
        Optional<ModelFolder> opened = open(shell, named);
        String written =
                opened.isPresent() && Files.isDirectory(shell.resolve(named))
                        ? relative(folder, shell.resolve(named))
                        : named;
        boolean unspoken = opened.map(one -> unspoken(one, head)).orElse(false);
        return new JobDraft(
                name(data),
                written,
                opened.isPresent(),
                relative(folder, data),
                head.format(),
                head.rows().size(),
                head.whole(),
                unspoken,
                notes(shell.shown(data), head),
                opened.map(one -> longest(one, head, unspoken)).orElse(0),
                opened.map(one -> one.config().maxPositions()).orElse(0));
    }

    /** The small model that comes along: enough to see everything work, not to be clever. */
    private static String tinyBase(Shell shell) {
        String root = shell.environment().getOrDefault("TAGWERK_ROOT", "");
        return root.isEmpty() ? "examples/tiny-base" : root + "/examples/tiny-base";
    }

    private static Optional<ModelFolder> open(Shell shell, String model) {
        try {
            return Optional.of(ModelOption.open(shell, model));
        } catch (ModelFilesException notHere) {
            return Optional.empty();
        }
    }

    private static List<String> notes(String data, ReadRows head) {
        if (head.bad().isEmpty()) {
            return List.of();
        }
        int looked = head.bad().size() + head.rows().size();
        return List.of(
                data
                        + ": "
                        + head.bad().size()
                        + " of the "
                        + (head.whole() ? "" : "first ")
                        + looked
                        + " rows cannot be learnt from, such as "
                        + head.told(head.bad().getFirst()));
    }

    private static boolean unspoken(ModelFolder model, ReadRows head) {
        try {
            return head.rows().stream().anyMatch(ChatRow.class::isInstance)
                    && ChatTemplate.find(model.path(), Clock.systemDefaultZone()).isEmpty();
        } catch (ModelFilesException unreadable) {
            return false; // check says what is wrong with it
        }
    }

    private static int longest(ModelFolder model, ReadRows head, boolean unspoken) {
        int longest = 0;
        Optional<ChatTemplateRef> named =
                unspoken ? Optional.of(new ChatTemplateRef.BuiltIn(TEMPLATE)) : Optional.empty();
        try (ModelTokenizer tokenizer = model.tokenizer()) {
            Encoder encoder =
                    new Encoder(
                            tokenizer,
                            NO_LIMIT,
                            () ->
                                    JobTemplate.find(
                                            named, tokenizer.folder(), Clock.systemDefaultZone()));
            for (Row row : head.rows()) {
                longest =
                        Math.max(
                                longest,
                                switch (encoder.encode(row)) {
                                    case Encoding.Decision kept -> kept.encoded().length();
                                    case Encoding.Text kept -> kept.fullLength();
                                    case Encoding.Several kept ->
                                            kept.texts().getLast().fullLength();
                                    case Encoding.Dropped dropped -> dropped.length();
                                    case Encoding.Unusable unusable -> unusable.length();
                                });
            }
        } catch (ModelFilesException | DataException unreadable) {
            return 0;
        }
        return longest;
    }

    private static String relative(Path folder, Path target) {
        Path absolute = target.toAbsolutePath().normalize();
        return absolute.startsWith(folder) && !absolute.equals(folder)
                ? folder.relativize(absolute).toString()
                : absolute.toString();
    }

    private static String name(Path data) {
        String name = String.valueOf(data.getFileName()).toLowerCase(Locale.ROOT);
        int dot = name.indexOf('.');
        String slug =
                (dot > 0 ? name.substring(0, dot) : name)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-+|-+$", "");
        return slug.isEmpty() ? "job" : slug;
    }

    private boolean decision() {
        return format == DataFormat.DECISION;
    }

    /** Room for rows a little longer than those looked at, in steps of 64. */
    private int maxLength() {
        int wanted = longest == 0 ? DEFAULT_LENGTH : (longest * 5 / 4 + 63) / 64 * 64;
        return maxPositions == 0 ? wanted : Math.min(wanted, maxPositions);
    }

    String summary() {
        return format.word()
                + " rows, so task "
                + (decision() ? "decision" : "causal-lm")
                + "; model "
                + model
                + (found ? "" : " (not on this machine yet)")
                + ".";
    }

    String modelHint() {
        return found
                ? " --model "
                        + model
                        + " --max-length "
                        + maxLength()
                        + (unspoken ? " --chat-template " + TEMPLATE : "")
                : "";
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(
                "# A training job: what to adapt, how, on which rows. Every key: tagwerk schema\n");
        text.append("#   tagwerk check FILE   says everything that is wrong with it\n");
        text.append("#   tagwerk run FILE     trains on this machine\n");
        text.append("kind: training\n");
        text.append("name: ").append(quoted(name)).append("\n\n");
        text.append(
                "# The base model: a folder, or org/name@revision as found in the Hugging Face cache of this machine.\n");
        if (!found) {
            text.append(
                    "# It was not found when this file was written; `tagwerk check` says where it was looked for.\n");
        }
        text.append("model: ").append(quoted(model)).append('\n');
        text.append(
                decision()
                        ? "task: decision                  # picks among options; the other task, causal-lm, writes text\n\n"
                        : "task: causal-lm                 # writes text; the other task, decision, picks among options\n\n");
        text.append("recipe:\n");
        text.append(
                "  method: lora                  # small matrices beside frozen weights; `full` trains everything\n");
        text.append("  rank: 16                      # width of those matrices\n");
        text.append("  alpha: 32                     # their scale is alpha / rank\n");
        text.append("  dropout: 0.05\n");
        text.append("  targets: all-linear           # or a list such as [q_proj, v_proj]\n");
        text.append("  epochs: 2                     # passes over the rows; or `steps: 500`\n");
        text.append("  batch_size: 8                 # rows per step; less needs less memory\n");
        text.append("  learning_rate: ").append(decision() ? "1.0e-4" : "2.0e-4").append('\n');
        if (decision()) {
            text.append(
                    "  head_learning_rate: 1.0e-3    # of the decision head, which starts from nothing\n");
        }
        text.append("  schedule: cosine              # or linear, constant\n");
        text.append("  warmup_ratio: 0.03\n");
        text.append("  max_length: ")
                .append(padded(String.valueOf(maxLength()), 18))
                .append("# tokens; ");
        text.append(
                longest == 0
                        ? "no tokenizer was there to count"
                        : "the longest row" + (whole ? "" : " looked at") + " has " + longest);
        text.append(decision() ? "; longer rows are left out\n" : "; longer rows are cut\n");
        text.append("  seed: 42\n\n");
        text.append("data:\n");
        text.append("  train: ").append(quoted(data)).append('\n');
        text.append("  format: ").append(format.word()).append('\n');
        if (unspoken) {
            text.append("  chat_template: ")
                    .append(padded(TEMPLATE, 15))
                    .append("# the model has none of its own; llama3, mistral, gemma or a file\n");
        }
        text.append(
                "  validation_fraction: 0.1      # held out to see whether it learns; or `validation: other.jsonl`\n\n");
        text.append("checkpoints:\n");
        text.append("  every_steps: 50               # where a stopped run goes on from\n");
        text.append("  keep: 2\n");
        return text.toString();
    }

    private static String padded(String value, int width) {
        return value + " ".repeat(Math.max(1, width - value.length()));
    }

    /** YAML's double quotes where a plain word could be read as something else. */
    private static String quoted(String value) {
        if (value.matches("[A-Za-z/._][A-Za-z0-9/._@-]*")
                && !value.matches("(?i)true|false|null|yes|no|on|off|~")) {
            return value;
        }
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
