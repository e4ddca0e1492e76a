package dev.tagwerk.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** One line of bytes to one JSON object, strictly. Problems are thrown as {@link Fault}. */
final class JsonLine {
    /** Why a line is unusable; becomes a {@link BadRow}. */
    static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;

        Fault(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    private static final int LONGEST_NUMBER = 400;

    private final ObjectMapper mapper;
    private final int depth;

    JsonLine(ReadLimits limits) {
        this(limits, false);
    }

    /**
     * @param database whether the JSON comes from DuckDB, which writes {@code NaN} and {@code
     *     Infinity} where a column of numbers has them
     */
    JsonLine(ReadLimits limits, boolean database) {
        this.depth = limits.depth();
        StreamReadConstraints constraints =
                StreamReadConstraints.builder()
                        .maxNestingDepth(limits.depth())
                        .maxStringLength(limits.lineBytes())
                        .maxNameLength(limits.lineBytes())
                        .maxNumberLength(LONGEST_NUMBER)
                        .build();
        JsonFactory factory =
                JsonFactory.builder()
                        .streamReadConstraints(constraints)
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                        .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, database)
                        .build();
        this.mapper =
                new ObjectMapper(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    ObjectNode parse(byte[] line) throws Fault {
        JsonNode node = value(decode(line));
        if (!(node instanceof ObjectNode object)) {
            throw new Fault(
                    "a row is one JSON object, not "
                            + Content.typeName(node)
                            + "; write one {…} per line");
        }
        return object;
    }

    /** Any JSON value. */
    JsonNode value(String text) throws Fault {
        try {
            return mapper.readTree(text);
        } catch (StreamConstraintsException e) {
            throw new Fault(constraint(e));
        } catch (JsonProcessingException e) {
            throw new Fault(problem(e, text));
        }
    }

    private String constraint(StreamConstraintsException e) {
        String message = String.valueOf(e.getOriginalMessage());
        if (message.contains("nesting depth")) {
            return "is nested deeper than " + depth + " levels";
        }
        if (message.contains("Number")) {
            return "holds a number of more than " + LONGEST_NUMBER + " digits";
        }
        return "is beyond a limit: " + message;
    }

    private static String problem(JsonProcessingException e, String text) {
        if (text.strip().equals("{")) {
            return "is the beginning of an object that goes on below; a row is one line of a JSONL"
                    + " file: jq -c . FILE > rows.jsonl writes it so";
        }
        String message = String.valueOf(e.getOriginalMessage());
        String where = where(e.getLocation());
        if (message.startsWith("Duplicate field ")) {
            return "key "
                    + message.substring("Duplicate field ".length()).replace('\'', '`')
                    + " occurs twice"
                    + where;
        }
        return "is not JSON" + where + ": " + JsonReason.of(plain(message), text);
    }

    private static String where(@org.jspecify.annotations.Nullable JsonLocation location) {
        if (location == null) {
            return "";
        }
        return (location.getLineNr() > 1 ? " at its line " + location.getLineNr() + "," : " at")
                + " column "
                + location.getColumnNr();
    }

    /** The first line, without the library's remarks on where its input came from. */
    private static String plain(String message) {
        int end = message.length();
        for (String remark : new String[] {"\n", " (start marker at", " at [Source"}) {
            int at = message.indexOf(remark);
            end = at < 0 ? end : Math.min(end, at);
        }
        return message.substring(0, end);
    }

    /** Strict UTF-8; the column counts bytes from 1. */
    private static String decode(byte[] line) throws Fault {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(line);
        CharBuffer out = CharBuffer.allocate(line.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            throw new Fault(
                    String.format(
                            "is not UTF-8: byte 0x%02X at byte column %d; save the file as UTF-8",
                            line[in.position()] & 0xff, in.position() + 1));
        }
        return out.flip().toString();
    }
}
