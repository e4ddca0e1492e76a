package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.DataFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One JSON object to one row; every problem names the key. */
final class RowReader {
    private static final Set<String> DECISION_KEYS =
            Set.of(
                    "kind",
                    "state",
                    "instructions",
                    "options",
                    "label",
                    "task",
                    "weight",
                    "instruction_variants");
    private static final Set<String> PROMPT_COMPLETION_KEYS = Set.of("prompt", "completion");
    private static final Set<String> TEXT_KEYS = Set.of("text");

    private RowReader() {}

    static Set<String> knownKeys(DataFormat format) {
        return switch (format) {
            case DECISION -> DECISION_KEYS;
            case PROMPT_COMPLETION -> PROMPT_COMPLETION_KEYS;
            case TEXT -> TEXT_KEYS;
            case AUTO -> Set.of();
        };
    }

    static Row read(int line, DataFormat format, ObjectNode row) throws JsonLine.Fault {
        try {
            return switch (format) {
                case DECISION -> decision(line, row);
                case PROMPT_COMPLETION ->
                        new PromptCompletionRow(line, text(row, "prompt"), text(row, "completion"));
                case TEXT -> new TextRow(line, text(row, "text"));
                case AUTO -> throw new IllegalArgumentException("the format is not found yet");
            };
        } catch (DataException e) {
            throw new JsonLine.Fault(String.valueOf(e.getMessage()));
        }
    }

    private static DecisionRow decision(int line, ObjectNode row) throws JsonLine.Fault {
        String word = text(row, "kind");
        QuestionKind kind =
                QuestionKind.of(word)
                        .orElseThrow(
                                () ->
                                        new DataException(
                                                "`kind` is "
                                                        + Words.quoted(word)
                                                        + "; it must be noul, choice or score"));
        List<Option> options = options(kind, row);
        return new DecisionRow(
                line,
                kind,
                content(row, "state"),
                content(row, "instructions"),
                options,
                label(row, options),
                task(row),
                weight(row),
                variants(row));
    }

    private static List<Option> options(QuestionKind kind, ObjectNode row) throws JsonLine.Fault {
        if (kind == QuestionKind.NOUL && !row.has("options")) {
            return Option.noulDefaults();
        }
        JsonNode options = required(row, "options");
        if (!options.isArray()) {
            throw wrongType("options", "a list of [name, description] pairs", options);
        }
        List<Option> found = new ArrayList<>();
        for (JsonNode option : options) {
            String path = "options[" + found.size() + "]";
            if (!option.isArray() || option.size() != 2) {
                throw new JsonLine.Fault(
                        "`"
                                + path
                                + "` must be a pair [name, description], not "
                                + (option.isArray()
                                        ? "a list of " + option.size()
                                        : Content.typeName(option)));
            }
            if (!option.get(0).isTextual()) {
                throw wrongType(path + "[0]", "the option's name, as text", option.get(0));
            }
            String name = wellFormed(path + "[0]", option.get(0).textValue());
            JsonNode description = option.get(1);
            String text = description.isNull() ? "" : rendered(path + "[1]", description);
            found.add(new Option(name, text));
        }
        return found;
    }

    private static int label(ObjectNode row, List<Option> options) throws JsonLine.Fault {
        JsonNode label = required(row, "label");
        for (int k = 0; k < options.size() && label.isTextual(); k++) {
            if (options.get(k).name().equals(label.textValue())) {
                throw new JsonLine.Fault(
                        "`label` is an option's name, "
                                + Words.quoted(label.textValue())
                                + "; write its index, "
                                + k);
            }
        }
        if (!label.isIntegralNumber()) {
            throw wrongType("label", "the index of the right option (a whole number)", label);
        }
        if (!label.canConvertToInt()) {
            throw new JsonLine.Fault("`label` is " + label.asText() + ", no option's index");
        }
        return label.intValue();
    }

    private static Optional<String> task(ObjectNode row) throws JsonLine.Fault {
        JsonNode task = row.path("task");
        return task.isMissingNode() || task.isNull()
                ? Optional.empty()
                : Optional.of(text(row, "task"));
    }

    private static double weight(ObjectNode row) throws JsonLine.Fault {
        JsonNode weight = row.path("weight");
        if (weight.isMissingNode() || weight.isNull()) {
            return 1;
        }
        if (!weight.isNumber()) {
            throw wrongType("weight", "a number above 0", weight);
        }
        return weight.doubleValue();
    }

    private static List<String> variants(ObjectNode row) throws JsonLine.Fault {
        JsonNode variants = row.path("instruction_variants");
        if (variants.isMissingNode() || variants.isNull()) {
            return List.of();
        }
        if (!variants.isArray()) {
            throw wrongType("instruction_variants", "a list of phrasings", variants);
        }
        List<String> found = new ArrayList<>();
        for (JsonNode variant : variants) {
            String path = "instruction_variants[" + found.size() + "]";
            if (variant.isNull()) {
                throw wrongType(path, "text or JSON", variant);
            }
            found.add(rendered(path, variant));
        }
        return found;
    }

    /** Text or JSON. */
    private static String content(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode node = required(row, key);
        if (node.isNull()) {
            throw new JsonLine.Fault("`" + key + "` is null; write \"\" for empty text");
        }
        return rendered(key, node);
    }

    private static String rendered(String path, JsonNode node) throws JsonLine.Fault {
        checkNumbers(path, node);
        return wellFormed(path, Content.render(node));
    }

    private static void checkNumbers(String path, JsonNode node) throws JsonLine.Fault {
        if (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue())) {
            throw new JsonLine.Fault("`" + path + "` holds a number too large for a double");
        }
        for (JsonNode child : node) {
            checkNumbers(path, child);
        }
    }

    private static String text(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode node = required(row, key);
        if (node.isArray() && (key.equals("prompt") || key.equals("completion"))) {
            throw new JsonLine.Fault(
                    "`"
                            + key
                            + "` is a list of messages, which this version does not read; write"
                            + " text");
        }
        if (!node.isTextual()) {
            throw wrongType(key, "text", node);
        }
        return wellFormed(key, node.textValue());
    }

    /** Half a surrogate pair is no character: no tokenizer can encode it. */
    private static String wellFormed(String path, String text) throws JsonLine.Fault {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new JsonLine.Fault(
                        String.format(
                                "`%s` holds half a surrogate pair (\\u%04x), which is no character",
                                path, (int) c));
            }
        }
        return text;
    }

    private static JsonNode required(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode node = row.get(key);
        if (node == null) {
            throw new JsonLine.Fault("`" + key + "` is missing");
        }
        return node;
    }

    private static JsonLine.Fault wrongType(String path, String expected, JsonNode found) {
        return new JsonLine.Fault(
                "`" + path + "` must be " + expected + ", not " + Content.typeName(found));
    }
}
