package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;

/** JSONL: a row is one line. Blank lines are passed over. */
final class LineRows implements RowSource {
    private final ByteSource bytes;
    private final ReadLimits limits;
    private final JsonLine json;
    private byte[] line = new byte[8192];
    private final byte[] chunk = new byte[64 << 10];
    private int chunkAt;
    private int chunkEnd;
    private int length;
    private boolean tooLong;
    private int number;

    LineRows(ByteSource bytes, ReadLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.json = new JsonLine(limits);
    }

    @Override
    public boolean next() {
        while (nextLine()) {
            if (tooLong || !isBlank()) {
                return true;
            }
        }
        return false;
    }

    private boolean nextLine() {
        length = 0;
        tooLong = false;
        boolean any = false;
        boolean ended = false;
        while (!ended) {
            if (chunkAt == chunkEnd && !fill()) {
                if (!any) {
                    return false;
                }
                break;
            }
            any = true;
            int end = chunkAt;
            while (end < chunkEnd && chunk[end] != '\n') {
                end++;
            }
            append(end - chunkAt);
            ended = end < chunkEnd;
            chunkAt = ended ? end + 1 : end;
        }
        number++;
        if (!tooLong && length > 0 && line[length - 1] == '\r') {
            length--;
        }
        tooLong |= length > limits.lineBytes();
        return true;
    }

    /** One byte more than the limit is let in for a carriage return. */
    private void append(int count) {
        if (tooLong || length + count > limits.lineBytes() + 1L) {
            tooLong = true;
            return;
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(length + count, line.length * 2));
        }
        System.arraycopy(chunk, chunkAt, line, length, count);
        length += count;
    }

    private boolean fill() {
        chunkAt = 0;
        chunkEnd = bytes.read(chunk, ", after line " + number);
        return chunkEnd > 0;
    }

    private int start() {
        boolean mark =
                number == 1
                        && length >= 3
                        && line[0] == (byte) 0xEF
                        && line[1] == (byte) 0xBB
                        && line[2] == (byte) 0xBF;
        return mark ? 3 : 0;
    }

    private boolean isBlank() {
        for (int i = start(); i < length; i++) {
            if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public ObjectNode row() throws JsonLine.Fault {
        if (tooLong) {
            throw new JsonLine.Fault(
                    "is longer than "
                            + Words.grouped(limits.lineBytes())
                            + " bytes; split the row, or cut what is not learnt");
        }
        return json.parse(Arrays.copyOfRange(line, start(), length));
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public Numbering numbering() {
        return Numbering.LINE;
    }

    @Override
    public void close() {
        bytes.close();
    }
}
