package dev.tagwerk.preflight;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The rules' texts, each in a resource of its own, read when first asked for. Thread-safe. */
final class RuleTexts {
    private static final Map<String, Rule> READ = new ConcurrentHashMap<>();

    private RuleTexts() {}

    static Rule of(String id) {
        return READ.computeIfAbsent(id, RuleTexts::read);
    }

    private static Rule read(String id) {
        String name = "rules/" + id + ".yaml";
        try (InputStream in = RuleTexts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new PreflightException(id + ": there is no text " + name);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Object root =
                    new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(text);
            Map<?, ?> map = map(root, name);
            return new Rule(
                    id,
                    text(map, "title", name),
                    Severity.valueOf(text(map, "severity", name).toUpperCase(Locale.ROOT)),
                    list(map.get("pitfalls")),
                    text(map, "why", name).strip(),
                    text(map, "write", name).strip(),
                    list(map.get("source")),
                    LocalDate.parse(text(map, "checked", name)),
                    example(map.get("good"), map.get("options")),
                    example(map.get("bad"), map.get("options")),
                    Boolean.TRUE.equals(map.get("fixes")));
        } catch (IOException | YamlEngineException fault) {
            throw new PreflightException(name + ": " + fault.getMessage());
        }
    }

    private static Example example(@Nullable Object files, @Nullable Object options) {
        return new Example(texts(files), texts(options));
    }

    private static Map<String, String> texts(@Nullable Object node) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        }
        return texts;
    }

    private static Map<?, ?> map(@Nullable Object node, String name) {
        if (node instanceof Map<?, ?> map) {
            return map;
        }
        throw new PreflightException(name + ": is no mapping");
    }

    private static String text(Map<?, ?> map, String key, String name) {
        Object value = map.get(key);
        if (value == null) {
            throw new PreflightException(name + ": " + key + " is missing");
        }
        return String.valueOf(value);
    }

    private static List<String> list(@Nullable Object node) {
        if (node instanceof List<?> items) {
            return items.stream().map(Objects::toString).toList();
        }
        return node == null ? List.of() : List.of(node.toString());
    }
}
