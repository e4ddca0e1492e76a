package dev.tagwerk.modelfiles;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes GGUF files of version 3, little-endian: magic, version, counts, key/value pairs, the
 * tensors' names, shapes, types and offsets, then their bytes, each from a multiple of 32.
 */
final class GgufFile {
    private static final int VERSION = 3;
    private static final int ALIGNMENT = 32;

    private GgufFile() {}

    /**
     * Writes a file aside and renames it into place.
     *
     * @return its size in bytes
     * @throws ModelFilesException when it exists or cannot be written
     */
    static long write(Path file, GgufValues values, List<GgufTensor> tensors) {
        requireFree(file);
        byte[] head = head(values, tensors);
        AtomicFiles.write(
                file,
                channel -> {
                    AtomicFiles.drain(channel, ByteBuffer.wrap(head));
                    pad(channel);
                    for (GgufTensor tensor : tensors) {
                        write(channel, tensor);
                        pad(channel);
                    }
                    requireFree(file);
                });
        return padded(head.length) + tensors.stream().mapToLong(each -> padded(each.bytes())).sum();
    }

    private static void requireFree(Path file) {
        if (Files.exists(file)) {
            throw ModelFilesException.of(
                    file, "exists", "nothing is ever overwritten; give another name");
        }
    }

    private static byte[] head(GgufValues values, List<GgufTensor> tensors) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        byte[] pairs = values.bytes();
        head.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
        head.writeBytes(little(Integer.BYTES).putInt(VERSION).array());
        head.writeBytes(
                little(2 * Long.BYTES).putLong(tensors.size()).putLong(values.count()).array());
        head.writeBytes(pairs);
        long offset = 0;
        Set<String> names = new HashSet<>();
        for (GgufTensor tensor : tensors) {
            if (!names.add(tensor.name())) {
                throw new ModelFilesException("two tensors are named " + tensor.name());
            }
            byte[] name = tensor.name().getBytes(StandardCharsets.UTF_8);
            head.writeBytes(little(Long.BYTES).putLong(name.length).array());
            head.writeBytes(name);
            List<Long> innermostFirst = tensor.shape().reversed();
            ByteBuffer info =
                    little(2 * Integer.BYTES + Long.BYTES * (innermostFirst.size() + 1))
                            .putInt(innermostFirst.size());
            innermostFirst.forEach(info::putLong);
            head.writeBytes(info.putInt(tensor.type().number()).putLong(offset).array());
            offset += padded(tensor.bytes());
        }
        return head.toByteArray();
    }

    private static void write(FileChannel channel, GgufTensor tensor) throws IOException {
        long begin = channel.position();
        tensor.content().writeTo(channel);
        long written = channel.position() - begin;
        if (written != tensor.bytes()) {
            throw new ModelFilesException(
                    "tensor %s was made with %d bytes instead of %d"
                            .formatted(tensor.name(), written, tensor.bytes()));
        }
    }

    private static void pad(FileChannel channel) throws IOException {
        int missing = (int) (padded(channel.position()) - channel.position());
        AtomicFiles.drain(channel, ByteBuffer.allocate(missing));
    }

    private static long padded(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
