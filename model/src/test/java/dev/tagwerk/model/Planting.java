package dev.tagwerk.model;

import dev.tagwerk.modelfiles.Activation;
import dev.tagwerk.modelfiles.AttentionConfig;
import dev.tagwerk.modelfiles.BlockLayout;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.Rope;
import dev.tagwerk.modelfiles.RopeScaling;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.Scales;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** A configuration with one thing changed, and weights likewise. */
record Planting(ModelConfig config) {
    Planting windows(UnaryOperator<Integer> change) {
        AttentionConfig a = config.attention();
        return attention(
                a.bias(),
                a.scale(),
                a.scoreCap(),
                a.windows().stream().map(change).toList(),
                a.rope(),
                a.windowRope());
    }

    Planting scaling(RopeScaling scaling) {
        return ropes(
                (full, local) -> new Rope(full.theta(), scaling),
                (full, local) -> new Rope(local.theta(), scaling));
    }

    Planting ropes(BinaryOperator<Rope> local) {
        return ropes((first, second) -> first, local);
    }

    private Planting ropes(BinaryOperator<Rope> full, BinaryOperator<Rope> local) {
        AttentionConfig a = config.attention();
        return attention(
                a.bias(),
                a.scale(),
                a.scoreCap(),
                a.windows(),
                full.apply(a.rope(), a.windowRope()),
                local.apply(a.rope(), a.windowRope()));
    }

    Planting unbiased() {
        AttentionConfig a = config.attention();
        return attention(false, a.scale(), a.scoreCap(), a.windows(), a.rope(), a.windowRope());
    }

    Planting scale(double scale) {
        AttentionConfig a = config.attention();
        return attention(a.bias(), scale, a.scoreCap(), a.windows(), a.rope(), a.windowRope());
    }

    Planting withoutScoreCap() {
        AttentionConfig a = config.attention();
        return attention(
                a.bias(), a.scale(), OptionalDouble.empty(), a.windows(), a.rope(), a.windowRope());
    }

    private Planting attention(
            boolean bias,
            double scale,
            OptionalDouble cap,
            List<Integer> windows,
            Rope rope,
            Rope windowRope) {
        AttentionConfig a = config.attention();
        return with(
                config.layout(),
                new AttentionConfig(
                        a.heads(),
                        a.keyValueHeads(),
                        a.headDim(),
                        bias,
                        a.outputBias(),
                        scale,
                        cap,
                        windows,
                        rope,
                        windowRope),
                config.activation(),
                config.scales(),
                config.logitCap());
    }

    Planting layout(BlockLayout layout) {
        return with(
                layout,
                config.attention(),
                config.activation(),
                config.scales(),
                config.logitCap());
    }

    Planting activation(Activation activation) {
        return with(
                config.layout(),
                config.attention(),
                activation,
                config.scales(),
                config.logitCap());
    }

    Planting scales(UnaryOperator<Scales> change) {
        return with(
                config.layout(),
                config.attention(),
                config.activation(),
                change.apply(config.scales()),
                config.logitCap());
    }

    Planting logitCap(OptionalDouble cap) {
        return with(config.layout(), config.attention(), config.activation(), config.scales(), cap);
    }

    private Planting with(
            BlockLayout layout,
            AttentionConfig attention,
            Activation activation,
            Scales scales,
            OptionalDouble logitCap) {
        return new Planting(
                new ModelConfig(
                        config.architecture(),
                        config.vocabSize(),
                        config.hiddenSize(),
                        config.intermediateSize(),
                        config.layers(),
                        layout,
                        attention,
                        activation,
                        config.mlpBias(),
                        config.normEpsilon(),
                        config.tiedEmbeddings(),
                        scales,
                        logitCap,
                        config.maxPositions(),
                        config.bosTokenId(),
                        config.eosTokenIds()));
    }

    /** A change of a checkpoint's tensors, by name. */
    interface Weights {
        void change(Map<String, Values> tensors);
    }

    /** A tensor's values, row-major. */
    record Values(List<Long> shape, float[] values) {}

    static Weights numbers(String ending, DoubleUnaryOperator change) {
        return tensors ->
                tensors.forEach(
                        (name, tensor) -> {
                            for (int i = 0;
                                    name.endsWith(ending) && i < tensor.values().length;
                                    i++) {
                                tensor.values()[i] =
                                        (float) change.applyAsDouble(tensor.values()[i]);
                            }
                        });
    }

    static Weights renamed(UnaryOperator<String> rename) {
        return tensors -> {
            Map<String, Values> old = new TreeMap<>(tensors);
            tensors.clear();
            old.forEach((name, tensor) -> tensors.put(rename.apply(name), tensor));
        };
    }

    static Weights copied(String from, String to) {
        return tensors ->
                new TreeMap<>(tensors)
                        .forEach((name, tensor) -> tensors.put(name.replace(from, to), tensor));
    }

    /** The last {@code count} rows of these matrices and the as many before them. */
    static Weights lastRowsSwapped(String ending, int count) {
        return tensors ->
                tensors.forEach(
                        (name, tensor) -> {
                            if (name.endsWith(ending)) {
                                float[] values = tensor.values();
                                int size = count * tensor.shape().get(1).intValue();
                                float[] last = values.clone();
                                int end = values.length;
                                System.arraycopy(values, end - size, last, end - 2 * size, size);
                                System.arraycopy(values, end - 2 * size, last, end - size, size);
                                System.arraycopy(last, 0, values, 0, end);
                            }
                        });
    }

    static void edit(Path file, Weights change) throws IOException {
        Map<String, Values> tensors = new TreeMap<>();
        try (SafetensorsFile weights = SafetensorsFile.open(file)) {
            for (String name : weights.tensors().keySet()) {
                TensorBytes tensor = weights.tensor(name);
                float[] values = new float[(int) tensor.bytes().byteSize() / 2];
                for (int i = 0; i < values.length; i++) {
                    short bits = tensor.bytes().getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i);
                    values[i] = Float.intBitsToFloat(bits << 16);
                }
                tensors.put(name, new Values(tensor.shape(), values));
            }
        }
        change.change(tensors);
        Files.delete(file);
        SafetensorsWriter.write(
                file,
                Map.of("format", "pt"),
                tensors.entrySet().stream()
                        .map(each -> bytes(each.getKey(), each.getValue()))
                        .toList());
    }

    private static TensorBytes bytes(String name, Values tensor) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[tensor.values().length * 4]);
        bytes.copyFrom(MemorySegment.ofArray(tensor.values()));
        return new TensorBytes(name, DType.F32, tensor.shape(), bytes);
    }
}
