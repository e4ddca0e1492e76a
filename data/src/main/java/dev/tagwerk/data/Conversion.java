package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.spec.DataFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A row as JSON of another shape. What is learnt stays learnt, what is not stays unlearnt; where a
 * shape cannot say that, or has no place for something, the row is refused with the reason.
 */
final class Conversion {
    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private Conversion() {}

    static ObjectNode to(DataFormat shape, Row row) throws JsonLine.Fault {
        return to(shape, row, Optional.empty());
    }

    /**
     * @param template writes what becomes text; without one, prompt and answer are joined as
     *     training joins them, and conversations are refused
     */
    static ObjectNode to(DataFormat shape, Row row, Optional<ChatTemplate> template)
            throws JsonLine.Fault {
        try {
            return switch (shape) {
                case MESSAGES -> messages(chat(row), "messages", "role", "content", false);
                case SHAREGPT -> messages(chat(row), "conversations", "from", "value", true);
                case PROMPT_COMPLETION -> promptCompletion(row);
                case TEXT ->
                        MAKE.objectNode()
                                .put(
                                        "text",
                                        template.isPresent()
                                                ? written(template.get(), row)
                                                : joined(row));
                case ALPACA -> alpaca(row);
                case DECISION -> decision(row);
                case AUTO -> throw new IllegalArgumentException("no row has the shape auto");
            };
        } catch (DataException | ModelFilesException e) {
            throw new JsonLine.Fault(String.valueOf(e.getMessage()));
        }
    }

    /** The text of {@code apply_chat_template}; what is text already stays as it is. */
    private static String written(ChatTemplate template, Row row) throws JsonLine.Fault {
        if (row instanceof TextRow text) {
            return text.text();
        }
        String text = template.render(chat(row).messages(), false).text();
        if (text.isEmpty()) {
            throw new JsonLine.Fault("becomes an empty text with " + template.origin());
        }
        return text;
    }

    private static ChatRow chat(Row row) throws JsonLine.Fault {
        return switch (row) {
            case ChatRow chat -> chat;
            case AlpacaRow alpaca -> alpaca.chat();
            case PromptCompletionRow pair -> pair(pair.line(), pair.prompt(), pair.completion());
            case DecisionRow decision ->
                    pair(decision.line(), prompt(decision), Inputs.answer(decision));
            case TextRow text ->
                    throw new JsonLine.Fault("is one text, which has no turns to make messages of");
        };
    }

    private static ChatRow pair(int line, String asked, String answered) throws JsonLine.Fault {
        if (asked.isEmpty()) {
            throw new JsonLine.Fault("has an empty prompt: there is no turn of the user");
        }
        return new ChatRow(
                line,
                List.of(new ChatMessage("user", asked), new ChatMessage("assistant", answered)));
    }

    private static ObjectNode messages(
            ChatRow row, String key, String role, String content, boolean sharegpt) {
        ObjectNode node = MAKE.objectNode();
        node.set(key, list(row, 0, row.messages().size(), role, content, sharegpt));
        return node;
    }

    /** Turns of the assistant that are not to be learnt are marked so. */
    private static ArrayNode list(
            ChatRow row, int from, int to, String role, String content, boolean sharegpt) {
        ArrayNode list = MAKE.arrayNode();
        for (int i = from; i < to; i++) {
            ChatMessage message = row.messages().get(i);
            ObjectNode node = list.addObject();
            node.put(role, sharegpt ? sharegptRole(message.role()) : message.role());
            node.put(content, message.content());
            if (!row.learns(i) && message.role().equals("assistant")) {
                node.put("weight", 0);
            }
        }
        return list;
    }

    private static String sharegptRole(String role) {
        return switch (role) {
            case "user" -> "human";
            case "assistant" -> "gpt";
            case "tool" -> "observation";
            default -> role;
        };
    }

    private static ObjectNode promptCompletion(Row row) {
        ObjectNode node = MAKE.objectNode();
        switch (row) {
            case PromptCompletionRow pair ->
                    node.put("prompt", pair.prompt()).put("completion", pair.completion());
            case AlpacaRow alpaca -> {
                PromptCompletionRow pair = alpaca.promptCompletion();
                node.put("prompt", pair.prompt()).put("completion", pair.completion());
            }
            case TextRow text -> node.put("prompt", "").put("completion", text.text());
            case DecisionRow decision ->
                    node.put("prompt", prompt(decision)).put("completion", Inputs.answer(decision));
            case ChatRow chat -> {
                // no turn of a prompt is learnt
                int split = chat.firstLearnt();
                int end = chat.messages().size();
                node.set("prompt", prompt(list(chat, 0, split, "role", "content", false)));
                node.set("completion", list(chat, split, end, "role", "content", false));
            }
        }
        return node;
    }

    /** What stands in a prompt needs no mark. */
    private static ArrayNode prompt(ArrayNode messages) {
        messages.forEach(message -> ((ObjectNode) message).remove("weight"));
        return messages;
    }

    private static String joined(Row row) throws JsonLine.Fault {
        return switch (row) {
            case TextRow text -> text.text();
            case PromptCompletionRow pair -> pair.prompt() + pair.completion();
            case AlpacaRow alpaca -> {
                PromptCompletionRow pair = alpaca.promptCompletion();
                yield pair.prompt() + pair.completion();
            }
            case DecisionRow decision -> prompt(decision) + Inputs.answer(decision);
            case ChatRow chat ->
                    throw new JsonLine.Fault(
                            "is a conversation, which becomes text by a chat template only; name a"
                                    + " model that has one (--model), or a template"
                                    + " (--chat-template)");
        };
    }

    private static ObjectNode alpaca(Row row) throws JsonLine.Fault {
        AlpacaRow alpaca =
                switch (row) {
                    case AlpacaRow same -> same;
                    case PromptCompletionRow pair ->
                            alpaca(pair.line(), pair.prompt(), pair.completion());
                    case DecisionRow decision ->
                            alpaca(decision.line(), prompt(decision), Inputs.answer(decision));
                    case ChatRow chat -> alpaca(chat);
                    case TextRow text ->
                            throw new JsonLine.Fault(
                                    "is one text, which has no instruction and no output");
                };
        ObjectNode node = MAKE.objectNode();
        node.put("instruction", alpaca.instruction());
        node.put("input", alpaca.input());
        node.put("output", alpaca.output());
        alpaca.system().ifPresent(system -> node.put("system", system));
        if (!alpaca.history().isEmpty()) {
            ArrayNode history = node.putArray("history");
            alpaca.history()
                    .forEach(one -> history.addArray().add(one.question()).add(one.answer()));
        }
        return node;
    }

    private static AlpacaRow alpaca(int line, String asked, String answered) {
        return new AlpacaRow(line, asked, "", answered, Optional.empty(), List.of());
    }

    /** A system message or none, then user and assistant in turn: the last pair is the row. */
    private static AlpacaRow alpaca(ChatRow chat) throws JsonLine.Fault {
        List<ChatMessage> messages = chat.messages();
        boolean system = messages.getFirst().role().equals("system");
        List<ChatMessage> turns = messages.subList(system ? 1 : 0, messages.size());
        for (int i = 0; i < turns.size(); i++) {
            String wanted = i % 2 == 0 ? "user" : "assistant";
            if (!turns.get(i).role().equals(wanted)) {
                throw new JsonLine.Fault(
                        "has a turn of the "
                                + turns.get(i).role()
                                + " (message "
                                + (i + (system ? 2 : 1))
                                + ") where Alpaca knows only one of the "
                                + wanted);
            }
        }
        if (!IntStream.range(0, messages.size())
                .filter(i -> messages.get(i).role().equals("assistant"))
                .allMatch(chat::learns)) {
            throw new JsonLine.Fault(
                    "has turns of the assistant that are not to be learnt; an Alpaca history is"
                            + " learnt");
        }
        List<AlpacaRow.Exchange> history = new ArrayList<>();
        for (int i = 0; i < turns.size() - 2; i += 2) {
            history.add(new AlpacaRow.Exchange(turns.get(i).content(), turns.get(i + 1).content()));
        }
        return new AlpacaRow(
                chat.line(),
                turns.get(turns.size() - 2).content(),
                "",
                turns.getLast().content(),
                system ? Optional.of(messages.getFirst().content()) : Optional.empty(),
                history);
    }

    private static ObjectNode decision(Row row) throws JsonLine.Fault {
        if (!(row instanceof DecisionRow decision)) {
            throw new JsonLine.Fault("is no decision: it has no options to choose from");
        }
        ObjectNode node = MAKE.objectNode();
        node.put("kind", decision.kind().word());
        node.put("state", decision.state());
        node.put("instructions", decision.instructions());
        ArrayNode options = node.putArray("options");
        decision.options()
                .forEach(option -> options.addArray().add(option.name()).add(option.description()));
        node.put("label", decision.label());
        decision.task().ifPresent(task -> node.put("task", task));
        if (decision.weight() != 1) {
            node.put("weight", decision.weight());
        }
        if (!decision.instructionVariants().isEmpty()) {
            ArrayNode variants = node.putArray("instruction_variants");
            decision.instructionVariants().forEach(variants::add);
        }
        return node;
    }

    private static String prompt(DecisionRow row) {
        return DecisionPrompt.render(row).text();
    }
}
