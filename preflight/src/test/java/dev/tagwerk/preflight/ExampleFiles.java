package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.Place;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Understood;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An example's files, read; {@link Example#MARK} taken out and remembered. */
record ExampleFiles(
        Map<String, String> texts,
        Map<String, String> options,
        List<Document> documents,
        List<Document> beside,
        List<String> marks) {
    static ExampleFiles of(Example example) {
        List<String> marks = new ArrayList<>();
        Map<String, String> texts = new LinkedHashMap<>();
        example.files().forEach((name, text) -> texts.put(name, unmarked(name, text, marks)));
        return read(texts, example.options(), marks);
    }

    private static ExampleFiles read(
            Map<String, String> texts, Map<String, String> options, List<String> marks) {
        List<Document> documents = new ArrayList<>();
        List<Document> beside = new ArrayList<>();
        texts.forEach(
                (name, text) -> {
                    Understood read = Formats.read(new SourceFile(name, text));
                    List<Fault> faults = read.faults();
                    if (!faults.isEmpty()) {
                        throw new AssertionError("example: " + faults);
                    }
                    (name.startsWith("beside/") ? beside : documents).addAll(read.documents());
                });
        return new ExampleFiles(texts, options, documents, beside, marks);
    }

    private static String unmarked(String name, String text, List<String> marks) {
        StringBuilder plain = new StringBuilder();
        for (String part : text.split(Example.MARK, -1)) {
            if (!plain.isEmpty() || !text.startsWith(part)) {
                Place place = new SourceFile(name, plain.toString()).place(plain.length());
                marks.add(name + ":" + place.line() + ":" + place.column());
            }
            plain.append(part);
        }
        return plain.toString();
    }

    List<Finding> look() {
        return Preflight.look(documents, beside, ExampleOptions.read(options));
    }

    /** The files with another text in one's place. */
    ExampleFiles with(String name, String text) {
        Map<String, String> changed = new LinkedHashMap<>(texts);
        changed.put(name, text);
        return read(changed, options, List.of());
    }

    /** The files with findings' edits applied. */
    ExampleFiles edited(List<Finding> findings) {
        Map<String, String> edited = new LinkedHashMap<>(texts);
        List<Edit> edits =
                findings.stream()
                        .flatMap(finding -> finding.edits().stream())
                        .distinct()
                        .sorted((a, b) -> Integer.compare(b.span().start(), a.span().start()))
                        .toList();
        for (Edit edit : edits) {
            edited.computeIfPresent(
                    edit.source().name(),
                    (name, text) ->
                            text.substring(0, edit.span().start())
                                    + edit.replacement()
                                    + text.substring(edit.span().end()));
        }
        return read(edited, options, List.of());
    }
}
