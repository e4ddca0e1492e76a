package dev.tagwerk.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every construct, beside what transformers' environment makes of it. */
class LanguageTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-12-01T09:05:03Z"), ZoneOffset.UTC);

    @TestFactory
    Stream<DynamicTest> theSameTextAndTheSameErrors() throws IOException {
        JsonNode file = MAPPER.readTree(Path.of("src/test/fixtures/language.json").toFile());
        Map<String, @Nullable Object> variables =
                MAPPER.convertValue(file.get("variables"), new TypeReference<>() {});
        variables.put("tools", null);
        variables.put("documents", null);
        variables.put("add_generation_prompt", true);
        assertThat(file.get("cases")).hasSizeGreaterThan(250);
        return StreamSupport.stream(file.get("cases").spliterator(), false)
                .map(
                        one ->
                                DynamicTest.dynamicTest(
                                        one.get("template").toString(),
                                        () -> check(one, variables)));
    }

    private static void check(JsonNode one, Map<String, @Nullable Object> variables) {
        String template = one.get("template").textValue();
        if (one.get("text").isNull()) {
            assertThatThrownBy(
                            () ->
                                    Template.parse(template)
                                            .render(variables, CLOCK, Limits.defaults()))
                    .isInstanceOf(TemplateException.class)
                    .hasMessageMatching("(?s)line \\d+, column \\d+: .+");
            return;
        }
        Rendering rendering = Template.parse(template).render(variables, CLOCK, Limits.defaults());
        assertThat(rendering.text()).isEqualTo(one.get("text").textValue());
        assertThat(ranges(rendering)).isEqualTo(expectedRanges(one.path("generations")));
    }

    /** As Python counts: in code points. */
    private static List<List<Integer>> ranges(Rendering rendering) {
        String text = rendering.text();
        List<List<Integer>> ranges = new ArrayList<>();
        for (Rendering.Range range : rendering.generations()) {
            int start = text.codePointCount(0, range.start());
            ranges.add(List.of(start, start + text.codePointCount(range.start(), range.end())));
        }
        return ranges;
    }

    private static List<List<Integer>> expectedRanges(JsonNode given) {
        List<List<Integer>> ranges = new ArrayList<>();
        given.forEach(range -> ranges.add(List.of(range.get(0).asInt(), range.get(1).asInt())));
        return ranges;
    }
}
