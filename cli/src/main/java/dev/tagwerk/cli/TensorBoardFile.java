package dev.tagwerk.cli;

import dev.tagwerk.runfolder.Event;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes a run's curves as a TensorBoard event file: TFRecord frames (length, masked CRC-32C,
 * bytes, masked CRC-32C), each an {@code Event} message of tensorflow/core/util/event.proto with
 * {@code simple_value} summaries.
 */
final class TensorBoardFile {
    private static final int WALL_TIME = 1;
    private static final int STEP = 2;
    private static final int FILE_VERSION = 3;
    private static final int SUMMARY = 5;
    private static final int MASK_DELTA = 0xa282ead8;

    private final OutputStream out;
    private long points;

    private TensorBoardFile(OutputStream out) {
        this.out = out;
    }

    /** Writes the file anew and returns the number of points. */
    static long write(Path file, List<Event> events) {
        try {
            Files.createDirectories(file.resolveSibling("."));
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                TensorBoardFile board = new TensorBoardFile(out);
                board.header(events.isEmpty() ? Instant.EPOCH : events.getFirst().at());
                for (Event event : events) {
                    board.add(event);
                }
                return board.points;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void header(Instant at) throws IOException {
        Message event = new Message();
        event.fixed64(WALL_TIME, seconds(at));
        event.bytes(FILE_VERSION, "brain.Event:2".getBytes(StandardCharsets.US_ASCII));
        record(event.bytes());
    }

    private void add(Event event) throws IOException {
        switch (event) {
            case Event.Step step -> {
                Instant at = step.at();
                point(at, step.step(), "train/loss", step.loss());
                point(at, step.step(), "train/learning_rate", step.learningRate());
                point(at, step.step(), "train/grad_norm", step.gradNorm());
                point(at, step.step(), "train/epoch", step.epoch());
                point(
                        at,
                        step.step(),
                        "speed/tokens_per_second",
                        step.tokens() / Math.max(1e-9, step.seconds()));
                point(
                        at,
                        step.step(),
                        "speed/examples_per_second",
                        step.examples() / Math.max(1e-9, step.seconds()));
                point(at, step.step(), "memory/resident_bytes", step.residentBytes());
            }
            case Event.Evaluated evaluated -> {
                point(evaluated.at(), evaluated.step(), "validation/loss", evaluated.loss());
                for (Map.Entry<String, Double> metric : evaluated.metrics().entrySet()) {
                    if (!metric.getKey().equals("loss")) {
                        point(
                                evaluated.at(),
                                evaluated.step(),
                                "validation/" + metric.getKey(),
                                metric.getValue());
                    }
                }
            }
            case Event.Started started -> {}
            case Event.CheckpointWritten written -> {}
            case Event.Resumed resumed -> {}
            case Event.Note note -> {}
            case Event.Failed failed -> {}
            case Event.Finished finished -> {}
        }
    }

    private void point(Instant at, int step, String tag, double value) throws IOException {
        Message single = new Message();
        single.bytes(1, tag.getBytes(StandardCharsets.UTF_8)); // Summary.Value.tag
        single.fixed32(2, (float) value); // Summary.Value.simple_value
        Message summary = new Message();
        summary.bytes(1, single.bytes()); // Summary.value
        Message event = new Message();
        event.fixed64(WALL_TIME, seconds(at));
        event.varint(STEP, step);
        event.bytes(SUMMARY, summary.bytes());
        record(event.bytes());
        points++;
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / 1e3;
    }

    private void record(byte[] bytes) throws IOException {
        byte[] length = little(8).putLong(bytes.length).array();
        out.write(length);
        out.write(little(4).putInt(masked(length)).array());
        out.write(bytes);
        out.write(little(4).putInt(masked(bytes)).array());
    }

    private static int masked(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        int value = (int) crc.getValue();
        return Integer.rotateRight(value, 15) + MASK_DELTA;
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A protocol buffers message, field by field. */
    private static final class Message {
        private static final int VARINT = 0;
        private static final int FIXED64 = 1;
        private static final int BYTES = 2;
        private static final int FIXED32 = 5;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        byte[] bytes() {
            return out.toByteArray();
        }

        void varint(int field, long value) {
            raw((long) field << 3 | VARINT);
            raw(value);
        }

        void fixed64(int field, double value) {
            raw((long) field << 3 | FIXED64);
            out.writeBytes(little(8).putDouble(value).array());
        }

        void fixed32(int field, float value) {
            raw((long) field << 3 | FIXED32);
            out.writeBytes(little(4).putFloat(value).array());
        }

        void bytes(int field, byte[] value) {
            raw((long) field << 3 | BYTES);
            raw(value.length);
            out.writeBytes(value);
        }

        private void raw(long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                out.write((int) (rest & 0x7f | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }
    }
}
