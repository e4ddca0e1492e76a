package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a container is started with, as its platform would start it. */
final class CommandTranslation {
    private final Format format;
    private final Workload workload;
    private final Container container;
    private final ForeignPhrases phrases;
    private final Ledger ledger;
    private List<String> command = List.of();
    private List<String> args = List.of();

    CommandTranslation(
            Format format,
            Workload workload,
            Container container,
            ForeignPhrases phrases,
            Ledger ledger) {
        this.format = format;
        this.workload = workload;
        this.container = container;
        this.phrases = phrases;
        this.ledger = ledger;
    }

    /** What replaces the image's entrypoint. */
    List<String> command() {
        return command;
    }

    /** What replaces the image's arguments. */
    List<String> args() {
        return args;
    }

    void read() {
        if (workload.platform() == Platform.DSTACK) {
            lines();
            return;
        }
        command = container.command().map(words -> words("command", words)).orElse(List.of());
        args = container.args().map(words -> words("args", words)).orElse(List.of());
        container.script().ifPresent(this::script);
    }

    /** dstack joins its commands and hands them to the image's shell. */
    private void lines() {
        List<Scalar> lines = container.args().map(Words::words).orElse(List.of());
        if (lines.isEmpty()) {
            return;
        }
        List<String> joined = new ArrayList<>();
        for (Scalar line : lines) {
            ledger.took("command", line);
            String plain = phrases.plain(line).strip();
            joined.add(plain.endsWith("&") ? "{ " + plain + " }" : plain);
        }
        command = List.of("/bin/sh", "-i", "-c", String.join(" && ", joined));
    }

    /** Text that a platform hands to a shell; SkyPilot's setup runs before it. */
    private void script(Scalar script) {
        ledger.took("command", script);
        String run = phrases.plain(script);
        Optional<Scalar> setup =
                workload.platform() == Platform.SKYPILOT
                        ? container.node().text("setup")
                        : Optional.empty();
        if (setup.isPresent()) {
            ledger.changed(
                    setup.get(),
                    "runs there once for a machine; here before every start",
                    "do its work in the image");
            run = phrases.plain(setup.get()).stripTrailing() + "\n" + run;
        }
        command = List.of("bash", "-c", run);
    }

    private List<String> words(String ours, Words words) {
        ledger.took(ours, words.words().isEmpty() ? words.node() : words.words().getFirst());
        words.words().forEach(ledger::took);
        if (words.shell() && format == Format.COMPOSE) {
            // Compose splits a text into words as a shell would, and runs no shell
            return words.words().stream().flatMap(text -> split(phrases.plain(text))).toList();
        }
        return words.words().stream().map(phrases::plain).toList();
    }

    private static Stream<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean open = false;
        char quote = 0;
        for (int index = 0; index < text.length(); index++) {
            char here = text.charAt(index);
            boolean escapes = here == '\\' && quote != '\'' && index + 1 < text.length();
            if (escapes) {
                word.append(text.charAt(++index));
                open = true;
            } else if (quote != 0) {
                if (here == quote) {
                    quote = 0;
                } else {
                    word.append(here);
                }
            } else if (here == '"' || here == '\'') {
                quote = here;
                open = true;
            } else if (Character.isWhitespace(here)) {
                if (open) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                open = false;
            } else {
                word.append(here);
                open = true;
            }
        }
        if (open) {
            words.add(word.toString());
        }
        return words.stream();
    }
}
