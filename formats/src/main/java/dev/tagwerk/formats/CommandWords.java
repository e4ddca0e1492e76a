package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A command of a script, to be asked for its options.
 *
 * @param node the list of words, from the program on
 * @param words the same as scalars
 */
public record CommandWords(Items node, List<Scalar> words) {
    private static final List<String> PREFIXES = List.of("sudo", "exec", "time", "nohup", "env");

    public CommandWords {
        words = List.copyOf(words);
    }

    /** A command without what stands before its program: {@code sudo}, {@code NAME=value}. */
    static CommandWords of(Items command) {
        List<Scalar> words =
                command.items().stream().flatMap(item -> item.scalar().stream()).toList();
        int first = 0;
        while (first < words.size() && before(words.get(first).text())) {
            first++;
        }
        List<Scalar> rest = words.subList(first, words.size());
        Span anchor = rest.isEmpty() ? command.anchor() : rest.getFirst().span();
        return new CommandWords(
                new Items(
                        command.source(),
                        command.span(),
                        anchor,
                        command.path(),
                        List.copyOf(rest)),
                rest);
    }

    private static boolean before(String word) {
        return PREFIXES.contains(word) || word.matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");
    }

    /** Whether the command starts with these words. */
    public boolean startsWith(String... program) {
        if (words.size() < program.length) {
            return false;
        }
        for (int index = 0; index < program.length; index++) {
            if (!words.get(index).text().equals(program[index])) {
                return false;
            }
        }
        return true;
    }

    /** Where an option stands, written {@code --name} or {@code --name=value}. */
    public Optional<Scalar> option(String... names) {
        return words.stream().filter(word -> is(word, names)).findFirst();
    }

    /** An option's value: behind {@code =}, or the next word. */
    public Optional<Scalar> value(String... names) {
        List<Scalar> values = values(names);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    /** The values of an option that may be given several times, one value each. */
    public List<Scalar> values(String... names) {
        List<Scalar> values = new ArrayList<>();
        for (int index = 0; index < words.size(); index++) {
            Scalar word = words.get(index);
            if (!is(word, names)) {
                continue;
            }
            int equals = word.text().startsWith("-") ? word.text().indexOf('=') : -1;
            if (equals >= 0) {
                values.add(part(word, equals + 1));
            } else if (index + 1 < words.size()) {
                values.add(words.get(index + 1));
            }
        }
        return values;
    }

    /** The words behind an option up to the next option, as Python's argparse takes a list. */
    public List<Scalar> list(Collection<String> options, String... names) {
        List<Scalar> list = new ArrayList<>();
        for (int index = 0; index < words.size(); index++) {
            if (!is(words.get(index), names)) {
                continue;
            }
            list.clear();
            int equals = words.get(index).text().indexOf('=');
            if (equals >= 0) {
                list.add(part(words.get(index), equals + 1));
            }
            while (index + 1 < words.size() && !options.contains(name(words.get(index + 1)))) {
                index++;
                list.add(words.get(index));
            }
        }
        return list;
    }

    private static String name(Scalar word) {
        String text = word.text();
        int equals = text.startsWith("--") ? text.indexOf('=') : -1;
        return equals < 0 ? text : text.substring(0, equals);
    }

    private static boolean is(Scalar word, String... names) {
        return Arrays.asList(names).contains(name(word));
    }

    private static Scalar part(Scalar word, int from) {
        Span span = placeOfValue(word);
        return new Scalar(
                word.source(),
                span,
                span,
                word.path(),
                word.text().substring(from),
                word.style(),
                word.dialect());
    }

    /** Where an option's part behind {@code =} stands; all of the word where that is not plain. */
    static Span placeOfValue(Node word) {
        Span span = word.span();
        String text = word.source().text();
        int equals = text.indexOf('=', span.start());
        boolean plain = equals > 0 && equals < span.end() && text.charAt(span.start()) == '-';
        return plain ? new Span(equals + 1, span.end()) : span;
    }

    /** Another text at a word's place. */
    static Scalar saying(Scalar word, String text) {
        return new Scalar(
                word.source(),
                word.span(),
                word.anchor(),
                word.path(),
                text,
                word.style(),
                word.dialect());
    }
}
