package dev.tagwerk.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.tagwerk.spec.Shown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads JSON into the tree that YAML gives; numbers keep their text, so nothing is rounded. */
final class JsonReader {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(Limits.DEPTH)
                                    .maxDocumentLength(Limits.BYTES)
                                    .build())
                    .build();

    private final SourceFile source;
    private final JsonParser parser;

    /** Where in the file the JSON begins. */
    private final int base;

    private int values;

    private JsonReader(SourceFile source, JsonParser parser, int base) {
        this.source = source;
        this.parser = parser;
        this.base = base;
    }

    /**
     * An object within a text of another kind.
     *
     * @param span where it stands
     * @param path its way, for messages
     * @return empty where that is no sound JSON object and nothing else
     */
    static Optional<Node> readObject(SourceFile source, Span span, String path) {
        String text = source.text().substring(span.start(), span.end());
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonReader reader = new JsonReader(source, parser, span.start());
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            Node root = reader.node(path, Optional.empty());
            return parser.nextToken() == null ? Optional.of(root) : Optional.empty();
        } catch (IOException unsound) {
            return Optional.empty();
        }
    }

    /** Whether a text is meant as JSON. */
    static boolean looksLike(String text) {
        String start = text.stripLeading();
        return start.startsWith("{\"")
                || start.startsWith("[{")
                || start.matches("(?s)[\\[{]\\s*([\"{\\]}]).*");
    }

    /** The root; empty, with the reason among the faults, where the text is no JSON. */
    static Optional<Node> read(SourceFile source, List<Fault> faults) {
        try (JsonParser parser = FACTORY.createParser(source.text())) {
            JsonReader reader = new JsonReader(source, parser, 0);
            if (parser.nextToken() == null) {
                faults.add(new Fault(source.name(), new Place(1, 1), "is empty", ""));
                return Optional.empty();
            }
            Node root = reader.node("", Optional.empty());
            if (parser.nextToken() != null) {
                faults.add(
                        new Fault(
                                source.name(),
                                source.place(reader.here()),
                                "goes on after its end",
                                ""));
                return Optional.empty();
            }
            return Optional.of(root);
        } catch (JsonProcessingException fault) {
            JsonLocation at = fault.getLocation();
            int index = at == null ? 0 : (int) Math.max(0, at.getCharOffset());
            faults.add(
                    new Fault(
                            source.name(),
                            source.place(Math.min(index, source.text().length())),
                            "is no sound JSON: " + Shown.oneLine(fault.getOriginalMessage()),
                            ""));
        } catch (IOException fault) {
            faults.add(
                    new Fault(
                            source.name(),
                            new Place(1, 1),
                            "is no sound JSON: " + Shown.oneLine("" + fault.getMessage()),
                            ""));
        }
        return Optional.empty();
    }

    private Node node(String path, Optional<Span> key) throws IOException {
        values++;
        if (values > Limits.VALUES) {
            throw new JsonParseException(parser, "more than " + Limits.VALUES + " values");
        }
        int start = here();
        return switch (parser.currentToken()) {
            case START_OBJECT -> fields(start, path, key);
            case START_ARRAY -> {
                List<Node> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(node(path + "[" + items.size() + "]", Optional.empty()));
                }
                Span span = new Span(start, here() + 1);
                yield new Items(source, span, key.orElse(span), path, items);
            }
            case VALUE_STRING -> scalar(start, path, key, Scalar.Style.QUOTED);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL ->
                    scalar(start, path, key, Scalar.Style.PLAIN);
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new JsonParseException(parser, "a value is missing");
        };
    }

    private Node fields(int start, String path, Optional<Span> key) throws IOException {
        List<Field> fields = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            int keyStart = here();
            String name = parser.currentName();
            Span span = new Span(keyStart, afterName(keyStart));
            Scalar word =
                    new Scalar(source, span, span, path, name, Scalar.Style.QUOTED, Dialect.JSON);
            parser.nextToken();
            String inner = path.isEmpty() ? name : path + "." + name;
            fields.add(new Field(word, node(inner, Optional.of(span))));
        }
        Span span = new Span(start, here() + 1);
        return new Fields(source, span, key.orElse(span), path, fields);
    }

    private Scalar scalar(int start, String path, Optional<Span> key, Scalar.Style style)
            throws IOException {
        String text = parser.getText();
        parser.finishToken();
        int end = base + (int) parser.currentLocation().getCharOffset();
        Span span = new Span(start, Math.min(Math.max(start, end), source.text().length()));
        return new Scalar(source, span, key.orElse(span), path, text, style, Dialect.JSON);
    }

    /** Behind the closing quote of a key that begins at an index. */
    private int afterName(int start) {
        String text = source.text();
        int index = start + 1;
        while (index < text.length() && text.charAt(index) != '"') {
            index += text.charAt(index) == '\\' ? 2 : 1;
        }
        return Math.min(index + 1, text.length());
    }

    private int here() {
        return base + (int) Math.max(0, parser.currentTokenLocation().getCharOffset());
    }
}
