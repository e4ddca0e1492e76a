package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dockerfiles. The root is a list of instructions, each a mapping of one key, in upper case, to the
 * instruction's text; continued lines are joined by blanks, so that a text's places stay.
 */
final class DockerfileReader implements TextReader {
    private static final Pattern NAME =
            Pattern.compile(
                    "(?:.*[./])?(?:dockerfile|containerfile)(?:\\.[\\w.-]+)?|.*\\.dockerfile");
    private static final Pattern INSTRUCTION = Pattern.compile("\\s*([A-Za-z]+)\\s+");
    private static final Pattern HERE = Pattern.compile("<<-?\\s*[\"']?(\\w+)[\"']?");
    private static final int INSTRUCTIONS = 5_000;

    @Override
    public List<Document> read(SourceFile source, List<Fault> faults) {
        String file = source.name().toLowerCase(Locale.ROOT);
        file = file.substring(file.lastIndexOf('/') + 1);
        if (!NAME.matcher(file).matches()) {
            return List.of();
        }
        List<Node> instructions = new ArrayList<>();
        int line = 1;
        while (line <= source.lines() && instructions.size() < INSTRUCTIONS) {
            int first = line;
            String content = source.line(line);
            if (content.isBlank() || content.strip().startsWith("#")) {
                line++;
                continue;
            }
            while (source.line(line).stripTrailing().endsWith("\\") && line < source.lines()) {
                line++;
            }
            line = behindHereDocuments(source, first, line);
            int start = source.lineStart(first);
            int end = source.lineStart(line) + source.line(line).length();
            instruction(source, start, end, instructions.size()).ifPresent(instructions::add);
            line++;
        }
        boolean dockerfile =
                instructions.stream()
                        .anyMatch(
                                instruction ->
                                        instruction.get("FROM").isPresent()
                                                || instruction.get("ARG").isPresent());
        Span whole = new Span(0, source.text().length());
        return dockerfile
                ? List.of(
                        new Document(
                                source,
                                Format.DOCKERFILE,
                                new Items(source, whole, Span.START, "", instructions),
                                List.of()))
                : List.of();
    }

    private static int behindHereDocuments(SourceFile source, int first, int last) {
        int line = last;
        Matcher here = HERE.matcher(source.line(first));
        while (here.find()) {
            while (line < source.lines()) {
                line++;
                if (source.line(line).strip().equals(here.group(1))) {
                    break;
                }
            }
        }
        return line;
    }

    private static Optional<Node> instruction(SourceFile source, int start, int end, int index) {
        String text = source.text().substring(start, end);
        Matcher word = INSTRUCTION.matcher(text);
        if (!word.lookingAt()) {
            return Optional.empty();
        }
        Span key = new Span(start + word.start(1), start + word.end(1));
        Span value = new Span(start + word.end(), end);
        String path = "[" + index + "]";
        String joined = text.substring(word.end()).replaceAll("\\\\[ \\t]*(\\r?\\n)", " $1");
        Scalar name =
                new Scalar(
                        source,
                        key,
                        key,
                        path,
                        word.group(1).toUpperCase(Locale.ROOT),
                        Scalar.Style.QUOTED,
                        Dialect.YAML_1_2);
        Scalar content =
                new Scalar(
                        source,
                        value,
                        key,
                        path + "." + name.text(),
                        joined,
                        Scalar.Style.QUOTED,
                        Dialect.YAML_1_2);
        return Optional.of(
                new Fields(
                        source,
                        new Span(start, end),
                        key,
                        path,
                        List.of(new Field(name, content))));
    }
}
