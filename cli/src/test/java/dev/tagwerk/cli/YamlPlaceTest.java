package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlPlaceTest {
    private static final String JOB =
            "name: train\nmodel: m\ndata:\n  format: text\n  train: rows\n";

    @Test
    void findsTheKeyBelowItsParent() {
        assertThat(YamlPlace.of(JOB, "data.train")).isEqualTo(new YamlPlace(5, 3));
        assertThat(YamlPlace.of(JOB, "model")).isEqualTo(new YamlPlace(2, 1));
    }

    @Test
    void aMissingKeyIsItsParentsPlace() {
        assertThat(YamlPlace.of(JOB, "data.validation")).isEqualTo(new YamlPlace(3, 1));
        assertThat(YamlPlace.of(JOB, "recipe.rank")).isEqualTo(new YamlPlace(1, 1));
    }
}
