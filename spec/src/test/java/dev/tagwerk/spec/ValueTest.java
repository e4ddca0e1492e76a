package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How single values are read. */
class ValueTest {
    @ParameterizedTest
    @CsvSource({
        "1e-4, 1e-4",
        "1.0e-4, 1e-4",
        "1E-4, 1e-4",
        ".0001, 1e-4",
        "0.0001, 1e-4",
        "+1e-4, 1e-4",
        "1, 1",
        "1., 1",
        "0x1, 1",
        "0o1, 1",
        "01, 1"
    })
    void numbersAreThoseOfYamlsCoreSchema(String written, double read) {
        assertThat(rate(written)).isEqualTo(read);
    }

    private static double rate(String written) {
        return Samples.training(Samples.SMALLEST + "recipe: {learning_rate: " + written + "}")
                .recipe()
                .learningRate();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "learning_rate: \"1e-4\" | numbers are not quoted: write 1e-4",
                "rank: '16' | numbers are not quoted: write 16",
                "max_length: 1_024 | write 1024",
                "max_length: 1'024 | write 1024",
                "dropout: 0,05 | write 0.05",
                "dropout: 5% | write 0.05",
                "rank: 8.0 | write 8",
                "max_length: 1e3 | write 1000",
                "rank: 8.5 | not the number 8.5",
                "rank: | has no value; must be a whole number from 1 to 4096",
                "rank: ~ | has no value",
                "rank: true | not true",
                "rank: [8] | not a list",
                "rank: {a: 8} | not a mapping",
                "rank: 0 | must be a whole number from 1 to 4096, not the number 0",
                "rank: -1 | not the number -1",
                "rank: 99999999999999999999999 | not the number 9999",
                "seed: 9223372036854775808 | must be a whole number from 0, not the number",
                "learning_rate: 0 | must be a number above 0 to 1",
                "learning_rate: .inf | not the number .inf",
                "learning_rate: .nan | not the number .nan",
                "learning_rate: 1e999 | not the number 1e999",
                "dropout: 1 | must be a number from 0 to below 1, not the number 1",
                "dropout: 0x0.8 | not the text \"0x0.8\"",
                "rslora: yes | write true, without quotes",
                "rslora: off | write false, without quotes",
                "rslora: 'true' | write true, without quotes",
                "rslora: 1 | write true",
                "method: LoRA | write lora",
                "method: dora | `dora` is not in this version (this version knows lora, qlora, full)",
                "schedule: cosin | write cosine",
                "schedule: polynomial | `polynomial` is not in this version",
                "precision: bfloat16 | write bf16",
                "precision: 16 | must be one of auto, fp32, bf16, fp16, not the number 16",
                "targets: all | write all-linear",
                "targets: all_linear | write all-linear",
                "targets: q_proj,v_proj | write a list: [q_proj, v_proj]",
                "targets: [] | must name 1 to 64 layers, not 0",
                "targets: [q_proj, q_proj] | names q_proj twice",
                "targets: ['.*proj'] | a regular expression stands alone",
                "targets: self_attn.q_proj | write a list: [self_attn.q_proj]",
                "rank_pattern: 8 | must be a mapping from modules to numbers",
                "rank_pattern: {q_proj: 0} | recipe.rank_pattern.q_proj: must be a whole number",
                "rank_pattern: {q_proj: much} | not the text \"much\"",
                "alpha_pattern: {'.*q_proj': 0} | recipe.alpha_pattern..*q_proj: must be a number",
                "layers: all | must be a list of block numbers",
                "layers: [0, -1] | recipe.layers[1]: must be a whole number from 0",
                "modules_to_save: lm_head | write a list: [lm_head]",
                "modules_to_save: [lm_head, 3] | recipe.modules_to_save[1]: must be a module's name",
                "modules_to_save: ['.*norm'] | recipe.modules_to_save[0]: must be a module's name",
                "modules_to_save: [norm, norm] | names a module twice",
                "exclude_modules: all-linear | leaves nothing to train",
                "exclude_modules: down_proj | write a list: [down_proj]",
                "trainable_token_indices: [1, -1] | recipe.trainable_token_indices[1]: must be a whole",
                "trainable_token_indices: {lm_head: [1]} | must be a list of token numbers",
                "trainable_token_indices: [1, 1] | names a token twice",
                "trainable_token_indices: [1] | base_kl_weight holds the model to the base's own reading",
                "bias: lora-only | write lora_only",
                "bias: lora_only | base_kl_weight holds the model to the base's own reading",
                "modules_to_save: [norm] | base_kl_weight holds the model to the base's own reading",
                "bias: true | must be one of none, all, lora_only",
                "layers: [1, 1] | names a block twice",
                "targets: [q_proj, 5] | recipe.targets[1]: must be a layer's name",
                "teacher: 'https://x.org/t' | is an address",
            })
    void wrongValuesAreToldWithARemedy(String line, String told) {
        assertThat(Samples.recipe(Task.DECISION, line))
                .singleElement()
                .asString()
                .startsWith("6:")
                .contains(told);
    }

    @ParameterizedTest
    @CsvSource({
        "8h, 28800",
        "1h30m, 5400",
        "45s, 45",
        "2d, 172800",
        "1d2h3m4s, 93784",
        "90m, 5400",
        "\"8h\", 28800",
        "365d, 31536000"
    })
    void durationsHaveUnits(String written, long seconds) {
        assertThat(Samples.training(Samples.SMALLEST + "max_duration: " + written).maxDuration())
                .contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "90 | add the unit: 90s, 90m or 90h",
                "8 h | write 8h",
                "8H | write 8h",
                "1.5h | write 1h30m",
                "30m1h | must be a duration",
                "0s | must be from 1s to 8760h",
                "366d | must be from 1s to 8760h",
                "-8h | must be a duration",
                "h | must be a duration",
                "\"\" | must be a duration",
                "99999999999999999999h | must be a duration",
                "off | must be a duration",
            })
    void otherDurationsAreTold(String written, String told) {
        assertThat(Samples.told(Samples.SMALLEST + "max_duration: " + written))
                .singleElement()
                .asString()
                .contains("max_duration: ")
                .contains(told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "-a", "\"\"", "x/y", "日本"})
    void namesAreShortWords(String name) {
        assertThat(Samples.told(Samples.SMALLEST + "name: " + name))
                .singleElement()
                .asString()
                .contains("name: must be a name of up to 63 letters");
    }

    @Test
    void aNameThatLooksLikeANumberMustBeQuoted() {
        assertThat(Samples.told(Samples.SMALLEST + "name: 2024"))
                .singleElement()
                .asString()
                .endsWith("not the number 2024 (quote it: \"2024\")");
        assertThat(Samples.valid(Samples.SMALLEST + "name: '2024'").name()).isEqualTo("2024");
    }

    @Test
    void whatComesFromAFileIsPrintedHarmlessly() {
        String told = Samples.told(Samples.SMALLEST + "\"a\\e[31m\\n\\u202e\": 1\n").getFirst();
        assertThat(told).contains("\\u001b[31m\\u000a\\u202e").doesNotContain("\u001b", "\n");
        assertThat(Samples.recipe(Task.DECISION, "rank: " + "x".repeat(5000)).getFirst())
                .hasSizeLessThan(200);
    }
}
