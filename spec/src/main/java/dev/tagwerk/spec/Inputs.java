package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces <code>${{ inputs.x }}</code> in values. A value that is nothing but a reference takes
 * the input as it is, number or text; a reference inside a longer value is put in as text.
 */
final class Inputs {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{\\{(.*?)\\}\\}");
    private static final Pattern INPUT =
            Pattern.compile("\\s*inputs\\.(" + NAME.pattern() + ")\\s*");

    private final Problems problems;
    private final Map<String, Tree.Scalar> values = new HashMap<>();
    private final Set<String> declared = new LinkedHashSet<>();
    private final Set<String> broken = new LinkedHashSet<>();

    private Inputs(Problems problems) {
        this.problems = problems;
    }

    /**
     * The file without its inputs and without references.
     *
     * @param overrides values from outside by input name
     */
    static Tree.Mapping resolve(
            Tree.Mapping root, Map<String, String> overrides, Problems problems) {
        Inputs inputs = new Inputs(problems);
        Optional<Tree.Entry> section = root.entry(CommonKeys.INPUTS);
        section.ifPresent(entry -> inputs.declare(entry.value()));
        inputs.override(overrides, section.map(entry -> entry.key().at()).orElse(Place.START));
        List<Tree.Entry> rest =
                root.entries().stream()
                        .filter(entry -> !entry.key().text().equals(CommonKeys.INPUTS))
                        .toList();
        return inputs.mapping(new Tree.Mapping(root.at(), rest), "");
    }

    private void declare(Tree section) {
        switch (section) {
            case Tree.Mapping mapping -> mapping.entries().forEach(this::declare);
            case Tree.Scalar scalar when scalar.core() == Core.NOTHING -> {}
            case Tree.Scalar scalar -> notMapping(scalar);
            case Tree.Sequence sequence -> notMapping(sequence);
            case Tree.Broken reported -> {}
        }
    }

    private void notMapping(Tree section) {
        problems.add(
                section.at(),
                CommonKeys.INPUTS,
                "must be a mapping of names to default values, not " + section.describe(),
                "");
    }

    private void declare(Tree.Entry entry) {
        String name = entry.key().text();
        String path = Key.join(CommonKeys.INPUTS, Shown.oneLine(name));
        if (!NAME.matcher(name).matches()) {
            problems.add(
                    entry.key().at(),
                    path,
                    "an input's name consists of letters, digits, _ and -",
                    "");
            return;
        }
        declared.add(name);
        switch (entry.value()) {
            case Tree.Scalar scalar when scalar.text().contains("${{") -> {
                broken.add(name);
                problems.add(scalar.at(), path, "an input cannot refer to inputs", "");
            }
            // an input without a default must be given from outside
            case Tree.Scalar scalar when scalar.core() == Core.NOTHING -> {}
            case Tree.Scalar scalar -> values.put(name, scalar);
            case Tree.Sequence sequence -> notSingle(name, path, sequence);
            case Tree.Mapping mapping -> notSingle(name, path, mapping);
            case Tree.Broken reported -> broken.add(name);
        }
    }

    private void notSingle(String name, String path, Tree value) {
        broken.add(name);
        problems.add(value.at(), path, "an input is one value, not " + value.describe(), "");
    }

    private void override(Map<String, String> overrides, Place at) {
        overrides.forEach(
                (name, text) -> {
                    if (declared.contains(name)) {
                        broken.remove(name);
                        values.put(name, new Tree.Scalar(at, text, Tree.Style.GIVEN));
                    } else {
                        problems.add(
                                at,
                                CommonKeys.INPUTS,
                                "a value was given for `"
                                        + Shown.oneLine(name)
                                        + "`, which is no input of this file",
                                known(name));
                    }
                });
    }

    private String known(String name) {
        Optional<String> near = Nearest.to(name, declared);
        if (near.isPresent()) {
            return "did you mean " + near.get() + "?";
        }
        return declared.isEmpty()
                ? "declare it: `inputs:` with one `name: default` per line"
                : "its inputs are " + String.join(", ", declared);
    }

    private Tree.Mapping mapping(Tree.Mapping mapping, String path) {
        List<Tree.Entry> entries = new ArrayList<>();
        for (Tree.Entry entry : mapping.entries()) {
            String inner = Key.join(path, Shown.oneLine(entry.key().text()));
            entries.add(new Tree.Entry(entry.key(), tree(entry.value(), inner)));
        }
        return new Tree.Mapping(mapping.at(), entries);
    }

    private Tree tree(Tree tree, String path) {
        return switch (tree) {
            case Tree.Mapping mapping -> mapping(mapping, path);
            case Tree.Sequence sequence -> {
                List<Tree> items = new ArrayList<>();
                for (Tree item : sequence.items()) {
                    items.add(tree(item, path + "[" + items.size() + "]"));
                }
                yield new Tree.Sequence(sequence.at(), items);
            }
            case Tree.Scalar scalar ->
                    scalar.text().contains("${{") ? scalar(scalar, path) : scalar;
            case Tree.Broken reported -> reported;
        };
    }

    private Tree scalar(Tree.Scalar scalar, String path) {
        Matcher references = REFERENCE.matcher(scalar.text());
        StringBuilder text = new StringBuilder();
        int rest = 0;
        while (references.find()) {
            Optional<Tree.Scalar> input = input(references.group(1), scalar.at(), path);
            if (input.isEmpty()) {
                return new Tree.Broken(scalar.at());
            }
            if (references.start() == 0 && references.end() == scalar.text().length()) {
                return new Tree.Scalar(scalar.at(), input.get().text(), input.get().style());
            }
            text.append(scalar.text(), rest, references.start()).append(input.get().text());
            rest = references.end();
        }
        text.append(scalar.text(), rest, scalar.text().length());
        if (scalar.text().indexOf("${{", rest) >= 0) {
            problems.add(scalar.at(), path, "`${{` is not closed", "write ${{ inputs.name }}");
            return new Tree.Broken(scalar.at());
        }
        return new Tree.Scalar(scalar.at(), text.toString(), Tree.Style.GIVEN);
    }

    private Optional<Tree.Scalar> input(String expression, Place at, String path) {
        Matcher matcher = INPUT.matcher(expression);
        if (!matcher.matches()) {
            problems.add(
                    at,
                    path,
                    "`${{" + Shown.oneLine(expression) + "}}` is not understood",
                    "only ${{ inputs.name }} is");
            return Optional.empty();
        }
        String name = matcher.group(1);
        Optional<Tree.Scalar> value = Optional.ofNullable(values.get(name));
        if (value.isEmpty() && !broken.contains(name)) {
            if (declared.contains(name)) {
                problems.add(
                        at,
                        path,
                        "the input `" + name + "` has no default and was not given",
                        "pass it: --input " + name + "=VALUE");
            } else {
                problems.add(at, path, "there is no input `" + name + "`", known(name));
            }
        }
        return value;
    }
}
