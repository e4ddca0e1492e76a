package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.Encoded;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.RenderedChat;
import java.util.ArrayList;
import java.util.List;

/**
 * Conversations to tokens. The template writes every special token, the begin token too: the
 * tokenizer's post-processor adds none.
 */
final class ChatEncoder {
    private final ModelTokenizer tokenizer;
    private final ChatTemplate template;

    ChatEncoder(ModelTokenizer tokenizer, ChatTemplate template) {
        this.tokenizer = tokenizer;
        this.template = template;
    }

    /**
     * A conversation as tokens, not yet cut to a length.
     *
     * @param merged one token holds the end of a prompt and the start of what is learnt
     */
    record Tokens(int[] ids, boolean[] learnt, boolean merged) {}

    /**
     * One text, or several where the template writes a turn differently once others follow.
     *
     * @throws DataException when the template refuses the conversation, or it cannot be told what
     *     is learnt
     */
    List<Tokens> encode(ChatRow row) {
        try {
            if (template.marksGeneration()) {
                return List.of(marked(row));
            }
            List<Tokens> texts = new ArrayList<>();
            for (ChatTurns turns : ChatTurns.of(row, template)) {
                texts.add(byTurns(turns));
            }
            return texts;
        } catch (ModelFilesException refused) {
            throw new DataException(String.valueOf(refused.getMessage()), refused);
        }
    }

    /** As {@code return_assistant_tokens_mask} of transformers marks it. */
    private Tokens marked(ChatRow row) {
        RenderedChat chat = template.render(row.messages(), false);
        int from = 0;
        int first = row.firstLearnt();
        List<ChatMessage> asked = row.messages().subList(0, first);
        if (row.learntFrom() > 0
                || asked.stream().anyMatch(one -> one.role().equals("assistant"))) {
            String prompt = template.render(asked, true).text();
            if (!chat.text().startsWith(prompt)) {
                throw new DataException(
                        "the chat template writes the prompt differently once the completion"
                                + " follows, so that it cannot be told what is learnt");
            }
            from = prompt.length();
        }
        Encoded encoded = tokenizer.encode(chat.text(), false);
        boolean[] learnt = new boolean[encoded.length()];
        boolean merged = false;
        TokenIndex tokens = TokenIndex.of(encoded, chat.text().length());
        for (RenderedChat.Range range : chat.generations()) {
            int begin = tokens.from(range.start(), range.end());
            int last = tokens.upTo(range.start(), range.end());
            for (int i = begin; i >= 0 && i <= last; i++) {
                learnt[i] |= encoded.ends()[i] > from;
                merged |= encoded.starts()[i] < from && encoded.ends()[i] > from;
            }
        }
        for (Span turn : withheld(row, first, chat.text())) {
            for (int i = 0; i < learnt.length; i++) {
                learnt[i] &= encoded.ends()[i] <= turn.start() || encoded.starts()[i] >= turn.end();
            }
        }
        return withoutSecondBegin(encoded.ids(), learnt, merged);
    }

    /** Where the turns behind the first learnt one stand that are not to be learnt. */
    private List<Span> withheld(ChatRow row, int first, String whole) {
        int[] sought =
                row.unlearnt().stream()
                        .mapToInt(Integer::intValue)
                        .filter(index -> index >= first)
                        .sorted()
                        .toArray();
        ChatTurns.requireBounded(row.messages(), sought);
        List<Span> turns = new ArrayList<>();
        for (int index : sought) {
            ChatTurns.Turn turn = ChatTurns.turn(index, row.messages(), template);
            if (!whole.startsWith(turn.upTo())) {
                throw new DataException(
                        "the chat template writes message "
                                + (index + 1)
                                + " differently once others follow, so that it cannot be left out of"
                                + " what is learnt");
            }
            turns.add(turn.span());
        }
        return turns;
    }

    private Tokens byTurns(ChatTurns turns) {
        Encoded encoded = tokenizer.encode(turns.text(), false);
        boolean[] learnt = new boolean[encoded.length()];
        boolean merged = false;
        int token = 0;
        for (Span turn : turns.turns()) {
            while (token < learnt.length && encoded.ends()[token] <= turn.start()) {
                token++;
            }
            merged |= token < learnt.length && encoded.starts()[token] < turn.start();
            for (; token < learnt.length && encoded.starts()[token] < turn.end(); token++) {
                learnt[token] = true;
            }
        }
        return withoutSecondBegin(encoded.ids(), learnt, merged);
    }

    /** A conversation that starts with the begin token's own characters would have it twice. */
    private Tokens withoutSecondBegin(int[] ids, boolean[] learnt, boolean merged) {
        int[] tokens = ids;
        boolean[] labels = learnt;
        boolean twice =
                ids.length > 1
                        && tokenizer.bos().isPresent()
                        && ids[0] == tokenizer.bos().getAsInt()
                        && ids[1] == ids[0];
        if (twice) {
            tokens = java.util.Arrays.copyOfRange(ids, 1, ids.length);
            labels = java.util.Arrays.copyOfRange(learnt, 1, learnt.length);
        }
        if (labels.length > 0) {
            // nothing stands before the first token
            labels[0] = false;
        }
        return new Tokens(tokens, labels, merged);
    }
}
