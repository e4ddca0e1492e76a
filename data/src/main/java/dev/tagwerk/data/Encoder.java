package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.Encoded;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows to tokens. Decisions that are too long are dropped, never cut; texts and conversations are
 * cut at the end, and one that has nothing left to learn is {@link Encoding.Unusable}. As
 * thread-safe as its tokenizer.
 */
public final class Encoder {
    private final ModelTokenizer tokenizer;
    private final int maxLength;
    private final OptionalInt bos;
    private final OptionalInt eos;
    private final Supplier<Optional<ChatTemplate>> templates;
    private @Nullable Optional<ChatTemplate> template;

    /**
     * An encoder that writes conversations with the model's own chat template, and tells it today's
     * date.
     *
     * @param maxLength longest row in tokens, at least 2
     */
    public Encoder(ModelTokenizer tokenizer, int maxLength) {
        this(
                tokenizer,
                maxLength,
                () -> ChatTemplate.find(tokenizer.folder(), Clock.systemDefaultZone()));
    }

    /**
     * An encoder that writes conversations with the template given.
     *
     * @param maxLength longest row in tokens, at least 2
     * @param templates is asked once, at the first conversation; empty where the model has none
     */
    public Encoder(
            ModelTokenizer tokenizer, int maxLength, Supplier<Optional<ChatTemplate>> templates) {
        if (maxLength < 2) {
            throw new DataException("maxLength must be at least 2 tokens, not " + maxLength);
        }
        this.tokenizer = tokenizer;
        this.maxLength = maxLength;
        this.templates = templates;
        this.bos = tokenizer.bos();
        this.eos = tokenizer.eos();
    }

    public int maxLength() {
        return maxLength;
    }

    /** Whether texts end with an end token that is learnt; false when the tokenizer names none. */
    public boolean appendsEndToken() {
        return eos.isPresent();
    }

    /**
     * Encodes a row as written. A decision is shown in its canonical presentation, but judged by
     * the longest of its phrasings: it is kept in every epoch or in none.
     */
    public Encoding encode(Row row) {
        return switch (row) {
            case DecisionRow decision -> encode(decision);
            case PromptCompletionRow pair -> encode(pair);
            case TextRow text -> encode(text);
            case AlpacaRow alpaca ->
                    template().isPresent()
                            ? encode(alpaca.chat())
                            : encode(alpaca.promptCompletion());
            case ChatRow chat -> encode(chat);
        };
    }

    private Encoding encode(DecisionRow row) {
        if (!row.instructionVariants().isEmpty()) {
            int longest = longest(row);
            if (longest > maxLength) {
                return new Encoding.Dropped(row.line(), longest, tooLong(longest));
            }
        }
        return encode(row, Presentation.canonical(row));
    }

    /** Encodes a decision as presented. */
    public Encoding encode(DecisionRow row, Presentation presentation) {
        EncodedDecision encoded;
        try {
            encoded = encode(presentation.prompt(row), tokenizer);
        } catch (DataException e) {
            return new Encoding.Unusable(row.line(), 0, String.valueOf(e.getMessage()));
        }
        if (encoded.length() > maxLength) {
            return new Encoding.Dropped(row.line(), encoded.length(), tooLong(encoded.length()));
        }
        return new Encoding.Decision(row, presentation, encoded);
    }

    /** Encodes one prompt, however long: the key token of every option and the query. */
    public static EncodedDecision encode(DecisionPrompt prompt, ModelTokenizer tokenizer) {
        Encoded encoded = withoutSecondBos(tokenizer.encode(prompt.text(), true), tokenizer.bos());
        int length = withoutClosingSpecials(encoded, prompt.text().length());
        if (length == 0) {
            throw new DataException("the tokenizer makes no token of the prompt");
        }
        int[] positions = new int[prompt.optionSpans().size()];
        int token = 0;
        for (int k = 0; k < positions.length; k++) {
            Span line = prompt.optionSpans().get(k);
            positions[k] = -1;
            // tokens come in the order of their characters: one pass serves all options
            for (; token < length && encoded.starts()[token] < line.end(); token++) {
                int start = encoded.starts()[token];
                int end = encoded.ends()[token];
                if (start < end && line.covers(start, end)) {
                    positions[k] = token;
                }
            }
            if (positions[k] < 0) {
                throw new DataException(
                        "option "
                                + (k + 1)
                                + " ("
                                + Words.quoted(prompt.text().substring(line.start(), line.end()))
                                + ") has no token of its own under this tokenizer; change its name"
                                + " or use a model with another tokenizer");
            }
        }
        return new EncodedDecision(first(encoded.ids(), length), positions, length - 1);
    }

    private Encoding encode(ChatRow row) {
        ChatTemplate writing =
                template().orElseThrow(() -> ChatTemplate.missing(tokenizer.folder()));
        List<ChatEncoder.Tokens> texts;
        try {
            texts = new ChatEncoder(tokenizer, writing).encode(row);
        } catch (DataException refused) {
            return new Encoding.Unusable(row.line(), 0, String.valueOf(refused.getMessage()));
        }
        List<Encoding.Text> kept = new ArrayList<>();
        Encoding last = new Encoding.Unusable(row.line(), 0, "has no turn to learn");
        for (ChatEncoder.Tokens text : texts) {
            last = cut(row.line(), text.ids(), text.learnt(), text.merged());
            if (last instanceof Encoding.Text some) {
                kept.add(some);
            }
        }
        return switch (kept.size()) {
            case 0 -> last;
            case 1 -> kept.getFirst();
            default -> new Encoding.Several(row.line(), kept);
        };
    }

    /** The template that conversations were written with; empty when there was none to write. */
    public synchronized Optional<ChatTemplate> usedTemplate() {
        Optional<ChatTemplate> used = template;
        return used == null ? Optional.empty() : used;
    }

    /**
     * Whether a special token ends the assistant's turns; also true when no conversation was
     * written.
     */
    public boolean turnsEndWithToken() {
        return usedTemplate()
                .map(writing -> TurnEnd.of(writing, tokenizer).isPresent())
                .orElse(true);
    }

    private synchronized Optional<ChatTemplate> template() {
        Optional<ChatTemplate> found = template;
        if (found == null) {
            found = templates.get();
            template = found;
        }
        return found;
    }

    private Encoding encode(TextRow row) {
        Encoded encoded = withoutSecondBos(tokenizer.encode(row.text(), true), bos);
        boolean[] learnt = new boolean[encoded.ids().length];
        for (int i = 1; i < learnt.length; i++) {
            learnt[i] = true;
        }
        return finish(row.line(), encoded.ids(), learnt, false);
    }

    private Encoding encode(PromptCompletionRow row) {
        String prompt = row.prompt();
        Encoded whole = withoutSecondBos(tokenizer.encode(prompt + row.completion(), true), bos);
        boolean[] learnt = new boolean[whole.ids().length];
        int promptEnd = 0;
        for (int i = 0; i < learnt.length; i++) {
            // special tokens have no characters; an end token closes the completion
            boolean special = whole.starts()[i] == whole.ends()[i];
            boolean closing = special && eos.isPresent() && whole.ids()[i] == eos.getAsInt();
            boolean completion = closing || whole.ends()[i] > prompt.length();
            learnt[i] = completion && i > 0;
            promptEnd = completion ? promptEnd : Math.max(promptEnd, whole.ends()[i]);
        }
        // judged by the prompt's tokens: a tokenizer may trim the spaces off a token's characters
        boolean merged = promptEnd < prompt.length();
        return finish(row.line(), whole.ids(), learnt, merged);
    }

    private Encoding finish(int line, int[] ids, boolean[] learnt, boolean merged) {
        int[] tokens = ids;
        boolean[] labels = learnt;
        boolean closed = eos.isPresent() && ids.length > 0 && last(ids) == eos.getAsInt();
        if (eos.isPresent() && !closed) {
            tokens = Arrays.copyOf(ids, ids.length + 1);
            labels = Arrays.copyOf(learnt, ids.length + 1);
            tokens[ids.length] = eos.getAsInt();
            labels[ids.length] = ids.length > 0;
        }
        return cut(line, tokens, labels, merged);
    }

    private Encoding cut(int line, int[] tokens, boolean[] labels, boolean merged) {
        int full = tokens.length;
        int length = Math.min(full, maxLength);
        EncodedText encoded = new EncodedText(first(tokens, length), Arrays.copyOf(labels, length));
        if (encoded.learntCount() == 0) {
            return new Encoding.Unusable(line, full, nothingLearnt(full, labels));
        }
        return new Encoding.Text(line, encoded, full, merged);
    }

    private String nothingLearnt(int full, boolean[] labels) {
        int firstLabel = 0;
        while (firstLabel < labels.length && !labels[firstLabel]) {
            firstLabel++;
        }
        if (firstLabel == labels.length) {
            return "has no token to learn: it is " + Words.counted(full, "token") + " long";
        }
        return "has no token to learn within max_length: the prompt takes "
                + Words.grouped(firstLabel)
                + " of "
                + Words.counted(full, "token")
                + " and max_length is "
                + Words.grouped(maxLength)
                + "; raise recipe.max_length to "
                + Words.grouped(full)
                + ", shorten the prompt or remove the row";
    }

    private String tooLong(int length) {
        return Words.counted(length, "token")
                + ", more than max_length "
                + Words.grouped(maxLength);
    }

    /** A text that starts with the begin token's own characters would get it twice. */
    private static Encoded withoutSecondBos(Encoded encoded, OptionalInt bos) {
        int[] ids = encoded.ids();
        if (bos.isEmpty()
                || ids.length < 2
                || ids[0] != bos.getAsInt()
                || ids[1] != bos.getAsInt()
                || encoded.starts()[0] != encoded.ends()[0]) {
            return encoded;
        }
        return new Encoded(rest(ids), rest(encoded.starts()), rest(encoded.ends()));
    }

    /** The query is the prompt's last token, not one that a post-processor puts behind it. */
    private static int withoutClosingSpecials(Encoded encoded, int characters) {
        int length = encoded.ids().length;
        while (length > 0
                && (encoded.starts()[length - 1] == encoded.ends()[length - 1]
                        || encoded.ends()[length - 1] > characters)) {
            length--;
        }
        return length;
    }

    private static int last(int[] ids) {
        return ids[ids.length - 1];
    }

    private static int[] first(int[] values, int length) {
        return values.length == length ? values : Arrays.copyOf(values, length);
    }

    private static int[] rest(int[] values) {
        return Arrays.copyOfRange(values, 1, values.length);
    }

    /** Tokens of the longest phrasing; the order of the options does not change it. */
    public int longest(DecisionRow row) {
        int longest = 0;
        for (String phrasing : row.phrasings()) {
            DecisionPrompt prompt =
                    DecisionPrompt.render(row.kind(), row.state(), phrasing, row.options());
            longest = Math.max(longest, tokenizer.encode(prompt.text(), true).ids().length);
        }
        return longest;
    }
}
