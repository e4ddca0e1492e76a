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
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes a model with random weights and rows for it, for bench/estimate.sh; run from source with the build's jars as class path:
 *
 * <p>{@code model DIR FAMILY HIDDEN INNER LAYERS HEADS KEY_VALUE_HEADS HEAD_DIM VOCABULARY f32|bf16 tied|untied}: a Qwen3 or Llama
 * shape with a tokenizer of 1,000 words.
 *
 * <p>{@code texts FILE ROWS SHORTEST LONGEST}, {@code pairs FILE ROWS LENGTH LEARNT}, {@code decisions FILE ROWS LENGTH}: rows of so
 * many words.
 */
final class RandomModel {
    private static final int WORDS = 1_000;

    private RandomModel() {}

    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "model" -> model(target, arguments);
            case "texts" -> rows(target, arguments, RandomModel::text);
            case "pairs" -> rows(target, arguments, RandomModel::pair);
            case "decisions" -> rows(target, arguments, RandomModel::decision);
            default -> throw new IllegalArgumentException("not known: " + arguments[0]);
        }
    }

    private static void model(Path folder, String[] a) throws IOException {
        Files.createDirectories(folder);
        boolean qwen = a[2].equals("qwen3");
        int hidden = Integer.parseInt(a[3]);
        int inner = Integer.parseInt(a[4]);
        int layers = Integer.parseInt(a[5]);
        int heads = Integer.parseInt(a[6]);
        int keyHeads = Integer.parseInt(a[7]);
        int headDim = Integer.parseInt(a[8]);
        int vocabulary = Integer.parseInt(a[9]);
        DType type = DType.valueOf(a[10].toUpperCase(java.util.Locale.ROOT));
        boolean tied = a[11].equals("tied");
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"model_type": "%s", "architectures": ["%s"], "vocab_size": %d, "hidden_size": %d, "intermediate_size": %d,
                 "num_hidden_layers": %d, "num_attention_heads": %d, "num_key_value_heads": %d, "head_dim": %d, "hidden_act": "silu",
                 "max_position_embeddings": 4096, "rms_norm_eps": 1e-06, "rope_theta": 10000.0, "tie_word_embeddings": %s,
                 "attention_bias": false, "bos_token_id": null, "eos_token_id": 0}
                """
                        .formatted(
                                a[2],
                                qwen ? "Qwen3ForCausalLM" : "LlamaForCausalLM",
                                vocabulary,
                                hidden,
                                inner,
                                layers,
                                heads,
                                keyHeads,
                                headDim,
                                tied));
        tokenizer(folder);
        var weights = new Weights(type);
        weights.matrix("model.embed_tokens.weight", vocabulary, hidden);
        for (int layer = 0; layer < layers; layer++) {
            String path = "model.layers." + layer + ".";
            weights.matrix(path + "self_attn.q_proj.weight", heads * headDim, hidden);
            weights.matrix(path + "self_attn.k_proj.weight", keyHeads * headDim, hidden);
            weights.matrix(path + "self_attn.v_proj.weight", keyHeads * headDim, hidden);
            weights.matrix(path + "self_attn.o_proj.weight", hidden, heads * headDim);
            weights.matrix(path + "mlp.gate_proj.weight", inner, hidden);
            weights.matrix(path + "mlp.up_proj.weight", inner, hidden);
            weights.matrix(path + "mlp.down_proj.weight", hidden, inner);
            weights.ones(path + "input_layernorm.weight", hidden);
            weights.ones(path + "post_attention_layernorm.weight", hidden);
            if (qwen) {
                weights.ones(path + "self_attn.q_norm.weight", headDim);
                weights.ones(path + "self_attn.k_norm.weight", headDim);
            }
        }
        weights.ones("model.norm.weight", hidden);
        if (!tied) {
            weights.matrix("lm_head.weight", vocabulary, hidden);
        }
        SafetensorsWriter.write(folder.resolve("model.safetensors"), Map.of("format", "pt"), weights.tensors);
    }

    /** Random weights in one type. */
    private static final class Weights {
        private final DType type;
        private final Random random = new Random(7);
        private final List<TensorBytes> tensors = new ArrayList<>();

        Weights(DType type) {
            this.type = type;
        }

        void matrix(String name, int rows, int columns) {
            float scale = (float) (1 / Math.sqrt(columns));
            // A few thousand different values do: nothing here depends on more.
            float[] some = new float[4099];
            for (int i = 0; i < some.length; i++) {
                some[i] = (float) random.nextGaussian() * scale;
            }
            ByteBuffer bytes = bytes(rows * columns);
            for (int i = 0; i < rows * columns; i++) {
                put(bytes, some[i % some.length]);
            }
            tensors.add(new TensorBytes(name, type, List.of((long) rows, (long) columns), MemorySegment.ofArray(bytes.array())));
        }

        void ones(String name, int size) {
            ByteBuffer bytes = bytes(size);
            for (int i = 0; i < size; i++) {
                put(bytes, 1);
            }
            tensors.add(new TensorBytes(name, type, List.of((long) size), MemorySegment.ofArray(bytes.array())));
        }

        private ByteBuffer bytes(int elements) {
            return ByteBuffer.allocate(elements * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        }

        private void put(ByteBuffer into, float value) {
            if (type == DType.F32) {
                into.putFloat(value);
            } else {
                into.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
            }
        }
    }

    private static void tokenizer(Path folder) throws IOException {
        StringBuilder vocabulary = new StringBuilder("\"<end>\": 0, \"<unknown>\": 1");
        for (int i = 1; i <= 9; i++) {
            vocabulary.append(", \"").append(i).append("\": ").append(i + 1);
        }
        for (int i = 11; i < WORDS; i++) {
            vocabulary.append(", \"w").append(i).append("\": ").append(i);
        }
        Files.writeString(
                folder.resolve("tokenizer.json"),
                """
                {"version": "1.0", "truncation": null, "padding": null,
                 "added_tokens": [{"id": 0, "content": "<end>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}],
                 "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
                 "model": {"type": "WordLevel", "vocab": {%s}, "unk_token": "<unknown>"}}
                """
                        .formatted(vocabulary));
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"eos_token\": \"<end>\", \"tokenizer_class\": \"PreTrainedTokenizerFast\"}\n");
    }

    /** One row as JSON. */
    private interface Row {
        String of(Random random, String[] arguments);
    }

    private static void rows(Path file, String[] arguments, Row row) throws IOException {
        Random random = new Random(3);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            lines.add(row.of(random, arguments));
        }
        Files.write(file, lines);
    }

    private static String words(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append('w').append(11 + random.nextInt(WORDS - 11));
        }
        return text.toString();
    }

    private static String text(Random random, String[] a) {
        int shortest = Integer.parseInt(a[3]);
        int longest = Integer.parseInt(a[4]);
        return "{\"text\": \"" + words(random, shortest + random.nextInt(longest - shortest + 1)) + "\"}";
    }

    private static String pair(Random random, String[] a) {
        int length = Integer.parseInt(a[3]);
        int learnt = Integer.parseInt(a[4]);
        return "{\"prompt\": \"" + words(random, length - learnt) + "\", \"completion\": \" " + words(random, learnt) + "\"}";
    }

    private static String decision(Random random, String[] a) {
        return "{\"kind\": \"choice\", \"state\": \""
                + words(random, Integer.parseInt(a[3]))
                + "\", \"instructions\": \"w20 w21\", \"options\": [[\"w11\", \"w30 w31\"], [\"w12\", \"w32\"], [\"w13\", \"w33\"]], \"label\": "
                + random.nextInt(3)
                + "}";
    }
}
