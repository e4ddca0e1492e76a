package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which modules a configuration means, and how strongly, beside what PEFT 0.21 makes of it. */
class AdapterScopeTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path temporary;

    record Case(String name, JsonNode config, JsonNode modules, JsonNode expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws IOException {
        JsonNode all = JSON.readTree(Fixtures.path("peft/targets.json").toFile());
        return all.valueStream()
                .map(
                        each ->
                                new Case(
                                        each.path("name").asText(),
                                        each.path("config"),
                                        each.path("modules"),
                                        each.path("expected")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void meansWhatPeftMeans(Case one) throws IOException {
        Map<String, AdapterRanks.Module> ours = meant(one, config -> {});
        assertThat(ours).hasSize(one.expected().size());
        ours.forEach(
                (module, strength) -> {
                    JsonNode wanted = one.expected().path(module);
                    assertThat(wanted.isArray()).as(module).isTrue();
                    assertThat(strength.rank()).as(module).isEqualTo(wanted.get(0).asInt());
                    assertThat(strength.scale())
                            .as(module)
                            .isCloseTo(wanted.get(1).asDouble(), within(1e-12));
                });
    }

    /** The table can tell right from wrong: each key that is left out changes what is meant. */
    @Test
    void everyKeyMatters() throws IOException {
        for (Case one : cases().toList()) {
            for (String key :
                    new String[] {
                        "exclude_modules",
                        "modules_to_save",
                        "layers_to_transform",
                        "rank_pattern",
                        "alpha_pattern",
                        "use_rslora"
                    }) {
                if (one.config().has(key)) {
                    boolean layers = key.equals("layers_to_transform");
                    Map<String, AdapterRanks.Module> without =
                            meant(
                                    one,
                                    config -> {
                                        config.remove(key);
                                        if (layers) {
                                            config.remove("layers_pattern");
                                        }
                                    });
                    boolean unused = one.name().equals("excluded by regex in full");
                    assertThat(without.equals(meant(one, config -> {})))
                            .as(one.name() + " without " + key)
                            .isEqualTo(unused);
                }
            }
        }
    }

    private Map<String, AdapterRanks.Module> meant(Case one, Consumer<ObjectNode> edit)
            throws IOException {
        ObjectNode edited = one.config().deepCopy();
        edit.accept(edited);
        Path file = temporary.resolve("adapter_config.json");
        Files.writeString(file, JSON.writeValueAsString(edited));
        AdapterConfig config = AdapterConfigReader.read(file);
        var targeted = config.scope().matcher();
        var strengths = config.ranks().byModule();
        Map<String, AdapterRanks.Module> meant = new TreeMap<>();
        for (JsonNode module : one.modules()) {
            // all-linear is about linear modules only; the list holds every module.
            boolean asked =
                    !(config.targets() instanceof AdapterTargets.AllLinear)
                            || module.asText().endsWith("_proj");
            if (asked && targeted.test(module.asText())) {
                meant.put(module.asText(), strengths.apply(module.asText()));
            }
        }
        return meant;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "a**",
                "(?P<x",
                "(?P<1>a)",
                "(?(1)a|b)",
                "a\\",
                "\\p{L}",
                "(?<name>a)"
            })
    void refusesWhatIsNoPatternOfPython(String pattern) {
        assertThatThrownBy(() -> PythonPattern.of(pattern))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("no regular expression");
    }

    @Test
    void aPatternCannotRunForever() {
        PythonPattern pattern = PythonPattern.of("(.*)*(.*)*(.*)*(.*)*(.*)*x");
        assertThatThrownBy(() -> pattern.fullMatch("model.layers.0.self_attn.q_proj".repeat(20)))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("takes too long");
        PythonPattern deep = PythonPattern.of("(a|b)*c");
        assertThatThrownBy(() -> deep.fullMatch("ab".repeat(500_000)))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("takes too long");
    }
}
