package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;

/** One JSON object to one row; every problem names the key. */
final class RowReader {
    private final Dialect messages;
    private final Dialect conversations;
    private final Ignored ignored;

    /**
     * @param ignored is told of values that no part of a shape takes up
     */
    RowReader(Columns columns, Ignored ignored) {
        this.messages = Dialect.messages(columns);
        this.conversations = Dialect.conversations(columns);
        this.ignored = ignored;
    }

    Row read(int line, DataFormat format, ObjectNode row) throws JsonLine.Fault {
        try {
            return switch (format) {
                case DECISION -> DecisionReader.read(line, row);
                case MESSAGES -> ChatReader.read(line, row, "messages", messages, ignored);
                case SHAREGPT ->
                        ChatReader.read(line, row, "conversations", conversations, ignored);
                case PROMPT_COMPLETION -> promptCompletion(line, row);
                case TEXT -> new TextRow(line, Fields.text(row, "text"));
                case ALPACA -> AlpacaReader.read(line, row);
                case AUTO -> throw new IllegalArgumentException("the shape is not found yet");
            };
        } catch (DataException e) {
            throw new JsonLine.Fault(String.valueOf(e.getMessage()));
        }
    }

    private Row promptCompletion(int line, ObjectNode row) throws JsonLine.Fault {
        boolean prompt = Fields.required(row, "prompt").isArray();
        boolean completion = Fields.required(row, "completion").isArray();
        if (prompt != completion) {
            throw new JsonLine.Fault(
                    "`prompt` and `completion` must both be text or both be lists of messages");
        }
        return prompt
                ? ChatReader.promptCompletion(line, row, messages, ignored)
                : new PromptCompletionRow(
                        line, Fields.text(row, "prompt"), Fields.text(row, "completion"));
    }
}
