package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The fields of an {@code adapter_config.json}, each read with its kind checked; what is wrong is
 * gathered, and something harmless returned in its place.
 */
final class AdapterFields {
    private final JsonNode root;
    private final List<String> problems = new ArrayList<>();

    AdapterFields(JsonNode root) {
        this.root = root;
    }

    Set<Map.Entry<String, JsonNode>> all() {
        return root.properties();
    }

    JsonNode node(String key) {
        return root.path(key);
    }

    List<String> problems() {
        return problems;
    }

    void problem(String text) {
        if (!problems.contains(text)) {
            problems.add(text);
        }
    }

    /** Whether there is nothing to honour: no such key, null, or an empty list. */
    boolean empty(String key) {
        JsonNode value = root.path(key);
        return value.isMissingNode()
                || value.isNull()
                || value.isContainerNode() && value.isEmpty()
                || value.isTextual() && value.textValue().isEmpty();
    }

    /** A value that checks itself; empty with a problem noted when it does not stand up. */
    <T> Optional<T> made(String what, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (ModelFilesException e) {
            problem(what + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    Optional<AdapterTargets> modules(String key) {
        JsonNode value = root.path(key);
        if (value.isTextual()) {
            String text = value.textValue();
            boolean all = text.equalsIgnoreCase(AdapterConfigReader.ALL_LINEAR);
            return made(
                    key,
                    () -> all ? new AdapterTargets.AllLinear() : new AdapterTargets.Regex(text));
        }
        if (!value.isArray()) {
            problem(key + " must be a list of names or a text, but is " + shown(key));
            return Optional.empty();
        }
        int before = problems.size();
        List<String> names = texts(key);
        return problems.size() > before
                ? Optional.empty()
                : made(key, () -> new AdapterTargets.Names(names));
    }

    /** A list of texts; one text counts as a list of it. */
    List<String> texts(String key) {
        if (empty(key)) {
            return List.of();
        }
        JsonNode value = root.path(key);
        List<String> texts = new ArrayList<>();
        if (value.isTextual()) {
            texts.add(value.textValue());
        } else if (value.isArray()) {
            for (JsonNode each : value) {
                if (!each.isTextual()) {
                    problem(
                            "%s must list names, but holds %s"
                                    .formatted(key, Messages.shortened(each.toString())));
                    return List.of();
                }
                texts.add(each.textValue());
            }
        } else {
            problem(key + " must be a list of names, but is " + shown(key));
        }
        return texts;
    }

    /** A list of numbers from 0 on; one number counts as a list of it. */
    List<Integer> indexes(String key) {
        return empty(key) ? List.of() : indexes(key, root.path(key));
    }

    private List<Integer> indexes(String key, JsonNode value) {
        List<Integer> indexes = new ArrayList<>();
        for (JsonNode each : value.isArray() ? value : List.of(value)) {
            if (!each.isIntegralNumber() || !each.canConvertToInt() || each.intValue() < 0) {
                problem(
                        "%s must hold whole numbers from 0 on, but holds %s"
                                .formatted(key, Messages.shortened(each.toString())));
                return List.of();
            }
            indexes.add(each.intValue());
        }
        return indexes;
    }

    /** Token numbers by module; a bare list belongs to {@code module}. */
    Map<String, List<Integer>> tokens(String key, String module) {
        JsonNode value = root.path(key);
        Map<String, List<Integer>> tokens = new LinkedHashMap<>();
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                tokens.put(field.getKey(), indexes(key, field.getValue()));
            }
        } else if (!empty(key)) {
            tokens.put(module, indexes(key));
        }
        return tokens;
    }

    Map<String, Integer> wholes(String key, int most) {
        Map<String, Integer> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : object(key)) {
            if (whole(key, field.getValue(), most)) {
                values.put(field.getKey(), field.getValue().intValue());
            }
        }
        return values;
    }

    Map<String, Double> numbers(String key) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : object(key)) {
            if (number(key, field.getValue())) {
                values.put(field.getKey(), field.getValue().doubleValue());
            }
        }
        return values;
    }

    private Set<Map.Entry<String, JsonNode>> object(String key) {
        JsonNode value = root.path(key);
        if (!empty(key) && !value.isObject()) {
            problem(key + " must map names to numbers, but is " + shown(key));
        }
        return value.properties();
    }

    int whole(String key, int absent, int most) {
        JsonNode value = root.get(key);
        if (value == null) {
            return absent;
        }
        return number(key, value) && whole(key, value, most) ? value.intValue() : absent;
    }

    private boolean whole(String key, JsonNode value, int most) {
        double number = value.isNumber() ? value.doubleValue() : 0;
        if (number >= 1 && number <= most && number == Math.rint(number)) {
            return true;
        }
        problem(
                "%s must be a whole number from 1 to %d, but is %s"
                        .formatted(key, most, Messages.shortened(value.toString())));
        return false;
    }

    double number(String key, double absent) {
        JsonNode value = root.get(key);
        return value != null && number(key, value) ? value.doubleValue() : absent;
    }

    private boolean number(String key, JsonNode value) {
        if (value.isNumber() && Math.abs(value.doubleValue()) < Double.POSITIVE_INFINITY) {
            return true;
        }
        problem(key + " must be a number, but is " + Messages.shortened(value.toString()));
        return false;
    }

    boolean truth(String key) {
        JsonNode value = root.path(key);
        if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
            problem(key + " must be true or false, but is " + shown(key));
        }
        return value.asBoolean(false);
    }

    Optional<String> text(String key) {
        JsonNode value = root.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            problem(key + " must be a text, but is " + shown(key));
            return Optional.empty();
        }
        return Optional.of(value.textValue());
    }

    private String shown(String key) {
        JsonNode value = root.path(key);
        return value.isMissingNode() ? "missing" : Messages.shortened(value.toString());
    }
}
