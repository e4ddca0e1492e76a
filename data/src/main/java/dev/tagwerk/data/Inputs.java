package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import java.util.List;

/** What a row asks and what it answers, as text to compare rows by. */
final class Inputs {
    /** No text of a row holds it, so joined fields stay apart. */
    private static final char SEPARATOR = '\uFFFF';

    private Inputs() {}

    /** What the model sees before it answers; without a prompt, what it is to say. */
    static String input(Row row) {
        return switch (row) {
            case DecisionRow decision -> decisionInput(decision);
            case PromptCompletionRow pair ->
                    pair.prompt().isBlank()
                            ? pair.prompt() + SEPARATOR + pair.completion()
                            : pair.prompt();
            case TextRow text -> text.text();
            case AlpacaRow alpaca -> input(alpaca.chat());
            case ChatRow chat -> joined(chat.messages().subList(0, chat.messages().size() - 1));
        };
    }

    /** The answer that is learnt. */
    static String answer(Row row) {
        return switch (row) {
            case DecisionRow decision -> decision.options().get(decision.label()).name();
            case PromptCompletionRow pair -> pair.completion();
            case TextRow text -> "";
            case AlpacaRow alpaca -> alpaca.output();
            case ChatRow chat -> chat.messages().getLast().content();
        };
    }

    /**
     * What must not stand on both sides of a split: a decision's state (several questions about one
     * state give each other away), a prompt, a text, what a conversation's user asks first.
     */
    static String source(Row row) {
        String source =
                switch (row) {
                    case DecisionRow decision -> Whitespace.fold(decision.state());
                    case PromptCompletionRow pair -> Whitespace.fold(pair.prompt());
                    case TextRow text -> Whitespace.fold(text.text());
                    case AlpacaRow alpaca -> Whitespace.fold(question(alpaca.chat()));
                    case ChatRow chat -> Whitespace.fold(question(chat));
                };
        return source.isEmpty() ? input(row) : source;
    }

    private static String question(ChatRow row) {
        return row.messages().stream()
                .filter(message -> message.role().equals("user"))
                .findFirst()
                .map(ChatMessage::content)
                .orElse("");
    }

    private static String joined(List<ChatMessage> messages) {
        StringBuilder joined = new StringBuilder();
        for (ChatMessage message : messages) {
            joined.append(message.role()).append(SEPARATOR);
            joined.append(message.content()).append(SEPARATOR);
        }
        return joined.toString();
    }

    private static String decisionInput(DecisionRow row) {
        StringBuilder input = new StringBuilder(row.kind().word());
        input.append(SEPARATOR).append(row.state());
        input.append(SEPARATOR).append(row.instructions());
        for (Option option : row.options()) {
            input.append(SEPARATOR).append(option.name());
            input.append(SEPARATOR).append(Whitespace.fold(option.description()));
        }
        return input.toString();
    }
}
