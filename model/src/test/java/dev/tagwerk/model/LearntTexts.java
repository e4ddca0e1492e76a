package dev.tagwerk.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/**
 * A small model of an architecture that has learnt its texts by heart, so that its choice of tokens
 * is clear and survives any rounding of weights and activations.
 *
 * @param model its folder
 * @param texts what it says after the first {@link #BEGINNING} tokens of each
 */
record LearntTexts(Path model, List<int[]> texts) {
    static final int BEGINNING = 3;
    static final int CONTINUATION = 16;
    private static final int COUNT = 24;
    private static final int MOST_STEPS = 800;

    /** How far, at the least, the second best token's logit lies behind the right one's. */
    static final double CLEAR = 1.5;

    /** Nats per token, after which every token of every text has nearly all of the probability. */
    private static final double LEARNT = 0.01;

    private static final Map<ParameterGroup, AdamW.Rate> RATES =
            Map.of(
                    ParameterGroup.BASE_MATRIX, new AdamW.Rate(3e-3, 0),
                    ParameterGroup.BASE_VECTOR, new AdamW.Rate(3e-3, 0),
                    ParameterGroup.ADAPTER, new AdamW.Rate(1e-2, 0));

    /** Random weights, then all of them trained. */
    static LearntTexts of(Path configured) throws IOException {
        ModelFolder folder = ModelFolder.open(configured);
        Path file = configured.resolve("model.safetensors");
        Files.delete(file);
        SafetensorsWriter.write(file, Map.of("format", "pt"), random(folder.config()));
        List<int[]> texts = texts(1, folder.config().vocabSize());
        try (TrainableModel model = TrainableModel.full(folder, settings(), placement())) {
            learn(model, texts);
            List<TensorBytes> learnt = model.baseTensors();
            Files.delete(file);
            SafetensorsWriter.write(file, Map.of("format", "pt"), learnt);
        }
        return new LearntTexts(configured, texts);
    }

    /** The same beginnings with other continuations, and the pairs that make the model say them. */
    LearntTexts other(Path adapter) throws IOException {
        ModelFolder folder = ModelFolder.open(model);
        List<int[]> others = texts(2, folder.config().vocabSize());
        for (int i = 0; i < COUNT; i++) {
            System.arraycopy(texts.get(i), 0, others.get(i), 0, BEGINNING);
        }
        LoraPlan plan = new LoraPlan(16, 2, 0, Set.copyOf(Slot.of(folder.config())));
        try (TrainableModel trained = TrainableModel.lora(folder, plan, settings(), placement())) {
            learn(trained, others);
            Files.createDirectories(adapter);
            AdapterFolder.write(adapter, plan.adapter(), trained.adapterTensors(true), "");
        }
        return new LearntTexts(model, others);
    }

    List<int[]> beginnings() {
        return texts.stream().map(text -> Arrays.copyOf(text, BEGINNING)).toList();
    }

    int[] continuation(int text) {
        return Arrays.copyOfRange(texts.get(text), BEGINNING, BEGINNING + CONTINUATION);
    }

    /** The configuration of a case, as wide as blocks of 32 values need it. */
    static void widen(ObjectNode config) {
        boolean falcon = config.get("model_type").asText().equals("falcon");
        config.put("hidden_size", 64).put("num_attention_heads", 4);
        config.put(falcon ? "ffn_hidden_size" : "intermediate_size", 96);
        if (config.has("head_dim")) {
            config.put("head_dim", 16);
        }
        if (config.has("query_pre_attn_scalar")) {
            config.put("query_pre_attn_scalar", 16);
        }
    }

    private static TrainableModel.Settings settings() {
        return new TrainableModel.Settings(OptionalInt.empty(), 0, false, 1);
    }

    private static Placement placement() {
        return Placement.cpu(Precision.FP32, 1);
    }

    private static void learn(TrainableModel model, List<int[]> texts) {
        List<TextInput> rows = new ArrayList<>();
        for (int[] text : texts) {
            boolean[] learnt = new boolean[text.length];
            Arrays.fill(learnt, BEGINNING, text.length, true);
            rows.add(new TextInput(text, learnt));
        }
        double labels = (double) COUNT * CONTINUATION;
        AdamW optimizer = new AdamW(0.9, 0.99, 1e-8);
        double loss = Double.POSITIVE_INFINITY;
        for (int step = 1; step <= MOST_STEPS && loss > LEARNT; step++) {
            model.parameters().clearGradients();
            loss =
                    model.accumulate(List.of(new WorkItem.Text(rows)), 1 / labels, 0).getFirst()
                            / labels;
            optimizer.update(model.parameters(), RATES, step, 1, 1);
        }
        if (!(loss <= LEARNT)) {
            throw new AssertionError("the texts were not learnt: " + loss + " nats per token");
        }
    }

    /** By how much the right token's logit is above all others, where that is least. */
    static double narrowest(LanguageModel model, List<int[]> texts) {
        double narrowest = Double.POSITIVE_INFINITY;
        for (int[] text : texts) {
            float[][] logits = model.logits(text);
            for (int t = BEGINNING; t < text.length; t++) {
                float right = logits[t - 1][text[t]];
                for (int token = 0; token < logits[t - 1].length; token++) {
                    if (token != text[t]) {
                        narrowest = Math.min(narrowest, right - logits[t - 1][token]);
                    }
                }
            }
        }
        return narrowest;
    }

    private static List<int[]> texts(long seed, int vocabulary) {
        Random random = new Random(seed);
        List<int[]> texts = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            int[] text = new int[BEGINNING + CONTINUATION];
            for (int t = 0; t < text.length; t++) {
                text[t] = 2 + random.nextInt(vocabulary - 4);
            }
            text[0] = 2 + i;
            texts.add(text);
        }
        return texts;
    }

    private static List<TensorBytes> random(ModelConfig config) {
        Random random = new Random(7);
        List<TensorBytes> tensors = new ArrayList<>();
        for (WeightShapes.Named named : WeightShapes.of(config)) {
            long[] shape = named.shape();
            boolean matrix = shape.length > 1;
            double spread = matrix ? 1 / Math.sqrt(shape[1]) : 0.1;
            boolean one = !matrix && !named.bias() && !config.modelType().startsWith("gemma");
            ByteBuffer values =
                    ByteBuffer.allocate(Math.toIntExact(named.size() * Float.BYTES))
                            .order(ByteOrder.LITTLE_ENDIAN);
            while (values.hasRemaining()) {
                values.putFloat((float) (random.nextGaussian() * spread + (one ? 1 : 0)));
            }
            tensors.add(
                    new TensorBytes(
                            config.architecture().names().inFile(named.name()),
                            DType.F32,
                            Arrays.stream(shape).boxed().toList(),
                            MemorySegment.ofArray(values.array())));
        }
        return tensors;
    }
}
