package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;

/** The name of a template that comes along, or a file. */
record ChatTemplateType() implements Type<ChatTemplateRef> {
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_-]+");

    @Override
    public Optional<ChatTemplateRef> read(Tree value, Reading reading) {
        Optional<String> written =
                value instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        if (written.isEmpty()) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        String text = written.get();
        if (ChatTemplateRef.BUILT_IN.contains(text)) {
            return Optional.of(new ChatTemplateRef.BuiltIn(text));
        }
        if (BARE.matcher(text).matches()) {
            reading.report(
                    value.at(),
                    "there is no template \"" + Shown.oneLine(text) + "\"",
                    Nearest.to(text, ChatTemplateRef.BUILT_IN)
                                    .map(near -> "write " + near + ", or ")
                                    .orElse(
                                            "write one of "
                                                    + String.join(", ", ChatTemplateRef.BUILT_IN)
                                                    + ", or ")
                            + "./"
                            + Shown.oneLine(text)
                            + " for a file");
            return Optional.empty();
        }
        return FileType.resolve(text, value.at(), reading).map(ChatTemplateRef.File::new);
    }

    @Override
    public Optional<String> complaint(ChatTemplateRef value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(ChatTemplateRef value) {
        return switch (value) {
            case ChatTemplateRef.BuiltIn builtIn -> Json.MAKE.textNode(builtIn.name());
            case ChatTemplateRef.File file -> FileType.absolute(file.path());
        };
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("minLength", 1);
    }

    @Override
    public String describe() {
        return "one of " + String.join(", ", ChatTemplateRef.BUILT_IN) + ", or the path of a file";
    }
}
