package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the probe printed: JSON objects, one a line, alone or among other lines of a job's log. What
 * stands before one in its line (a log's time, a container's name) is passed over. Each run of the
 * probe is a document: a list of its lines.
 */
final class ProbeReader implements TextReader {
    private static final String BEGIN = "{\"probe\":\"";
    private static final int MOST_LINES = 10_000;
    private static final List<String> NAMES =
            List.of(".jsonl", ".ndjson", ".log", ".txt", ".out", ".json");

    @Override
    public List<Document> read(SourceFile source, List<Fault> faults) {
        if (!mayBe(source)) {
            return List.of();
        }
        List<List<Node>> runs = new ArrayList<>();
        List<Fault> unsound = new ArrayList<>();
        int taken = 0;
        for (int line = 1; line <= source.lines() && taken < MOST_LINES; line++) {
            String text = source.line(line);
            int begin = text.indexOf(BEGIN);
            if (begin < 0) {
                continue;
            }
            int start = source.lineStart(line) + begin;
            Span span = new Span(start, source.lineStart(line) + text.stripTrailing().length());
            int at = runs.isEmpty() ? 0 : runs.getLast().size();
            Optional<Node> read = JsonReader.readObject(source, span, "[" + at + "]");
            if (read.isEmpty()) {
                unsound.add(
                        new Fault(
                                source.name(),
                                source.place(start),
                                "holds a line of the probe that is cut off or broken",
                                "run the probe again, or take the line out"));
            } else if (isLine(read.get())) {
                boolean first =
                        read.get()
                                .text("probe")
                                .filter(name -> name.text().equals("start"))
                                .isPresent();
                if (first || runs.isEmpty()) {
                    runs.add(new ArrayList<>());
                }
                runs.getLast().add(read.get());
                taken++;
            }
        }
        if (!runs.isEmpty()) {
            faults.addAll(unsound);
        }
        return runs.stream().map(run -> document(source, run)).toList();
    }

    private static Document document(SourceFile source, List<Node> run) {
        Span whole = new Span(run.getFirst().span().start(), run.getLast().span().end());
        Span first = run.getFirst().anchor();
        return new Document(
                source, Format.PROBE, new Items(source, whole, first, "", run), List.of());
    }

    private static boolean mayBe(SourceFile source) {
        String name = source.name().toLowerCase(Locale.ROOT);
        return (name.equals("-") || NAMES.stream().anyMatch(name::endsWith))
                && source.text().contains(BEGIN);
    }

    /** Other programs print objects with a key of that name, too. */
    private static boolean isLine(Node node) {
        return node.text("probe").isPresent()
                && node.text("ok").flatMap(Scalar::asBoolean).isPresent()
                && node.text("seconds").flatMap(Scalar::asNumber).isPresent();
    }
}
