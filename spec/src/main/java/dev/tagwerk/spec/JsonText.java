package dev.tagwerk.spec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads JSON into the same tree that YAML gives; numbers keep their text, so nothing is rounded.
 */
final class JsonText {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(Limits.DEPTH)
                                    .maxDocumentLength(Limits.BYTES)
                                    .build())
                    .build();

    private JsonText() {}

    static Optional<Tree.Mapping> read(String text, Problems problems) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                problems.add(Place.START, "", "is no JSON object", "");
                return Optional.empty();
            }
            Tree.Mapping root = mapping(parser, place(parser.currentTokenLocation()));
            if (parser.nextToken() != null) {
                problems.add(place(parser.currentTokenLocation()), "", "goes on after its end", "");
                return Optional.empty();
            }
            return Optional.of(root);
        } catch (JsonParseException fault) {
            problems.add(
                    place(fault.getLocation()),
                    "",
                    "is no JSON: " + Shown.oneLine(fault.getOriginalMessage()),
                    "");
        } catch (IOException fault) {
            problems.add(
                    Place.START, "", "is no JSON: " + Shown.oneLine("" + fault.getMessage()), "");
        }
        return Optional.empty();
    }

    private static Tree.Mapping mapping(JsonParser parser, Place at) throws IOException {
        List<Tree.Entry> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Tree.Scalar key =
                    new Tree.Scalar(
                            place(parser.currentTokenLocation()),
                            parser.currentName(),
                            Tree.Style.QUOTED);
            parser.nextToken();
            entries.add(new Tree.Entry(key, value(parser)));
        }
        return new Tree.Mapping(at, entries);
    }

    private static Tree value(JsonParser parser) throws IOException {
        Place at = place(parser.currentTokenLocation());
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(parser, at);
            case START_ARRAY -> {
                List<Tree> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield new Tree.Sequence(at, items);
            }
            case VALUE_STRING -> new Tree.Scalar(at, parser.getText(), Tree.Style.QUOTED);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL ->
                    new Tree.Scalar(at, parser.getText(), Tree.Style.PLAIN);
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new JsonParseException(parser, "a value is missing");
        };
    }

    private static Place place(JsonLocation location) {
        return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
