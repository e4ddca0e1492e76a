package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job file in the making: values by key, each with the comment that stands behind it. */
final class JobSheet {
    private record Line(String value, String comment) {}

    private static final int COMMENT_COLUMN = 40;

    private final Reading reading;
    private final Map<Key<?>, Line> lines = new LinkedHashMap<>();

    /**
     * @param folder where the job file will lie
     */
    JobSheet(Path folder) {
        this.reading = new Reading(new Problems("job"), "", folder, Optional.of("/"), false);
    }

    boolean has(Key<?> key) {
        return lines.containsKey(key);
    }

    /** A value as it will stand in the file. */
    Optional<String> value(Key<?> key) {
        return Optional.ofNullable(lines.get(key)).map(Line::value);
    }

    void remove(Key<?> key) {
        lines.remove(key);
    }

    /**
     * Puts a value in, if it can stand there.
     *
     * @param text as YAML 1.2 writes it, or the text of a text
     * @return what is wrong with it; empty when nothing is
     */
    Optional<String> put(Key<?> key, String text, String comment) {
        boolean written = key.type() instanceof WordType || isText(key);
        Tree value =
                new Tree.Scalar(Place.START, text, written ? Tree.Style.QUOTED : Tree.Style.PLAIN);
        Optional<String> complaint = complaint(key, value);
        if (complaint.isEmpty()) {
            lines.put(key, new Line(written ? quoted(text) : text, comment));
        }
        return complaint;
    }

    /** Puts a list of words in, or of numbers where the key wants such. */
    Optional<String> put(Key<?> key, List<String> words, String comment) {
        boolean numbers = key.type() instanceof WholesType;
        Tree.Style style = numbers ? Tree.Style.PLAIN : Tree.Style.QUOTED;
        List<Tree> items =
                words.stream()
                        .map(word -> (Tree) new Tree.Scalar(Place.START, word, style))
                        .toList();
        Optional<String> complaint = complaint(key, new Tree.Sequence(Place.START, items));
        if (complaint.isEmpty()) {
            String list =
                    String.join(
                            ", ", numbers ? words : words.stream().map(JobSheet::quoted).toList());
            lines.put(key, new Line("[" + list + "]", comment));
        }
        return complaint;
    }

    /** Puts a mapping of words to words in. */
    Optional<String> put(Key<?> key, Map<String, String> words, String comment) {
        List<Tree.Entry> entries =
                words.entrySet().stream()
                        .map(
                                word ->
                                        new Tree.Entry(
                                                new Tree.Scalar(
                                                        Place.START,
                                                        word.getKey(),
                                                        Tree.Style.QUOTED),
                                                new Tree.Scalar(
                                                        Place.START,
                                                        word.getValue(),
                                                        Tree.Style.QUOTED)))
                        .toList();
        Optional<String> complaint = complaint(key, new Tree.Mapping(Place.START, entries));
        if (complaint.isEmpty()) {
            List<String> pairs =
                    words.entrySet().stream()
                            .map(word -> word.getKey() + ": " + quoted(word.getValue()))
                            .toList();
            lines.put(key, new Line("{" + String.join(", ", pairs) + "}", comment));
        }
        return complaint;
    }

    private static boolean isText(Key<?> key) {
        return switch (key.type()) {
            case TextType text -> true;
            case FileType file -> true;
            case ModelType model -> true;
            case ChatTemplateType template -> true;
            case TargetsType targets -> true;
            case ExcludedType excluded -> true;
            case PatternsType<?> patterns -> false;
            case WholesType numbers -> false;
            case ModulesType modules -> false;
            case WordType<?> word -> true;
            case DurationType duration -> true;
            case WholeType whole -> false;
            case RealType real -> false;
            case FlagType flag -> false;
            case ColumnsType columns -> false;
            case DataRefType rows -> true;
            case DatasetInfoType entry -> false;
            case SizeType size -> true;
            case AmountType amount -> true;
            case QuantityType quantity -> false;
            case NamesType names -> false;
            case TextListType list -> false;
            case EnvironmentType variables -> false;
            case VolumesType volumes -> false;
        };
    }

    private Optional<String> complaint(Key<?> key, Tree value) {
        Problems problems = new Problems("job");
        Reading here =
                new Reading(
                        problems, key.path(), reading.folder(), reading.home(), reading.resolved());
        key.type().accept(value, here);
        return problems.inOrder().stream().findFirst().map(Problem::message);
    }

    /** Quoted where a plain word would be read as something else, by either version of YAML. */
    static String quoted(String text) {
        boolean plain =
                text.matches("[A-Za-z_./][A-Za-z0-9_./@+-]*")
                        && Core.of(text) == Core.TEXT
                        && Yaml11.of(text).kind() == Yaml11.Kind.TEXT;
        return plain ? text : Json.MAKE.textNode(text).toString();
    }

    /** The file, its keys in the order of the reference. */
    String text(String head) {
        StringBuilder text = new StringBuilder(head);
        text.append("kind: training\n");
        String section = CommonKeys.TOP;
        for (Key<?> key : KeyTable.of(Kind.TRAINING).keys()) {
            Line line = lines.get(key);
            if (line == null) {
                continue;
            }
            if (!key.section().equals(section)) {
                section = key.section();
                text.append('\n').append(section).append(":\n");
            }
            String written = (section.isEmpty() ? "" : "  ") + key.name() + ": " + line.value();
            text.append(written);
            if (!line.comment().isEmpty()) {
                text.append(" ".repeat(Math.max(2, COMMENT_COLUMN - written.length())))
                        .append("# ")
                        .append(line.comment());
            }
            text.append('\n');
        }
        return text.toString();
    }
}
