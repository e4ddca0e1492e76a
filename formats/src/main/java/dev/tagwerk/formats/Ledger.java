package dev.tagwerk.formats;

import dev.tagwerk.spec.ImportNote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps account of a file that becomes a job: what was taken from it, what was noted about it, and
 * in the end what is left over. Not thread-safe.
 */
final class Ledger {
    private final Document document;
    private final Workload workload;
    private final List<ImportNote> notes = new ArrayList<>();
    private final List<Span> taken = new ArrayList<>();
    private final Map<String, String> origins = new LinkedHashMap<>();

    Ledger(Document document, Workload workload) {
        this.document = document;
        this.workload = workload;
    }

    List<ImportNote> notes() {
        return List.copyOf(notes);
    }

    /** Where values come from, by our key. */
    Map<String, String> origins() {
        return Map.copyOf(origins);
    }

    /** The value stands in the job now. */
    void took(String ours, Node node) {
        took(node);
        origins.putIfAbsent(ours, key(node));
    }

    /** The value was understood; what was to be said about it was said. */
    void took(Node node) {
        taken.add(node.span());
    }

    void changed(Node node, String why, String remedy) {
        note(ImportNote.Kind.CHANGED, node, why, remedy);
    }

    void lost(Node node, String why, String remedy) {
        note(ImportNote.Kind.LOST, node, why, remedy);
    }

    /** The platform's own default, which the file does not say. */
    void assumed(String key, String why) {
        notes.add(new ImportNote(ImportNote.Kind.ASSUMED, key, 0, why, ""));
    }

    private void note(ImportNote.Kind kind, Node node, String why, String remedy) {
        took(node);
        notes.add(new ImportNote(kind, key(node), node.place().line(), why, remedy));
    }

    /** The key as its own tool says it; never a value, which may be a secret. */
    private String key(Node node) {
        if (document.format() != Format.SHELL) {
            return node.path().isEmpty() ? "the file" : node.path();
        }
        if (isPositional(node)) {
            return "the command line";
        }
        String option = "";
        for (Node word : workload.node().items()) {
            String text = word.scalar().map(Scalar::text).orElse("");
            if (word.span().start() > node.span().start()) {
                break;
            }
            if (text.equals("--")) {
                option = ""; // behind it stand the command's own words
            } else if (text.matches("(?s)-[a-zA-Z-].*")) {
                int equals = text.indexOf('=');
                option = equals < 0 ? text : text.substring(0, equals);
            }
        }
        return option.isEmpty() || option.length() > 40 ? "the command line" : option;
    }

    /** Whether it is an image, which only {@code az} writes behind an option. */
    private boolean isPositional(Node node) {
        boolean image =
                workload.containers().stream()
                        .flatMap(container -> container.image().stream())
                        .anyMatch(one -> one.span().equals(node.span()));
        return image
                && (workload.platform() == Platform.OVH_AI
                        || workload.platform() == Platform.DOCKER);
    }

    /**
     * Notes everything that nobody has taken.
     *
     * @param others parts of the file that start something else
     */
    void rest(List<Node> others) {
        TreeMap<Integer, Integer> covered = merged();
        others.forEach(
                other -> {
                    if (!within(covered, other.span())) {
                        lost(other, "starts something else", "--pick chooses it");
                        covered.merge(other.span().start(), other.span().end(), Math::max);
                    }
                });
        if (document.format() == Format.SHELL) {
            new CommandRest(
                            workload.node(),
                            word ->
                                    within(covered, word.span())
                                            || within(covered, CommandWords.placeOfValue(word)),
                            this)
                    .note();
            return;
        }
        document.root().fields().forEach(field -> rest(field, covered));
    }

    private void rest(Field field, TreeMap<Integer, Integer> covered) {
        Node value = field.value();
        if (LostKeys.isMark(field.key().text(), value.path())
                || isEmpty(value)
                || within(covered, value.span())) {
            return;
        }
        boolean touched = touches(covered, value.span());
        if (!touched) {
            lost(value, LostKeys.reason(value.path()), "");
            return;
        }
        value.fields().forEach(inner -> rest(inner, covered));
        for (Node item : value.items()) {
            if (within(covered, item.span()) || isEmpty(item)) {
                continue;
            }
            if (touches(covered, item.span())) {
                item.fields().forEach(inner -> rest(inner, covered));
            } else {
                lost(item, LostKeys.reason(item.path()), "");
            }
        }
    }

    private static boolean isEmpty(Node node) {
        return node.scalar()
                .map(scalar -> scalar.isNothing() || scalar.text().isEmpty())
                .orElse(node.fields().isEmpty() && node.items().isEmpty());
    }

    /** Starts and ends of what was taken, without overlaps. */
    private TreeMap<Integer, Integer> merged() {
        List<Span> sorted = new ArrayList<>(taken);
        sorted.sort(Comparator.comparingInt(Span::start));
        TreeMap<Integer, Integer> merged = new TreeMap<>();
        for (Span span : sorted) {
            Map.Entry<Integer, Integer> last = merged.lastEntry();
            if (last != null && span.start() < last.getValue()) {
                merged.put(last.getKey(), Math.max(last.getValue(), span.end()));
            } else {
                merged.merge(span.start(), span.end(), Math::max);
            }
        }
        return merged;
    }

    private static boolean within(TreeMap<Integer, Integer> covered, Span span) {
        Map.Entry<Integer, Integer> before = covered.floorEntry(span.start());
        return before != null && before.getValue() >= span.end() && span.end() > span.start();
    }

    private static boolean touches(TreeMap<Integer, Integer> covered, Span span) {
        Map.Entry<Integer, Integer> next = covered.ceilingEntry(span.start());
        return within(covered, span) || (next != null && next.getKey() < span.end());
    }
}
