package dev.tagwerk.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Our figures beside those of transformers and PEFT, from the fixtures of module {@code train}; a
 * test may edit the inputs first.
 */
final class Reference {
    static final Path FIXTURES = Path.of("../train/src/test/fixtures");
    private static final ObjectMapper JSON = new ObjectMapper();

    private Reference() {}

    /** Computes the logits of one row of ids, {@code [tokens][vocab]}. */
    interface Logits {
        float[][] of(int[] ids);
    }

    /** The largest difference from the reference's logits, relative to the largest logit. */
    static double logitDistance(String family, String file, Logits logits) throws IOException {
        JsonNode inputs = json(FIXTURES.resolve(family).resolve("inputs.json"));
        try (SafetensorsFile reference =
                SafetensorsFile.open(FIXTURES.resolve(family).resolve(file))) {
            TensorBytes wanted = reference.tensor("logits");
            int length = wanted.shape().get(1).intValue();
            int vocab = wanted.shape().get(2).intValue();
            double worst = 0;
            double largest = 0;
            for (int row = 0; row < inputs.get("input_ids").size(); row++) {
                float[][] ours = logits.of(unpadded(inputs, row));
                for (int t = 0; t < ours.length; t++) {
                    for (int v = 0; v < vocab; v++) {
                        float value = value(wanted, ((long) row * length + t) * vocab + v);
                        worst = Math.max(worst, Math.abs(value - ours[t][v]));
                        largest = Math.max(largest, Math.abs(value));
                    }
                }
            }
            return worst / largest;
        }
    }

    static float value(TensorBytes tensor, long index) {
        return tensor.bytes().getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, index);
    }

    /** The model's own logits, with an adapter where one is given. */
    static double logitDistance(String family, Path model, Optional<Path> adapter)
            throws IOException {
        try (AdapterFolder folder = adapter.map(AdapterFolder::read).orElse(null);
                LanguageModel ours =
                        LanguageModel.open(
                                ModelFolder.open(model),
                                Optional.ofNullable(folder),
                                Optional.empty(),
                                cpu())) {
            String file =
                    adapter.isPresent()
                            ? "logits-adapter-initial.safetensors"
                            : "logits.safetensors";
            return logitDistance(family, file, ours::logits);
        }
    }

    /** What a planted fault may bend in training. */
    record Bent(UnaryOperator<boolean[]> labels, UnaryOperator<Long> optimizerStep) {
        static final Bent NOTHING = new Bent(labels -> labels, step -> step);
    }

    /** The largest difference of the first eight losses of LoRA training, relative to the loss. */
    static double lossDistance(String family, Bent bent) throws IOException {
        Path folder = FIXTURES.resolve(family);
        JsonNode expected = json(folder.resolve("lora/expected.json"));
        JsonNode settings = expected.get("settings");
        JsonNode batches = json(folder.resolve("batches.json"));
        double worst = 0;
        try (AdapterFolder start = AdapterFolder.read(folder.resolve("adapter-initial"));
                TrainableModel model =
                        TrainableModel.lora(
                                ModelFolder.open(folder.resolve("model")),
                                new LoraPlan(
                                        start.config().rank(),
                                        start.config().scale(),
                                        0,
                                        Set.of(Slot.values())),
                                new TrainableModel.Settings(OptionalInt.empty(), 0, false, 1),
                                cpu())) {
            model.startFrom(start);
            for (int step = 0; step < 8; step++) {
                model.parameters().clearGradients();
                double labels = expected.get("label_tokens").get(step).asDouble();
                double loss = 0;
                for (JsonNode microBatch : batches.get(step % batches.size())) {
                    WorkItem item = new WorkItem.Text(rows(microBatch, bent));
                    for (double part : model.accumulate(List.of(item), 1 / labels, 0)) {
                        loss += part / labels;
                    }
                }
                double wanted = expected.get("losses").get(step).asDouble();
                worst = Math.max(worst, Math.abs(loss - wanted) / wanted);
                new AdamW(
                                settings.get("adam_beta1").asDouble(),
                                settings.get("adam_beta2").asDouble(),
                                settings.get("adam_epsilon").asDouble())
                        .update(
                                model.parameters(),
                                Map.of(
                                        ParameterGroup.ADAPTER,
                                        new AdamW.Rate(
                                                expected.get("learning_rates").get(step).asDouble(),
                                                settings.get("weight_decay").asDouble())),
                                bent.optimizerStep().apply(step + 1L),
                                settings.get("max_grad_norm").asDouble(),
                                1);
            }
        }
        return worst;
    }

    private static List<TextInput> rows(JsonNode microBatch, Bent bent) {
        List<TextInput> rows = new ArrayList<>();
        for (int row = 0; row < microBatch.get("input_ids").size(); row++) {
            int[] ids = unpadded(microBatch, row);
            boolean[] learnt = new boolean[ids.length];
            for (int i = 0; i < ids.length; i++) {
                learnt[i] = microBatch.get("labels").get(row).get(i).asInt() != -100;
            }
            rows.add(new TextInput(ids, bent.labels().apply(learnt)));
        }
        return rows;
    }

    private static int[] unpadded(JsonNode batch, int row) {
        int tokens = 0;
        for (JsonNode mask : batch.get("attention_mask").get(row)) {
            tokens += mask.asInt();
        }
        int[] ids = new int[tokens];
        for (int i = 0; i < tokens; i++) {
            ids[i] = batch.get("input_ids").get(row).get(i).asInt();
        }
        return ids;
    }

    /** A copy of a fixture's model folder or adapter folder with its JSON file edited. */
    static Path copy(Path from, Path to, String file, Consumer<ObjectNode> edit)
            throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path one : files.toList()) {
                Files.copy(one, to.resolve(one.getFileName().toString()));
            }
        }
        ObjectNode node = (ObjectNode) json(to.resolve(file));
        edit.accept(node);
        JSON.writeValue(to.resolve(file).toFile(), node);
        return to;
    }

    /** Rewrites the weights of a copied model folder, tensor by tensor. */
    static void editWeights(Path model, UnaryOperator<TensorBytes> edit) throws IOException {
        Path file = model.resolve("model.safetensors");
        List<TensorBytes> edited = new ArrayList<>();
        try (SafetensorsFile weights = SafetensorsFile.open(file)) {
            for (String name : weights.tensors().keySet()) {
                TensorBytes tensor = weights.tensor(name);
                edited.add(
                        edit.apply(
                                new TensorBytes(
                                        name,
                                        tensor.dtype(),
                                        tensor.shape(),
                                        MemorySegment.ofArray(
                                                tensor.bytes().toArray(ValueLayout.JAVA_BYTE)))));
            }
        }
        Files.delete(file);
        SafetensorsWriter.write(file, Map.of("format", "pt"), edited);
    }

    static JsonNode json(Path file) throws IOException {
        return JSON.readTree(file.toFile());
    }

    static Placement cpu() {
        return Placement.cpu(Precision.FP32, 2);
    }
}
