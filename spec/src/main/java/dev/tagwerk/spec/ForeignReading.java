package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a foreign file as its tool does: merge keys are worked in, and each unquoted scalar becomes
 * what PyYAML makes of it, written as YAML 1.2 writes that. Where the two versions differ, it is
 * noted.
 */
final class ForeignReading {
    private static final String MERGE = "<<";

    private final List<ImportNote> notes;

    ForeignReading(List<ImportNote> notes) {
        this.notes = notes;
    }

    Tree.Mapping read(Tree.Mapping root) {
        return mapping(root, "");
    }

    private Tree read(Tree tree, String path) {
        return switch (tree) {
            case Tree.Mapping mapping -> mapping(mapping, path);
            case Tree.Sequence sequence -> {
                List<Tree> items = new ArrayList<>();
                for (Tree item : sequence.items()) {
                    items.add(read(item, path + "[" + items.size() + "]"));
                }
                yield new Tree.Sequence(sequence.at(), items);
            }
            case Tree.Scalar scalar -> scalar(scalar, path);
            case Tree.Broken broken -> broken;
        };
    }

    private Tree.Mapping mapping(Tree.Mapping mapping, String path) {
        Map<String, Tree.Entry> entries = new LinkedHashMap<>();
        for (Tree.Entry entry : mapping.entries()) {
            String name = entry.key().text();
            if (!name.equals(MERGE)) {
                String inner = Key.join(path, Shown.oneLine(name));
                entries.put(name, new Tree.Entry(entry.key(), read(entry.value(), inner)));
            }
        }
        // YAML 1.1: what stands in the mapping itself comes before what is merged into it
        mapping.entry(MERGE)
                .ifPresent(
                        merge -> {
                            note(
                                    merge.key().at(),
                                    Key.join(path, MERGE),
                                    "is a merge key, which only YAML 1.1 has; its keys were"
                                            + " written out");
                            for (Tree.Mapping merged : merged(merge.value())) {
                                for (Tree.Entry entry : mapping(merged, path).entries()) {
                                    entries.putIfAbsent(entry.key().text(), entry);
                                }
                            }
                        });
        return new Tree.Mapping(mapping.at(), List.copyOf(entries.values()));
    }

    private static List<Tree.Mapping> merged(Tree value) {
        List<Tree.Mapping> mappings = new ArrayList<>();
        if (value instanceof Tree.Mapping one) {
            mappings.add(one);
        } else if (value instanceof Tree.Sequence several) {
            several.items().forEach(item -> mappings.addAll(merged(item)));
        }
        return mappings;
    }

    private Tree.Scalar scalar(Tree.Scalar scalar, String path) {
        if (scalar.style() == Tree.Style.QUOTED) {
            return scalar;
        }
        Yaml11 theirs = Yaml11.of(scalar.text());
        Yaml11.difference(scalar.text())
                .ifPresent(
                        difference ->
                                note(
                                        scalar.at(),
                                        path,
                                        "`"
                                                + Shown.oneLine(scalar.text())
                                                + "` "
                                                + difference
                                                + "; taken as "
                                                + taken(scalar, theirs)));
        return switch (theirs.kind()) {
            case NOTHING, BOOLEAN, WHOLE, REAL ->
                    new Tree.Scalar(scalar.at(), theirs.canonical(), Tree.Style.PLAIN);
            case DATE -> new Tree.Scalar(scalar.at(), scalar.text(), Tree.Style.QUOTED);
            case TEXT ->
                    exponent(scalar)
                            ? scalar
                            : new Tree.Scalar(scalar.at(), scalar.text(), Tree.Style.QUOTED);
        };
    }

    /** {@code 1e-4} is text for PyYAML, and the tools turn it into the number it was meant as. */
    private static boolean exponent(Tree.Scalar scalar) {
        return scalar.core() == Core.REAL || scalar.text().matches("[0-9]+");
    }

    private static String taken(Tree.Scalar scalar, Yaml11 theirs) {
        return theirs.kind() == Yaml11.Kind.TEXT
                ? exponent(scalar) ? "the number" : "text"
                : theirs.canonical();
    }

    private void note(Place at, String path, String why) {
        notes.add(new ImportNote(ImportNote.Kind.READING, path, at.line(), why, ""));
    }
}
