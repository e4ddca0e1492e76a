package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is exported to GGUF gives the same text in llama.cpp as here. */
class GgufExportTest {
    private static final Path TINY = Path.of("../examples/tiny-base");
    private static final int TOKENS = 64;

    private static LlamaCpp llama;
    @TempDir Path folder;

    @BeforeAll
    static void start() throws IOException {
        llama = LlamaCpp.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (llama != null) {
            llama.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTrainedModelWritesOnAlike(GgufFormat format) throws IOException {
        Path model = tiny();
        Path file = folder.resolve("model.gguf");
        new GgufModel(ModelFolder.open(model), format).write(file, "tiny");
        List<int[]> prompts = new ArrayList<>();
        List<String> texts = List.of("The die shows", "A game of dice is played by", "Once upon a time there was a", "Dice: 1 2 3 4 5 6\nrolls left 2");
        try (ModelTokenizer tokenizer = ModelTokenizer.open(model)) {
            texts.forEach(text -> prompts.add(tokenizer.encode(text, false).ids()));
        }
        LlamaCpp.Answer answer = llama.answer(file, Optional.empty(), prompts, TOKENS, texts);
        try (LanguageModel ours = LanguageModel.open(ModelFolder.open(model), Optional.empty(), Optional.empty(), Reference.cpu()); ModelTokenizer tokenizer = ModelTokenizer.open(model)) {
            for (int i = 0; i < prompts.size(); i++) {
                float[] logits = ours.logits(prompts.get(i))[prompts.get(i).length - 1];
                double worst = 0, largest = 0;
                for (int v = 0; v < logits.length; v++) { worst = Math.max(worst, Math.abs(logits[v] - answer.logits().get(i)[v])); largest = Math.max(largest, Math.abs(logits[v])); }
                int[] text = ours.generate(prompts.get(i), GenerationSettings.greedy(TOKENS, Set.of()), t -> {});
                int same = 0; while (same < TOKENS && text[same] == answer.generated().get(i)[same]) same++;
                System.out.println(format + " logits " + worst / largest + " same " + same + " tokenized " + java.util.Arrays.equals(answer.tokenized().get(i), prompts.get(i)) + " " + tokenizer.decode(text, false).replace("\n", "\\n"));
            }
        }
    }

    /** The trained base, whose own pre-tokenizer llama.cpp does not know, with Qwen's. */
    private Path tiny() throws IOException {
        return Reference.copy(TINY, folder.resolve("model"), "tokenizer.json", json -> {
            ObjectNode split = (ObjectNode) json.get("pre_tokenizer").get("pretokenizers").get(0);
            ((ObjectNode) split.get("pattern")).put("Regex", "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");
        });
    }
}
