package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whatever a {@code tokenizer.json} says: tokens of bounded number, or a message that names the
 * file. {@code -Dtagwerk.fuzz.rounds=100} makes a hundred times as many.
 */
class TokenizerFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TEXT = "Häuser 12, \ud83c\udfb2 <|im_start|> x\r\n ";

    @Property(tries = 60)
    void filesAreReadOrRefused(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Path folder = Files.createTempDirectory("tokenizer-fuzz");
        Path file = folder.resolve("tokenizer.json");
        try {
            for (int round = 0; round < ROUNDS; round++) {
                ObjectNode tokenizer = small();
                int mutations = 1 + random.nextInt(4);
                for (int i = 0; i < mutations; i++) {
                    mutate(tokenizer, random, 4);
                }
                byte[] bytes = JSON.writeValueAsBytes(tokenizer);
                if (random.nextInt(4) == 0) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Files.write(file, bytes);
                check(folder, new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static void check(Path folder, String shown) {
        try (ModelTokenizer opened = ModelTokenizer.open(folder)) {
            Encoded encoded = opened.encode(TEXT, true);
            assertThat(encoded.ids().length).isLessThan(1000);
            assertThat(opened.decode(encoded.ids(), true).length()).isLessThan(10_000);
        } catch (ModelFilesException refused) {
            assertThat(refused.getMessage()).as(shown).isNotBlank();
        }
    }

    private static ObjectNode small() throws IOException {
        return (ObjectNode)
                JSON.readTree(
                        """
                        {"version": "1.0", "truncation": null, "padding": null,
                         "added_tokens": [{"id": 4, "content": "<|im_start|>", "single_word": false,
                           "lstrip": false, "rstrip": false, "normalized": false, "special": true}],
                         "normalizer": {"type": "NFC"},
                         "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false,
                           "trim_offsets": true, "use_regex": true},
                         "post_processor": null,
                         "decoder": {"type": "ByteLevel", "add_prefix_space": false,
                           "trim_offsets": true, "use_regex": true},
                         "model": {"type": "BPE", "dropout": null, "unk_token": "x",
                           "continuing_subword_prefix": null, "end_of_word_suffix": null,
                           "fuse_unk": false, "byte_fallback": false,
                           "vocab": {"x": 0, "1": 1, "2": 2, "12": 3}, "merges": [["1", "2"]]}}
                        """);
    }

    private static void mutate(JsonNode node, Random random, int depth) {
        if (node instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (depth > 0 && object.get(name).isContainerNode() && random.nextInt(3) > 0) {
                mutate(object.get(name), random, depth - 1);
            } else if (random.nextInt(4) == 0) {
                object.remove(name);
            } else {
                object.set(name, value(random));
            }
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            if (depth > 0 && array.get(at).isContainerNode() && random.nextInt(3) > 0) {
                mutate(array.get(at), random, depth - 1);
            } else {
                array.set(at, value(random));
            }
        }
    }

    private static JsonNode value(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.getNodeFactory().numberNode(-1);
            case 2 -> JSON.getNodeFactory().numberNode(4_294_967_296L);
            case 3 -> JSON.getNodeFactory().textNode("Replace");
            case 4 -> JSON.getNodeFactory().textNode("(?<x>[a-z]+)*$");
            case 5 -> JSON.createArrayNode();
            case 6 -> JSON.createObjectNode();
            default -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
        };
    }
}
