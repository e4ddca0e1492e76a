package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Shell text that a container hands to a shell, with what stands before its programs. */
public final class ContainerScripts {
    private static final Set<String> BEFORE = Set.of("export", "declare", "readonly", "env");

    private ContainerScripts() {}

    /** Its commands as they are written, assignments included; its own words come first. */
    public static List<List<Scalar>> commands(Container container) {
        List<List<Scalar>> commands = new ArrayList<>();
        List<Scalar> plain = new ArrayList<>();
        Stream.concat(container.command().stream(), container.args().stream())
                .forEach(
                        words -> {
                            for (Scalar word : words.words()) {
                                if (words.shell() || Settings.isScript(word)) {
                                    split(word, commands);
                                } else {
                                    plain.add(word);
                                }
                            }
                        });
        container.script().ifPresent(script -> split(script, commands));
        if (!plain.isEmpty()) {
            commands.addFirst(plain);
        }
        return commands;
    }

    private static void split(Scalar script, List<List<Scalar>> commands) {
        for (Items command : ShellWords.commands(script)) {
            commands.add(command.items().stream().flatMap(one -> one.scalar().stream()).toList());
        }
    }

    /** Variables that commands set before a program: {@code export A=b}, {@code A=b program}. */
    public static List<EnvironmentVariable> variables(Container container) {
        List<EnvironmentVariable> variables = new ArrayList<>();
        for (List<Scalar> command : commands(container)) {
            for (Scalar word : command) {
                if (word.text().matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*")) {
                    int equals = word.text().indexOf('=');
                    variables.add(
                            new EnvironmentVariable(
                                    word.text().substring(0, equals),
                                    Optional.of(
                                            CommandWords.saying(
                                                    word, word.text().substring(equals + 1))),
                                    Optional.empty(),
                                    word));
                } else if (!BEFORE.contains(word.text()) && !word.text().startsWith("-")) {
                    break;
                }
            }
        }
        return variables;
    }

    /** All variables, with those of the container last: what a script sets goes before. */
    public static List<EnvironmentVariable> all(Container container) {
        List<EnvironmentVariable> all = new ArrayList<>(variables(container));
        all.addAll(container.env());
        return all;
    }

    /** A variable's value as a program of the container sees it. */
    public static Optional<Scalar> value(Container container, String name) {
        return all(container).stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .flatMap(EnvironmentVariable::value);
    }
}
