package dev.tagwerk.images;

import java.nio.charset.StandardCharsets;

/** The fields of a tar header: 512 bytes whose checksum holds. */
record TarHeader(byte[] block) {
    static boolean isZero(byte[] block) {
        for (byte one : block) {
            if (one != 0) {
                return false;
            }
        }
        return true;
    }

    /** Sum of all bytes, the checksum's own counted as blanks; some old writers summed signed. */
    static boolean checksumHolds(byte[] block) {
        long unsigned = 0;
        long signed = 0;
        for (int i = 0; i < block.length; i++) {
            byte one = i >= 148 && i < 156 ? (byte) ' ' : block[i];
            unsigned += one & 0xff;
            signed += one;
        }
        long stated = number(block, 148, 8);
        return stated == unsigned || stated == signed;
    }

    char type() {
        return (char) (block[156] & 0xff);
    }

    String name() {
        String name = text(0, 100);
        // Only POSIX's magic promises a prefix; GNU's keeps other things there.
        boolean posix = block[257] == 'u' && block[261] == 'r' && block[262] == 0;
        String prefix = posix ? text(345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    String link() {
        return text(157, 100);
    }

    long mode() {
        return number(block, 100, 8);
    }

    long uid() {
        return number(block, 108, 8);
    }

    long gid() {
        return number(block, 116, 8);
    }

    long size() {
        return number(block, 124, 12);
    }

    boolean sparseGoesOn() {
        return block[482] == 1;
    }

    private String text(int offset, int length) {
        int end = offset;
        while (end < offset + length && block[end] != 0) {
            end++;
        }
        return new String(block, offset, end - offset, StandardCharsets.UTF_8);
    }

    /** Octal digits, or GNU's base 256; -1 where there is neither. An empty field is nought. */
    private static long number(byte[] block, int offset, int length) {
        if ((block[offset] & 0x80) != 0) {
            return binary(block, offset, length);
        }
        int at = offset;
        int end = offset + length;
        while (at < end && block[at] == ' ') {
            at++;
        }
        long value = 0;
        while (at < end && block[at] >= '0' && block[at] <= '7') {
            value = value << 3 | block[at] - '0';
            at++;
        }
        return at == end || block[at] == ' ' || block[at] == 0 ? value : -1;
    }

    private static long binary(byte[] block, int offset, int length) {
        if ((block[offset] & 0x7f) != 0) {
            return -1; // negative, or beyond 2^63
        }
        long value = 0;
        for (int i = offset + 1; i < offset + length; i++) {
            if (value >> 55 != 0) {
                return -1;
            }
            value = value << 8 | block[i] & 0xff;
        }
        return value;
    }
}
