package dev.tagwerk.train;

import dev.tagwerk.data.DataFile;
import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.EncodedText;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Encoding;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.data.Row;
import dev.tagwerk.data.Split;
import dev.tagwerk.data.TeacherFile;
import dev.tagwerk.model.TextInput;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a job, encoded or ready to be: what is trained on, what is held out, what was left
 * out.
 *
 * @param train units of training
 * @param validation units held out; may be empty
 * @param notes what a user should know: rows dropped, texts cut
 * @param teacher distributions over options, if the job names a teacher file
 */
record TrainingSet(
        List<Unit> train,
        List<Unit> validation,
        List<String> notes,
        Optional<TeacherFile> teacher) {
    private static final int PROBLEMS_SHOWN = 10;

    TrainingSet {
        train = List.copyOf(train);
        validation = List.copyOf(validation);
        notes = List.copyOf(notes);
    }

    /**
     * Reads and encodes.
     *
     * @throws TrainException naming every bad line (the first ten), or when nothing is left to
     *     learn
     */
    static TrainingSet read(TrainingJob job, Encoder encoder) {
        return sample(job, encoder, Integer.MAX_VALUE).rows();
    }

    /** The beginning of a job's rows; {@code whole} when that is all. */
    record Sample(TrainingSet rows, boolean whole) {}

    /**
     * Reads and encodes at most so many rows of each file.
     *
     * @throws TrainException as {@link #read}
     */
    static Sample sample(TrainingJob job, Encoder encoder, int most) {
        ReadRows rows = readFile(job.data().train().file(), job, most);
        List<String> notes = new ArrayList<>(rows.tools().notes(rows.numbering()));
        Halves halves = halves(rows, job, most, notes);
        List<? extends Row> train = halves.train();
        List<? extends Row> held = halves.held();
        boolean packing = job.recipe().packing();
        List<Unit> trainUnits = encode(train, encoder, packing, "training", notes);
        List<Unit> heldUnits = encode(held, encoder, packing, "validation", notes);
        if (trainUnits.isEmpty()) {
            throw new TrainException(
                    "no_rows",
                    job.data().train()
                            + " has no row left to learn from"
                            + (notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")")
                            + "; run `tagwerk data check` on it");
        }
        if (!encoder.turnsEndWithToken()) {
            notes.add(
                    "behind the assistant's words the chat template writes no special token that the"
                            + " tokenizer knows, so nothing tells where a turn ends");
        }
        Optional<TeacherFile> teacher =
                job.recipe()
                        .decision()
                        .teacher()
                        .filter(file -> rows.whole()) // it names rows that a beginning lacks
                        .map(file -> TeacherFile.read(file, rows));
        return new Sample(new TrainingSet(trainUnits, heldUnits, notes, teacher), rows.whole());
    }

    /**
     * Some of a job's rows, spread evenly over its files.
     *
     * @param allRows of all files
     * @param trainRows of them that are learnt from
     * @param factor how many rows stand behind each one here
     */
    record Spread(TrainingSet rows, long allRows, long trainRows, double factor) {}

    /**
     * Reads all rows, and encodes about so many.
     *
     * @throws TrainException as {@link #read}
     */
    static Spread spread(TrainingJob job, Encoder encoder, int most) {
        ReadRows rows = readFile(job.data().train().file(), job, Integer.MAX_VALUE);
        List<String> notes = new ArrayList<>();
        Halves halves = halves(rows, job, Integer.MAX_VALUE, notes);
        List<? extends Row> train = halves.train();
        List<? extends Row> held = halves.held();
        long all = train.size() + held.size();
        int stride = (int) Math.max(1, (all + most - 1) / most);
        boolean packing = job.recipe().packing();
        List<? extends Row> some = every(stride, train);
        List<Unit> units = encode(some, encoder, packing, "training", notes);
        if (units.isEmpty()) {
            throw new TrainException(
                    "no_rows", job.data().train() + " has no row left to learn from");
        }
        return new Spread(
                new TrainingSet(
                        units,
                        encode(every(stride, held), encoder, packing, "validation", notes),
                        notes,
                        Optional.empty()),
                all,
                train.size(),
                (double) train.size() / some.size());
    }

    private record Halves(List<? extends Row> train, List<? extends Row> held) {}

    private static Halves halves(ReadRows rows, TrainingJob job, int most, List<String> notes) {
        if (job.data().validation().isPresent()) {
            ReadRows own = readFile(job.data().validation().get().file(), job, most);
            own.tools().notes(own.numbering()).forEach(note -> notes.add("validation: " + note));
            return new Halves(rows.rows(), own.rows());
        }
        if (job.data().validationFraction() > 0) {
            Split<Row> split =
                    Split.of(rows.rows(), job.data().validationFraction(), job.recipe().seed());
            return new Halves(split.train(), split.validation());
        }
        return new Halves(rows.rows(), List.of());
    }

    private static <R> List<R> every(int stride, List<R> rows) {
        List<R> some = new ArrayList<>();
        for (int row = 0; row < rows.size(); row += stride) {
            some.add(rows.get(row));
        }
        return some;
    }

    private static ReadRows readFile(Path file, TrainingJob job, int most) {
        ReadRows rows = DataFile.head(file, job.data().format(), job.data().columns(), most);
        if (!rows.bad().isEmpty()) {
            StringBuilder text =
                    new StringBuilder(
                            file
                                    + " has "
                                    + rows.bad().size()
                                    + " bad "
                                    + rows.numbering().word()
                                    + "s:");
            rows.bad().stream()
                    .limit(PROBLEMS_SHOWN)
                    .forEach(bad -> text.append("\n  ").append(rows.told(bad)));
            text.append("\nRun `tagwerk data check ").append(file).append("` for all of them.");
            throw new TrainException("bad_rows", text.toString());
        }
        boolean decisions = rows.rows().stream().anyMatch(row -> row instanceof DecisionRow);
        if (!rows.rows().isEmpty() && decisions != (job.task() == Task.DECISION)) {
            throw new TrainException(
                    "wrong_format",
                    file
                            + (decisions
                                    ? " holds decision rows; set task: decision"
                                    : " holds texts; set task: causal-lm")
                            + " or name another file");
        }
        return rows;
    }

    private static List<Unit> encode(
            List<? extends Row> rows,
            Encoder encoder,
            boolean packing,
            String name,
            List<String> notes) {
        List<Unit> units = new ArrayList<>();
        List<Encoding.Text> texts = new ArrayList<>();
        List<String> unusable = new ArrayList<>();
        int dropped = 0;
        int cut = 0;
        int split = 0;
        for (Row row : rows) {
            switch (encoder.encode(row)) {
                case Encoding.Decision decision -> {
                    int longest = encoder.longest(decision.row());
                    if (longest > encoder.maxLength()) {
                        dropped++;
                    } else {
                        units.add(new Unit.Decision(decision.row(), longest));
                    }
                }
                case Encoding.Text text -> {
                    cut += text.truncated() ? 1 : 0;
                    texts.add(text);
                }
                case Encoding.Several conversation -> {
                    split++;
                    for (Encoding.Text text : conversation.texts()) {
                        cut += text.truncated() ? 1 : 0;
                        texts.add(text);
                    }
                }
                case Encoding.Dropped ignored -> dropped++;
                case Encoding.Unusable bad ->
                        unusable.add("line " + bad.line() + ": " + bad.reason());
            }
        }
        if (!unusable.isEmpty()) {
            throw new TrainException(
                    "unusable_rows",
                    "The "
                            + name
                            + " data has rows that cannot be learnt:\n  "
                            + String.join(
                                    "\n  ",
                                    unusable.subList(
                                            0, Math.min(PROBLEMS_SHOWN, unusable.size()))));
        }
        if (dropped > 0) {
            notes.add(
                    dropped
                            + " "
                            + name
                            + " rows are longer than max_length "
                            + encoder.maxLength()
                            + " and were dropped");
        }
        if (cut > 0) {
            notes.add(cut + " " + name + " texts were cut at max_length " + encoder.maxLength());
        }
        if (split > 0) {
            notes.add(
                    split
                            + " "
                            + name
                            + " conversations are learnt as several texts, because the chat"
                            + " template writes turns differently once others follow");
        }
        units.addAll(packing ? packed(texts, encoder.maxLength()) : single(texts));
        return units;
    }

    private static List<Unit> single(List<Encoding.Text> texts) {
        return texts.stream()
                .map(
                        text ->
                                (Unit)
                                        new Unit.Texts(
                                                List.of(input(text.encoded())),
                                                List.of(text.line())))
                .toList();
    }

    /** Packs filled in the file's order: a text that does not fit begins the next one. */
    private static List<Unit> packed(List<Encoding.Text> texts, int maxLength) {
        List<Unit> packs = new ArrayList<>();
        List<TextInput> open = new ArrayList<>();
        List<Integer> lines = new ArrayList<>();
        int length = 0;
        for (Encoding.Text text : texts) {
            if (length + text.encoded().length() > maxLength && !open.isEmpty()) {
                packs.add(new Unit.Texts(open, lines));
                open.clear();
                lines.clear();
                length = 0;
            }
            open.add(input(text.encoded()));
            lines.add(text.line());
            length += text.encoded().length();
        }
        if (!open.isEmpty()) {
            packs.add(new Unit.Texts(open, lines));
        }
        return packs;
    }

    private static TextInput input(EncodedText text) {
        return new TextInput(text.ids(), text.learnt());
    }
}
