package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrayCharacterTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\\/app/train.sh|/app/train.sh",
                "\\--config|--config",
                "\\python3|python3",
                "train.py\\|train.py",
                ",--bf16|--bf16",
                "[python|python",
                "'python|python",
                "`python|python",
                "~/data/train.yaml ~|/data/train.yaml",
                "/data/train.yaml,|/data/train.yaml",
                "\u201c/data/train.yaml\u201d|/data/train.yaml",
                "\u2013config|--config",
                "\u2014output_dir=/out|--output_dir=/out",
                "\u00a0--config|--config",
                "\ufeffpython|python"
            })
    void isTakenOff(String word, String meant) {
        assertThat(StrayCharacter.without(word)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\d+",
                "\\w+-\\d+",
                "[1,2]",
                "['a','b']",
                "[INFO]",
                "it's",
                "'a'",
                "\"a\"",
                "a,b,",
                "{\"a\":1}",
                "s/\\n/,/",
                "-",
                "--",
                "[",
                ",",
                "\\",
                "C:\\data\\",
                "\u2013"
            })
    void mayBeMeant(String word) {
        assertThat(StrayCharacter.without(word)).isEmpty();
    }
}
