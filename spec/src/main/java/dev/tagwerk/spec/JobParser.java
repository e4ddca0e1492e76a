package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a tree by the key table: every key, every default, every rule. */
final class JobParser {
    private static final String SCHEMA = "$schema";

    private final Reading reading;
    private final Problems problems;
    private final String fallbackName;

    /**
     * @param fallbackName the job's name where the file gives none
     */
    JobParser(Reading reading, String fallbackName) {
        this.reading = reading;
        this.problems = reading.problems();
        this.fallbackName = fallbackName;
    }

    /** The job; empty, with everything that is wrong reported, when there is none. */
    Optional<Job> parse(Tree.Mapping root) {
        Optional<Tree.Entry> written = root.entry(CommonKeys.KIND.name());
        Optional<Kind> kind =
                written.flatMap(
                        entry ->
                                CommonKeys.KIND
                                        .type()
                                        .accept(entry.value(), reading.at(CommonKeys.KIND.path())));
        if (written.isEmpty()) {
            missing(root.at(), CommonKeys.KIND);
        }
        if (written.map(Tree.Entry::value).filter(CommonKeys.KINDS::isLater).isPresent()) {
            return Optional.empty(); // its other keys are not known yet; judging them helps nobody
        }
        // without a usable kind the rest is still worth reading, as the kind it looks most like
        Kind assumed = kind.orElseGet(() -> lookLike(root));
        Values values = read(KeyTable.of(assumed), root);
        check(assumed, values, root.at());
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (assumed) {
                    case TRAINING -> TrainingValues.job(values);
                    case EVALUATION -> EvaluationValues.job(values);
                    case CONTAINER -> ContainerValues.job(values);
                });
    }

    private static Kind lookLike(Tree.Mapping root) {
        if (root.entry("image").isPresent() && root.entry("model").isEmpty()) {
            return Kind.CONTAINER;
        }
        boolean evaluation =
                root.entry("recipe").isEmpty()
                        && (root.entry("evaluation").isPresent()
                                || root.entry("adapter").isPresent());
        return evaluation ? Kind.EVALUATION : Kind.TRAINING;
    }

    private Values read(KeyTable table, Tree.Mapping root) {
        Values values = new Values();
        values.put(CommonKeys.NAME, fallbackName);
        readSection(table, CommonKeys.TOP, root, values);
        for (String section : table.sections().keySet()) {
            Optional<Tree.Mapping> mapping =
                    root.entry(section).flatMap(entry -> section(section, entry.value()));
            mapping.ifPresent(found -> readSection(table, section, found, values));
        }
        fill(table, root, values);
        return values;
    }

    private Optional<Tree.Mapping> section(String name, Tree value) {
        return switch (value) {
            case Tree.Mapping mapping -> Optional.of(mapping);
            // all its keys may have been commented out
            case Tree.Scalar scalar when scalar.core() == Core.NOTHING -> Optional.empty();
            case Tree.Scalar scalar -> noMapping(name, scalar);
            case Tree.Sequence sequence -> noMapping(name, sequence);
            case Tree.Broken broken -> Optional.empty();
        };
    }

    private Optional<Tree.Mapping> noMapping(String name, Tree value) {
        reading.at(name).mismatch(value, "a mapping of keys", "put its keys below, indented");
        return Optional.empty();
    }

    private void readSection(KeyTable table, String section, Tree.Mapping mapping, Values values) {
        for (Tree.Entry entry : mapping.entries()) {
            String name = entry.key().text();
            Optional<Key<?>> key = table.key(section, name);
            if (key.isPresent()) {
                readKey(key.get(), entry, values);
            } else if (!(section.isEmpty()
                    && (table.sections().containsKey(name) || name.equals(SCHEMA)))) {
                String path = Key.join(section, Shown.oneLine(name));
                problems.add(
                        entry.key().at(),
                        path,
                        "unknown key `" + Shown.oneLine(name) + "`",
                        UnknownKey.suggestion(table, section, name));
            }
        }
    }

    private <T> void readKey(Key<T> key, Tree.Entry entry, Values values) {
        values.written(key, entry.key().at());
        if (key.equals(CommonKeys.KIND)) {
            return; // read before everything else
        }
        values.put(key, key.type().accept(entry.value(), reading.at(key.path())));
    }

    private void fill(KeyTable table, Tree.Mapping root, Values values) {
        List<Key<?>> missing = new ArrayList<>();
        for (Key<?> key : table.keys()) {
            if (!values.isWritten(key) && fill(key, values)) {
                missing.add(key);
            }
        }
        for (Key<?> key : missing) {
            Optional<Tree.Entry> section = root.entry(key.section());
            if (key != CommonKeys.KIND) {
                missing(section.map(entry -> entry.key().at()).orElse(root.at()), key);
            }
        }
    }

    /** Puts the default, and says whether the key had to be written instead. */
    private static <T> boolean fill(Key<T> key, Values values) {
        return switch (key.fallback()) {
            case Fallback.Required<T> required -> true;
            case Fallback.Unless<T> unless -> !values.isWritten(unless.other());
            case Fallback.Absent<T> absent -> false;
            case Fallback.Fixed<T> fixed -> {
                values.put(key, fixed.value());
                yield false;
            }
            case Fallback.Derived<T> derived -> {
                values.put(key, derived.value().apply(values));
                yield false;
            }
        };
    }

    private void missing(Place at, Key<?> key) {
        problems.add(
                at,
                key.path(),
                "is missing; must be " + key.type().describe(),
                "add `"
                        + key.name()
                        + ": …`"
                        + (key.section().isEmpty() ? "" : " under `" + key.section() + "`"));
    }

    private void check(Kind kind, Values values, Place start) {
        // a resolved job says everything, also what its task and method do not read
        Values judged = reading.resolved() ? values.unwritten() : values;
        Rules.check(
                kind,
                judged,
                (key, message, suggestion) ->
                        problems.add(
                                values.place(key).orElse(start), key.path(), message, suggestion));
    }
}
