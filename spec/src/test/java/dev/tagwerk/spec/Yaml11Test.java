package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PyYAML 6.0.3 itself said what it makes of these (fixtures/make_pyyaml.py). */
class Yaml11Test {
    @Test
    void scalarsAreWhatPyYamlMakesOfThem() throws Exception {
        JsonNode scalars =
                new ObjectMapper().readTree(Path.of("src/test/fixtures/pyyaml.json").toFile());
        assertThat(scalars.size()).isGreaterThan(80);
        for (JsonNode scalar : scalars) {
            String text = scalar.get(0).asText();
            Yaml11 read = Yaml11.of(text);
            assertThat(read.kind().name()).as(text).isEqualTo(scalar.get(1).asText());
            String theirs = scalar.get(2).asText();
            switch (read.kind()) {
                case BOOLEAN, WHOLE, TEXT ->
                        assertThat(read.canonical()).as(text).isEqualTo(theirs);
                case REAL -> {
                    Double wanted = Numbers.real(theirs.replaceFirst("^(-?)(inf|nan)$", "$1.$2"));
                    assertThat((Double) Numbers.real(read.canonical())).as(text).isEqualTo(wanted);
                }
                case NOTHING, DATE -> {}
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1e-4, 'is text for PyYAML, a number in YAML 1.2'",
        "no, 'is false for PyYAML, text in YAML 1.2'",
        "010, 'is 8 for PyYAML, 10.0 in YAML 1.2'",
        "1_000, 'is 1000 for PyYAML, text in YAML 1.2'",
        "1:30, 'is 90 for PyYAML, text in YAML 1.2'",
    })
    void differencesAreNamed(String text, String difference) {
        assertThat(Yaml11.difference(text)).hasValue(difference);
    }

    @ParameterizedTest
    @CsvSource({"true", "8", "0.5", "1.0e-4", "null", "text", "0x1F", ".nan", "2026-12-01", "-0"})
    void whatBothReadAlikeIsNoDifference(String text) {
        assertThat(Yaml11.difference(text)).isEmpty();
    }
}
