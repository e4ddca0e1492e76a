package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignKeysTest {
    private static final Path PAGE = Path.of("../docs/import.md");
    @TempDir private Path folder;

    @Test
    void theParsersHintsAndTheTablesAgree() {
        for (ForeignWords.ForeignWord word : ForeignWords.all()) {
            for (ForeignTool tool : word.tools()) {
                Optional<Carry> carry = ForeignKeys.of(tool).find(word.word());
                if (carry.isPresent() && carry.get() instanceof Carry.Same same) {
                    assertThat(same.ours().path()).as(word.word()).isEqualTo(word.ours());
                }
            }
        }
    }

    /**
     * Every key about LoRA that the tools' own classes have: TRL's ModelConfig, axolotl's {@code
     * schemas/peft.py}, LLaMA-Factory's {@code finetuning_args.py}, as of November 2026.
     */
    @ParameterizedTest
    @CsvSource({
        "TRL, use_peft lora_r lora_alpha lora_dropout lora_target_modules lora_target_parameters"
                + " lora_modules_to_save lora_task_type use_rslora use_dora load_in_8bit load_in_4bit"
                + " bnb_4bit_quant_type bnb_4bit_quant_storage use_bnb_nested_quant",
        "AXOLOTL, load_in_8bit load_in_4bit adapter lora_model_dir lora_r lora_alpha"
                + " lora_fan_in_fan_out lora_target_modules lora_target_parameters lora_target_linear"
                + " lora_modules_to_save lora_dropout peft_layers_to_transform peft_layers_pattern peft"
                + " peft_use_dora peft_use_rslora peft_layer_replication peft_init_lora_weights"
                + " peft_trainable_token_indices peft_ensure_weight_tying peft_autocast_adapter_dtype"
                + " qlora_sharded_model_loading lora_on_cpu gptq bnb_config_kwargs loraplus_lr_ratio"
                + " loraplus_lr_embedding merge_lora merge_method relora relora_prune_ratio"
                + " relora_prune_method relora_cpu_offload jagged_restart_steps lora_mlp_kernel"
                + " lora_qkv_kernel lora_o_kernel lora_embedding_kernel",
        "LLAMA_FACTORY, additional_target lora_alpha lora_dropout lora_rank lora_target"
                + " loraplus_lr_ratio loraplus_lr_embedding use_rslora use_dora pissa_init pissa_iter"
                + " pissa_convert create_new_adapter adapter_name_or_path adapter_folder"
                + " quantization_bit quantization_method quantization_type double_quantization"
                + " quantization_device_map freeze_trainable_layers freeze_trainable_modules"
                + " freeze_extra_modules module_dropout oft_rank oft_block_size oft_target"
                + " finetuning_type pure_bf16 use_galore use_apollo use_badam use_llama_pro",
    })
    void everyKeyAboutAdaptersIsKnown(ForeignTool tool, String keys) {
        assertThat(keys.split(" "))
                .allSatisfy(key -> assertThat(ForeignKeys.of(tool).find(key)).as(key).isPresent());
    }

    /** Whatever stands behind the known keys: a valid job, or a refusal that says why. */
    @Test
    void anyValuesGiveAValidJobOrARefusal() throws IOException {
        String[] values = {
            "",
            "null",
            "true",
            "false",
            "no",
            "0",
            "1",
            "-1",
            "8",
            "0.1",
            "1e-4",
            "1.0e-4",
            "1e9",
            "auto",
            "cosine",
            "linear",
            "constant",
            "lora",
            "full",
            "steps",
            "epoch",
            "text",
            "[q_proj, v_proj]",
            "[]",
            "{}",
            "{a: b}",
            "[[1]]",
            "[{path: rows.jsonl, type: alpaca}]",
            "all",
            "\"a: b # c\"",
            "'${{ inputs.x }}'",
            "org/name",
            ".inf",
            ".nan",
            "2026-12-01",
            "'../../x'",
            "~/x",
            "\"\\u0001\"",
            "1_000",
            "010"
        };
        Random random = new Random(11);
        Path file = folder.resolve("config.yaml");
        for (int round = 0; round < 600; round++) {
            ForeignTool tool = ForeignTool.values()[round % 3];
            List<String> keys = new ArrayList<>(ForeignKeys.of(tool).all().keySet());
            StringBuilder text = new StringBuilder();
            java.util.Set<String> seen = new java.util.HashSet<>();
            for (int count = random.nextInt(25); count > 0; count--) {
                String key = keys.get(random.nextInt(keys.size()));
                if (seen.add(key)) {
                    text.append(key).append(": ").append(values[random.nextInt(values.length)]);
                    text.append('\n');
                }
            }
            for (String needed :
                    new String[] {
                        "base_model: a/b",
                        "model_name_or_path: a/b",
                        "dataset: rows.jsonl",
                        "dataset_name: rows.jsonl",
                        "datasets: [{path: rows.jsonl}]"
                    }) {
                if (seen.add(needed.substring(0, needed.indexOf(':')))) {
                    text.append(needed).append('\n');
                }
            }
            Files.writeString(file, text);
            Imported imported =
                    ForeignConfig.read(file, Optional.of(tool), folder, folder.resolve("job.yaml"));
            if (imported instanceof Imported.Refused refused) {
                assertThat(refused.why()).as(text.toString()).doesNotContain("no valid job");
            }
        }
    }

    @Test
    void thePageSaysWhatTheTablesDo() throws IOException {
        String page = Files.readString(PAGE);
        String made = page;
        for (ForeignTool tool : ForeignTool.values()) {
            Pattern block =
                    Pattern.compile(
                            "(<!-- keys of " + tool.word() + ": [^\n]*-->\n).*?(<!-- end -->)",
                            Pattern.DOTALL);
            Matcher found = block.matcher(made);
            assertThat(found.find()).as(tool.word()).isTrue();
            made =
                    found.replaceFirst(
                            Matcher.quoteReplacement(
                                    found.group(1) + table(tool) + found.group(2)));
        }
        if (System.getProperty("tagwerk.docs", "").equals("write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(page).isEqualTo(made);
        }
    }

    private static String table(ForeignTool tool) {
        StringBuilder text = new StringBuilder("| their key | here |\n|---|---|\n");
        // needless ones are many and say little: they are listed together
        Map<String, Carry> all = ForeignKeys.of(tool).all();
        all.forEach(
                (key, carry) -> {
                    if (!(carry instanceof Carry.Needless)) {
                        text.append("| `%s` | %s |\n".formatted(key, carry.words()));
                    }
                });
        List<String> needless =
                all.entrySet().stream()
                        .filter(entry -> entry.getValue() instanceof Carry.Needless)
                        .map(entry -> "`" + entry.getKey() + "`")
                        .toList();
        return text + "\nNot needed here, and passed over: " + String.join(", ", needless) + ".\n";
    }
}
