package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/**
 * Whatever stands in an adapter's two files: it is read, merged and exported, or a {@link
 * ModelFilesException} names the folder; soon, and without taking memory for what is not there.
 *
 * <p>More of it: {@code ./mvnw -pl modelfiles -am test -Dtest=AdapterFuzzTest
 * -Djqwik.tries.default=100000}.
 */
class AdapterFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PEFT = Fixtures.path("peft");
    private static final List<String> ADAPTERS =
            List.of(
                    "patterns-l",
                    "head_and_embedding-l",
                    "save_both-l",
                    "tokens_each-l",
                    "regex-l");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Path folder;

    @BeforeProperty
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("adapter-fuzz");
    }

    @AfterProperty
    void removeFolder() throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Property
    void mutatedFiles(
            @ForAll("adapters") String name, @ForAll long seed, @ForAll boolean configuration)
            throws IOException {
        Random random = new Random(seed);
        byte[] config = Files.readAllBytes(PEFT.resolve(name).resolve("adapter_config.json"));
        byte[] weights =
                Files.readAllBytes(PEFT.resolve(name).resolve("adapter_model.safetensors"));
        read(
                configuration ? mutated(config, random, config.length) : config,
                // Most of what can go wrong stands in the header.
                configuration ? weights : mutated(weights, random, 4_000));
    }

    @Property
    void configurationsOfAllKinds(
            @ForAll("adapters") String name, @ForAll("configurations") ObjectNode changes)
            throws IOException {
        ObjectNode config =
                (ObjectNode)
                        JSON.readTree(PEFT.resolve(name).resolve("adapter_config.json").toFile());
        config.setAll(changes);
        read(
                JSON.writeValueAsBytes(config),
                Files.readAllBytes(PEFT.resolve(name).resolve("adapter_model.safetensors")));
    }

    @Property
    void tensorsOfAllKinds(@ForAll("tensors") List<String> tensors) throws IOException {
        String config =
                """
                {"peft_type": "LORA", "r": 2, "lora_alpha": 4, "target_modules": ".*", "bias": "all",
                 "modules_to_save": ["lm_head"], "trainable_token_indices": [0, 1]}""";
        read(config.getBytes(StandardCharsets.UTF_8), safetensors(tensors));
    }

    private void read(byte[] config, byte[] weights) throws IOException {
        Files.write(folder.resolve("adapter_config.json"), config);
        Files.write(folder.resolve("adapter_model.safetensors"), weights);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long began = System.nanoTime();
        try (AdapterFolder adapter = AdapterFolder.read(folder)) {
            use(adapter);
        } catch (ModelFilesException e) {
            assertThat(e.getMessage()).contains(folder.toString());
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        // Parsing, messages and the matching of patterns cost a multiple of what is there.
        assertThat(allocated).isLessThan(64_000_000 + 200L * (config.length + weights.length));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(60));
    }

    /** What else is done with one that was read. */
    private static void use(AdapterFolder adapter) {
        ModelFolder base = ModelFolder.open(PEFT.resolve("l"));
        try (WeightStore weights = base.weights()) {
            assertThat(new MergedTensors(base.config(), weights, adapter, DType.F32).tensors())
                    .isNotEmpty();
        }
    }

    private static byte[] mutated(byte[] bytes, Random random, int within) {
        byte[] copy = bytes.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(Math.min(copy.length, within));
            switch (random.nextInt(4)) {
                case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> copy[at] = (byte) "{}[]\",:0159-.eE\\*+?()|".charAt(random.nextInt(22));
                case 2 -> {
                    // A part of the file again, elsewhere.
                    int length = random.nextInt(Math.min(40, copy.length - at));
                    int from = random.nextInt(copy.length - length);
                    System.arraycopy(bytes, from, copy, at, length);
                }
                default -> {
                    if (random.nextInt(8) == 0) {
                        copy = Arrays.copyOf(copy, at);
                        if (copy.length == 0) {
                            return copy;
                        }
                    }
                }
            }
        }
        return copy;
    }

    private static byte[] safetensors(List<String> tensors) {
        StringBuilder header = new StringBuilder("{");
        int offset = 0;
        for (String tensor : tensors) {
            String[] parts = tensor.split(" ");
            int size =
                    Arrays.stream(parts[2].split("x"))
                            .mapToInt(Integer::parseInt)
                            .reduce(4, (a, b) -> a * b);
            header.append(offset > 0 || header.length() > 1 ? "," : "")
                    .append(
                            "\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
                                    .formatted(
                                            parts[0],
                                            parts[1],
                                            parts[2].replace('x', ','),
                                            offset,
                                            offset + size));
            offset += size;
        }
        byte[] text = header.append('}').toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + offset)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .array();
    }

    @Provide
    Arbitrary<String> adapters() {
        return Arbitraries.of(ADAPTERS);
    }

    @Provide
    Arbitrary<List<String>> tensors() {
        Arbitrary<String> modules =
                Arbitraries.of(
                        "model.layers.0.self_attn.q_proj",
                        "model.layers.2.mlp.up_proj",
                        "layers.1.mlp.down_proj",
                        "lm_head",
                        "model.embed_tokens",
                        "embed_tokens",
                        "transformer.h.0.self_attention.query_key_value",
                        "model.norm",
                        "model.layers.99999999999.q_proj",
                        "x.lora_A.y",
                        "");
        Arbitrary<String> parts =
                Arbitraries.of(
                        "lora_A.weight",
                        "lora_B.weight",
                        "lora_A.default.weight",
                        "lora_embedding_A",
                        "lora_embedding_B",
                        "lora_magnitude_vector",
                        "base_layer.weight",
                        "base_layer.bias",
                        "weight",
                        "bias",
                        "lora_B.bias",
                        "token_adapter.trainable_tokens_delta");
        Arbitrary<String> shapes =
                Arbitraries.of(
                        "2x16", "16x2", "2x48", "48x16", "16x16", "24x2", "2x24", "2", "0x2", "16",
                        "48");
        return Combinators.combine(
                        Arbitraries.of("base_model.model.", "base_model.", ""),
                        modules,
                        parts,
                        Arbitraries.of("F32", "I32"),
                        shapes)
                .as(
                        (prefix, module, part, type, shape) ->
                                prefix + module + "." + part + " " + type + " " + shape)
                .list()
                .ofMaxSize(12)
                .uniqueElements(each -> each.substring(0, each.indexOf(' ')));
    }

    @Provide
    Arbitrary<ObjectNode> configurations() {
        Arbitrary<String> patterns =
                Arbitraries.of(
                                "q_proj",
                                ".*",
                                "(.*)+",
                                "(a|a)*",
                                "\\",
                                "[",
                                "]",
                                "{2,1}",
                                "{,3}",
                                "model",
                                "\\.",
                                "layers",
                                "\\d+",
                                "(?P<x>",
                                ")",
                                "(?P=x)",
                                "|",
                                "^",
                                "$",
                                "(?i)",
                                "(?!",
                                "\\Z",
                                "lm_head",
                                "embed_tokens",
                                "[^.]*",
                                "é")
                        .list()
                        .ofMaxSize(6)
                        .map(pieces -> String.join("", pieces));
        Arbitrary<String> numbers =
                Arbitraries.of(
                        "0", "1", "2", "3", "-1", "1e400", "0.5", "65537", "1e18", "null", "\"4\"",
                        "[]");
        Arbitrary<String> texts = patterns.map(AdapterFuzzTest::quoted);
        Arbitrary<String> lists =
                Arbitraries.oneOf(texts, numbers)
                        .list()
                        .ofMaxSize(4)
                        .map(list -> "[" + String.join(",", list) + "]");
        Arbitrary<String> maps =
                Combinators.combine(texts, Arbitraries.oneOf(numbers, lists))
                        .as((key, value) -> key + ":" + value)
                        .list()
                        .ofMaxSize(4)
                        .uniqueElements(each -> each.substring(0, each.lastIndexOf("\":") + 1))
                        .map(list -> "{" + String.join(",", list) + "}");
        Arbitrary<String> values =
                Arbitraries.oneOf(texts, numbers, lists, maps, Arbitraries.of("true", "false"));
        Arbitrary<String> keys =
                Arbitraries.of(
                        "r",
                        "lora_alpha",
                        "rank_pattern",
                        "alpha_pattern",
                        "target_modules",
                        "exclude_modules",
                        "layers_to_transform",
                        "layers_pattern",
                        "modules_to_save",
                        "bias",
                        "trainable_token_indices",
                        "ensure_weight_tying",
                        "use_rslora",
                        "task_type",
                        "base_model_name_or_path",
                        "revision",
                        "peft_type",
                        "use_dora",
                        "init_lora_weights",
                        "eva_config",
                        "of_tomorrow");
        return Combinators.combine(keys, values)
                .as((key, value) -> quoted(key) + ":" + value)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .uniqueElements(each -> each.substring(0, each.indexOf(':')))
                .map(fields -> node("{" + String.join(",", fields) + "}"));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static ObjectNode node(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (IOException impossible) {
            throw new IllegalStateException(json, impossible);
        }
    }
}
