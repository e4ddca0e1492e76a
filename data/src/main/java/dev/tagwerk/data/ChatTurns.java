package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the assistant writes, found by rendering: a turn begins where the conversation before it
 * ends when its generation prompt is added, and ends where the conversation up to it ends.
 *
 * <p>So each turn is learnt as the model will be asked for it. A template may write a turn
 * differently once others follow (Qwen3 leaves out the thinking of earlier turns); such a turn is
 * learnt in a text of its own, which ends with it.
 *
 * @param text a rendered conversation, or its beginning
 * @param turns the learnt turns in it, in order
 */
record ChatTurns(String text, List<Span> turns) {
    private static final int MOST_MESSAGES = 1_000;

    static List<ChatTurns> of(ChatRow row, ChatTemplate template) {
        List<ChatMessage> messages = row.messages();
        requireFew(messages);
        List<ChatTurns> texts = new ArrayList<>();
        for (int i = messages.size() - 1; i >= firstLearnt(row); i--) {
            if (row.learns(i)) {
                add(i, messages, template, texts);
            }
        }
        Collections.reverse(texts);
        texts.forEach(text -> Collections.reverse(text.turns));
        return texts;
    }

    /** Nobody has asked for what stands before the user's first message. */
    private static int firstLearnt(ChatRow row) {
        int user = 0;
        while (!row.messages().get(user).role().equals("user")) {
            user++;
        }
        return user + 1;
    }

    private static void add(
            int index, List<ChatMessage> messages, ChatTemplate template, List<ChatTurns> texts) {
        Span turn = span(index, messages, template);
        String upTo = template.render(messages.subList(0, index + 1), false).text();
        for (ChatTurns text : texts) {
            if (text.text.startsWith(upTo)) {
                text.turns.add(turn);
                return;
            }
        }
        texts.add(new ChatTurns(upTo, new ArrayList<>(List.of(turn))));
    }

    /**
     * Where a turn of the assistant stands in the text up to it.
     *
     * @throws DataException when the template writes another beginning than it asks with
     */
    static Span span(int index, List<ChatMessage> messages, ChatTemplate template) {
        String before = template.render(messages.subList(0, index), true).text();
        String upTo = template.render(messages.subList(0, index + 1), false).text();
        if (!upTo.startsWith(before)) {
            throw new DataException(
                    "up to message "
                            + (index + 1)
                            + " the chat template writes another text than the one it asks for that"
                            + " message with, so that it cannot be told what is learnt; name a"
                            + " template that marks it with {% generation %} by"
                            + " data.chat_template, or cut the row before the message");
        }
        return new Span(before.length(), upTo.length());
    }

    /** Rendering the beginnings of a conversation is quadratic in its length. */
    static void requireFew(List<ChatMessage> messages) {
        if (messages.size() > MOST_MESSAGES) {
            throw new DataException(
                    "the conversation has "
                            + Words.counted(messages.size(), "message")
                            + ", more than the "
                            + Words.grouped(MOST_MESSAGES)
                            + " that this version takes apart; cut it in two");
        }
    }
}
