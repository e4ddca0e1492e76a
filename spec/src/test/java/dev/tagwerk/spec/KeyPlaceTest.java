package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyPlaceTest {
    private static final String JOB =
            """
            name: train
            model: m
            data:
              format: text
              train: rows
            recipe: {rank: 4, targets: [q_proj, up], rank_pattern: {"layers.0.*": 2}}
            """;

    @Test
    void findsTheKeyBelowItsParent() {
        assertThat(KeyPlace.of(JOB, "data.train")).isEqualTo(new KeyPlace(5, 3));
        assertThat(KeyPlace.of(JOB, "model")).isEqualTo(new KeyPlace(2, 1));
        assertThat(KeyPlace.of(JOB, "recipe.targets")).isEqualTo(new KeyPlace(6, 19));
    }

    @Test
    void aMissingKeyIsItsParentsPlace() {
        assertThat(KeyPlace.of(JOB, "data.validation")).isEqualTo(new KeyPlace(3, 1));
        assertThat(KeyPlace.of(JOB, "checkpoints.every")).isEqualTo(new KeyPlace(1, 1));
    }

    @Test
    void findsPartsOfValues() {
        assertThat(KeyPlace.of(JOB, "recipe.targets", "up")).isEqualTo(new KeyPlace(6, 37));
        assertThat(KeyPlace.of(JOB, "recipe.targets", "down")).isEqualTo(new KeyPlace(6, 19));
        assertThat(KeyPlace.of(JOB, "recipe.rank_pattern", "layers.0.*"))
                .isEqualTo(new KeyPlace(6, 57));
        assertThat(KeyPlace.of(JOB, "recipe.rank", "8")).isEqualTo(new KeyPlace(6, 16));
    }

    @Test
    void whatCannotBeReadHasTheFirstPlace() {
        assertThat(KeyPlace.of("a: [", "a")).isEqualTo(new KeyPlace(1, 1));
    }
}
