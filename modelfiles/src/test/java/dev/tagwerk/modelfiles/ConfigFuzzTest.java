package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever a {@code config.json} says: a decoder of bounded size, or a message that names the file.
 * {@code -Dtagwerk.fuzz.rounds=1000} makes a thousand times as many.
 */
class ConfigFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A parsed file is larger than its text, by this factor at most, and by this much besides. */
    private static final long FACTOR = 400;

    private static final long BESIDES = 1 << 20;

    private static Path folder = Path.of("");
    private static final List<JsonNode> KNOWN = new ArrayList<>();
    private static final List<String> KEYS = new ArrayList<>();

    @BeforeContainer
    static void prepare() throws IOException {
        folder = Files.createTempDirectory("config-fuzz");
        var keys = new TreeSet<String>();
        for (JsonNode each : Fixtures.json("configs/cases.json")) {
            KNOWN.add(each.path("config"));
            each.path("config").fieldNames().forEachRemaining(keys::add);
        }
        ConfigFamilies.ALL.forEach(family -> keys.addAll(family.keys()));
        keys.addAll(
                List.of(
                        "factor",
                        "rope_type",
                        "type",
                        "low_freq_factor",
                        "high_freq_factor",
                        "original_max_position_embeddings",
                        "attention_factor",
                        "beta_fast",
                        "beta_slow",
                        "mscale",
                        "full_attention",
                        "sliding_attention"));
        KEYS.addAll(keys);
        // Classes that the first reading loads are none of the file's business.
        for (JsonNode each : KNOWN) {
            ModelConfig.read(
                    Files.write(folder.resolve("config.json"), JSON.writeValueAsBytes(each)));
        }
    }

    @AfterContainer
    static void clean() throws IOException {
        Files.deleteIfExists(folder.resolve("config.json"));
        Files.deleteIfExists(folder);
    }

    @Property(tries = 600)
    void mutatedFilesAreReadOrRefused(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int mutations)
            throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            ObjectNode config = pick(KNOWN, random).deepCopy();
            for (int mutation = 0; mutation < mutations; mutation++) {
                mutate(config, random);
            }
            check(JSON.writeValueAsBytes(config));
        }
    }

    @Property(tries = 400)
    void randomObjectsAreReadOrRefused(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            ObjectNode config = JSON.createObjectNode();
            config.put("model_type", pick(ConfigFamilies.modelTypes(), random));
            int size = random.nextInt(12);
            for (int i = 0; i < size; i++) {
                config.set(pick(KEYS, random), value(random, 2));
            }
            check(JSON.writeValueAsBytes(config));
        }
    }

    @Property(tries = 400)
    void tornBytesAreReadOrRefused(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = JSON.writeValueAsBytes(pick(KNOWN, random));
            int flips = 1 + random.nextInt(4);
            for (int flip = 0; flip < flips; flip++) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            int end = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            check(Arrays.copyOf(bytes, end));
        }
    }

    private static void mutate(ObjectNode config, Random random) {
        List<String> present = new ArrayList<>();
        config.fieldNames().forEachRemaining(present::add);
        String key = present.isEmpty() ? "model_type" : pick(present, random);
        switch (random.nextInt(5)) {
            case 0 -> config.remove(key);
            case 1 -> config.set(pick(KEYS, random), value(random, 2));
            case 2 -> {
                JsonNode moved = config.remove(key);
                if (moved != null) {
                    config.set(pick(KEYS, random), moved);
                }
            }
            case 3 -> {
                if (config.get(key) instanceof ObjectNode inner) {
                    mutate(inner, random);
                } else {
                    config.set(key, value(random, 2));
                }
            }
            default -> config.set(key, value(random, 2));
        }
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 13 : 11)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
            case 2 -> JSON.getNodeFactory().numberNode(random.nextInt(5) - 1);
            case 3 -> JSON.getNodeFactory().numberNode(random.nextInt(1 << 22));
            case 4 -> JSON.getNodeFactory().numberNode(1L << (10 + random.nextInt(53)));
            case 5 -> JSON.getNodeFactory().numberNode(random.nextDouble() * 10 - 2);
            case 6 -> JSON.getNodeFactory().numberNode(1e300 * random.nextInt(3));
            case 7 -> JSON.getNodeFactory().textNode(pick(KEYS, random));
            case 8 ->
                    JSON.getNodeFactory()
                            .textNode(
                                    pick(
                                            List.of(
                                                    "",
                                                    "yarn",
                                                    "llama3",
                                                    "dynamic",
                                                    "linear",
                                                    "silu",
                                                    "gelu",
                                                    "sliding_attention",
                                                    "\u001b[31m",
                                                    "longrope",
                                                    "\ud83c\udfb2"),
                                            random));
            case 9 -> JSON.getNodeFactory().numberNode(2 * (1 + random.nextInt(64)));
            case 10 -> JSON.getNodeFactory().numberNode(new java.math.BigInteger("9".repeat(40)));
            case 11 -> {
                ArrayNode list = JSON.createArrayNode();
                int size = random.nextInt(40);
                for (int i = 0; i < size; i++) {
                    list.add(
                            random.nextBoolean()
                                    ? JSON.getNodeFactory().textNode("full_attention")
                                    : value(random, depth - 1));
                }
                yield list;
            }
            default -> {
                ObjectNode object = JSON.createObjectNode();
                int size = random.nextInt(6);
                for (int i = 0; i < size; i++) {
                    object.set(pick(KEYS, random), value(random, depth - 1));
                }
                yield object;
            }
        };
    }

    private static void check(byte[] text) throws IOException {
        Path file = Files.write(folder.resolve("config.json"), text);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        Optional<ModelConfig> config = Optional.empty();
        String refusal = "";
        try {
            config = Optional.of(ModelConfig.read(file));
        } catch (ModelFilesException refused) {
            refusal = refused.getMessage();
        } catch (RuntimeException crash) {
            throw new AssertionError(new String(text, StandardCharsets.UTF_8), crash);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(FACTOR * text.length + BESIDES);
        config.ifPresent(ConfigFuzzTest::bounded);
        if (config.isEmpty()) {
            assertThat(refusal).contains("config.json").hasSizeLessThan(8000);
            assertThat(refusal.chars().anyMatch(each -> each == 0x1b)).isFalse();
        }
    }

    private static void bounded(ModelConfig config) {
        assertThat(config.layers()).isBetween(1, 4096);
        assertThat(config.attention().windows()).hasSize(config.layers());
        assertThat((long) config.hiddenSize() * config.heads()).isLessThan(1L << 41);
        for (Rope rope : List.of(config.attention().rope(), config.attention().windowRope())) {
            if (config.headDim() < 1 << 12) {
                for (float each : rope.frequencies(config.headDim(), 100)) {
                    assertThat(each).isNotNaN().isGreaterThanOrEqualTo(0);
                }
            }
        }
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
