package dev.tagwerk.data;

import dev.tagwerk.spec.DataFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The columns of a table that holds rows of a shape, with their types in DuckDB. */
final class TableShape {
    private static final String TEXT = "VARCHAR";
    private static final String TEXTS = "VARCHAR[]";
    private static final String PAIRS = "VARCHAR[][]";

    private TableShape() {}

    /** In the order in which they are written. */
    static Map<String, String> columns(DataFormat shape) {
        Map<String, String> columns = new LinkedHashMap<>();
        switch (shape) {
            case MESSAGES -> columns.put("messages", messages("role", "content"));
            case SHAREGPT -> columns.put("conversations", messages("from", "value"));
            case PROMPT_COMPLETION -> {
                columns.put("prompt", TEXT);
                columns.put("completion", TEXT);
            }
            case TEXT -> columns.put("text", TEXT);
            case ALPACA -> {
                columns.put("instruction", TEXT);
                columns.put("input", TEXT);
                columns.put("output", TEXT);
                columns.put("system", TEXT);
                columns.put("history", PAIRS);
            }
            case DECISION -> {
                columns.put("kind", TEXT);
                columns.put("state", TEXT);
                columns.put("instructions", TEXT);
                columns.put("options", PAIRS);
                columns.put("label", "BIGINT");
                columns.put("task", TEXT);
                columns.put("weight", "DOUBLE");
                columns.put("instruction_variants", TEXTS);
            }
            case AUTO -> throw new IllegalArgumentException("no row has the shape auto");
        }
        return columns;
    }

    private static String messages(String role, String content) {
        return "STRUCT(\"" + role + "\" VARCHAR, \"" + content + "\" VARCHAR, weight BIGINT)[]";
    }

    /** The type of a prompt or completion that is a list of messages. */
    static String messageList() {
        return messages("role", "content");
    }
}
