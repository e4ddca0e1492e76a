package dev.tagwerk.evaluate;

import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Random models small enough to make for each test, with a real tokenizer. */
final class TinyModel {
    private static final Path TOKENIZER =
            Path.of("../data/src/test/resources/tokenizers/qwen").toAbsolutePath();
    private static final int HIDDEN = 24;
    private static final int INNER = 40;
    private static final int LAYERS = 2;
    private static final int HEADS = 4;
    private static final int KEY_VALUE_HEADS = 2;
    private static final int HEAD = 8;
    private static final int POINTER = 16;

    private TinyModel() {}

    /** A base: configuration, random weights, tokenizer. */
    static Path base(Path folder) {
        try {
            Files.createDirectories(folder);
            for (String file : List.of("tokenizer.json", "tokenizer_config.json")) {
                if (Files.exists(TOKENIZER.resolve(file))) {
                    Files.copy(TOKENIZER.resolve(file), folder.resolve(file));
                }
            }
            int vocabulary;
            try (ModelTokenizer tokenizer = ModelTokenizer.open(folder)) {
                vocabulary = tokenizer.vocabularySize();
            }
            Files.writeString(
                    folder.resolve("config.json"),
                    """
                    {"architectures": ["Qwen3ForCausalLM"], "attention_bias": false, "head_dim": %d,
                     "hidden_act": "silu", "hidden_size": %d, "intermediate_size": %d,
                     "max_position_embeddings": 2048, "model_type": "qwen3", "num_attention_heads": %d,
                     "num_hidden_layers": %d, "num_key_value_heads": %d, "rms_norm_eps": 1e-06,
                     "rope_theta": 10000.0, "tie_word_embeddings": true, "vocab_size": %d}
                    """
                            .formatted(
                                    HEAD,
                                    HIDDEN,
                                    INNER,
                                    HEADS,
                                    LAYERS,
                                    KEY_VALUE_HEADS,
                                    vocabulary));
            Random random = new Random(11);
            List<TensorBytes> tensors = new ArrayList<>();
            tensors.add(random("model.embed_tokens.weight", random, 0.5, vocabulary, HIDDEN));
            tensors.add(ones("model.norm.weight", HIDDEN));
            for (int layer = 0; layer < LAYERS; layer++) {
                String at = "model.layers." + layer + ".";
                tensors.add(ones(at + "input_layernorm.weight", HIDDEN));
                tensors.add(ones(at + "post_attention_layernorm.weight", HIDDEN));
                String attention = at + "self_attn.";
                int keys = KEY_VALUE_HEADS * HEAD;
                tensors.add(random(attention + "q_proj.weight", random, 0.3, HEADS * HEAD, HIDDEN));
                tensors.add(random(attention + "k_proj.weight", random, 0.3, keys, HIDDEN));
                tensors.add(random(attention + "v_proj.weight", random, 0.3, keys, HIDDEN));
                tensors.add(random(attention + "o_proj.weight", random, 0.3, HIDDEN, HEADS * HEAD));
                tensors.add(ones(attention + "q_norm.weight", HEAD));
                tensors.add(ones(attention + "k_norm.weight", HEAD));
                tensors.add(random(at + "mlp.gate_proj.weight", random, 0.3, INNER, HIDDEN));
                tensors.add(random(at + "mlp.up_proj.weight", random, 0.3, INNER, HIDDEN));
                tensors.add(random(at + "mlp.down_proj.weight", random, 0.3, HIDDEN, INNER));
            }
            SafetensorsWriter.write(
                    folder.resolve("model.safetensors"), Map.of("format", "pt"), tensors);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a decision run leaves in its output folder. */
    static Path tuned(Path output, Path base, String adapterName, String configName) {
        adapter(output.resolve(adapterName), base);
        Random random = new Random(5);
        SafetensorsWriter.write(
                output.resolve("head.safetensors"),
                Map.of("format", "pt"),
                List.of(
                        ones("norm.weight", HIDDEN),
                        random("norm.bias", random, 0.1, HIDDEN),
                        random("q.weight", random, 0.6, POINTER, HIDDEN),
                        random("q.bias", random, 0.1, POINTER),
                        random("k.weight", random, 0.6, POINTER, HIDDEN),
                        random("k.bias", random, 0.1, POINTER)));
        try {
            Files.writeString(
                    output.resolve(configName),
                    """
                    {"base_model": "%s", "head_type": "pointer", "max_length": 400,
                     "temperature_by_kind": {"noul": 1.0, "choice": 2.0, "score": 0.5}}"""
                            .formatted(base));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return output;
    }

    static void adapter(Path folder, Path base) {
        Random random = new Random(3);
        List<TensorBytes> tensors = new ArrayList<>();
        for (int layer = 0; layer < LAYERS; layer++) {
            String at = "base_model.model.layers." + layer + ".self_attn.q_proj.";
            tensors.add(random(at + "lora_A.weight", random, 0.5, 4, HIDDEN));
            tensors.add(random(at + "lora_B.weight", random, 0.5, HEADS * HEAD, 4));
        }
        AdapterFolder.write(
                folder,
                new AdapterConfig(
                        4,
                        8,
                        0,
                        new AdapterTargets.Names(List.of("q_proj")),
                        false,
                        Optional.of("FEATURE_EXTRACTION"),
                        Optional.of(base.toString()),
                        Optional.empty()),
                tensors,
                "# A tiny adapter\n");
    }

    private static TensorBytes random(String name, Random random, double size, int... shape) {
        int count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (size * random.nextGaussian());
        }
        return tensor(name, values, shape);
    }

    private static TensorBytes ones(String name, int size) {
        float[] values = new float[size];
        Arrays.fill(values, 1);
        return tensor(name, values, size);
    }

    private static TensorBytes tensor(String name, float[] values, int... shape) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return new TensorBytes(
                name,
                DType.F32,
                Arrays.stream(shape).mapToObj(Long::valueOf).toList(),
                MemorySegment.ofArray(bytes.array()));
    }
}
