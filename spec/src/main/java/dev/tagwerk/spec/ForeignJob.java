package dev.tagwerk.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A foreign configuration on its way to a job: what is read of it, what is written, what there is
 * to say. Not thread-safe.
 */
final class ForeignJob {
    private static final Set<String> OFF_WORDS = Set.of("", "no", "none", "None", "false", "[]");

    private final ForeignTool tool;
    private final Tree.Mapping root;
    private final JobSheet sheet;
    private final ForeignPlaces places;
    private final List<ImportNote> notes;

    ForeignJob(
            ForeignTool tool,
            Tree.Mapping root,
            JobSheet sheet,
            ForeignPlaces places,
            List<ImportNote> notes) {
        this.tool = tool;
        this.root = root;
        this.sheet = sheet;
        this.places = places;
        this.notes = notes;
    }

    ForeignTool tool() {
        return tool;
    }

    JobSheet sheet() {
        return sheet;
    }

    ForeignPlaces places() {
        return places;
    }

    Tree.Mapping root() {
        return root;
    }

    /** The first of some keys that has a value. */
    Optional<Tree.Entry> entry(String... names) {
        for (String name : names) {
            Optional<Tree.Entry> found =
                    root.entry(name).filter(entry -> !isNothing(entry.value()));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static boolean isNothing(Tree value) {
        return value instanceof Tree.Broken
                || (value instanceof Tree.Scalar scalar && scalar.core() == Core.NOTHING);
    }

    /** A value as text, whatever it is; empty for lists and mappings. */
    Optional<String> text(String... names) {
        return entry(names)
                .map(Tree.Entry::value)
                .filter(Tree.Scalar.class::isInstance)
                .map(value -> ((Tree.Scalar) value).text())
                .filter(text -> !text.isBlank());
    }

    boolean on(String name) {
        return entry(name).filter(entry -> !isOff(entry.value())).isPresent();
    }

    /** A number; empty when the value is none. */
    Optional<Double> number(String... names) {
        return text(names).flatMap(ForeignJob::asNumber);
    }

    static Optional<Double> asNumber(String text) {
        Core core = Core.of(text.strip());
        return core == Core.WHOLE || core == Core.REAL
                ? Optional.of(Numbers.real(text.strip()))
                : Optional.empty();
    }

    /** Whether a value switches nothing on. */
    static boolean isOff(Tree value) {
        return switch (value) {
            case Tree.Scalar scalar ->
                    scalar.core() == Core.NOTHING
                            || OFF_WORDS.contains(scalar.text())
                            || asNumber(scalar.text()).filter(number -> number == 0).isPresent();
            case Tree.Sequence sequence -> sequence.items().isEmpty();
            case Tree.Mapping mapping ->
                    mapping.entries().stream().allMatch(entry -> isOff(entry.value()));
            case Tree.Broken broken -> true;
        };
    }

    /** Writes a key of ours; what cannot stand there is said to be lost. */
    void put(Key<?> key, String text, Tree.Entry from) {
        put(key, text, from, "");
    }

    void put(Key<?> key, String text, Tree.Entry from, String remark) {
        Optional<String> complaint = sheet.put(key, text, comment(key, from.key().text(), remark));
        complaint.ifPresent(why -> lost(from, "`" + key.path() + "` " + why, ""));
    }

    /** The key that a line comes from, where it is called otherwise. */
    private static String comment(Key<?> key, String theirs, String remark) {
        String name = theirs.equals(key.name()) ? "" : theirs;
        return name + (name.isEmpty() || remark.isEmpty() ? "" : ", ") + remark;
    }

    /** Writes the other tool's default where the file says nothing. */
    void assume(Key<?> key, String text, String theirs) {
        if (!sheet.has(key) && sheet.put(key, text, tool.title() + "'s default").isEmpty()) {
            notes.add(
                    new ImportNote(
                            ImportNote.Kind.ASSUMED,
                            theirs,
                            0,
                            "`" + key.path() + ": " + text + "`",
                            ""));
        }
    }

    void lost(Tree.Entry entry, String why, String remedy) {
        note(ImportNote.Kind.LOST, entry, why, remedy);
    }

    void changed(Tree.Entry entry, String why, String remedy) {
        note(ImportNote.Kind.CHANGED, entry, why, remedy);
    }

    private void note(ImportNote.Kind kind, Tree.Entry entry, String why, String remedy) {
        String key = Shown.oneLine(entry.key().text());
        notes.add(new ImportNote(kind, key, entry.key().at().line(), why, remedy));
    }

    /** Ends the import when a key is set that asks for what no job does. */
    void refuse() {
        ForeignKeys table = ForeignKeys.of(tool);
        for (Tree.Entry entry : root.entries()) {
            table.find(entry.key().text())
                    .filter(Carry.Refused.class::isInstance)
                    .filter(carry -> !isOff(entry.value()))
                    .ifPresent(carry -> carry(entry, carry));
        }
    }

    /** Every key that is not read together with others, by the tool's table. */
    void rest() {
        ForeignKeys table = ForeignKeys.of(tool);
        for (Tree.Entry entry : root.entries()) {
            Optional<Carry> carry = table.find(entry.key().text());
            if (carry.isEmpty()) {
                unknown(entry);
            } else if (!isOff(entry.value()) || carry.get() instanceof Carry.Same) {
                carry(entry, carry.get());
            }
        }
    }

    private void carry(Tree.Entry entry, Carry carry) {
        switch (carry) {
            case Carry.Same same -> same(entry, same.ours());
            case Carry.Lost lost -> lost(entry, lost.why(), lost.remedy());
            case Carry.Refused refused ->
                    throw new ImportRefusal(
                            "`"
                                    + Shown.oneLine(entry.key().text())
                                    + "` (line "
                                    + entry.key().at().line()
                                    + "): "
                                    + refused.why(),
                            refused.remedy());
            case Carry.Needless needless -> {}
            case Carry.With step -> {} // one of the steps has read it
        }
    }

    private void same(Tree.Entry entry, Key<?> ours) {
        boolean full = sheet.value(TrainingKeys.METHOD).equals(Optional.of(Method.FULL.word()));
        boolean read = !full || ours.scope().methods().contains(Method.FULL);
        if (isNothing(entry.value()) || sheet.has(ours) || !read) {
            return;
        }
        if (!(entry.value() instanceof Tree.Scalar scalar)) {
            lost(entry, "`" + ours.path() + "` takes " + ours.type().describe(), "");
        } else if (ours.type() instanceof FlagType) {
            put(ours, isOff(scalar) ? "false" : "true", entry);
        } else if (ours.type() instanceof WholeType) {
            put(ours, whole(scalar.text()), entry);
        } else {
            put(ours, scalar.text(), entry);
        }
    }

    /** {@code 2.0} where a whole number belongs. */
    private static String whole(String text) {
        return asNumber(text)
                .filter(number -> number == Math.rint(number) && Math.abs(number) < 1e15)
                .map(number -> String.valueOf(number.longValue()))
                .orElse(text);
    }

    private void unknown(Tree.Entry entry) {
        if (isOff(entry.value())) {
            return;
        }
        Optional<ForeignWords.ForeignWord> word = ForeignWords.find(entry.key().text());
        lost(
                entry,
                word.map(known -> known.hint())
                        .orElse("is not a key of " + tool.title() + " that this version knows"),
                "");
    }

    /** What the file calls the parts of a row. */
    void columns(Map<String, String> columns, Tree.Entry from) {
        if (columns.isEmpty()) {
            return;
        }
        sheet.put(CommonKeys.COLUMNS, columns, from.key().text())
                .ifPresent(
                        why ->
                                lost(
                                        from,
                                        "the columns are called "
                                                + Shown.oneLine(columns.toString())
                                                + " there; "
                                                + why,
                                        "rename them in the file"));
    }
}
