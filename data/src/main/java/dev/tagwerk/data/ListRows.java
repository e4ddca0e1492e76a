package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;

/**
 * One JSON list: a row is an element of it. Only where elements begin and end is looked for here,
 * so that one broken element does not hide those behind it, and none is held longer than allowed.
 */
final class ListRows implements RowSource {
    private static final String FOLLOWED =
            "something follows the end of the list; a file holds one list, or one object per line";

    private final ByteSource bytes;
    private final ReadLimits limits;
    private final JsonLine json;
    private final byte[] chunk = new byte[64 << 10];
    private int chunkAt;
    private int chunkEnd;
    private byte[] element = new byte[8192];
    private int length;
    private boolean tooLong;
    private int number;
    private String fault = "";
    private String trailing = "";
    private boolean over;

    ListRows(ByteSource bytes, ReadLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.json = new JsonLine(limits);
    }

    @Override
    public boolean next() {
        if (over && trailing.isEmpty()) {
            return false;
        }
        fault = trailing;
        trailing = "";
        if (!over) {
            if (number == 0) {
                skipTo('[');
            }
            length = 0;
            tooLong = false;
            int end = element();
            boolean any = length > 0 || tooLong;
            over = end != ',';
            switch (end) {
                case ',' -> fault = any ? "" : "is empty: two commas stand side by side";
                case ']' -> {
                    trailing = somethingFollows() ? FOLLOWED : "";
                    if (!any && number == 0) {
                        return next();
                    }
                    fault = any ? "" : "is empty: remove the comma before the end of the list";
                }
                default ->
                        fault =
                                "the list has no end: the file is torn"
                                        + (any ? " in this row" : " behind the row before");
            }
        }
        number++;
        return true;
    }

    /** Gathers one element without the white space around it; returns what ended it, or -1. */
    private int element() {
        int depth = 0;
        boolean text = false;
        boolean escaped = false;
        for (int c = read(); c >= 0; c = read()) {
            if (text) {
                if (escaped) {
                    escaped = false;
                } else if (c == '\\') {
                    escaped = true;
                } else if (c == '"') {
                    text = false;
                }
            } else {
                switch (c) {
                    case '"' -> text = true;
                    case '{', '[' -> depth++;
                    case '}', ']' -> {
                        if (depth == 0 && c == ']') {
                            return c;
                        }
                        depth = Math.max(0, depth - 1);
                    }
                    case ',' -> {
                        if (depth == 0) {
                            return c;
                        }
                    }
                    case ' ', '\t', '\r', '\n' -> {
                        if (length == 0 && !tooLong) {
                            continue;
                        }
                    }
                    default -> {}
                }
            }
            append((byte) c);
        }
        return -1;
    }

    private void append(byte c) {
        if (length == limits.lineBytes()) {
            tooLong = true;
        }
        if (tooLong) {
            return;
        }
        if (length == element.length) {
            element = Arrays.copyOf(element, element.length * 2);
        }
        element[length++] = c;
    }

    private void skipTo(int wanted) {
        for (int c = read(); c >= 0 && c != wanted; c = read()) {}
    }

    private boolean somethingFollows() {
        for (int c = read(); c >= 0; c = read()) {
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
                return true;
            }
        }
        return false;
    }

    private int read() {
        if (chunkAt == chunkEnd) {
            chunkAt = 0;
            chunkEnd = bytes.read(chunk, ", after row " + number);
            if (chunkEnd == 0) {
                return -1;
            }
        }
        return chunk[chunkAt++] & 0xff;
    }

    @Override
    public ObjectNode row() throws JsonLine.Fault {
        if (!fault.isEmpty()) {
            throw new JsonLine.Fault(fault);
        }
        if (tooLong) {
            throw new JsonLine.Fault(
                    "is longer than "
                            + Words.grouped(limits.lineBytes())
                            + " bytes; split the row, or cut what is not learnt");
        }
        return json.parse(Arrays.copyOf(element, length));
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public Numbering numbering() {
        return Numbering.ROW;
    }

    @Override
    public void close() {
        bytes.close();
    }
}
