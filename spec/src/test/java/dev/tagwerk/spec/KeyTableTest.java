package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyTableTest {
    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKeyIsWhole(Kind kind) {
        KeyTable table = KeyTable.of(kind);
        Set<String> paths = new HashSet<>();
        for (Key<?> key : table.keys()) {
            assertThat(paths.add(key.path())).as(key.path()).isTrue();
            assertThat(key.name()).matches("[a-z][a-z0-9_]*");
            assertThat(key.doc()).as(key.path()).endsWith(".");
            assertThat(key.section().isEmpty() || table.sections().containsKey(key.section()))
                    .as(key.path())
                    .isTrue();
            acceptsItsDefault(key);
        }
    }

    private static <T> void acceptsItsDefault(Key<T> key) {
        if (key.fallback() instanceof Fallback.Fixed<T>(T value)) {
            assertThat(key.type().complaint(value)).as(key.path()).isEmpty();
        }
    }

    @Test
    void everyForeignWordLeadsToAKeyOfOurs() {
        Set<String> paths = new HashSet<>();
        KeyTable.of(Kind.TRAINING).keys().forEach(key -> paths.add(key.path()));
        Set<String> words = new HashSet<>();
        for (ForeignWords.ForeignWord foreign : ForeignWords.all()) {
            assertThat(words.add(foreign.word())).as(foreign.word()).isTrue();
            if (foreign.ours().isEmpty()) {
                assertThat(foreign.remark()).as(foreign.word()).isNotEmpty();
            } else {
                assertThat(paths).as(foreign.word()).contains(foreign.ours());
            }
        }
    }

    @Test
    void foreignWordsAreRecognisedWhereverTheyStand() {
        for (ForeignWords.ForeignWord foreign : ForeignWords.all()) {
            assertThat(Samples.told(Samples.SMALLEST + foreign.word() + ": 1\n"))
                    .as(foreign.word())
                    .singleElement()
                    .asString()
                    .contains("`" + foreign.word() + "` is ")
                    .contains(" word; ");
        }
        assertThat(Samples.recipe(Task.DECISION, "lora_r: 16"))
                .containsExactly(
                        "6:3: recipe.lora_r: unknown key `lora_r` (`lora_r` is axolotl's and TRL's"
                                + " word; here it is `recipe.rank`)");
    }
}
