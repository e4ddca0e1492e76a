package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

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
    /** About what one core writes in some ten seconds. */
    static final long MOST_CHARACTERS = 1_000_000_000;

    /** Of texts that share their beginnings, all of which become tokens. */
    private static final long MOST_IN_TEXTS = 250_000_000;

    /** What a template writes around a message, and what it costs to look at one, at least. */
    private static final int AROUND_A_MESSAGE = 64;

    static List<ChatTurns> of(ChatRow row, ChatTemplate template) {
        List<ChatMessage> messages = row.messages();
        int from = firstLearnt(row);
        requireBounded(
                messages, IntStream.range(from, messages.size()).filter(row::learns).toArray());
        List<ChatTurns> texts = new ArrayList<>();
        long characters = 0;
        for (int i = messages.size() - 1; i >= from; i--) {
            if (row.learns(i)) {
                characters += add(i, messages, template, texts);
                requireBounded(texts.size(), characters);
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

    /** Returns how many characters are written anew for the turn. */
    private static int add(
            int index, List<ChatMessage> messages, ChatTemplate template, List<ChatTurns> texts) {
        Turn turn = turn(index, messages, template);
        for (ChatTurns text : texts) {
            if (text.text.startsWith(turn.upTo())) {
                text.turns.add(turn.span());
                return 0;
            }
        }
        texts.add(new ChatTurns(turn.upTo(), new ArrayList<>(List.of(turn.span()))));
        return turn.upTo().length();
    }

    private static void requireBounded(int texts, long characters) {
        if (characters > MOST_IN_TEXTS) {
            throw new DataException(
                    "the conversation is too long for this chat template, which writes turns"
                            + " differently once others follow: "
                            + Words.counted(texts, "turn")
                            + " alone make texts of more than "
                            + Words.grouped(MOST_IN_TEXTS / 1_000_000)
                            + " million characters; cut the row into parts, or name another template"
                            + " by data.chat_template");
        }
    }

    /**
     * A turn of the assistant.
     *
     * @param upTo the text that ends with it
     * @param span where it stands there
     */
    record Turn(String upTo, Span span) {}

    /**
     * Finds a turn of the assistant in the text up to it.
     *
     * @throws DataException when the template writes another beginning than it asks with
     */
    static Turn turn(int index, List<ChatMessage> messages, ChatTemplate template) {
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
        return new Turn(upTo, new Span(before.length(), upTo.length()));
    }

    /**
     * Each turn takes two texts that begin the conversation, so that the work is quadratic in its
     * length.
     *
     * @param turns indexes of the turns to be found, in order
     */
    static void requireBounded(List<ChatMessage> messages, int[] turns) {
        long beginning = 0;
        long written = 0;
        int next = 0;
        for (int i = 0; i < messages.size() && next < turns.length; i++) {
            boolean sought = turns[next] == i;
            written += sought ? beginning : 0;
            beginning += messages.get(i).content().length() + AROUND_A_MESSAGE;
            written += sought ? beginning : 0;
            next += sought ? 1 : 0;
        }
        if (written > MOST_CHARACTERS) {
            throw new DataException(
                    "the conversation is too long to be taken apart: to find "
                            + Words.counted(turns.length, "turn")
                            + " among "
                            + Words.counted(messages.size(), "message")
                            + " some "
                            + Words.grouped(written / 1_000_000)
                            + " million characters would be written, more than "
                            + Words.grouped(MOST_CHARACTERS / 1_000_000)
                            + "; name a template that marks what the assistant says with"
                            + " {% generation %} by data.chat_template (chatml does), or cut the"
                            + " row in two");
        }
    }
}
