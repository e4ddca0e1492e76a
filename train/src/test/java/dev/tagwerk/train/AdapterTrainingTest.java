package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.model.AdamW;
import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.ParameterGroup;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Precision;
import dev.tagwerk.model.TextInput;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.model.WorkItem;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of adapter that a recipe can ask for, trained as PEFT trains it, and written as PEFT
 * writes it; see {@code fixtures/make_adapter_training.py}, which also loads in PEFT what this test
 * leaves in {@code target/adapter-training}.
 */
class AdapterTrainingTest {
    private static final Path CASES = FidelityTest.FIXTURES.resolve("adapter-training");
    private static final Path BASES = Path.of("../modelfiles/src/test/fixtures/peft");
    private static final Path WRITTEN = Path.of("target/adapter-training");
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders
                    .filter(Files::isDirectory)
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lossesAndAdapterArePefts(String name) throws IOException {
        JsonNode expected = json(CASES.resolve(name).resolve("expected.json"));
        ModelFolder base = base(name);
        LoraPlan plan = plan(job(name, expected.get("recipe")), base.config());
        assertThat(plan.trainable(base.config())).isEqualTo(expected.get("trainable").asLong());
        for (boolean checkpointing : new boolean[] {false, true}) {
            try (TrainableModel model = begun(name, plan, checkpointing)) {
                assertThat(model.parameters().count()).isEqualTo(plan.trainable(base.config()));
                List<Double> losses = new ArrayList<>();
                List<Double> norms = new ArrayList<>();
                for (int step = 0; step < expected.get("losses").size(); step++) {
                    losses.add(loss(model, step));
                    norms.add(update(model, expected, step));
                }
                FidelityTest.assertClose(losses, expected.get("losses"), 1e-5);
                FidelityTest.assertClose(norms, expected.get("gradient_norms"), 1e-4);
                assertThat(
                                FidelityTest.worstTensor(
                                        model.adapterTensors(true),
                                        CASES.resolve(name)
                                                .resolve("final/adapter_model.safetensors"),
                                        Set.of()))
                        .isLessThan(1e-4);
                AdapterFolder.write(
                        WRITTEN.resolve(name), plan.adapter(), model.adapterTensors(true), "");
            }
        }
    }

    /** Without our check, which refuses what PEFT passes over: biases of a model that has none. */
    private static LoraPlan plan(TrainingJob job, ModelConfig config) {
        return RecipeAdapter.unchecked(job, config);
    }

    /** What stands in {@code adapter_config.json} is what PEFT writes, line by line. */
    @ParameterizedTest
    @MethodSource("cases")
    void theConfigurationIsPefts(String name) throws IOException {
        JsonNode expected = json(CASES.resolve(name).resolve("expected.json"));
        LoraPlan plan = plan(job(name, expected.get("recipe")), base(name).config());
        try (TrainableModel model = begun(name, plan, false)) {
            AdapterFolder.write(
                    WRITTEN.resolve(name), plan.adapter(), model.adapterTensors(true), "");
        }
        Path file = Path.of("adapter_config.json");
        JsonNode ours = json(WRITTEN.resolve(name).resolve(file));
        JsonNode wanted = json(CASES.resolve(name).resolve("final").resolve(file));
        Set<Map.Entry<String, JsonNode>> wantedLines = wanted.properties();
        assertThat(ours.properties()).hasSameSizeAs(wantedLines);
        for (Map.Entry<String, JsonNode> line : wantedLines) {
            if (!line.getKey().equals("base_model_name_or_path")) {
                assertThat(ours.get(line.getKey())).as(line.getKey()).isEqualTo(line.getValue());
            }
        }
    }

    private static TrainableModel begun(String name, LoraPlan plan, boolean checkpointing) {
        TrainableModel model =
                TrainableModel.lora(
                        base(name),
                        plan,
                        new TrainableModel.Settings(OptionalInt.empty(), 0, checkpointing, 1),
                        Placement.cpu(Precision.FP32, 2));
        try (AdapterFolder start = AdapterFolder.read(CASES.resolve(name).resolve("initial"))) {
            for (TensorBytes own : model.adapterTensors(true)) {
                if (!own.name().contains(".lora_")) { // whatever is saved whole begins as the base
                    TensorBytes theirs = start.tensors().get(own.name());
                    assertThat(own.bytes().mismatch(theirs.bytes())).as(own.name()).isEqualTo(-1);
                }
            }
            model.startFrom(start);
        }
        return model;
    }

    private static double loss(TrainableModel model, int step) throws IOException {
        JsonNode batches = json(CASES.resolve("batches.json"));
        List<TextInput> rows = new ArrayList<>();
        int labels = 0;
        for (JsonNode row : batches.get(step % batches.size())) {
            int[] ids = row.get("ids").valueStream().mapToInt(JsonNode::asInt).toArray();
            boolean[] learnt = new boolean[ids.length];
            for (int i = row.get("from").asInt(); i < ids.length; i++) {
                learnt[i] = true;
                labels++;
            }
            rows.add(new TextInput(ids, learnt));
        }
        int half = rows.size() / 2;
        List<WorkItem> items =
                List.of(
                        new WorkItem.Text(rows.subList(0, half)),
                        new WorkItem.Text(rows.subList(half, rows.size())));
        model.parameters().clearGradients();
        double loss = 0;
        for (double part : model.accumulate(items, 1.0 / labels, 0)) {
            loss += part / labels;
        }
        return loss;
    }

    private static double update(TrainableModel model, JsonNode expected, int step) {
        double rate = expected.get("learning_rates").get(step).asDouble();
        double decay = expected.get("weight_decay").asDouble();
        Map<ParameterGroup, AdamW.Rate> rates = new EnumMap<>(ParameterGroup.class);
        for (ParameterGroup group : ParameterGroup.values()) {
            boolean vector = group == ParameterGroup.BASE_VECTOR;
            rates.put(group, new AdamW.Rate(rate, vector ? 0 : decay));
        }
        return new AdamW(
                        expected.get("betas").get(0).asDouble(),
                        expected.get("betas").get(1).asDouble(),
                        expected.get("epsilon").asDouble())
                .update(
                        model.parameters(),
                        rates,
                        step + 1L,
                        expected.get("max_gradient_norm").asDouble(),
                        1);
    }

    /** A job file with these words of a recipe; JSON is YAML. */
    static TrainingJob job(String name, JsonNode recipe) {
        String text =
                "kind: training\nmodel: "
                        + BASES.resolve(base(name).path().getFileName()).toAbsolutePath()
                        + "\ntask: causal-lm\ndata: {train: rows.jsonl}\nrecipe: "
                        + ((ObjectNode) recipe.deepCopy()).put("dropout", 0)
                        + "\n";
        Parsed parsed = JobFile.parse(text, Path.of("job.yaml"));
        assertThat(parsed).as(text).isInstanceOf(Parsed.Valid.class);
        Job job = ((Parsed.Valid) parsed).job();
        return (TrainingJob) job;
    }

    private static ModelFolder base(String name) {
        return ModelFolder.open(BASES.resolve(name.substring(name.lastIndexOf('-') + 1)));
    }

    private static JsonNode json(Path file) throws IOException {
        return JSON.readTree(file.toFile());
    }
}
