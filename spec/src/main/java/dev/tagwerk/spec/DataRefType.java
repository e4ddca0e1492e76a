package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A data file by its path, by its path and digest, or by the name it is kept under. */
record DataRefType() implements Type<DataRef> {
    private static final String SCHEME = "dataset:";
    private static final Pattern STORED =
            Pattern.compile(
                    SCHEME
                            + "("
                            + DataRef.Stored.NAME.pattern()
                            + ")(?:@sha256:("
                            + DataRef.Stored.START.pattern()
                            + "))?");

    @Override
    public Optional<DataRef> read(Tree value, Reading reading) {
        return switch (value) {
            case Tree.Mapping mapping -> pinned(mapping, reading);
            case Tree.Scalar scalar when scalar.asText().orElse("").startsWith(SCHEME) ->
                    stored(scalar, reading);
            case Tree.Scalar scalar -> path(scalar, reading).map(DataRef.File::new);
            case Tree.Sequence sequence -> {
                reading.mismatch(value, describe(), "join the files into one");
                yield Optional.empty();
            }
            case Tree.Broken broken -> Optional.empty();
        };
    }

    private Optional<Path> path(Tree.Scalar scalar, Reading reading) {
        Optional<String> text = scalar.asText();
        if (text.isEmpty()) {
            reading.mismatch(
                    scalar,
                    describe(),
                    scalar.core() == Core.NOTHING ? "" : "quote it: \"" + scalar.text() + "\"");
            return Optional.empty();
        }
        return FileType.resolve(text.get(), scalar.at(), reading);
    }

    private static Optional<DataRef> stored(Tree.Scalar scalar, Reading reading) {
        Matcher parts = STORED.matcher(scalar.text());
        if (!parts.matches()) {
            reading.report(
                    scalar.at(),
                    "\"" + Shown.oneLine(scalar.text()) + "\" names no data set",
                    "write dataset:NAME, or dataset:NAME@sha256: and 12 to 64 digits of 0-9 and"
                            + " a-f; `tagwerk data list` shows them");
            return Optional.empty();
        }
        return Optional.of(new DataRef.Stored(parts.group(1), Optional.ofNullable(parts.group(2))));
    }

    private Optional<DataRef> pinned(Tree.Mapping mapping, Reading reading) {
        Optional<Path> path = Optional.empty();
        Optional<String> sha256 = Optional.empty();
        boolean whole = true;
        for (Tree.Entry entry : mapping.entries()) {
            String key = entry.key().text();
            Reading inner = reading.at(reading.path() + "." + Shown.oneLine(key));
            if (key.equals("path") && entry.value() instanceof Tree.Scalar scalar) {
                path = path(scalar, inner);
                whole &= path.isPresent();
            } else if (key.equals("sha256")
                    && entry.value() instanceof Tree.Scalar scalar
                    && DataRef.DIGEST.matcher(scalar.text()).matches()) {
                sha256 = Optional.of(scalar.text());
            } else if (key.equals("sha256") || key.equals("path")) {
                inner.mismatch(
                        entry.value(),
                        key.equals("path") ? "a path" : "a digest of 64 digits of 0-9 and a-f",
                        "");
                whole = false;
            } else {
                inner.report(
                        entry.key().at(),
                        "unknown key `" + Shown.oneLine(key) + "`",
                        "known here: path, sha256");
                whole = false;
            }
        }
        if (whole && path.isEmpty()) {
            reading.report(mapping.at(), "has no `path`", "add `path: …`");
        }
        Optional<String> digest = sha256;
        return whole ? path.map(found -> new DataRef.File(found, digest)) : Optional.empty();
    }

    @Override
    public Optional<String> complaint(DataRef value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(DataRef value) {
        return switch (value) {
            case DataRef.File file ->
                    file.sha256().isEmpty()
                            ? FileType.absolute(file.path())
                            : Json.MAKE
                                    .objectNode()
                                    .<ObjectNode>set("path", FileType.absolute(file.path()))
                                    .put("sha256", file.sha256().get());
            case DataRef.Stored stored -> Json.MAKE.textNode(stored.toString());
            case DataRef.Listed listed ->
                    throw new SpecException("what dataset_info names is not written down");
        };
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.MAKE.objectNode();
        ArrayNode choices = schema.putArray("anyOf");
        choices.add(Json.schema("string").put("minLength", 1));
        ObjectNode pinned = Json.schema("object").put("additionalProperties", false);
        ObjectNode properties = pinned.putObject("properties");
        properties.putObject("path").put("type", "string").put("minLength", 1);
        properties.putObject("sha256").put("type", "string").put("pattern", "^[0-9a-f]{64}$");
        pinned.putArray("required").add("path");
        choices.add(pinned);
        return schema;
    }

    @Override
    public String describe() {
        return "the path of a data file, or dataset:NAME";
    }
}
