package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import java.util.List;
import java.util.Set;

/**
 * A conversation; the assistant's turns from {@code learntFrom} on are learnt, but for some.
 *
 * @param line line of the file, from 1
 * @param messages in order, at least one of the user, the last one the assistant's
 * @param learntFrom index of the first message that may be learnt: 0 for all of a conversation, the
 *     number of the prompt's messages where prompt and completion are both lists of messages
 * @param unlearnt indexes of turns of the assistant that are not to be learnt, wherever they stand
 */
public record ChatRow(int line, List<ChatMessage> messages, int learntFrom, Set<Integer> unlearnt)
        implements Row {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");

    public ChatRow {
        messages = List.copyOf(messages);
        unlearnt = Set.copyOf(unlearnt);
        if (line < 1) {
            throw new DataException("line must be at least 1, not " + line);
        }
        for (int i = 0; i < messages.size(); i++) {
            if (!ROLES.contains(messages.get(i).role())) {
                throw new DataException(unknownRole(i, messages.get(i).role()));
            }
        }
        if (messages.isEmpty() || !messages.getLast().role().equals("assistant")) {
            throw new DataException(
                    messages.isEmpty()
                            ? "the conversation holds no message: there is nothing to learn"
                            : "the last message is of role "
                                    + messages.getLast().role()
                                    + "; it must be the assistant's, because that is what is"
                                    + " learnt: add its answer or cut the row there");
        }
        if (messages.stream().noneMatch(message -> message.role().equals("user"))) {
            throw new DataException(
                    "no message is the user's; add the one that the assistant answers");
        }
        if (learntFrom < 0 || learntFrom >= messages.size()) {
            throw new DataException(
                    "learntFrom must be the index of one of "
                            + Words.counted(messages.size(), "message")
                            + ", not "
                            + learntFrom);
        }
        boolean learns = false;
        for (int i = learntFrom; i < messages.size(); i++) {
            learns |= messages.get(i).role().equals("assistant") && !unlearnt.contains(i);
        }
        if (!learns) {
            throw new DataException(
                    "no turn of the assistant is to be learnt: all have the weight 0, or only call a"
                            + " tool");
        }
    }

    /** A conversation whose turns of the assistant are learnt from one on. */
    public ChatRow(int line, List<ChatMessage> messages, int learntFrom) {
        this(line, messages, learntFrom, Set.of());
    }

    /** A conversation of which every turn of the assistant is learnt. */
    public ChatRow(int line, List<ChatMessage> messages) {
        this(line, messages, 0);
    }

    /** The first turn that is learnt; there is one. */
    int firstLearnt() {
        int first = 0;
        while (!learns(first)) {
            first++;
        }
        return first;
    }

    /** Whether a message is a turn that is learnt. */
    boolean learns(int index) {
        return index >= learntFrom
                && messages.get(index).role().equals("assistant")
                && !unlearnt.contains(index);
    }

    /** Whether there is a turn of the assistant that is not learnt. */
    boolean withholds() {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).role().equals("assistant") && !learns(i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a turn is learnt that says nothing. */
    boolean answersNothing() {
        for (int i = 0; i < messages.size(); i++) {
            if (learns(i) && messages.get(i).content().isBlank()) {
                return true;
            }
        }
        return false;
    }

    private static String unknownRole(int index, String role) {
        String remedy =
                switch (role) {
                    case "human" -> "write user";
                    case "gpt", "model", "bot" -> "write assistant";
                    case "developer" -> "write system";
                    case "function", "observation", "ipython" -> "write tool";
                    default -> "write system, user, assistant or tool";
                };
        return "message "
                + (index + 1)
                + " has the role "
                + Words.quoted(role)
                + ", which no template knows; "
                + remedy;
    }
}
