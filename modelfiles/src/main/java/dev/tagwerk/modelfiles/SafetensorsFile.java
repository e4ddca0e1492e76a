package dev.tagwerk.modelfiles;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * A safetensors file, mapped into memory and checked from end to end before any tensor is handed
 * out: 8 bytes little-endian header length, the header (JSON), then the tensors' bytes without a
 * hole. The checks are those of the reference implementation ({@code safetensors}, {@code
 * tensor.rs}), with each failure naming the tensor.
 *
 * <p>Thread-safe. Closing it makes every segment that it handed out invalid. The file must not be
 * shortened while it is open; replacing it by rename is safe.
 */
public final class SafetensorsFile implements AutoCloseable {
    /** The bound of the reference implementation. */
    static final long MAX_HEADER_BYTES = 100_000_000;

    private final Path path;
    private final Arena arena;
    private final MemorySegment file;
    private final SafetensorsHeader header;

    private SafetensorsFile(Path path, Arena arena, MemorySegment file, SafetensorsHeader header) {
        this.path = path;
        this.arena = arena;
        this.file = file;
        this.header = header;
    }

    /**
     * Maps a file and checks its header.
     *
     * @throws ModelFilesException when the file cannot be read or is not sound
     */
    public static SafetensorsFile open(Path path) {
        if (!Files.isRegularFile(path)) {
            throw ModelFilesException.of(
                    path,
                    Files.exists(path) ? "is not a regular file" : "does not exist",
                    "check the path");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            // The header is read and checked before anything is mapped.
            SafetensorsHeader header = header(path, channel);
            // Shared, because several workers read weights at once.
            Arena arena = Arena.ofShared();
            try {
                MemorySegment file =
                        channel.map(FileChannel.MapMode.READ_ONLY, 0, header.end(), arena);
                return new SafetensorsFile(path, arena, file, header);
            } catch (IOException | RuntimeException | Error e) {
                arena.close();
                throw e;
            }
        } catch (IOException e) {
            throw ModelFilesException.of(
                    path, "cannot be read: " + e, "check that it is readable for you", e);
        }
    }

    private static SafetensorsHeader header(Path path, FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < Long.BYTES) {
            throw ModelFilesException.of(
                    path,
                    "has %d bytes, too few for a safetensors file".formatted(size),
                    "fetch the file again");
        }
        long length = read(channel, Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (length < 0 || length > MAX_HEADER_BYTES) {
            throw ModelFilesException.of(
                    path,
                    "states a header of %s bytes, more than the %,d allowed"
                            .formatted(Long.toUnsignedString(length), MAX_HEADER_BYTES),
                    "it is damaged or not a safetensors file, fetch it again");
        }
        if (length > size - Long.BYTES) {
            throw ModelFilesException.of(
                    path,
                    "states a header of %,d bytes, but only %,d follow"
                            .formatted(length, size - Long.BYTES),
                    "it is cut short or not a safetensors file, fetch it again");
        }
        String text = Json.decode(path, read(channel, (int) length), "the header");
        return SafetensorsHeader.parse(path, text, Long.BYTES + length, size);
    }

    private static ByteBuffer read(FileChannel channel, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("it became shorter while it was read");
            }
        }
        return buffer.flip();
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /** The tensors by name, in the order of their bytes. */
    public Map<String, TensorEntry> tensors() {
        return header.tensors();
    }

    /** The header's {@code __metadata__}; empty when there is none. */
    public Map<String, String> metadata() {
        return header.metadata();
    }

    /**
     * The bytes of a tensor, a read-only view of the mapped file.
     *
     * @throws ModelFilesException when there is no such tensor
     */
    public MemorySegment bytes(String name) {
        TensorEntry entry = entry(name);
        return file.asSlice(entry.offset(), entry.bytes());
    }

    /**
     * A tensor with its bytes.
     *
     * @throws ModelFilesException when there is no such tensor
     */
    public TensorBytes tensor(String name) {
        TensorEntry entry = entry(name);
        return new TensorBytes(name, entry.dtype(), entry.shape(), bytes(name));
    }

    private TensorEntry entry(String name) {
        TensorEntry entry = header.tensors().get(name);
        if (entry == null) {
            throw ModelFilesException.of(
                    path,
                    "has no tensor '" + name + "'",
                    "it holds %d others, check that config and weights belong together"
                            .formatted(header.tensors().size()));
        }
        return entry;
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
