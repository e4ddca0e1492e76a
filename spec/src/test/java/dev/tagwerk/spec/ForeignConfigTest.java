package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Configurations in the shapes that people have, and the jobs that become of them. With {@code
 * -Dtagwerk.golden=write} the expected files are written anew, to be looked at.
 */
class ForeignConfigTest {
    private static final Path FOLDER = Path.of("src/test/fixtures/foreign");
    @TempDir private Path temporary;

    private static Imported read(Path file) {
        return ForeignConfig.read(
                file, Optional.empty(), file.getParent(), file.resolveSibling("job.yaml"));
    }

    private Imported read(String text) throws IOException {
        Path file = temporary.resolve("config.yaml");
        Files.writeString(file, text);
        return read(file);
    }

    private static Imported.Written written(Imported imported) {
        assertThat(imported).isInstanceOf(Imported.Written.class);
        return (Imported.Written) imported;
    }

    private static Imported.Refused refused(Imported imported) {
        assertThat(imported).isInstanceOf(Imported.Refused.class);
        return (Imported.Refused) imported;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "axolotl-lora.yml",
                "axolotl-qlora.yml",
                "axolotl-full.yml",
                "llama-factory-sft.yaml",
                "llama-factory-pt.yaml",
                "trl-sft.yaml"
            })
    void aConfigurationBecomesTheExpectedJob(String name) throws IOException {
        Imported.Written written = written(read(FOLDER.resolve(name)));
        StringBuilder text = new StringBuilder(written.job()).append("--- notes\n");
        written.notes()
                .forEach(note -> text.append(note.kind()).append(' ').append(note).append('\n'));
        Path expected = FOLDER.resolve("expected").resolve(name.replaceFirst("\\..*", ".txt"));
        if (System.getProperty("tagwerk.golden", "").equals("write")) {
            Files.createDirectories(expected.getParent());
            Files.writeString(expected, text);
        }
        assertThat(text).hasToString(Files.readString(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "llama-factory-dpo.yaml, `stage: dpo`",
        "trl-dpo.yaml, `beta` (line 4)",
    })
    void preferencesAreRefusedByName(String name, String what) {
        Imported.Refused refused = refused(read(FOLDER.resolve(name)));
        assertThat(refused.why()).contains(what);
        assertThat(refused.tool()).isPresent();
        assertThat(refused.remedy()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "base_model: a/b\\nrl: dpo\\nadapter: lora|`rl` (line 2)",
                "base_model: a/b\\nadapter: llama-adapter|`adapter: llama-adapter`",
                "model_name_or_path: a/b\\nstage: kto|`stage: kto`",
                "model_name_or_path: a/b\\nfinetuning_type: freeze\\nstage: sft|`finetuning_type",
                "model_name_or_path: a/b\\nadapter_name_or_path: c\\nexport_dir: d\\ntemplate: e|merges",
                "model_name_or_path: a/b\\nstage: sft\\ndo_train: false|trains nothing",
                "model_name_or_path: a/b\\ndataset_name: c/d\\nreward_funcs: [x]|`reward_funcs`",
                "model_name_or_path: a/b\\nuse_peft: true|names no data",
                "dataset_name: c/d\\nuse_peft: true|names no base model",
                "learning_rate: 1|cannot be told",
                "base_model: a/b\\nstage: sft|cannot be told",
            })
    void whatCannotBecomeAJobIsRefused(String text, String why) throws IOException {
        assertThat(refused(read(text.replace("\\n", "\n"))).why()).contains(why);
    }

    @Test
    void brokenYamlIsSaidWithItsPlace() throws IOException {
        assertThat(read("base_model: [a\n"))
                .isInstanceOfSatisfying(
                        Imported.Unreadable.class,
                        unreadable -> assertThat(unreadable.problems()).isNotEmpty());
    }

    @Test
    void mergeKeysAreWrittenOut() throws IOException {
        Imported.Written written =
                written(
                        read(
                                """
                                base: &base {learning_rate: 1.0e-4, micro_batch_size: 4}
                                <<: *base
                                base_model: a/b
                                adapter: lora
                                lora_r: 8
                                micro_batch_size: 2
                                datasets: [{path: rows.jsonl, type: alpaca}]
                                """));
        assertThat(written.job()).contains("learning_rate: 1.0e-4", "batch_size: 2");
        assertThat(written.notes())
                .anyMatch(
                        note -> note.kind() == ImportNote.Kind.READING && note.key().equals("<<"));
    }

    @Test
    void valuesOutOfOurRangeAreSaid() throws IOException {
        Imported.Written written =
                written(
                        read(
                                """
                                base_model: a/b
                                adapter: lora
                                lora_r: 100000
                                lora_target_modules: [".*(q|v)_proj"]
                                learning_rate: high
                                datasets: [{path: rows.jsonl, type: alpaca}]
                                """));
        assertThat(written.notes())
                .filteredOn(note -> note.kind() == ImportNote.Kind.LOST)
                .extracting(ImportNote::key)
                .containsExactlyInAnyOrder("lora_r", "lora_target_modules", "learning_rate");
    }

    @Test
    void keysThatNobodyKnowsAreSaid() throws IOException {
        Imported.Written written =
                written(
                        read(
                                """
                                model_name_or_path: a/b
                                dataset_name: rows.jsonl
                                use_peft: true
                                tyop: 3
                                nothing_here:
                                """));
        assertThat(written.notes())
                .filteredOn(note -> note.kind() == ImportNote.Kind.LOST)
                .singleElement()
                .satisfies(note -> assertThat(note.key()).isEqualTo("tyop"))
                .satisfies(note -> assertThat(note.line()).isEqualTo(4));
    }
}
