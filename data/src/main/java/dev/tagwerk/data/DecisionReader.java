package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Reads decision rows. */
final class DecisionReader {
    private DecisionReader() {}

    static DecisionRow read(int line, ObjectNode row) throws JsonLine.Fault {
        String word = Fields.text(row, "kind");
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
                Fields.optionalText(row, "task"),
                weight(row),
                variants(row));
    }

    private static List<Option> options(QuestionKind kind, ObjectNode row) throws JsonLine.Fault {
        if (kind == QuestionKind.NOUL && !row.has("options")) {
            return Option.noulDefaults();
        }
        JsonNode options = Fields.required(row, "options");
        if (!options.isArray()) {
            throw Fields.wrongType("options", "a list of [name, description] pairs", options);
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
                throw Fields.wrongType(path + "[0]", "the option's name, as text", option.get(0));
            }
            String name = Fields.wellFormed(path + "[0]", option.get(0).textValue());
            JsonNode description = option.get(1);
            String text = description.isNull() ? "" : rendered(path + "[1]", description);
            found.add(new Option(name, text));
        }
        return found;
    }

    private static int label(ObjectNode row, List<Option> options) throws JsonLine.Fault {
        JsonNode label = Fields.required(row, "label");
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
            throw Fields.wrongType(
                    "label", "the index of the right option (a whole number)", label);
        }
        if (!label.canConvertToInt()) {
            throw new JsonLine.Fault("`label` is " + label.asText() + ", no option's index");
        }
        return label.intValue();
    }

    private static double weight(ObjectNode row) throws JsonLine.Fault {
        JsonNode weight = row.path("weight");
        if (weight.isMissingNode() || weight.isNull()) {
            return 1;
        }
        if (!weight.isNumber()) {
            throw Fields.wrongType("weight", "a number above 0", weight);
        }
        return weight.doubleValue();
    }

    private static List<String> variants(ObjectNode row) throws JsonLine.Fault {
        JsonNode variants = row.path("instruction_variants");
        if (variants.isMissingNode() || variants.isNull()) {
            return List.of();
        }
        if (!variants.isArray()) {
            throw Fields.wrongType("instruction_variants", "a list of phrasings", variants);
        }
        List<String> found = new ArrayList<>();
        for (JsonNode variant : variants) {
            String path = "instruction_variants[" + found.size() + "]";
            if (variant.isNull()) {
                throw Fields.wrongType(path, "text or JSON", variant);
            }
            found.add(rendered(path, variant));
        }
        return found;
    }

    /** Text or JSON. */
    private static String content(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode node = Fields.required(row, key);
        if (node.isNull()) {
            throw new JsonLine.Fault("`" + key + "` is null; write \"\" for empty text");
        }
        return rendered(key, node);
    }

    private static String rendered(String path, JsonNode node) throws JsonLine.Fault {
        checkNumbers(path, node);
        return Fields.wellFormed(path, Content.render(node));
    }

    private static void checkNumbers(String path, JsonNode node) throws JsonLine.Fault {
        if (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue())) {
            throw new JsonLine.Fault("`" + path + "` holds a number too large for a double");
        }
        for (JsonNode child : node) {
            checkNumbers(path, child);
        }
    }
}
