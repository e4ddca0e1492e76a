package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.ChatMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads conversations. */
final class ChatReader {
    private static final Set<String> MARKS = Set.of("weight", "train");

    private final Dialect dialect;
    private final Ignored ignored;

    /** Of the messages read so far: turns of the assistant that are not to be learnt. */
    private final Set<Integer> unlearnt = new HashSet<>();

    private ChatReader(Dialect dialect, Ignored ignored) {
        this.dialect = dialect;
        this.ignored = ignored;
    }

    /**
     * A list of messages under {@code key}. A {@code system} text beside it becomes the first
     * message where the conversation has no system message of its own, as LLaMA-Factory has it.
     */
    static ChatRow read(int line, ObjectNode row, String key, Dialect dialect, Ignored ignored)
            throws JsonLine.Fault {
        ChatReader reader = new ChatReader(dialect, ignored);
        List<ChatMessage> messages = reader.list(row, key);
        Optional<String> system =
                Fields.optionalText(row, "system").filter(text -> !text.isEmpty());
        int moved = 0;
        if (system.isPresent()) {
            if (!messages.isEmpty() && messages.getFirst().role().equals("system")) {
                ignored.add("system (the conversation has its own)");
            } else {
                messages.addFirst(new ChatMessage("system", system.get()));
                moved = 1;
            }
        }
        return new ChatRow(line, messages, 0, reader.unlearnt(moved));
    }

    /** Both lists of messages; the assistant's turns of the completion are learnt. */
    static ChatRow promptCompletion(int line, ObjectNode row, Dialect dialect, Ignored ignored)
            throws JsonLine.Fault {
        List<ChatMessage> messages = new ChatReader(dialect, ignored).list(row, "prompt");
        int prompt = messages.size();
        ChatReader reader = new ChatReader(dialect, ignored);
        List<ChatMessage> completion = reader.list(row, "completion");
        if (completion.isEmpty()) {
            throw new JsonLine.Fault("`completion` holds no message: there is nothing to learn");
        }
        messages.addAll(completion);
        return new ChatRow(line, messages, prompt, reader.unlearnt(prompt));
    }

    /** The turns not to be learnt, behind so many messages that were put before them. */
    private Set<Integer> unlearnt(int before) {
        return unlearnt.stream().map(index -> index + before).collect(Collectors.toSet());
    }

    private List<ChatMessage> list(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode list = Fields.required(row, key);
        if (!list.isArray()) {
            throw Fields.wrongType(key, "a list of messages", list);
        }
        List<ChatMessage> messages = new ArrayList<>();
        for (JsonNode node : list) {
            String path = key + "[" + messages.size() + "]";
            if (!(node instanceof ObjectNode message)) {
                throw Fields.wrongType(path, "a message, {\"role\": …, \"content\": …}", node);
            }
            messages.add(message(key, path, message, messages.size()));
        }
        return messages;
    }

    private ChatMessage message(String list, String path, ObjectNode message, int index)
            throws JsonLine.Fault {
        Dialect.Keys keys = dialect.of(message);
        String written = member(path, message, keys.role());
        String role =
                dialect.role(written)
                        .orElseThrow(
                                () ->
                                        new JsonLine.Fault(
                                                "`"
                                                        + path
                                                        + "."
                                                        + keys.role()
                                                        + "` is "
                                                        + Words.quoted(written)
                                                        + "; known are "
                                                        + Words.listed(
                                                                dialect.roles().keySet().stream()
                                                                        .sorted()
                                                                        .toList())));
        if (role.isBlank()) {
            throw new JsonLine.Fault("`" + path + "." + keys.role() + "` is empty");
        }
        mark(path, message, role, index);
        for (Map.Entry<String, JsonNode> field : message.properties()) {
            String key = field.getKey();
            boolean known =
                    key.equals(keys.role()) || key.equals(keys.content()) || MARKS.contains(key);
            if (!known && !field.getValue().isNull()) {
                ignored.add(list + "[]." + key, field.getValue());
            }
        }
        if (role.equals("assistant") && onlyCalls(message, keys.content())) {
            // what it calls is not rendered, and an empty answer must not be learnt
            ignored.onlyCalls();
            unlearnt.add(index);
            return new ChatMessage(role, "");
        }
        return new ChatMessage(role, content(path, message, keys.content()));
    }

    private static String member(String path, ObjectNode message, String key)
            throws JsonLine.Fault {
        JsonNode node = message.get(key);
        if (node == null) {
            throw new JsonLine.Fault(
                    "`"
                            + path
                            + "."
                            + key
                            + "` is missing"
                            + (message.has("from") && message.has("value")
                                    ? "; the message has `from` and `value`: say so with columns:"
                                            + " {role: from, content: value, user_role: human,"
                                            + " assistant_role: gpt}"
                                    : ""));
        }
        return Fields.text(path + "." + key, node);
    }

    /** {@code "weight": 0} and {@code "train": false} forbid to learn a turn. */
    private void mark(String path, ObjectNode message, String role, int index)
            throws JsonLine.Fault {
        if (!role.equals("assistant")) {
            return;
        }
        if (forbids(path + ".weight", message.get("weight"), "0", "1", "0 or 1")
                || forbids(
                        path + ".train", message.get("train"), "false", "true", "true or false")) {
            unlearnt.add(index);
        }
    }

    /**
     * Whether a mark forbids to learn a turn. What is neither is refused and not guessed: the turn
     * would be learnt against somebody's will. Tables have marks as text.
     */
    private static boolean forbids(
            String path, @Nullable JsonNode mark, String no, String yes, String either)
            throws JsonLine.Fault {
        if (mark == null || mark.isNull()) {
            return false;
        }
        String text =
                mark.isNumber()
                        ? mark.decimalValue().stripTrailingZeros().toPlainString()
                        : mark.asText();
        boolean kind = mark.isTextual() || mark.isBoolean() == no.equals("false");
        if (!kind || !(text.equals(no) || text.equals(yes))) {
            throw new JsonLine.Fault("`" + path + "` must be " + either + ", not " + mark);
        }
        return text.equals(no);
    }

    private static boolean onlyCalls(ObjectNode message, String key) {
        JsonNode content = message.path(key);
        boolean words =
                content.isArray()
                        ? !content.isEmpty()
                        : !content.isMissingNode()
                                && !content.isNull()
                                && !content.asText("x").isEmpty();
        return !words && (message.hasNonNull("tool_calls") || message.hasNonNull("function_call"));
    }

    private static String content(String path, ObjectNode message, String key)
            throws JsonLine.Fault {
        JsonNode content = message.path(key);
        if (content.isMissingNode() || content.isNull()) {
            throw new JsonLine.Fault(
                    "`"
                            + path
                            + "."
                            + key
                            + "` is "
                            + (content.isNull() ? "null" : "missing")
                            + "; write its text, or remove the message");
        }
        return content.isArray()
                ? parts(path + "." + key, content)
                : Fields.text(path + "." + key, content);
    }

    /** A list of parts: their texts, joined. */
    private static String parts(String path, JsonNode parts) throws JsonLine.Fault {
        StringBuilder text = new StringBuilder();
        int index = 0;
        for (JsonNode part : parts) {
            String at = path + "[" + index++ + "]";
            if (part.isTextual()) {
                text.append(Fields.text(at, part));
            } else if (part.path("type").asText("text").equals("text") && part.has("text")) {
                text.append(Fields.text(at + ".text", part.get("text")));
            } else {
                throw new JsonLine.Fault(
                        "`"
                                + at
                                + "` is no text"
                                + (part.path("type").isTextual()
                                        ? " but " + Words.quoted(part.get("type").textValue())
                                        : "")
                                + "; this version reads text only");
            }
        }
        return text.toString();
    }
}
