package dev.tagwerk.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.NamedWeights;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.WeightStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** One of {@code fixtures/architectures}, with its model in a folder of its own. */
record ArchitectureCase(String name, JsonNode json, Path model) {
    static final Path FIXTURES = Path.of("src/test/fixtures/architectures");
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<String> names() throws IOException {
        return StreamSupport.stream(settings().get("cases").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    static JsonNode batches() throws IOException {
        return JSON.readTree(FIXTURES.resolve("batches.json").toFile());
    }

    static JsonNode settings() throws IOException {
        return JSON.readTree(FIXTURES.resolve("settings.json").toFile());
    }

    static ArchitectureCase open(String name, Path temporary) throws IOException {
        JsonNode json = JSON.readTree(FIXTURES.resolve(name).resolve("case.json").toFile());
        Path model = Files.createDirectories(temporary.resolve(name));
        JSON.writeValue(model.resolve("config.json").toFile(), json.get("config"));
        Files.copy(
                FIXTURES.resolve("weights").resolve(json.get("weights").asText() + ".safetensors"),
                model.resolve("model.safetensors"));
        return new ArchitectureCase(name, json, model);
    }

    ModelFolder folder() {
        return ModelFolder.open(model);
    }

    AdapterFolder adapter() {
        return AdapterFolder.read(
                FIXTURES.resolve("adapters").resolve(json.get("weights").asText()));
    }

    /** The largest difference from the reference's logits, relative to the largest of them. */
    double logitDistance(Function<int[], float[][]> ours) throws IOException {
        try (SafetensorsFile reference =
                SafetensorsFile.open(FIXTURES.resolve(name).resolve("logits.safetensors"))) {
            double worst = 0;
            double largest = 0;
            for (int row = 0; row < json.get("rows").size(); row++) {
                TensorBytes wanted = reference.tensor("row" + row);
                float[][] computed = ours.apply(ints(json.get("rows").get(row)));
                int vocab = wanted.shape().get(1).intValue();
                for (int t = 0; t < computed.length; t++) {
                    for (int v = 0; v < vocab; v++) {
                        float value = Reference.value(wanted, (long) t * vocab + v);
                        worst = Math.max(worst, Math.abs(value - computed[t][v]));
                        largest = Math.max(largest, Math.abs(value));
                    }
                }
            }
            return worst / largest;
        }
    }

    /** The distance of the decoder with this configuration, each row in one pass. */
    double distance(ModelConfig config, Placement placement) throws IOException {
        return with(config, placement, decoder -> logitDistance(ids -> whole(decoder, ids)));
    }

    interface Work {
        double on(Decoder decoder) throws IOException;
    }

    double with(ModelConfig config, Placement placement, Work work) throws IOException {
        try (WeightStore weights = folder().weights();
                Decoder decoder =
                        Decoder.frozen(
                                config,
                                new NamedWeights(weights, config.architecture().names()),
                                placement)) {
            return work.on(decoder);
        }
    }

    static float[][] whole(Decoder decoder, int[] ids) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            return rows(
                    decoder.logits(
                            decoder.hidden(TokenRows.all(List.of(ids)), Overlay.NONE, null),
                            Overlay.NONE),
                    ids.length);
        }
    }

    /** The row in pieces of these lengths, the last one repeated, through a cache. */
    static float[][] pieces(Decoder decoder, int[] ids, int... lengths) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            KeyValueCache cache = new KeyValueCache();
            List<Tensor> parts = new ArrayList<>();
            int start = 0;
            for (int piece = 0; start < ids.length; piece++) {
                int length =
                        Math.min(lengths[Math.min(piece, lengths.length - 1)], ids.length - start);
                float[] mask = new float[length * (start + length)];
                for (int i = 0; i < length; i++) {
                    for (int j = start + i + 1; j < start + length; j++) {
                        mask[i * (start + length) + j] = Float.NEGATIVE_INFINITY;
                    }
                }
                Tensor hidden =
                        decoder.extend(
                                java.util.Arrays.copyOfRange(ids, start, start + length),
                                PrefixScoring.positions(start, length),
                                mask,
                                Overlay.NONE,
                                cache,
                                true);
                parts.add(decoder.logits(hidden, Overlay.NONE));
                start += length;
            }
            return rows(Tensors.cat(parts, 0), ids.length);
        }
    }

    private static float[][] rows(Tensor logits, int tokens) {
        float[] flat = Tensors.toFloats(logits);
        int vocab = flat.length / tokens;
        float[][] rows = new float[tokens][];
        for (int t = 0; t < tokens; t++) {
            rows[t] = java.util.Arrays.copyOfRange(flat, t * vocab, (t + 1) * vocab);
        }
        return rows;
    }

    /** How far LoRA training strayed: losses and gradient norms relative, the adapter absolute. */
    record Strayed(double loss, double norm, double adapter) {}

    Strayed train(boolean checkpointing, int workers) throws IOException {
        JsonNode settings = settings();
        JsonNode training = json.get("training");
        JsonNode batches = batches();
        double worstLoss = 0;
        double worstNorm = 0;
        try (AdapterFolder start = adapter();
                TrainableModel model =
                        TrainableModel.lora(
                                folder(),
                                new LoraPlan(2, 2, 0, Set.copyOf(Slot.of(folder().config()))),
                                new TrainableModel.Settings(
                                        OptionalInt.empty(), 0, checkpointing, 1),
                                Placement.cpu(Precision.FP32, workers))) {
            model.startFrom(start);
            for (int step = 0; step < settings.get("steps").asInt(); step++) {
                double labels = training.get("label_tokens").get(step).asDouble();
                model.parameters().clearGradients();
                double loss = 0;
                for (double part :
                        model.accumulate(
                                items(batches.get(step % batches.size()), workers),
                                1 / labels,
                                0)) {
                    loss += part / labels;
                }
                worstLoss = Math.max(worstLoss, relative(loss, training.get("losses").get(step)));
                double norm =
                        new AdamW(
                                        settings.get("adam_beta1").asDouble(),
                                        settings.get("adam_beta2").asDouble(),
                                        settings.get("adam_epsilon").asDouble())
                                .update(
                                        model.parameters(),
                                        Map.of(
                                                ParameterGroup.ADAPTER,
                                                new AdamW.Rate(
                                                        training.get("learning_rates")
                                                                .get(step)
                                                                .asDouble(),
                                                        settings.get("weight_decay").asDouble())),
                                        step + 1L,
                                        settings.get("max_grad_norm").asDouble(),
                                        1);
                worstNorm =
                        Math.max(
                                worstNorm,
                                relative(norm, training.get("gradient_norms").get(step)));
            }
            return new Strayed(worstLoss, worstNorm, worstTensor(model.adapterTensors(true)));
        }
    }

    private double worstTensor(List<TensorBytes> ours) throws IOException {
        double worst = 0;
        try (SafetensorsFile reference =
                SafetensorsFile.open(FIXTURES.resolve(name).resolve("adapter-final.safetensors"))) {
            if (ours.size() != reference.tensors().size()) {
                throw new AssertionError(
                        ours.size() + " tensors for " + reference.tensors().size());
            }
            for (TensorBytes tensor : ours) {
                TensorBytes wanted = reference.tensor(tensor.name());
                for (long i = 0; i < wanted.bytes().byteSize() / 4; i++) {
                    worst =
                            Math.max(
                                    worst,
                                    Math.abs(
                                            Reference.value(tensor, i)
                                                    - Reference.value(wanted, i)));
                }
            }
        }
        return worst;
    }

    static List<WorkItem> items(JsonNode batch, int workers) {
        List<List<TextInput>> shares = new ArrayList<>();
        for (int i = 0; i < Math.min(workers, batch.size()); i++) {
            shares.add(new ArrayList<>());
        }
        int next = 0;
        for (JsonNode row : batch) {
            int[] ids = ints(row.get("ids"));
            boolean[] learnt = new boolean[ids.length];
            for (int i = row.get("prompt").asInt(); i < ids.length; i++) {
                learnt[i] = true;
            }
            shares.get(next++ % shares.size()).add(new TextInput(ids, learnt));
        }
        return shares.stream().<WorkItem>map(WorkItem.Text::new).toList();
    }

    private static double relative(double ours, JsonNode wanted) {
        return Math.abs(ours - wanted.asDouble()) / Math.abs(wanted.asDouble());
    }

    static int[] ints(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).mapToInt(JsonNode::asInt).toArray();
    }
}
