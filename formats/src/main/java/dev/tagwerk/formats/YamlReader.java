package dev.tagwerk.formats;

import dev.tagwerk.spec.Shown;
import dev.tagwerk.spec.WholeCharacters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Composes trees from YAML text, all documents of it. Composed here from the parser's events, since
 * a loader forgets places and quotes and expands aliases before anybody can count them. Tags are
 * passed over; merge keys ({@code <<}) are followed, as the foreign tools do.
 */
final class YamlReader {
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** What an anchor stands for, and how many values that is. */
    private record Anchored(Node node, int size) {}

    private final SourceFile source;
    private final Dialect dialect;
    private final List<Fault> faults;
    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private int values;
    private int aliases;

    private YamlReader(
            SourceFile source, Dialect dialect, List<Fault> faults, Iterator<Event> events) {
        this.source = source;
        this.dialect = dialect;
        this.faults = faults;
        this.events = events;
    }

    /** The documents' roots; fewer, with the reason among the faults, where one is not sound. */
    static List<Node> read(SourceFile source, Dialect dialect, List<Fault> faults) {
        String text = source.text();
        // the mark of byte order becomes a blank, so that places stay what they are
        String body = text.startsWith("\uFEFF") ? " " + text.substring(1) : text;
        LoadSettings settings =
                LoadSettings.builder()
                        .setCodePointLimit(Limits.BYTES)
                        .setLabel(source.name())
                        .build();
        List<Node> roots = new ArrayList<>();
        try {
            YamlReader reader =
                    new YamlReader(
                            source,
                            dialect,
                            faults,
                            new Parse(settings).parseReader(new WholeCharacters(body)).iterator());
            reader.documents(roots);
        } catch (YamlEngineException fault) {
            faults.add(fault(source, fault));
        } catch (IllegalArgumentException | IndexOutOfBoundsException fault) {
            // the library's scanner throws these, without a place, for broken escapes
            faults.add(
                    new Fault(
                            source.name(),
                            new Place(1, 1),
                            "a quoted text in it holds a broken escape",
                            "write \\\\ for a backslash, or use single quotes"));
        } catch (Stop stop) {
            return roots; // reported where it was noticed
        }
        return roots;
    }

    private static Fault fault(SourceFile source, YamlEngineException fault) {
        String why = Optional.ofNullable(fault.getMessage()).orElse("syntax error");
        Place at = new Place(1, 1);
        if (fault instanceof MarkedYamlEngineException marked) {
            why = Optional.ofNullable(marked.getProblem()).orElse(why);
            Optional<Mark> mark = marked.getProblemMark().or(marked::getContextMark);
            at =
                    mark.map(one -> source.place(source.index(one.getLine(), one.getColumn())))
                            .orElse(at);
        }
        String shown = Shown.oneLine(why);
        return new Fault(source.name(), at, "is not sound YAML: " + shown, "");
    }

    private void documents(List<Node> roots) throws Stop {
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case DocumentStart -> anchors.clear();
                case Scalar, SequenceStart, MappingStart, Alias -> {
                    if (roots.size() == Limits.DOCUMENTS) {
                        throw stop(event, "holds more than " + Limits.DOCUMENTS + " documents");
                    }
                    Node root = node(event, 0, "", Optional.empty());
                    if (root.scalar().filter(Scalar::isNothing).isEmpty()) {
                        roots.add(root);
                    }
                }
                case StreamStart, StreamEnd, DocumentEnd, SequenceEnd, MappingEnd, Comment -> {}
            }
        }
    }

    private Node node(Event event, int depth, String path, Optional<Span> key) throws Stop {
        if (depth > Limits.DEPTH) {
            throw stop(event, "is nested more than " + Limits.DEPTH + " deep");
        }
        int before = values;
        count(event, 1);
        Node node =
                switch (event) {
                    case ScalarEvent scalar -> scalar(scalar, path, key);
                    case SequenceStartEvent start -> items(start, depth, path, key);
                    case MappingStartEvent start -> fields(start, depth, path, key);
                    case AliasEvent alias -> alias(alias, path, key);
                    // the parser's grammar lets nothing else stand where a value does
                    default -> throw stop(event, "is no value");
                };
        if (event instanceof NodeEvent named && !(event instanceof AliasEvent)) {
            Anchored anchored = new Anchored(node, values - before);
            named.getAnchor().ifPresent(anchor -> anchors.put(anchor, anchored));
        }
        return node;
    }

    /** Repeated values count as often as they are repeated: a few aliases can mean billions. */
    private void count(Event event, int more) throws Stop {
        values += more;
        if (values > Limits.VALUES) {
            throw stop(event, "has more than " + Limits.VALUES + " values, repeated ones counted");
        }
    }

    private Scalar scalar(ScalarEvent event, String path, Optional<Span> key) {
        Scalar.Style style =
                switch (event.getScalarStyle()) {
                    case ScalarStyle.PLAIN -> Scalar.Style.PLAIN;
                    case ScalarStyle.LITERAL, ScalarStyle.FOLDED -> Scalar.Style.BLOCK;
                    default -> Scalar.Style.QUOTED;
                };
        if (event.getTag().filter(tag -> tag.endsWith(":str")).isPresent()) {
            style = Scalar.Style.QUOTED;
        }
        Span span = span(event);
        return new Scalar(source, span, key.orElse(span), path, event.getValue(), style, dialect);
    }

    private Node items(SequenceStartEvent start, int depth, String path, Optional<Span> key)
            throws Stop {
        List<Node> items = new ArrayList<>();
        Event event = next(start);
        while (event.getEventId() != Event.ID.SequenceEnd) {
            items.add(node(event, depth + 1, path + "[" + items.size() + "]", Optional.empty()));
            event = next(event);
        }
        Span span = new Span(span(start).start(), Math.max(span(start).start(), end(event)));
        return new Items(source, span, key.orElse(span), path, items);
    }

    private Node fields(MappingStartEvent start, int depth, String path, Optional<Span> key)
            throws Stop {
        Map<String, Field> fields = new LinkedHashMap<>();
        List<Node> merged = new ArrayList<>();
        Event event = next(start);
        while (event.getEventId() != Event.ID.MappingEnd) {
            Node name = node(event, depth + 1, path, Optional.empty());
            if (!(name instanceof Scalar word)) {
                throw stop(event, "a key that is " + name.describe() + " is not read");
            }
            String inner = path.isEmpty() ? word.text() : path + "." + word.text();
            Node value = node(next(event), depth + 1, inner, Optional.of(word.span()));
            if (word.text().equals("<<") && !word.isQuoted()) {
                merged.add(value);
            } else if (fields.putIfAbsent(word.text(), new Field(word, value)) != null) {
                faults.add(
                        new Fault(
                                source.name(),
                                source.place(word.span()),
                                "the key `"
                                        + Shown.oneLine(word.text())
                                        + "` stands here a second time",
                                "keep one of them: tools take the last or refuse the file"));
            }
            event = next(event);
        }
        merged.forEach(from -> merge(from, fields));
        Span span = new Span(span(start).start(), Math.max(span(start).start(), end(event)));
        return new Fields(source, span, key.orElse(span), path, List.copyOf(fields.values()));
    }

    private static void merge(Node from, Map<String, Field> fields) {
        from.fields().forEach(field -> fields.putIfAbsent(field.name(), field));
        from.items()
                .forEach(
                        item ->
                                item.fields()
                                        .forEach(field -> fields.putIfAbsent(field.name(), field)));
    }

    private Node alias(AliasEvent event, String path, Optional<Span> key) throws Stop {
        aliases++;
        if (aliases > Limits.ALIASES) {
            throw stop(event, "has more than " + Limits.ALIASES + " aliases");
        }
        Anchored target = anchors.get(event.getAlias());
        if (target == null) {
            throw stop(
                    event,
                    "the alias *"
                            + Shown.oneLine(event.getAlias().getValue())
                            + " has no complete anchor before it");
        }
        count(event, target.size());
        // findings about repeated values point to where they are repeated
        Span span = span(event);
        Span anchor = key.orElse(span);
        return switch (target.node()) {
            case Scalar scalar ->
                    new Scalar(
                            source,
                            span,
                            anchor,
                            path,
                            scalar.text(),
                            scalar.style(),
                            scalar.dialect());
            case Items items -> new Items(source, span, anchor, path, items.items());
            case Fields fields -> new Fields(source, span, anchor, path, fields.fields());
        };
    }

    private Event next(Event last) throws Stop {
        if (!events.hasNext()) {
            throw stop(last, "ends in the middle of a value");
        }
        return events.next();
    }

    private Stop stop(Event at, String message) {
        faults.add(new Fault(source.name(), source.place(span(at)), message, ""));
        return new Stop();
    }

    private Span span(Event event) {
        int start = event.getStartMark().map(this::index).orElse(0);
        return new Span(start, Math.max(start, end(event)));
    }

    private int end(Event event) {
        return event.getEndMark().map(this::index).orElse(0);
    }

    private int index(Mark mark) {
        return source.index(mark.getLine(), mark.getColumn());
    }
}
