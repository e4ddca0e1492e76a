package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How often a role speaks in the conversations of a file.
 *
 * @param role as templates know it
 * @param turns messages of that role
 * @param rows conversations in which it speaks at all
 */
public record RoleCount(String role, int turns, int rows) {
    private static final List<String> ORDER = List.of("system", "user", "assistant", "tool");

    /** In the order system, user, assistant, tool; roles that never speak are left out. */
    static List<RoleCount> count(List<Row> rows) {
        Map<String, Integer> turns = new HashMap<>();
        Map<String, Integer> conversations = new HashMap<>();
        for (Row row : rows) {
            if (row instanceof ChatRow chat) {
                Set<String> here = new HashSet<>();
                for (ChatMessage message : chat.messages()) {
                    turns.merge(message.role(), 1, Integer::sum);
                    here.add(message.role());
                }
                here.forEach(role -> conversations.merge(role, 1, Integer::sum));
            }
        }
        List<RoleCount> counts = new ArrayList<>();
        for (String role : ORDER) {
            int rowsWithIt = conversations.getOrDefault(role, 0);
            if (rowsWithIt > 0) {
                counts.add(new RoleCount(role, turns.getOrDefault(role, 0), rowsWithIt));
            }
        }
        return counts;
    }

    /** Messages per conversation. */
    static Lengths perRow(List<Row> rows) {
        return Lengths.of(
                rows.stream()
                        .filter(ChatRow.class::isInstance)
                        .mapToInt(row -> ((ChatRow) row).messages().size())
                        .toArray());
    }
}
