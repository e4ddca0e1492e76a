package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a training program is told, wherever: keys of a configuration, or options of the command
 * that starts it in a container. The names are those of transformers' TrainingArguments and of the
 * programs built on it, which mostly agree. Immutable.
 *
 * @param all in the order of the file
 */
public record Settings(List<Setting> all) {
    /** A variable that says what the option --mixed_precision says. */
    private static final String PRECISION = "ACCELERATE_MIXED_PRECISION";

    /** A setting in the manner of Hydra and OmegaConf, without dashes; of precision only. */
    private static final Pattern OVERRIDE =
            Pattern.compile(
                    "[+]{0,2}(?:\\w+\\.){0,6}"
                            + "(?:\\w{0,30}dtype|precision|mixed_precision|bf16|fp16)=[\\w.-]{1,30}");

    public static final Settings NONE = new Settings(List.of());

    public Settings {
        all = List.copyOf(all);
    }

    /** The last setting of one of these names. */
    public Optional<Setting> get(String... names) {
        List<String> wanted = Arrays.asList(names);
        return all.stream()
                .filter(setting -> wanted.contains(setting.name()))
                .reduce((first, last) -> last);
    }

    /** Its value, where it has one that is not nothing. */
    public Optional<Scalar> value(String... names) {
        return get(names).flatMap(Setting::value).filter(value -> !value.isNothing());
    }

    /** Whether one of these names is switched on. */
    public Optional<Setting> on(String... names) {
        return get(names).filter(Setting::isOn);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** The keys of a training configuration; lists and inner mappings are left out. */
    static Settings of(Node root) {
        List<Setting> all = new ArrayList<>();
        root.fields()
                .forEach(
                        field ->
                                field.value()
                                        .scalar()
                                        .ifPresent(
                                                value ->
                                                        all.add(
                                                                new Setting(
                                                                        name(field.name()),
                                                                        Optional.of(value),
                                                                        value))));
        return new Settings(all);
    }

    /**
     * The options of the commands that a container runs: its words, and the commands inside shell
     * text that it hands to a shell.
     */
    public static Settings of(Container container) {
        List<Setting> all = new ArrayList<>();
        ContainerScripts.all(container).stream()
                .filter(variable -> variable.name().equals(PRECISION))
                .forEach(
                        variable ->
                                variable.value()
                                        .ifPresent(
                                                value ->
                                                        all.add(
                                                                new Setting(
                                                                        "mixed_precision",
                                                                        Optional.of(value),
                                                                        value))));
        ServedModel.ofImage(container).ifPresent(all::add);
        for (List<Scalar> words : commands(container)) {
            ServedModel.of(words).ifPresent(all::add);
            options(words, all);
        }
        return new Settings(all);
    }

    /** The commands that a container runs, as lists of words. */
    public static List<List<Scalar>> commands(Container container) {
        List<List<Scalar>> commands = new ArrayList<>();
        List<Scalar> plain = new ArrayList<>();
        Stream.concat(container.command().stream(), container.args().stream())
                .forEach(
                        words -> {
                            for (Scalar word : words.words()) {
                                if (words.shell() || isScript(word)) {
                                    inner(word, commands);
                                } else {
                                    plain.add(word);
                                }
                            }
                        });
        if (!plain.isEmpty()) {
            commands.add(plain);
        }
        container.script().ifPresent(script -> inner(script, commands));
        return commands;
    }

    private static void inner(Scalar script, List<List<Scalar>> commands) {
        ShellWords.commands(script)
                .forEach(command -> commands.add(CommandWords.of(command).words()));
    }

    /** A word of several words is what stands behind {@code sh -c}. */
    static boolean isScript(Scalar word) {
        return word.text().strip().indexOf(' ') >= 0 || word.text().indexOf('\n') >= 0;
    }

    private static void options(List<Scalar> words, List<Setting> all) {
        for (int index = 0; index < words.size(); index++) {
            Scalar word = words.get(index);
            if (OVERRIDE.matcher(word.text()).matches()) {
                int equals = word.text().indexOf('=');
                all.add(
                        new Setting(
                                name(word.text().substring(0, equals)),
                                Optional.of(part(word, equals + 1)),
                                word));
            }
            if (!word.text().startsWith("--") || word.text().length() < 3) {
                continue;
            }
            int equals = word.text().indexOf('=');
            if (equals > 0) {
                all.add(
                        new Setting(
                                name(word.text().substring(2, equals)),
                                Optional.of(part(word, equals + 1)),
                                word));
            } else {
                Optional<Scalar> value =
                        index + 1 < words.size() && !words.get(index + 1).text().startsWith("--")
                                ? Optional.of(words.get(index + 1))
                                : Optional.empty();
                all.add(new Setting(name(word.text().substring(2)), value, word));
            }
        }
    }

    private static Scalar part(Scalar word, int from) {
        return new Scalar(
                word.source(),
                word.span(),
                word.anchor(),
                word.path(),
                word.text().substring(from),
                Scalar.Style.PLAIN,
                word.dialect());
    }

    private static String name(String written) {
        return written.toLowerCase(Locale.ROOT).replace('-', '_').replaceFirst("^.*\\.", "");
    }
}
