package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes safetensors files, byte for byte as the reference implementation does: tensors by
 * descending alignment of their type, then by name, the header padded with spaces to 8 bytes. Where
 * the reference leaves the order of several metadata keys to chance, they are sorted here, so that
 * the same tensors always give the same file.
 */
public final class SafetensorsWriter {
    private SafetensorsWriter() {}

    /**
     * Writes a file aside, forces it to the disk and renames it into place: readers see the old
     * file or the new one, never a part.
     *
     * @param metadata texts for the header; {@code {"format": "pt"}} is what PyTorch users expect
     * @throws ModelFilesException when a name is double or the file cannot be written
     */
    public static void write(Path file, Map<String, String> metadata, List<TensorBytes> tensors) {
        writePending(file, metadata, tensors.stream().map(PendingTensor::of).toList());
    }

    /** The same with every number rounded to {@code type} while it is written. */
    public static void writeRounded(
            Path file, Map<String, String> metadata, List<TensorBytes> tensors, DType type) {
        writePending(
                file,
                metadata,
                tensors.stream()
                        .map(
                                tensor ->
                                        ConvertedTensor.of(
                                                tensor.name(), tensor, Optional.empty(), type))
                        .toList());
    }

    /** The same with tensors that are made one after the other while they are written. */
    static void writePending(Path file, Map<String, String> metadata, List<PendingTensor> tensors) {
        List<PendingTensor> sorted = new ArrayList<>(tensors);
        // The reference compares names as UTF-8 bytes, which is the order of code points.
        sorted.sort(
                Comparator.comparing(PendingTensor::dtype)
                        .reversed()
                        .thenComparing(PendingTensor::name, SafetensorsWriter::compareUtf8));
        Set<String> names = new HashSet<>();
        for (PendingTensor tensor : sorted) {
            if (!names.add(tensor.name()) || tensor.name().equals(SafetensorsHeader.METADATA)) {
                throw new ModelFilesException(
                        file
                                + ": cannot hold tensor '"
                                + tensor.name()
                                + "': the name is taken; give every tensor its own name");
            }
        }
        byte[] header = header(metadata, sorted);
        AtomicFiles.write(
                file,
                channel -> {
                    ByteBuffer length =
                            ByteBuffer.allocate(Long.BYTES)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .putLong(header.length)
                                    .flip();
                    AtomicFiles.drain(channel, length);
                    AtomicFiles.drain(channel, ByteBuffer.wrap(header));
                    for (PendingTensor tensor : sorted) {
                        write(channel, tensor);
                    }
                });
    }

    private static void write(FileChannel channel, PendingTensor tensor) throws IOException {
        long begin = channel.position();
        tensor.content().writeTo(channel);
        long written = channel.position() - begin;
        if (written != tensor.bytes()) {
            throw new ModelFilesException(
                    "tensor '%s' was made with %d bytes instead of %d"
                            .formatted(tensor.name(), written, tensor.bytes()));
        }
    }

    private static byte[] header(Map<String, String> metadata, List<PendingTensor> tensors) {
        List<String> fields = new ArrayList<>();
        if (!metadata.isEmpty()) {
            String texts =
                    new TreeMap<>(metadata)
                            .entrySet().stream()
                                    .map(
                                            text ->
                                                    quoted(text.getKey())
                                                            + ":"
                                                            + quoted(text.getValue()))
                                    .collect(Collectors.joining(","));
            fields.add(quoted(SafetensorsHeader.METADATA) + ":{" + texts + "}");
        }
        long offset = 0;
        for (PendingTensor tensor : tensors) {
            long end = offset + tensor.bytes();
            String shape =
                    tensor.shape().stream().map(String::valueOf).collect(Collectors.joining(","));
            fields.add(
                    quoted(tensor.name())
                            + ":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
                                    .formatted(tensor.dtype(), shape, offset, end));
            offset = end;
        }
        byte[] text = ("{" + String.join(",", fields) + "}").getBytes(StandardCharsets.UTF_8);
        int padded = (text.length + 7) / 8 * 8;
        byte[] header = new byte[padded];
        Arrays.fill(header, (byte) ' ');
        System.arraycopy(text, 0, header, 0, text.length);
        return header;
    }

    /**
     * JSON as serde_json writes it: short escapes, lower-case \\u00xx, everything else as it is.
     */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < 0x20) {
                        json.append("\\u%04x".formatted((int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }

    private static int compareUtf8(String left, String right) {
        return Arrays.compareUnsigned(
                left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
