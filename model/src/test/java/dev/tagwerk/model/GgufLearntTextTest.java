package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.GgufAdapter;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.ModelFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A model that knows what it wants to say says it in llama.cpp from a file of every type, with an
 * adapter from a file of every type as well.
 */
class GgufLearntTextTest extends WithLlamaCpp {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "llama-linear",
                "llama-yarn",
                "llama-llama3",
                "mistral",
                "qwen2",
                "qwen3-window",
                "gemma3"
            })
    void everyTypeSaysTheSame(String name) throws IOException {
        LearntTexts base = LearntTexts.of(configured(name));
        Path adapter = folder.resolve("adapter");
        LearntTexts adapted = base.other(adapter);
        assertClear(base, Optional.empty());
        for (GgufFormat format : GgufFormat.values()) {
            Path model = folder.resolve(format + ".gguf");
            new GgufModel(ModelFolder.open(base.model()), format).write(model, name);
            assertSaid(name + " in " + format, base, answer(model, Optional.empty(), base));
            Path lora = folder.resolve("lora-" + format + ".gguf");
            try (AdapterFolder pairs = AdapterFolder.read(adapter)) {
                new GgufAdapter(ModelFolder.open(base.model()), pairs, format).write(lora, name);
                assertClear(adapted, Optional.of(pairs));
            }
            assertSaid(
                    name + " with an adapter in " + format,
                    adapted,
                    answer(model, Optional.of(lora), adapted));
        }
    }

    private static LlamaCpp.Answer answer(Path model, Optional<Path> lora, LearntTexts texts)
            throws IOException {
        return llama.answer(model, lora, texts.beginnings(), LearntTexts.CONTINUATION, List.of());
    }

    private static void assertSaid(String what, LearntTexts texts, LlamaCpp.Answer answer) {
        for (int i = 0; i < texts.texts().size(); i++) {
            assertThat(answer.generated().get(i))
                    .as("%s, text %d", what, i)
                    .containsExactly(texts.continuation(i));
        }
    }

    /** Ours says them too, and the second best token is far behind each. */
    private static void assertClear(LearntTexts texts, Optional<AdapterFolder> adapter) {
        try (LanguageModel ours = GgufComparison.open(texts.model(), adapter)) {
            assertThat(LearntTexts.narrowest(ours, texts.texts())).isGreaterThan(LearntTexts.CLEAR);
        }
    }

    private Path configured(String name) throws IOException {
        Path model = GgufComparison.architecture(name, folder);
        return Reference.copy(
                model,
                folder.resolve("wide"),
                "config.json",
                config -> {
                    LearntTexts.widen(config);
                    withoutWindows(name, config);
                });
    }

    /** Outside of Gemma llama.cpp slides no windows. */
    private static void withoutWindows(String name, ObjectNode config) {
        if (name.equals("mistral") || name.equals("qwen3-window")) {
            config.putNull("sliding_window").put("use_sliding_window", false);
            config.put("attention_bias", false);
            if (config.get("layer_types") instanceof ArrayNode types) {
                int layers = types.size();
                types.removeAll();
                for (int i = 0; i < layers; i++) {
                    types.add("full_attention");
                }
            }
        }
    }
}
