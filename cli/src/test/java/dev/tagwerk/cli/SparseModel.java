package dev.tagwerk.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A model folder whose weights are holes: as large as one likes, and no bytes on the disk. For what
 * looks at files without reading them.
 */
final class SparseModel {
    private static final int WORDS = 100;
    private static final int HIDDEN = 1024;

    private final StringBuilder header = new StringBuilder("{");
    private long offset;

    private SparseModel() {}

    /**
     * A Llama of width 1024 in bf16 with so many layers, and a job that trains it on short texts.
     */
    static void write(Path folder, int layers, int inner, String recipe) throws IOException {
        Path model = Files.createDirectories(folder.resolve("model"));
        Files.writeString(
                model.resolve("config.json"),
                """
                {"model_type": "llama", "vocab_size": %d, "hidden_size": %d, "intermediate_size": %d,
                 "num_hidden_layers": %d, "num_attention_heads": 16, "num_key_value_heads": 16,
                 "max_position_embeddings": 2048, "rms_norm_eps": 1e-6, "tie_word_embeddings": true,
                 "eos_token_id": 0}
                """
                        .formatted(WORDS, HIDDEN, inner, layers));
        String words =
                IntStream.range(1, WORDS)
                        .mapToObj(i -> "\"w" + i + "\": " + i)
                        .collect(Collectors.joining(", "));
        Files.writeString(
                model.resolve("tokenizer.json"),
                """
                {"version": "1.0", "truncation": null, "padding": null,
                 "added_tokens": [{"id": 0, "content": "<end>", "single_word": false, "lstrip": false,
                   "rstrip": false, "normalized": false, "special": true}],
                 "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null,
                 "decoder": null,
                 "model": {"type": "WordLevel", "vocab": {"<end>": 0, %s}, "unk_token": "w1"}}
                """
                        .formatted(words));
        Files.writeString(model.resolve("tokenizer_config.json"), "{\"eos_token\": \"<end>\"}");
        new SparseModel().weights(model.resolve("model.safetensors"), layers, inner);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            rows.add("{\"text\": \"" + "w2 ".repeat(40).strip() + "\"}");
        }
        Files.write(folder.resolve("rows.jsonl"), rows);
        Files.writeString(
                folder.resolve("job.yaml"),
                """
                kind: training
                model: ./model
                task: causal-lm
                recipe: {steps: 2, %s}
                data: {train: rows.jsonl}
                resources: {device: cpu, threads: 1}
                """
                        .formatted(recipe));
    }

    private void weights(Path file, int layers, int inner) throws IOException {
        tensor("model.embed_tokens.weight", WORDS, HIDDEN);
        for (int layer = 0; layer < layers; layer++) {
            String path = "model.layers." + layer + ".";
            for (String map : List.of("q_proj", "k_proj", "v_proj", "o_proj")) {
                tensor(path + "self_attn." + map + ".weight", HIDDEN, HIDDEN);
            }
            tensor(path + "mlp.gate_proj.weight", inner, HIDDEN);
            tensor(path + "mlp.up_proj.weight", inner, HIDDEN);
            tensor(path + "mlp.down_proj.weight", HIDDEN, inner);
            tensor(path + "input_layernorm.weight", HIDDEN);
            tensor(path + "post_attention_layernorm.weight", HIDDEN);
        }
        tensor("model.norm.weight", HIDDEN);
        byte[] bytes = (header + "}").getBytes(StandardCharsets.UTF_8);
        ByteBuffer size = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        size.putLong(0, bytes.length);
        try (RandomAccessFile weights = new RandomAccessFile(file.toFile(), "rw")) {
            weights.write(size.array());
            weights.write(bytes);
            weights.setLength(8 + bytes.length + offset);
        }
    }

    private void tensor(String name, long... shape) {
        long elements = 1;
        List<String> sizes = new ArrayList<>();
        for (long size : shape) {
            elements *= size;
            sizes.add(String.valueOf(size));
        }
        long end = offset + 2 * elements;
        header.append(offset == 0 ? "" : ", ")
                .append("\"")
                .append(name)
                .append("\": {\"dtype\": \"BF16\", \"shape\": [")
                .append(String.join(", ", sizes))
                .append("], \"data_offsets\": [")
                .append(offset)
                .append(", ")
                .append(end)
                .append("]}");
        offset = end;
    }
}
