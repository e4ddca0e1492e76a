package dev.tagwerk.spec;

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
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Composes a {@link Tree} from the events of one YAML document. Composed here and not by the
 * library, because the library stops at the first fault, forgets which scalars were quoted once it
 * has resolved them, and expands aliases before anybody can count them.
 */
final class YamlText {
    /** Ends composing; what is wrong was reported. */
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A value that aliases may repeat.
     *
     * @param size how many values it consists of, repetitions counted
     */
    private record Anchored(Tree tree, int size) {}

    private final Problems problems;
    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private Place last = Place.START;
    private int aliases;
    private int nodes;

    private YamlText(Iterator<Event> events, Problems problems) {
        this.events = events;
        this.problems = problems;
    }

    /** The document's root mapping; empty, with the reason reported, where there is none. */
    static Optional<Tree.Mapping> read(String text, Problems problems) {
        if (text.length() > Limits.BYTES) {
            problems.add(Place.START, "", "is larger than 1 MiB", "a job file holds no data");
            return Optional.empty();
        }
        String body = text;
        if (text.startsWith("\uFEFF")) {
            problems.add(
                    Place.START,
                    "",
                    "starts with a byte order mark",
                    "save the file as UTF-8 without BOM");
            body = text.substring(1);
        }
        if (YamlFaults.unreadable(body, problems)) {
            return Optional.empty();
        }
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(Limits.BYTES).setLabel("job").build();
        YamlText composer =
                new YamlText(
                        new Parse(settings).parseReader(new WholeCharacters(body)).iterator(),
                        problems);
        try {
            return composer.document();
        } catch (YamlEngineException fault) {
            YamlFaults.report(fault, body, problems);
        } catch (IllegalArgumentException | IndexOutOfBoundsException fault) {
            // the library's scanner throws this, without a place, for escapes such as "\\u}"
            problems.add(
                    composer.last,
                    "",
                    "a quoted text that begins after this place holds a broken escape",
                    "write \\\\ for a backslash, or use single quotes");
        } catch (Stop stop) {
            return Optional.empty(); // reported where it was noticed
        }
        return Optional.empty();
    }

    private Optional<Tree.Mapping> document() throws Stop {
        Optional<Tree> root = Optional.empty();
        int documents = 0;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case DocumentStart -> {
                    documents++;
                    if (documents > 1) {
                        throw stop(
                                place(event),
                                "",
                                "a second document starts here",
                                "one file holds one job: put the second into a file of its own");
                    }
                }
                case Scalar, SequenceStart, MappingStart, Alias ->
                        root = Optional.of(node(event, 0, ""));
                case StreamStart, StreamEnd, DocumentEnd, SequenceEnd, MappingEnd, Comment -> {}
            }
        }
        return root.map(this::mapping).orElseGet(this::emptyFile);
    }

    private Optional<Tree.Mapping> mapping(Tree root) {
        return switch (root) {
            case Tree.Mapping mapping -> Optional.of(mapping);
            case Tree.Scalar scalar when scalar.core() == Core.NOTHING -> emptyFile();
            case Tree.Scalar other -> notKeys(other);
            case Tree.Sequence other -> notKeys(other);
            case Tree.Broken broken -> Optional.empty();
        };
    }

    private Optional<Tree.Mapping> emptyFile() {
        problems.add(Place.START, "", "is empty", "start with `kind: training`");
        return Optional.empty();
    }

    private Optional<Tree.Mapping> notKeys(Tree root) {
        problems.add(
                root.at(),
                "",
                "a job file consists of `key: value` lines, but this is " + root.describe(),
                "start with `kind: training`");
        return Optional.empty();
    }

    private Tree node(Event event, int depth, String path) throws Stop {
        Place at = place(event);
        if (depth > Limits.DEPTH) {
            throw stop(
                    at, path, "is nested more than " + Limits.DEPTH + " deep", "no key needs it");
        }
        last = at;
        int before = nodes;
        count(1, at, path);
        Tree tree =
                switch (event) {
                    case ScalarEvent scalar -> scalar(scalar, at, path);
                    case SequenceStartEvent start -> sequence(start, at, depth, path);
                    case MappingStartEvent start -> mapping(start, at, depth, path);
                    case AliasEvent alias -> alias(alias, at, path);
                    // the parser's grammar lets nothing else stand where a value does
                    default -> throw stop(at, path, "is no value", "");
                };
        if (event instanceof NodeEvent named && !(event instanceof AliasEvent)) {
            Anchored anchored = new Anchored(tree, nodes - before);
            named.getAnchor().ifPresent(anchor -> anchors.put(anchor, anchored));
        }
        return tree;
    }

    /** Repeated values count as often as they are repeated: a few aliases can mean billions. */
    private void count(int more, Place at, String path) throws Stop {
        nodes += more;
        if (nodes > Limits.NODES) {
            throw stop(at, path, "has more than " + Limits.NODES + " values", "no job needs it");
        }
    }

    private Tree scalar(ScalarEvent scalar, Place at, String path) {
        if (tagged(scalar.getTag(), at, path)) {
            return new Tree.Broken(at);
        }
        boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
        return new Tree.Scalar(at, scalar.getValue(), plain ? Tree.Style.PLAIN : Tree.Style.QUOTED);
    }

    private Tree sequence(SequenceStartEvent start, Place at, int depth, String path) throws Stop {
        List<Tree> items = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(node(event, depth + 1, path + "[" + items.size() + "]"));
        }
        return tagged(start.getTag(), at, path)
                ? new Tree.Broken(at)
                : new Tree.Sequence(at, List.copyOf(items));
    }

    private Tree mapping(MappingStartEvent start, Place at, int depth, String path) throws Stop {
        Map<String, Tree.Entry> entries = new LinkedHashMap<>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            Place keyAt = place(event);
            Tree key = node(event, depth + 1, path);
            String name = key instanceof Tree.Scalar scalar ? scalar.text() : "";
            String inner = Key.join(path, Shown.oneLine(name));
            Tree value = node(next(), depth + 1, inner);
            if (!(key instanceof Tree.Scalar scalar) || name.isEmpty()) {
                problems.add(keyAt, path, "a key is a single word", "write `key: value`");
                continue;
            }
            Tree.Entry known = entries.putIfAbsent(name, new Tree.Entry(at(keyAt, scalar), value));
            if (known != null) {
                problems.add(
                        keyAt,
                        inner,
                        "stands here a second time; the first is in line "
                                + known.key().at().line(),
                        "keep one of them");
            }
        }
        return tagged(start.getTag(), at, path)
                ? new Tree.Broken(at)
                : new Tree.Mapping(at, List.copyOf(entries.values()));
    }

    private Tree alias(AliasEvent alias, Place at, String path) throws Stop {
        aliases++;
        if (aliases > Limits.ALIASES) {
            throw stop(at, path, "is alias number " + aliases, "a job file may use 64");
        }
        Anchored target = anchors.get(alias.getAlias());
        if (target == null) {
            String name = Shown.oneLine(alias.getAlias().getValue());
            problems.add(
                    at,
                    path,
                    "the alias *" + name + " has no complete anchor &" + name + " before it",
                    "");
            return new Tree.Broken(at);
        }
        count(target.size(), at, path);
        return switch (target.tree()) {
            case Tree.Scalar scalar -> at(at, scalar);
            case Tree.Sequence sequence -> new Tree.Sequence(at, sequence.items());
            case Tree.Mapping mapping -> new Tree.Mapping(at, mapping.entries());
            case Tree.Broken broken -> new Tree.Broken(at);
        };
    }

    private static Tree.Scalar at(Place at, Tree.Scalar scalar) {
        return new Tree.Scalar(at, scalar.text(), scalar.style());
    }

    private boolean tagged(Optional<String> tag, Place at, String path) {
        if (tag.isEmpty()) {
            return false;
        }
        problems.add(
                at,
                path,
                "has the tag " + Shown.oneLine(tag.get()),
                "tags have no meaning here: remove it");
        return true;
    }

    private Event next() throws Stop {
        if (!events.hasNext()) {
            throw stop(Place.START, "", "ends in the middle of a value", "");
        }
        return events.next();
    }

    private Stop stop(Place at, String path, String message, String suggestion) {
        problems.add(at, path, message, suggestion);
        return new Stop();
    }

    private static Place place(Event event) {
        return event.getStartMark().map(YamlText::place).orElse(Place.START);
    }

    static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
