package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a tar whose bytes depend on nothing but its files: owner 0, one time for all, pax records
 * only where ustar has no room (POSIX.1-2017).
 */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final long OCTAL_SIZE = 1L << 33;

    private final OutputStream out;
    private final long time;

    TarWriter(OutputStream out, long time) {
        this.out = out;
        this.time = time;
    }

    void write(SourceFile file) throws IOException {
        String name = file.type() == '5' ? file.path() + "/" : file.path();
        header(name, file);
        if (file.type() != '0') {
            return;
        }
        try (InputStream in = opened(file)) {
            byte[] buffer = new byte[128 << 10];
            long left = file.size();
            while (left > 0) {
                int read = read(file, in, buffer, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw changed(file);
                }
                out.write(buffer, 0, read);
                left -= read;
            }
            if (read(file, in, buffer, 1) >= 0) {
                throw changed(file);
            }
        }
        pad(file.size());
    }

    // A file that cannot be read is told apart from an image that cannot be written.

    private static InputStream opened(SourceFile file) {
        try {
            return file.content().open();
        } catch (IOException failure) {
            throw BuildFailure.reading(Names.shown(file.path()), failure);
        }
    }

    private static int read(SourceFile file, InputStream in, byte[] buffer, int length) {
        try {
            return in.read(buffer, 0, length);
        } catch (IOException failure) {
            throw BuildFailure.reading(Names.shown(file.path()), failure);
        }
    }

    private static ImageException changed(SourceFile file) {
        return new ImageException(
                Names.shown(file.path()),
                "the file changed its length while it was read",
                "build again when nothing writes there");
    }

    private void header(String name, SourceFile file) throws IOException {
        byte[] path = name.getBytes(StandardCharsets.UTF_8);
        byte[] link = file.link().getBytes(StandardCharsets.UTF_8);
        StringBuilder pax = new StringBuilder();
        if (path.length > 100 || !ascii(path)) {
            pax.append(record("path", name));
        }
        if (link.length > 100 || !ascii(link)) {
            pax.append(record("linkpath", file.link()));
        }
        if (file.size() >= OCTAL_SIZE) {
            pax.append(record("size", Long.toString(file.size())));
        }
        if (!pax.isEmpty()) {
            byte[] records = pax.toString().getBytes(StandardCharsets.UTF_8);
            out.write(block("pax".getBytes(StandardCharsets.UTF_8), 'x', 0644, records.length, ""));
            out.write(records);
            pad(records.length);
        }
        out.write(
                block(
                        path,
                        file.type(),
                        file.mode(),
                        file.size() >= OCTAL_SIZE ? 0 : file.size(),
                        file.link()));
    }

    private static boolean ascii(byte[] text) {
        for (byte one : text) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }

    /** {@code LENGTH KEY=VALUE\n}, where the length counts its own digits, too. */
    private static String record(String key, String value) {
        int rest = (" " + key + "=" + value + "\n").getBytes(StandardCharsets.UTF_8).length;
        int length = rest + 1;
        while (length != rest + Integer.toString(length).length()) {
            length = rest + Integer.toString(length).length();
        }
        return length + " " + key + "=" + value + "\n";
    }

    private byte[] block(byte[] name, char type, int mode, long size, String link) {
        byte[] block = new byte[BLOCK];
        System.arraycopy(name, 0, block, 0, Math.min(100, name.length));
        octal(block, 100, 8, mode & 07777);
        octal(block, 108, 8, 0);
        octal(block, 116, 8, 0);
        octal(block, 124, 12, size);
        octal(block, 136, 12, time);
        Arrays.fill(block, 148, 156, (byte) ' ');
        block[156] = (byte) type;
        byte[] target = link.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(target, 0, block, 157, Math.min(100, target.length));
        byte[] magic = {'u', 's', 't', 'a', 'r', 0, '0', '0'};
        System.arraycopy(magic, 0, block, 257, magic.length);
        int sum = 0;
        for (byte one : block) {
            sum += one & 0xff;
        }
        octal(block, 148, 7, sum);
        block[155] = ' ';
        return block;
    }

    private static void octal(byte[] block, int offset, int length, long value) {
        for (int i = 0; i < length - 1; i++) {
            block[offset + length - 2 - i] = (byte) ('0' + (value >> 3 * i & 7));
        }
        block[offset + length - 1] = 0;
    }

    private void pad(long size) throws IOException {
        out.write(new byte[(int) (-size & BLOCK - 1)]);
    }

    /** The two empty blocks that end an archive; the stream stays the caller's. */
    void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }
}
