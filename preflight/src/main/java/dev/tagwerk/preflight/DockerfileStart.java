package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Span;
import dev.tagwerk.formats.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a Dockerfile's image starts: the last ENTRYPOINT and CMD of its last stage. */
final class DockerfileStart {
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");

    private DockerfileStart() {}

    /** The settings on the command lines that the file's images start with. */
    static Stream<Settings> settings(Subject subject) {
        return subject.own(Format.DOCKERFILE)
                .map(DockerfileStart::container)
                .map(Settings::of)
                .filter(settings -> !settings.isEmpty());
    }

    private static Container container(Document document) {
        Optional<Scalar> entrypoint = Optional.empty();
        Optional<Scalar> command = Optional.empty();
        for (Node instruction : document.root().items()) {
            if (instruction.get("FROM").isPresent()) {
                entrypoint = Optional.empty();
                command = Optional.empty();
            }
            Optional<Scalar> starts = instruction.text("ENTRYPOINT");
            entrypoint = starts.isPresent() ? starts : entrypoint;
            Optional<Scalar> runs = instruction.text("CMD");
            command = runs.isPresent() ? runs : command;
        }
        // an ENTRYPOINT under a shell drops CMD
        boolean alone = entrypoint.filter(text -> !isList(text)).isPresent();
        return new Container(
                document.root(),
                Optional.empty(),
                Optional.empty(),
                entrypoint.map(DockerfileStart::words),
                alone ? Optional.empty() : command.map(DockerfileStart::words),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static boolean isList(Scalar text) {
        return text.text().stripLeading().startsWith("[");
    }

    /** A list's words with their places in the file; a shell's text as one. */
    private static Words words(Scalar text) {
        if (!isList(text)) {
            return Words.of(text);
        }
        int start = text.span().start();
        Matcher word = WORD.matcher(text.source().text().substring(start, text.span().end()));
        List<Node> words = new ArrayList<>();
        while (word.find()) {
            Span span = new Span(start + word.start(1), start + word.end(1));
            words.add(
                    new Scalar(
                            text.source(),
                            span,
                            span,
                            text.path() + "[" + words.size() + "]",
                            word.group(1).replaceAll("\\\\([\"\\\\/])", "$1"),
                            Scalar.Style.QUOTED,
                            text.dialect()));
        }
        return Words.of(new Items(text.source(), text.span(), text.anchor(), text.path(), words));
    }
}
