package dev.tagwerk.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A part that a column of a data file, or a word in it, may play. */
public enum Column {
    /** What is asked: an instruction or a prompt. */
    PROMPT("prompt", false),
    /** What the instruction is about. */
    QUERY("query", false),
    /** The answer to an instruction. */
    RESPONSE("response", false),
    /** The text that continues a prompt. */
    COMPLETION("completion", false),
    /** A text of its own. */
    TEXT("text", false),
    /** What stands before everything else. */
    SYSTEM("system", false),
    /** Earlier exchanges. */
    HISTORY("history", false),
    /** The conversation. */
    MESSAGES("messages", false),
    /** Definitions of tools; read over. */
    TOOLS("tools", false),
    /** The key of a message that says who speaks. */
    ROLE("role", true, "role_tag"),
    /** The key of a message that says what is spoken. */
    CONTENT("content", true, "content_tag"),
    /** What the role of a user is called. */
    USER_ROLE("user_role", true, "user_tag"),
    /** What the role of the assistant is called. */
    ASSISTANT_ROLE("assistant_role", true, "assistant_tag"),
    /** What the role of the system is called. */
    SYSTEM_ROLE("system_role", true, "system_tag"),
    /** What the role of a tool's answer is called. */
    TOOL_ROLE("tool_role", true, "observation_tag"),
    /** What the role of a call of a tool is called. */
    FUNCTION_ROLE("function_role", true, "function_tag");

    private final String word;
    private final boolean inMessages;
    private final List<String> others;

    Column(String word, boolean inMessages, String... others) {
        this.word = word;
        this.inMessages = inMessages;
        this.others = List.of(others);
    }

    /** The key in job files. */
    public String word() {
        return word;
    }

    /** Whether it names something inside a message, not a column of the file. */
    public boolean inMessages() {
        return inMessages;
    }

    /** The column that a key means, ours or LLaMA-Factory's. */
    public static Optional<Column> of(String word) {
        return Arrays.stream(values())
                .filter(column -> column.word.equals(word) || column.others.contains(word))
                .findFirst();
    }

    /** Every key that {@link #of} knows. */
    static List<String> words() {
        return Arrays.stream(values())
                .flatMap(column -> Stream.concat(Stream.of(column.word), column.others.stream()))
                .toList();
    }
}
