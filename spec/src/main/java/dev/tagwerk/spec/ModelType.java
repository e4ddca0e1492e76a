package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.Optional;

/** A model's folder, or a repository of the hub. */
record ModelType() implements Type<ModelRef> {
    @Override
    public Optional<ModelRef> read(Tree value, Reading reading) {
        Optional<String> written =
                value instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        if (written.isEmpty()) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        String text = written.get();
        if (ModelRef.Hub.matches(text) && !isFolder(text, reading)) {
            return Optional.of(ModelRef.Hub.parse(text));
        }
        int at = text.indexOf('@');
        if (at > 0 && ModelRef.Hub.matches(text.substring(0, at)) && !isFolder(text, reading)) {
            reading.report(
                    value.at(),
                    "\"" + Shown.oneLine(text.substring(at + 1)) + "\" is no branch, tag or commit",
                    "write organisation/name@revision, or ./ before the path of a folder");
            return Optional.empty();
        }
        return FileType.resolve(text, value.at(), reading).map(ModelRef.Folder::new);
    }

    /** As transformers does it: a folder of that name comes before a repository of that name. */
    private static boolean isFolder(String text, Reading reading) {
        try {
            return !reading.resolved() && Files.isDirectory(reading.folder().resolve(text));
        } catch (InvalidPathException unusable) {
            return false;
        }
    }

    @Override
    public Optional<String> complaint(ModelRef value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(ModelRef value) {
        return switch (value) {
            case ModelRef.Folder folder -> FileType.absolute(folder.path());
            case ModelRef.Hub hub -> Json.MAKE.textNode(hub.text());
        };
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("minLength", 1);
    }

    @Override
    public String describe() {
        return "a model's folder, or organisation/name or organisation/name@revision from the hub";
    }
}
