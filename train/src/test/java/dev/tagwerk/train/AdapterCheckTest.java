package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterCheckTest {
    private static final ModelConfig LLAMA =
            ModelFolder.open(Path.of("../modelfiles/src/test/fixtures/peft/l")).config();

    private static TrainingJob job(String task, String recipe) {
        String text =
                "{kind: training, model: ./m, task: %s, data: {train: r.jsonl}, recipe: {%s}}"
                        .formatted(task, recipe);
        Parsed parsed = JobFile.parse(text, Path.of("job.yaml"));
        assertThat(parsed).as(text).isInstanceOf(Parsed.Valid.class);
        return (TrainingJob) ((Parsed.Valid) parsed).job();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "targets: [q_prj] ; recipe.targets ; did you mean q_proj?",
                "targets: [query] ; recipe.targets ; its modules: q_proj, k_proj",
                "targets: [mlp] ; recipe.targets ; model.layers.0.mlp, which is no linear map",
                "targets: [input_layernorm] ; recipe.targets ; which is no linear map",
                "targets: '.*proj' , layers: [] ; ;",
                "targets: '.*norm' ; recipe.targets ; the expression means",
                "targets: 'q_proj|k_proj' ; recipe.targets ; fits no module of the model in full",
                "targets: '(q_proj' ; recipe.targets ; (q_proj",
                "layers: [0, 3] ; recipe.layers ; the model has no block 3",
                "rank_pattern: {q_prj: 2} ; recipe.rank_pattern ; did you mean q_proj?",
                "'targets: [q_proj], rank_pattern: {k_proj: 2}' ; recipe.rank_pattern ; fits no module",
                "'layers: [1], alpha_pattern: {layers.0.*: 2}' ; recipe.alpha_pattern ; fits no module",
                "rank_pattern: {'(': 2} ; recipe.rank_pattern ; (' is no regular expression",
                "targets: [lm_head] ; ;",
                "targets: [embed_tokens] ; ;",
                "'targets: [q_proj, embed_tokens], layers: [1]' ; recipe.targets ; whole path: model.embed_tokens",
                "'targets: [q_proj, model.embed_tokens, lm_head], layers: [1]' ; ;",
                "targets: [embed_token] ; recipe.targets ; did you mean embed_tokens?",
                "modules_to_save: [lm_heads] ; recipe.modules_to_save ; did you mean lm_head?",
                "modules_to_save: [model.layers] ; recipe.modules_to_save ; which holds all blocks",
                "modules_to_save: [act_fn] ; recipe.modules_to_save ; modules without weights",
                "'modules_to_save: [mlp, up_proj]' ; recipe.modules_to_save ; lies in model.layers.0.mlp",
                "'method: qlora, modules_to_save: [mlp]' ; recipe.modules_to_save ; keeps in few bits",
                "'method: qlora, modules_to_save: [lm_head, embed_tokens, norm]' ; ;",
                "'modules_to_save: [layers.1.mlp, norm, lm_head]' ; ;",
                "'targets: [q_proj], modules_to_save: [self_attn]' ; recipe.targets ; modules_to_save trains all",
                "'targets: [q_proj, up_proj], modules_to_save: [up_proj]' ; recipe.targets ; gets no pair",
                "targets: '.*up_proj', modules_to_save: [mlp] ; recipe.targets ; gets no pair",
                "'targets: [up_proj], modules_to_save: [layers.1.mlp]' ; ;",
                "bias: all ; recipe.bias ; the model has no bias",
                "'targets: [q_proj], bias: lora_only' ; recipe.bias ; no module with a pair has a bias",
                "targets: [self_attn.q_proj, model.layers.1.mlp.up_proj] ; ;",
                "exclude_modules: [q_prj] ; recipe.exclude_modules ; did you mean q_proj?",
                "exclude_modules: '.*q_prj' ; recipe.exclude_modules ; fits no module of the model in full",
                "exclude_modules: '(q_proj' ; recipe.exclude_modules ; (q_proj",
                "exclude_modules: [down_proj, 0.self_attn.q_proj] ; ;",
                "'targets: [q_proj], exclude_modules: [q_proj]' ; recipe.targets ; all are excluded",
                "trainable_token_indices: [1, 48] ; recipe.trainable_token_indices ; has no token 48",
                "'targets: [q_proj, embed_tokens], trainable_token_indices: [1]' ; recipe.trainable_token_indices ; leave one of both out",
                "'modules_to_save: [embed_tokens], trainable_token_indices: [1]' ; recipe.trainable_token_indices ; leave one of both out",
                "'modules_to_save: [lm_head], trainable_token_indices: [1]' ; ;",
            })
    void whatDoesNotFitTheModelIsTold(String recipe, String key, String told) {
        List<AdapterCheck.Trouble> troubles = AdapterCheck.of(job("causal-lm", recipe), LLAMA);
        if (key == null) {
            assertThat(troubles).isEmpty();
        } else {
            assertThat(troubles).hasSize(1);
            assertThat(troubles.getFirst().key()).isEqualTo(key);
            AdapterCheck.Trouble first = troubles.getFirst();
            assertThat(first.message() + "; " + first.remedy()).contains(told);
            assertThatThrownBy(() -> RecipeAdapter.plan(job("causal-lm", recipe), LLAMA))
                    .isInstanceOf(TrainException.class)
                    .hasMessageContaining(told);
        }
    }

    /** So that a reader is shown the word itself, not the line where the recipe begins. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "targets: [q_proj, up_prj] ; up_prj",
                "layers: [0, 3] ; 3",
                "rank_pattern: {q_proj: 2, 'layers.7.*': 4} ; layers.7.*",
                "rank_pattern: {'(': 2} ; (",
                "modules_to_save: [lm_head, embed] ; embed",
                "'targets: [q_proj, up_proj], modules_to_save: [up_proj]' ; up_proj",
            })
    void theItemThatDoesNotFitIsTold(String recipe, String part) {
        assertThat(AdapterCheck.of(job("causal-lm", recipe), LLAMA))
                .extracting(AdapterCheck.Trouble::part)
                .containsExactly(part);
    }

    /** PEFT knows the blocks of a model without its head as {@code layers.0}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "targets: [q_proj], layers: [1]",
                "targets: 'layers\\.1\\.self_attn\\.q_proj'",
                "targets: [layers.1.self_attn.q_proj]"
            })
    void decisionsAdaptTheModelWithoutItsHead(String recipe) {
        var plan = RecipeAdapter.plan(job("decision", recipe), LLAMA);
        assertThat(plan.pairedPaths(LLAMA)).containsExactly("layers.1.self_attn.q_proj");
        assertThat(plan.adapter().taskType()).contains("FEATURE_EXTRACTION");
    }

    @Test
    void trainableValuesAreCounted() {
        assertThat(AdapterCheck.trainable(job("causal-lm", "targets: [q_proj], rank: 4"), LLAMA))
                .contains(3L * 4 * (16 + 16));
        assertThat(AdapterCheck.trainable(job("causal-lm", "method: full"), LLAMA)).isEmpty();
        assertThat(AdapterCheck.trainable(job("causal-lm", "layers: [9]"), LLAMA)).isEmpty();
    }
}
