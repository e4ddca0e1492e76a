package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Takes rows of one shape and writes them into a file; {@link #close} completes it. */
sealed interface RowSink extends AutoCloseable permits RowSink.Json, CsvSink, ParquetSink {
    /** A fault when the kind of file cannot hold the row. */
    void add(ObjectNode row) throws IOException, JsonLine.Fault;

    @Override
    void close() throws IOException;

    static RowSink open(Path file, DataFileKind kind, DataFormat shape) throws IOException {
        return switch (kind) {
            case JSONL -> new Json(Files.newOutputStream(file), "", "\n", "\n");
            case JSONL_GZ ->
                    new Json(new GZIPOutputStream(Files.newOutputStream(file)), "", "\n", "\n");
            case JSON -> new Json(Files.newOutputStream(file), "[\n", ",\n", "\n]\n");
            case CSV -> new CsvSink(Files.newOutputStream(file), shape);
            case PARQUET -> ParquetSink.into(file, shape);
        };
    }

    /** JSON values with something before, between and behind them. */
    final class Json implements RowSink {
        private final OutputStream out;
        private final byte[] between;
        private final byte[] end;
        private boolean any;

        Json(OutputStream out, String start, String between, String end) throws IOException {
            this.out = new java.io.BufferedOutputStream(out, 1 << 16);
            this.between = between.getBytes(StandardCharsets.UTF_8);
            this.end = end.getBytes(StandardCharsets.UTF_8);
            this.out.write(start.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void add(ObjectNode row) throws IOException {
            if (any) {
                out.write(between);
            }
            any = true;
            out.write(row.toString().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() throws IOException {
            try (out) {
                out.write(end);
            }
        }
    }
}
