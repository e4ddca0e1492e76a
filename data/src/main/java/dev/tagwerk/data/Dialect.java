package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How messages are written in a file.
 *
 * @param keys the pairs of keys that say who speaks and what; the first whose role is there counts
 * @param roles roles that are called otherwise than templates know them
 * @param closed whether {@code roles} are all there are
 */
record Dialect(List<Keys> keys, Map<String, String> roles, boolean closed) {
    /** The key of the role and the key of the text. */
    record Keys(String role, String content) {}

    private static final Keys OPENAI = new Keys("role", "content");
    private static final Keys SHAREGPT = new Keys("from", "value");
    private static final Map<String, String> SHAREGPT_ROLES =
            Map.of(
                    "human", "user",
                    "user", "user",
                    "gpt", "assistant",
                    "assistant", "assistant",
                    "function_call", "assistant",
                    "observation", "tool",
                    "tool", "tool",
                    "system", "system");

    static Dialect messages(Columns columns) {
        return new Dialect(keys(columns, List.of(OPENAI)), named(columns, Map.of()), false);
    }

    /** Files that call themselves ShareGPT use either pair of keys. */
    static Dialect conversations(Columns columns) {
        return new Dialect(
                keys(columns, List.of(SHAREGPT, OPENAI)), named(columns, SHAREGPT_ROLES), true);
    }

    private static List<Keys> keys(Columns columns, List<Keys> usual) {
        Optional<String> role = columns.name(Column.ROLE);
        Optional<String> content = columns.name(Column.CONTENT);
        if (role.isEmpty() && content.isEmpty()) {
            return usual;
        }
        return usual.stream()
                .map(one -> new Keys(role.orElse(one.role()), content.orElse(one.content())))
                .distinct()
                .toList();
    }

    private static Map<String, String> named(Columns columns, Map<String, String> usual) {
        Map<String, String> roles = new HashMap<>(usual);
        put(roles, columns, Column.USER_ROLE, "user");
        put(roles, columns, Column.ASSISTANT_ROLE, "assistant");
        put(roles, columns, Column.SYSTEM_ROLE, "system");
        put(roles, columns, Column.TOOL_ROLE, "tool");
        put(roles, columns, Column.FUNCTION_ROLE, "assistant");
        return Map.copyOf(roles);
    }

    private static void put(
            Map<String, String> roles, Columns columns, Column column, String role) {
        columns.name(column).ifPresent(name -> roles.put(name, role));
    }

    /** The keys that a message uses. */
    Keys of(ObjectNode message) {
        for (Keys one : keys) {
            if (message.has(one.role()) || message.has(one.content())) {
                return one;
            }
        }
        return keys.getFirst();
    }

    /** The role as templates know it; empty where the file's word is not known. */
    Optional<String> role(String written) {
        String known = roles.getOrDefault(written, closed ? "" : written);
        return known.isEmpty() ? Optional.empty() : Optional.of(known);
    }
}
