package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.Nearest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Gives the keys of a row the names that its shape has for them. */
final class Mapping {
    private static final int REMEMBERED = 200;
    private static final Set<Column> NEEDED =
            EnumSet.of(
                    Column.PROMPT,
                    Column.RESPONSE,
                    Column.COMPLETION,
                    Column.TEXT,
                    Column.MESSAGES);

    private final DataFormat format;

    /** The shape's key of every column that the file calls otherwise. */
    private final Map<Column, String> targets = new EnumMap<>(Column.class);

    private final Columns columns;
    private final Set<Column> seen = EnumSet.noneOf(Column.class);
    private final Set<String> keys = new TreeSet<>();

    /**
     * @param asked the shape that was asked for
     * @throws DataException when a part is named that the shape does not have
     */
    Mapping(Columns columns, DataFormat asked) {
        this.columns = columns;
        this.format = asked == DataFormat.AUTO ? told(columns) : asked;
        for (Column column : columns.names().keySet()) {
            if (!column.inMessages()) {
                String target = target(column, format);
                if (target.isEmpty()) {
                    throw new DataException(
                            "columns: "
                                    + column.word()
                                    + " has no meaning for "
                                    + format.word()
                                    + " rows; remove it, or name another format");
                }
                targets.put(column, target);
            }
        }
    }

    /** The shape that follows from the parts that are named. */
    private static DataFormat told(Columns columns) {
        Set<Column> named = columns.names().keySet();
        if (named.contains(Column.MESSAGES)) {
            return DataFormat.MESSAGES;
        }
        if (named.contains(Column.COMPLETION)) {
            return DataFormat.PROMPT_COMPLETION;
        }
        if (named.contains(Column.RESPONSE)
                || named.contains(Column.QUERY)
                || named.contains(Column.HISTORY)) {
            return DataFormat.ALPACA;
        }
        if (named.contains(Column.TEXT)) {
            return DataFormat.TEXT;
        }
        if (named.contains(Column.PROMPT)) {
            throw new DataException(
                    "columns: prompt is named, but not what answers it; add response (an"
                            + " instruction's answer) or completion (a text that goes on)");
        }
        return DataFormat.AUTO;
    }

    private static String target(Column column, DataFormat format) {
        return switch (column) {
            case PROMPT ->
                    format == DataFormat.ALPACA
                            ? "instruction"
                            : format == DataFormat.PROMPT_COMPLETION ? "prompt" : "";
            case QUERY -> format == DataFormat.ALPACA ? "input" : "";
            case RESPONSE, COMPLETION ->
                    format == DataFormat.ALPACA
                            ? "output"
                            : format == DataFormat.PROMPT_COMPLETION ? "completion" : "";
            case TEXT -> format == DataFormat.TEXT ? "text" : "";
            case HISTORY -> format == DataFormat.ALPACA ? "history" : "";
            case MESSAGES ->
                    format == DataFormat.MESSAGES
                            ? "messages"
                            : format == DataFormat.SHAREGPT ? "conversations" : "";
            case SYSTEM ->
                    switch (format) {
                        case ALPACA, MESSAGES, SHAREGPT, AUTO -> "system";
                        case DECISION, PROMPT_COMPLETION, TEXT -> "";
                    };
            case TOOLS -> "tools";
            case ROLE, CONTENT, USER_ROLE, ASSISTANT_ROLE, SYSTEM_ROLE, TOOL_ROLE, FUNCTION_ROLE ->
                    "";
        };
    }

    /** The file's own column names that are spoken of. */
    Set<String> files() {
        return columns.files();
    }

    /** The shape asked for, or told by the columns; {@code AUTO} when neither says it. */
    DataFormat format() {
        return format;
    }

    /**
     * Checks the mapping against a file that names its columns.
     *
     * @throws DataException naming the first column that is not there, and the nearest that is
     */
    void requireColumns(Path file, Collection<String> there) {
        for (Map.Entry<Column, String> target : targets.entrySet()) {
            String name = columns.names().getOrDefault(target.getKey(), "");
            if (!there.contains(name)) {
                throw missing(file, target.getKey(), name, there);
            }
        }
    }

    /** The same for a file of which every row has been seen. */
    void requireSeen(Path file) {
        for (Column column : targets.keySet()) {
            if (!seen.contains(column) && !keys.isEmpty()) {
                throw missing(file, column, columns.names().getOrDefault(column, ""), keys);
            }
        }
    }

    private static DataException missing(
            Path file, Column column, String name, Collection<String> there) {
        Optional<String> near = Nearest.to(name, there);
        return new DataException(
                file
                        + " has no column "
                        + Words.quoted(name)
                        + ", which columns: "
                        + column.word()
                        + " names; "
                        + near.map(one -> "did you mean " + Words.quoted(one) + "?")
                                .orElse(
                                        "it has "
                                                + Words.listed(
                                                        there.stream()
                                                                .limit(12)
                                                                .map(one -> Words.visible(one, 40))
                                                                .toList())));
    }

    /** The row with its shape's keys; a fault when a part that every row needs is not there. */
    ObjectNode apply(ObjectNode row) throws JsonLine.Fault {
        if (targets.isEmpty()) {
            return row;
        }
        row.fieldNames()
                .forEachRemaining(
                        key -> {
                            if (keys.size() < REMEMBERED) {
                                keys.add(key);
                            }
                        });
        Map<String, JsonNode> renamed = new LinkedHashMap<>();
        List<String> gone = new ArrayList<>();
        for (Map.Entry<Column, String> target : targets.entrySet()) {
            String name = columns.names().getOrDefault(target.getKey(), "");
            JsonNode value = row.get(name);
            if (value != null) {
                seen.add(target.getKey());
                renamed.put(target.getValue(), value);
                gone.add(name);
            } else if (NEEDED.contains(target.getKey())) {
                throw new JsonLine.Fault(
                        "`"
                                + Words.visible(name, 60)
                                + "` is missing, which columns: "
                                + target.getKey().word()
                                + " names"
                                + Nearest.to(name, keys)
                                        .map(near -> "; did you mean " + Words.quoted(near) + "?")
                                        .orElse(""));
            } else {
                // what the shape calls so is not what the mapping means
                gone.add(target.getValue());
            }
        }
        row.remove(gone);
        renamed.forEach(row::set);
        return row;
    }
}
