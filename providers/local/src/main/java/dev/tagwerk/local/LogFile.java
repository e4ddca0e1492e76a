package dev.tagwerk.local;

import dev.tagwerk.engine.EngineException;
import dev.tagwerk.engine.LogChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads a growing log piece by piece without cutting a character in two. */
final class LogFile {
    private static final int LARGEST_CHUNK = 1 << 18;

    private LogFile() {}

    static LogChunk read(Path log, long from) {
        if (from < 0) {
            throw new IllegalArgumentException("from: must not be negative, is " + from);
        }
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(LARGEST_CHUNK);
            int read = 0;
            while (buffer.hasRemaining() && read >= 0) {
                read = channel.read(buffer, from + buffer.position());
            }
            int length = wholeCharacters(buffer.array(), buffer.position());
            String text = new String(buffer.array(), 0, length, StandardCharsets.UTF_8);
            return new LogChunk(text, from + length);
        } catch (NoSuchFileException none) {
            return new LogChunk("", from);
        } catch (IOException failure) {
            throw new EngineException(
                    "logs_failed",
                    EngineException.Category.PROVIDER,
                    "Cannot read " + log + ": " + failure.getMessage(),
                    failure);
        }
    }

    /** How many bytes to take so that the last UTF-8 character is complete. */
    private static int wholeCharacters(byte[] bytes, int length) {
        for (int back = 1; back <= Math.min(3, length); back++) {
            int unit = bytes[length - back] & 0xff;
            if (unit < 0x80) {
                return length;
            }
            if (unit >= 0xc0) {
                int needed = unit >= 0xf0 ? 4 : unit >= 0xe0 ? 3 : 2;
                return needed > back ? length - back : length;
            }
        }
        return length;
    }
}
