package dev.tagwerk.images;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Writes tars for tests: ustar, with a pax header where a name is long. */
final class Tar {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private long uid;
    private long gid;

    /** The owner of what follows. */
    Tar owner(long newUid, long newGid) {
        uid = newUid;
        gid = newGid;
        return this;
    }

    Tar folder(String path, int mode) {
        return member(path + "/", '5', mode, "", new byte[0]);
    }

    Tar file(String path, String text) {
        return file(path, 0644, text.getBytes(StandardCharsets.UTF_8));
    }

    Tar program(String path) {
        return file(path, 0755, new byte[] {0x7f, 'E', 'L', 'F'});
    }

    Tar file(String path, int mode, byte[] content) {
        return member(path, '0', mode, "", content);
    }

    Tar link(String path, String target) {
        return member(path, '2', 0777, target, new byte[0]);
    }

    Tar hardLink(String path, String target) {
        return member(path, '1', 0644, target, new byte[0]);
    }

    Tar whiteout(String path) {
        int slash = path.lastIndexOf('/') + 1;
        return file(path.substring(0, slash) + ".wh." + path.substring(slash), "");
    }

    Tar opaque(String path) {
        return file(path + "/.wh..wh..opq", "");
    }

    Tar member(String path, char type, int mode, String link, byte[] content) {
        if (path.getBytes(StandardCharsets.UTF_8).length > 100
                || link.getBytes(StandardCharsets.UTF_8).length > 100) {
            String records = record("path", path) + record("linkpath", link);
            header("pax", 'x', 0644, "", records.getBytes(StandardCharsets.UTF_8));
            return header("short", type, mode, "", content);
        }
        return header(path, type, mode, link, content);
    }

    private static String record(String key, String value) {
        String rest = " " + key + "=" + value + "\n";
        int body = rest.getBytes(StandardCharsets.UTF_8).length;
        int length = body + 1;
        while (Integer.toString(length).length() + body != length) {
            length++;
        }
        return length + rest;
    }

    private Tar header(String name, char type, int mode, String link, byte[] content) {
        byte[] block = new byte[512];
        put(block, 0, name);
        put(block, 100, String.format("%07o", mode));
        put(block, 108, String.format("%07o", uid));
        put(block, 116, String.format("%07o", gid));
        put(block, 124, String.format("%011o", content.length));
        put(block, 136, "00000000000");
        block[156] = (byte) type;
        put(block, 157, link);
        put(block, 257, "ustar");
        put(block, 263, "00");
        sum(block);
        out.writeBytes(block);
        out.writeBytes(content);
        out.writeBytes(new byte[-content.length & 511]);
        return this;
    }

    /** Sets the checksum of a header. */
    static void sum(byte[] block) {
        for (int i = 148; i < 156; i++) {
            block[i] = ' ';
        }
        int sum = 0;
        for (byte one : block) {
            sum += one & 0xff;
        }
        put(block, 148, String.format("%06o\0", sum));
    }

    private static void put(byte[] block, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }

    byte[] bytes() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(out.toByteArray());
        whole.writeBytes(new byte[1024]);
        return whole.toByteArray();
    }

    byte[] gzip() {
        return gzip(bytes());
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return zipped.toByteArray();
    }
}
