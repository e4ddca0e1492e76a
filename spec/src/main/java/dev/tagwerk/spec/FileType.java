package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The path of a file or folder; whether it exists is not looked at here.
 *
 * @param words what the path leads to
 */
record FileType(String words) implements Type<Path> {
    private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*");

    @Override
    public Optional<Path> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Optional<String> text = scalar.asText();
        if (text.isEmpty()) {
            reading.mismatch(
                    value,
                    describe(),
                    scalar.core() == Core.NOTHING ? "" : "quote it: \"" + scalar.text() + "\"");
            return Optional.empty();
        }
        return resolve(text.get(), value.at(), reading);
    }

    /** Resolves the text of a path against the job file's folder. */
    static Optional<Path> resolve(String text, Place at, Reading reading) {
        if (text.isBlank()) {
            reading.report(at, "is an empty path", "");
            return Optional.empty();
        }
        if (ADDRESS.matcher(text).matches()) {
            reading.report(
                    at,
                    "\""
                            + Shown.oneLine(text)
                            + "\" is an address, and this version reads files"
                            + " on this machine only",
                    "download it first and give the path");
            return Optional.empty();
        }
        boolean fromHome = !reading.resolved() && (text.equals("~") || text.startsWith("~/"));
        if (fromHome && reading.home().isEmpty()) {
            reading.report(at, "`~` has no meaning because HOME is not set", "write the full path");
            return Optional.empty();
        }
        try {
            if (reading.resolved()) {
                Path path = Path.of(text);
                if (!path.isAbsolute()) {
                    reading.report(
                            at, "must be an absolute path in a resolved job, not " + path, "");
                    return Optional.empty();
                }
                return Optional.of(path);
            }
            String full = fromHome ? reading.home().orElseThrow() + text.substring(1) : text;
            return Optional.of(reading.folder().resolve(full).toAbsolutePath().normalize());
        } catch (InvalidPathException unusable) {
            reading.report(at, "is no path this machine can have: " + unusable.getReason(), "");
            return Optional.empty();
        }
    }

    /** The text of a path in resolved JSON. */
    static JsonNode absolute(Path path) {
        if (!path.isAbsolute()) {
            throw new SpecException(
                    "'" + path + "' must be absolute: a resolved job stands on its own");
        }
        return Json.MAKE.textNode(path.toString());
    }

    @Override
    public Optional<String> complaint(Path value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(Path value) {
        return absolute(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("minLength", 1);
    }

    @Override
    public String describe() {
        return "the path of " + words;
    }
}
