package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** llama.cpp cuts texts into the tokens that the tokenizers library makes of them. */
class GgufTokenizerTest extends WithLlamaCpp {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FIXTURES = Path.of("../modelfiles/src/test/fixtures/tokenizers");

    /** The pre-tokenizers that have a name in llama.cpp. */
    enum Way {
        LLAMA3(Tokenizers.LLAMA3, true),
        LLAMA3_MERGING(Tokenizers.LLAMA3, false),
        QWEN2(Tokenizers.QWEN2, false),
        TEKKEN(Tokenizers.TEKKEN, true),
        GPT2("", false),
        SMOLLM("digits", false),
        FALCON("falcon", false);

        private final String pattern;
        private final boolean wholeWords;

        Way(String pattern, boolean wholeWords) {
            this.pattern = pattern;
            this.wholeWords = wholeWords;
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesAreCutAlike(Way way) throws IOException {
        ObjectNode tokenizer = tokenizer("byte_level");
        // llama.cpp composes no accents; the texts are composed already.
        tokenizer.putNull("normalizer");
        tokenizer.withObject("model").put("ignore_merges", way.wholeWords);
        tokenizer.set("pre_tokenizer", Tokenizers.preTokenizer(JSON, way.pattern));
        if (way == Way.FALCON) {
            Tokenizers.keepNumbersApart(tokenizer);
        }
        assertAlike(tokenizer, "{\"eos_token\": \"<|end|>\"}", text -> true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepend", "metaspace", "gemma", "gemma-runs"})
    void piecesAreCutAlike(String kind) throws IOException {
        ObjectNode tokenizer = tokenizer("byte_fallback");
        Tokenizers.asPieces(tokenizer);
        tokenizer.putNull("post_processor");
        Tokenizers.spaces(JSON, tokenizer, kind);
        if (kind.equals("gemma-runs")) {
            Tokenizers.addRuns(tokenizer);
        }
        // Metaspace puts no second space before a text; llama.cpp does, and the export says so.
        assertAlike(
                tokenizer,
                "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\"}",
                text -> !kind.equals("metaspace") || !text.startsWith(" "));
    }

    @Test
    void whatLlamaCppWouldCutOtherwiseIsRefused() throws IOException {
        refused(tokenizer("byte_fallback"), "merges are not those of SentencePiece");
        refused(tokenizer("unigram"), "kind Unigram cannot be exported");
        ObjectNode other = tokenizer("byte_level");
        other.set("pre_tokenizer", Tokenizers.preTokenizer(JSON, "\\w+"));
        refused(other, "no pre-tokenizer that cuts as this one does");
        ObjectNode stripping = tokenizer("byte_level");
        stripping.set("pre_tokenizer", Tokenizers.preTokenizer(JSON, Tokenizers.QWEN2));
        ((ObjectNode) stripping.get("added_tokens").get(0)).put("lstrip", true);
        refused(stripping, "takes spaces around it");
        ObjectNode falcon = tokenizer("byte_level");
        falcon.set("pre_tokenizer", Tokenizers.preTokenizer(JSON, "falcon"));
        ((ArrayNode) falcon.get("model").get("merges")).addArray().add("Ġ").add("1");
        falcon.withObject("model").withObject("vocab").put("Ġ1", 399);
        refused(falcon, "no pre-tokenizer that cuts as this one does");
        ObjectNode lower = tokenizer("byte_level");
        lower.set("pre_tokenizer", Tokenizers.preTokenizer(JSON, Tokenizers.QWEN2));
        lower.putObject("normalizer").put("type", "Lowercase");
        refused(lower, "normalizer is not known");
    }

    private void refused(ObjectNode tokenizer, String part) throws IOException {
        Path model = model(tokenizer, "{}");
        assertThatThrownBy(
                        () ->
                                new GgufModel(ModelFolder.open(model), GgufFormat.F32)
                                        .write(folder.resolve("m.gguf"), "m"))
                .hasMessageContaining("tokenizer.json")
                .hasMessageContaining(part);
    }

    private void assertAlike(ObjectNode tokenizer, String settings, Predicate<String> which)
            throws IOException {
        Path model = model(tokenizer, settings);
        Path file = folder.resolve("m.gguf");
        new GgufModel(ModelFolder.open(model), GgufFormat.F32).write(file, "m");
        List<String> texts = texts().stream().filter(which).toList();
        LlamaCpp.Answer answer = llama.answer(file, Optional.empty(), List.of(), 0, texts);
        try (ModelTokenizer ours = ModelTokenizer.open(model)) {
            for (int i = 0; i < texts.size(); i++) {
                assertThat(answer.tokenized().get(i))
                        .as("'%s'", texts.get(i))
                        .containsExactly(ours.encode(texts.get(i), false).ids());
            }
        }
    }

    private static List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        JsonNode cases = JSON.readTree(FIXTURES.resolve("byte_level/cases.json").toFile());
        for (JsonNode one : cases.get("cases")) {
            String text = one.get("text").asText();
            // Not composed (NFC), special tokens, and what C takes for the end of a text.
            if (!text.contains("\u0301") && !text.contains("<|") && !text.contains("\0")) {
                texts.add(text);
            }
        }
        texts.addAll(
                List.of(
                        "It's what we'll do: I'VE told you, they'd 'said' so",
                        "12345 67 8.90 1,000,000 x2y3",
                        "  two  spaces   three    four\n\n\nlines\r\n\ttab  \n ",
                        "if (a[0] != b) { return ~x ^ 0x1F; } // done...",
                        "Ça coûte 10 €, n'est-ce pas? — ЁЖИК ёжик ΑΒΓ αβγ",
                        "人民 ไทย עברית العربية हिन्दी 한국어 日本語テキスト"));
        return texts;
    }

    private static ObjectNode tokenizer(String name) throws IOException {
        return (ObjectNode)
                JSON.readTree(FIXTURES.resolve(name).resolve("tokenizer.json").toFile());
    }

    /** A Llama of one block around a tokenizer. */
    private Path model(ObjectNode tokenizer, String settings) throws IOException {
        Path model = Files.createTempDirectory(folder, "model");
        JSON.writeValue(model.resolve("tokenizer.json").toFile(), tokenizer);
        Files.writeString(model.resolve("tokenizer_config.json"), settings);
        Files.writeString(
                model.resolve("config.json"),
                """
                {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 400,
                 "hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1,
                 "num_key_value_heads": 1, "tie_word_embeddings": true, "eos_token_id": 1}
                """);
        String block = "model.layers.0.";
        SafetensorsWriter.write(
                model.resolve("model.safetensors"),
                Map.of("format", "pt"),
                Stream.of(
                                zeros("model.embed_tokens.weight", 400, 8),
                                zeros("model.norm.weight", 8),
                                zeros(block + "input_layernorm.weight", 8),
                                zeros(block + "post_attention_layernorm.weight", 8),
                                zeros(block + "self_attn.q_proj.weight", 8, 8),
                                zeros(block + "self_attn.k_proj.weight", 8, 8),
                                zeros(block + "self_attn.v_proj.weight", 8, 8),
                                zeros(block + "self_attn.o_proj.weight", 8, 8),
                                zeros(block + "mlp.gate_proj.weight", 8, 8),
                                zeros(block + "mlp.up_proj.weight", 8, 8),
                                zeros(block + "mlp.down_proj.weight", 8, 8))
                        .toList());
        return model;
    }

    private static TensorBytes zeros(String name, long... shape) {
        long elements = Stream.of(shape).mapToLong(s -> s[0] * (s.length > 1 ? s[1] : 1)).sum();
        return new TensorBytes(
                name,
                DType.F32,
                java.util.Arrays.stream(shape).boxed().toList(),
                MemorySegment.ofArray(new byte[(int) elements * 4]));
    }
}
