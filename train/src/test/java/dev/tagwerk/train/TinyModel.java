package dev.tagwerk.train;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.DType;
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
import java.util.Random;

/** A small random Qwen3 with the data module's test tokenizer, written as a model folder. */
final class TinyModel {
    private static final Path CONFIG = Path.of("src/test/fixtures/qwen3/model/config.json");
    private static final Path TOKENIZER = Path.of("../data/src/test/resources/tokenizers/qwen");
    private static final int VOCABULARY = 531;
    private static final int HEADS = 4;
    private static final int KEY_VALUE_HEADS = 2;

    private final int hidden;
    private final int inner;
    private final int layers;
    private final Random random = new Random(11);
    private final List<TensorBytes> tensors = new ArrayList<>();

    private TinyModel(int hidden, int inner, int layers) {
        this.hidden = hidden;
        this.inner = inner;
        this.layers = layers;
    }

    /** The usual size: a training step takes a few milliseconds. */
    static Path write(Path folder) throws IOException {
        return write(folder, 32, 48, 2);
    }

    static Path write(Path folder, int hidden, int inner, int layers) throws IOException {
        Files.createDirectories(folder);
        new TinyModel(hidden, inner, layers).writeTo(folder);
        return folder;
    }

    private void writeTo(Path folder) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode config = (ObjectNode) json.readTree(CONFIG.toFile());
        config.put("vocab_size", VOCABULARY);
        config.put("hidden_size", hidden);
        config.put("intermediate_size", inner);
        config.put("num_hidden_layers", layers);
        config.put("head_dim", headDim());
        config.put("eos_token_id", 0);
        config.put("max_position_embeddings", 1024);
        config.putArray("layer_types");
        for (int layer = 0; layer < layers; layer++) {
            config.withArray("layer_types").add("full_attention");
        }
        json.writeValue(folder.resolve("config.json").toFile(), config);
        for (String file : List.of("tokenizer.json", "tokenizer_config.json")) {
            Files.copy(TOKENIZER.resolve(file), folder.resolve(file));
        }
        weights();
        SafetensorsWriter.write(
                folder.resolve("model.safetensors"), Map.of("format", "pt"), tensors);
    }

    private int headDim() {
        return hidden / HEADS;
    }

    private void weights() {
        matrix("model.embed_tokens.weight", VOCABULARY, hidden);
        for (int layer = 0; layer < layers; layer++) {
            String path = "model.layers." + layer + ".";
            matrix(path + "self_attn.q_proj.weight", HEADS * headDim(), hidden);
            matrix(path + "self_attn.k_proj.weight", KEY_VALUE_HEADS * headDim(), hidden);
            matrix(path + "self_attn.v_proj.weight", KEY_VALUE_HEADS * headDim(), hidden);
            matrix(path + "self_attn.o_proj.weight", hidden, HEADS * headDim());
            matrix(path + "mlp.gate_proj.weight", inner, hidden);
            matrix(path + "mlp.up_proj.weight", inner, hidden);
            matrix(path + "mlp.down_proj.weight", hidden, inner);
            ones(path + "input_layernorm.weight", hidden);
            ones(path + "post_attention_layernorm.weight", hidden);
            ones(path + "self_attn.q_norm.weight", headDim());
            ones(path + "self_attn.k_norm.weight", headDim());
        }
        ones("model.norm.weight", hidden);
    }

    private void matrix(String name, int rows, int columns) {
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() / Math.sqrt(columns));
        }
        add(name, List.of((long) rows, (long) columns), values);
    }

    private void ones(String name, int size) {
        float[] values = new float[size];
        Arrays.fill(values, 1);
        add(name, List.of((long) size), values);
    }

    private void add(String name, List<Long> shape, float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        tensors.add(new TensorBytes(name, DType.F32, shape, MemorySegment.ofArray(bytes.array())));
    }
}
