package dev.tagwerk.evaluate;

import dev.tagwerk.data.TurnEnd;
import dev.tagwerk.model.GenerationSettings;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.model.Placement;
import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.Encoded;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A model that continues text. Thread-safe; to be closed. */
public final class Generator implements AutoCloseable {
    /** What the tokenizer prints for bytes that are no whole character yet. */
    private static final char INCOMPLETE = '\uFFFD';

    private final ModelSource source;
    private final LanguageModel model;
    private final ModelTokenizer tokenizer;
    private final Set<Integer> stopTokens;

    private Generator(ModelSource source, LanguageModel model, ModelTokenizer tokenizer) {
        this.source = source;
        this.model = model;
        this.tokenizer = tokenizer;
        Set<Integer> stop = new HashSet<>(source.base().config().eosTokenIds());
        tokenizer.eos().ifPresent(stop::add);
        this.stopTokens = Set.copyOf(stop);
    }

    public static Generator open(ModelSource source, Placement placement) {
        ModelTokenizer tokenizer = Decider.fittingTokenizer(source);
        try {
            return new Generator(source, Decider.language(source, placement), tokenizer);
        } catch (RuntimeException e) {
            tokenizer.close();
            throw e;
        }
    }

    /**
     * What came of a prompt.
     *
     * @param text the continuation, without the prompt and without special tokens
     * @param ended whether the model ended the text itself
     */
    public record Generated(String text, int promptTokens, int newTokens, boolean ended) {}

    /**
     * Continues a prompt.
     *
     * @param maxNewTokens at most so many
     * @param temperature 0 for the most likely token each time
     * @param topP keep the smallest set of tokens with this much probability; 1 for all
     * @param onText is given the text piece by piece, on another thread
     */
    public Generated generate(
            String prompt,
            int maxNewTokens,
            double temperature,
            double topP,
            long seed,
            Consumer<String> onText) {
        return generate(
                promptIds(prompt), stopTokens, maxNewTokens, temperature, topP, seed, onText);
    }

    /**
     * Answers a conversation, written with the model's chat template.
     *
     * @param messages the last one is the user's, or a tool's
     */
    public Generated answer(
            List<ChatMessage> messages,
            int maxNewTokens,
            double temperature,
            double topP,
            long seed,
            Consumer<String> onText) {
        ChatTemplate template =
                source.chatTemplate().orElseThrow(() -> ChatTemplate.missing(source.base().path()));
        Set<Integer> stop = new HashSet<>(stopTokens);
        TurnEnd.of(template, tokenizer).ifPresent(stop::add);
        int[] ids = tokenizer.encode(template.render(messages, true).text(), false).ids();
        return generate(ids, stop, maxNewTokens, temperature, topP, seed, onText);
    }

    private Generated generate(
            int[] ids,
            Set<Integer> stop,
            int maxNewTokens,
            double temperature,
            double topP,
            long seed,
            Consumer<String> onText) {
        int room = source.base().config().maxPositions() - ids.length;
        if (room < 1) {
            throw new EvaluateException(
                    "the prompt has "
                            + ids.length
                            + " tokens and leaves no room: this model was made for "
                            + source.base().config().maxPositions());
        }
        GenerationSettings settings =
                new GenerationSettings(Math.min(maxNewTokens, room), temperature, topP, seed, stop);
        Stream stream = new Stream(onText);
        int[] made = model.generate(ids, settings, stream::add);
        boolean ended = stop.contains(made[made.length - 1]);
        return new Generated(stream.finish(), ids.length, made.length, ended);
    }

    /** The prompt's tokens, without an end token that a tokenizer may put behind it. */
    private int[] promptIds(String prompt) {
        Encoded encoded = tokenizer.encode(prompt, true);
        int length = encoded.length();
        while (length > 0
                && encoded.starts()[length - 1] == encoded.ends()[length - 1]
                && stopTokens.contains(encoded.ids()[length - 1])) {
            length--;
        }
        if (length == 0) {
            throw new EvaluateException(
                    "the prompt is empty, and this tokenizer has no token that begins a text; give"
                            + " at least one character");
        }
        return Arrays.copyOf(encoded.ids(), length);
    }

    /** Tokens to text: a piece is handed on once its last character is whole. */
    private final class Stream {
        private final Consumer<String> onText;
        private final List<Integer> ids = new ArrayList<>();
        private String text = "";
        private int given;

        Stream(Consumer<String> onText) {
            this.onText = onText;
        }

        void add(int id) {
            ids.add(id);
            text = tokenizer.decode(ids.stream().mapToInt(Integer::intValue).toArray(), true);
            if (!text.isEmpty() && text.charAt(text.length() - 1) != INCOMPLETE) {
                give();
            }
        }

        private void give() {
            if (text.length() > given) {
                onText.accept(text.substring(given));
                given = text.length();
            }
        }

        String finish() {
            give();
            return text;
        }
    }

    @Override
    public void close() {
        model.close();
        tokenizer.close();
    }
}
