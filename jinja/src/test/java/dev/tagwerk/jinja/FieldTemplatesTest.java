package dev.tagwerk.jinja;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Whatever templates one has, beside transformers: {@code bench/templates.sh FOLDER}. */
@EnabledIfSystemProperty(named = "tagwerk.templates", matches = ".+")
class FieldTemplatesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-12-01T09:05:03Z"), ZoneOffset.UTC);

    @Test
    void theirTextsAreThoseOfTransformers() throws IOException {
        JsonNode file = MAPPER.readTree(Path.of(System.getProperty("tagwerk.templates")).toFile());
        List<String> wrong = new ArrayList<>();
        int whole = 0;
        int renderings = 0;
        for (JsonNode template : file.get("templates")) {
            int before = wrong.size();
            for (int i = 0; i < file.get("conversations").size(); i++) {
                String made = made(template.get("source").textValue(), file, i);
                renderings++;
                if (!made.equals(template.get("texts").get(i).asText("(refused)"))) {
                    wrong.add(template.get("name").textValue() + ", conversation " + i);
                }
            }
            whole += wrong.size() == before ? 1 : 0;
        }
        System.out.printf(
                "%d of %d templates, %d of %d renderings equal %s's%n",
                whole,
                file.get("templates").size(),
                renderings - wrong.size(),
                renderings,
                file.get("made_with").textValue());
        assertThat(wrong).isEmpty();
    }

    private static String made(String source, JsonNode file, int conversation) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        variables.put(
                "messages",
                MAPPER.convertValue(file.get("conversations").get(conversation), List.class));
        variables.put("tools", null);
        variables.put("documents", null);
        variables.put("add_generation_prompt", true);
        variables.put("bos_token", "<s>");
        variables.put("eos_token", "</s>");
        try {
            return Template.parse(source).render(variables, CLOCK, Limits.defaults()).text();
        } catch (TemplateException refused) {
            return "(refused)";
        }
    }
}
