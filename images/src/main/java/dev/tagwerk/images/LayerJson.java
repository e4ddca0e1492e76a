package dev.tagwerk.images;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A layer's content as compressed JSON: a header, then one list for each name. */
final class LayerJson {
    /** Rises when {@link Interest} or the form changes: older entries are then made anew. */
    private static final int FORM = 1;

    private static final FileKind[] KINDS = FileKind.values();

    private LayerJson() {}

    static void write(Path file, Digest digest, LayerContent content) throws IOException {
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = new GZIPOutputStream(raw, 64 << 10);
                JsonGenerator json = Documents.mapper().createGenerator(out)) {
            json.writeStartArray();
            json.writeNumber(FORM);
            json.writeString(digest.toString());
            json.writeString(content.compression().name().toLowerCase(Locale.ROOT));
            json.writeNumber(content.uncompressedBytes());
            json.writeNumber(content.ignored());
            json.writeNumber(content.entries().size());
            for (LayerEntry entry : content.entries()) {
                json.writeString(entry.path());
                json.writeNumber(entry.kind().ordinal());
                json.writeNumber(entry.mode());
                json.writeNumber(entry.uid());
                json.writeNumber(entry.gid());
                json.writeNumber(entry.size());
                json.writeString(entry.detail());
            }
            json.writeEndArray();
        }
    }

    /** Reads what {@link #write} wrote; an {@link IOException} says that it is something else. */
    static LayerContent read(Path file, Digest digest, Budget budget) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = new GZIPInputStream(raw, 64 << 10);
                JsonParser json = Documents.mapper().createParser(in)) {
            expect(json, JsonToken.START_ARRAY);
            if (number(json) != FORM || !text(json).equals(digest.toString())) {
                throw new IOException("another form, or another layer");
            }
            Compression compression = Compression.valueOf(text(json).toUpperCase(Locale.ROOT));
            long uncompressed = number(json);
            int ignored = Math.toIntExact(number(json));
            int count = Math.toIntExact(number(json));
            List<LayerEntry> entries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                LayerEntry entry =
                        new LayerEntry(
                                text(json),
                                KINDS[Math.toIntExact(number(json))],
                                Math.toIntExact(number(json)),
                                number(json),
                                number(json),
                                number(json),
                                text(json));
                budget.takeEntry(file.toString(), entry.path().length() + entry.detail().length());
                entries.add(entry);
            }
            expect(json, JsonToken.END_ARRAY);
            if (json.nextToken() != null || uncompressed < 0 || ignored < 0) {
                throw new IOException("more than a layer, or less");
            }
            return new LayerContent(compression, uncompressed, ignored, entries);
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException odd) {
            throw new IOException("a value that no layer has", odd);
        }
    }

    private static void expect(JsonParser json, JsonToken token) throws IOException {
        if (json.nextToken() != token) {
            throw new IOException("not " + token);
        }
    }

    private static long number(JsonParser json) throws IOException {
        expect(json, JsonToken.VALUE_NUMBER_INT);
        return json.getLongValue();
    }

    private static String text(JsonParser json) throws IOException {
        expect(json, JsonToken.VALUE_STRING);
        return json.getText();
    }
}
