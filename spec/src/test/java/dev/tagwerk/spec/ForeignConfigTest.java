package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    void expressionsAndBlocksCarryOver() throws IOException {
        Imported.Written written =
                written(
                        read(
                                """
                                base_model: a/b
                                adapter: lora
                                lora_target_modules: 'model\\.layers\\.\\d+\\.mlp\\.(up|down)_proj'
                                datasets: [{path: rows.jsonl, type: alpaca}]
                                """));
        assertThat(written.job())
                .contains("targets: \"model\\\\.layers\\\\.\\\\d+\\\\.mlp\\\\.(up|down)_proj\"");
        written =
                written(
                        read(
                                """
                                base_model: a/b
                                adapter: lora
                                lora_target_modules: [q_proj]
                                peft_layers_to_transform: [0, 2]
                                lora_modules_to_save: [embed_tokens, lm_head]
                                peft_trainable_token_indices: [5, 7]
                                datasets: [{path: rows.jsonl, type: alpaca}]
                                """));
        assertThat(written.job())
                .contains(
                        "targets: [q_proj]",
                        "layers: [0, 2]",
                        "modules_to_save: [embed_tokens, lm_head]",
                        "trainable_token_indices: [5, 7]");
        assertThat(written.notes()).noneMatch(note -> note.kind() == ImportNote.Kind.LOST);
        written =
                written(
                        read(
                                """
                                base_model: a/b
                                adapter: lora
                                peft_trainable_token_indices: {lm_head: [1]}
                                peft_ensure_weight_tying: true
                                datasets: [{path: rows.jsonl, type: alpaca}]
                                """));
        assertThat(written.notes())
                .filteredOn(note -> note.kind() == ImportNote.Kind.LOST)
                .extracting(ImportNote::key)
                .containsExactlyInAnyOrder(
                        "peft_trainable_token_indices", "peft_ensure_weight_tying");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "base_model: a/b\\nchat_template: llama3|llama3|",
                "base_model: a/b\\nchat_template: chatml|chatml|CHANGED a begin token stands first",
                "base_model: a/b\\nchat_template: gemma3|gemma|",
                "base_model: a/b\\nchat_template: tokenizer_default||",
                "base_model: a/b\\nchat_template: tokenizer_default_fallback_chatml||CHANGED data.chat_template: chatml",
                "base_model: a/Qwen3-1B\\nchat_template: qwen3||CHANGED the model's own template",
                "base_model: a/b\\nchat_template: qwen3||LOST there is no template 'qwen3'",
                "base_model: a/b\\nchat_template: jinja\\nchat_template_jinja: own.jinja|own.jinja|",
                "base_model: a/b\\nchat_template_jinja: '{{ messages }}'||LOST a template is a file",
                "base_model: a/b\\nchat_template: jinja\\nchat_template_jinja: bare|./bare|",
            })
    void axolotlsTemplates(String text, @Nullable String template, @Nullable String note)
            throws IOException {
        Files.writeString(temporary.resolve("own.jinja"), "{{ messages }}");
        Files.writeString(temporary.resolve("bare"), "{{ messages }}");
        check(
                text.replace("\\n", "\n")
                        + "\nadapter: lora\ndatasets: [{path: r.jsonl, type: chat_template}]\n",
                template,
                note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chatml|chatml|CHANGED a begin token stands first",
                "llama3|llama3|CHANGED blanks around a message",
                "gemma2|gemma|CHANGED blanks around a message",
                "qwen3_nothink||CHANGED the model's own template",
                "mistral||LOST there is no template 'mistral'",
                "vicuna||LOST there is no template 'vicuna'",
            })
    void llamaFactorysTemplates(String name, @Nullable String template, @Nullable String note)
            throws IOException {
        check(
                "model_name_or_path: Qwen/Qwen3-0.6B\nstage: sft\nfinetuning_type: lora\n"
                        + "dataset: r.jsonl\ntemplate: "
                        + name
                        + "\n",
                template,
                note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "own.jinja|own.jinja|",
                "model|model/chat_template.jinja|",
                "gone.jinja|gone.jinja|",
                "a/b||",
                "org/other||LOST the template of 'org/other' is no file here",
            })
    void trlsTemplates(String path, @Nullable String template, @Nullable String note)
            throws IOException {
        Files.writeString(temporary.resolve("own.jinja"), "{{ messages }}");
        Files.createDirectories(temporary.resolve("model"));
        Files.writeString(temporary.resolve("model/chat_template.jinja"), "{{ messages }}");
        check(
                "model_name_or_path: a/b\ndataset_name: r.jsonl\nuse_peft: true\n"
                        + "chat_template_path: "
                        + path
                        + "\n",
                template,
                note);
    }

    private void check(String text, @Nullable String template, @Nullable String note)
            throws IOException {
        Imported.Written written = written(read(text));
        String line = "chat_template: " + template;
        List<String> lines =
                written.job().lines().map(one -> one.strip().replaceFirst("\\s+#.*", "")).toList();
        if (template == null) {
            assertThat(lines).noneMatch(one -> one.startsWith("chat_template:"));
        } else {
            assertThat(lines).contains(line);
        }
        String notes =
                String.join("\n", written.notes().stream().map(n -> n.kind() + " " + n).toList());
        if (note == null) {
            assertThat(notes).doesNotContain("emplate");
        } else {
            String kind = note.substring(0, note.indexOf(' '));
            assertThat(notes.lines())
                    .anyMatch(
                            one ->
                                    one.startsWith(kind)
                                            && one.contains(note.substring(kind.length() + 1)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4, bnb, ",
        "4, bitsandbytes, ",
        "4, BNB, ",
        "4, hqq, CHANGED",
        "8, eetq, CHANGED",
        "4, gptq, CHANGED",
        "4, awq, CHANGED",
        "4, aqlm, CHANGED",
        "null, gptq, LOST",
        "null, bnb, ",
    })
    void anotherWayOfRoundingIsNamed(String bits, String method, ImportNote.@Nullable Kind kind)
            throws IOException {
        Imported.Written written =
                written(
                        read(
                                "model_name_or_path: org/name\nstage: sft\nfinetuning_type: lora\n"
                                        + "dataset: rows\nquantization_bit: "
                                        + bits
                                        + "\nquantization_method: "
                                        + method
                                        + "\n"));
        List<ImportNote.Kind> kinds =
                written.notes().stream()
                        .filter(note -> note.key().equals("quantization_method"))
                        .map(ImportNote::kind)
                        .toList();
        assertThat(kinds).isEqualTo(kind == null ? List.of() : List.of(kind));
    }
}
