package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.DataFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** CSV by RFC 4180, every text in double quotes, lists as JSON. */
final class CsvSink implements RowSink {
    private final Writer out;
    private final DataFormat shape;
    private final List<String> columns;

    CsvSink(OutputStream out, DataFormat shape) throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        this.shape = shape;
        this.columns = List.copyOf(TableShape.columns(shape).keySet());
        this.out.write(String.join(",", columns));
        this.out.write('\n');
    }

    @Override
    public void add(ObjectNode row) throws IOException, JsonLine.Fault {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            JsonNode value = row.path(columns.get(i));
            if (value.isArray() && shape == DataFormat.PROMPT_COMPLETION) {
                throw new JsonLine.Fault(
                        "has messages under `"
                                + columns.get(i)
                                + "`, which CSV would hold as text; convert to messages, or write"
                                + " another kind of file");
            }
            line.append(i > 0 ? "," : "");
            if (value.isTextual() || value.isArray()) {
                String text = value.isArray() ? value.toString() : value.textValue();
                if (text.indexOf('\0') >= 0) {
                    throw new JsonLine.Fault(
                            "holds the character \\u0000 under `"
                                    + columns.get(i)
                                    + "`, which no CSV reader takes");
                }
                line.append('"').append(text.replace("\"", "\"\"")).append('"');
            } else if (!value.isMissingNode()) {
                line.append(value.asText());
            }
        }
        out.write(line.append('\n').toString());
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
