package dev.tagwerk.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The members of a tar, one after the other: ustar, GNU (long names, sparse files) and pax, as
 * POSIX.1-2017 and GNU tar's manual describe them. Bodies are passed over unless asked for.
 */
final class TarReader {
    private static final int BLOCK = 512;

    /** A long name or pax header beyond this is no name (Go's reader draws the same line). */
    private static final int EXTENSION_LIMIT = 1 << 20;

    private final TarInput input;
    private final String place;
    private final byte[] block = new byte[BLOCK];

    /** Bytes of the present member's body, and of its padding, that have not been passed. */
    private long bodyLeft;

    private long padding;

    private boolean ended;

    TarReader(TarInput input, String place) {
        this.input = input;
        this.place = place;
    }

    /** The next member; empty at the end of the archive. */
    Optional<TarEntry> next() throws IOException {
        String longName = "";
        String longLink = "";
        Map<String, String> pax = Map.of();
        // Extensions come before the member that they describe; a chain of them has no use.
        for (int extensions = 0; extensions < 16; extensions++) {
            passBody();
            if (!header()) {
                return Optional.empty();
            }
            TarHeader header = new TarHeader(block);
            long size = number(header.size(), "size");
            begin(size);
            switch (header.type()) {
                case 'L' -> longName = terminated(extension(size));
                case 'K' -> longLink = terminated(extension(size));
                case 'x', 'X' -> pax = PaxRecords.parse(extension(size), this::broken);
                case 'g' -> extension(size);
                default -> {
                    return Optional.of(member(header, size, longName, longLink, pax));
                }
            }
        }
        throw broken("sixteen extension headers in a row");
    }

    private TarEntry member(
            TarHeader header,
            long headerSize,
            String longName,
            String longLink,
            Map<String, String> pax)
            throws IOException {
        long size = headerSize;
        String paxSize = pax.get("size");
        if (paxSize != null) {
            size = PaxRecords.decimal(paxSize, this::broken);
            begin(size);
        }
        if (header.type() == 'S') {
            sparseMap(header);
        }
        String name =
                pax.getOrDefault(
                        "GNU.sparse.name",
                        pax.getOrDefault("path", longName.isEmpty() ? header.name() : longName));
        char type = kind(header.type(), name);
        String link = pax.getOrDefault("linkpath", longLink.isEmpty() ? header.link() : longLink);
        // Links and directories have no body, whatever their header's size says.
        if (type >= '1' && type <= '6') {
            size = 0;
            begin(0);
        }
        return new TarEntry(
                name,
                type,
                (int) (number(header.mode(), "mode") & 0xfff),
                owner(pax.get("uid"), header.uid(), "uid"),
                owner(pax.get("gid"), header.gid(), "gid"),
                size,
                type == '1' || type == '2' ? link : "",
                input.position());
    }

    private long owner(@org.jspecify.annotations.Nullable String pax, long field, String name) {
        return pax == null ? number(field, name) : PaxRecords.decimal(pax, this::broken);
    }

    private static char kind(char flag, String name) {
        return switch (flag) {
            case '\0' -> name.endsWith("/") ? '5' : '0';
            case '7', 'S' -> '0';
            default -> flag;
        };
    }

    /**
     * Whether the empty blocks that end an archive were read. Some writers leave them out; an
     * archive that was cut between two members, or in the padding of one, lacks them too.
     */
    boolean ended() {
        return ended;
    }

    /** The first bytes of the present member's body. */
    byte[] content(int limit) throws IOException {
        int count = (int) Math.min(limit, bodyLeft);
        byte[] content = new byte[count];
        if (input.read(content, 0, count) < count) {
            throw truncated();
        }
        bodyLeft -= count;
        return content;
    }

    private void begin(long size) {
        bodyLeft = size;
        padding = -size & (BLOCK - 1);
    }

    private void passBody() throws IOException {
        // Some writers leave out the padding after the last member; only the body must be whole.
        if (input.skip(bodyLeft) < bodyLeft) {
            throw truncated();
        }
        input.skip(padding);
        begin(0);
    }

    private byte[] extension(long size) throws IOException {
        if (size > EXTENSION_LIMIT) {
            throw broken("a name of " + size + " bytes");
        }
        return content((int) size);
    }

    /** Reads a header into {@link #block}; false at the end. */
    private boolean header() throws IOException {
        int read = input.read(block, 0, BLOCK);
        if (read == 0) {
            return false;
        }
        if (read < BLOCK) {
            throw truncated();
        }
        if (TarHeader.isZero(block)) {
            int second = input.read(block, 0, BLOCK);
            if (second == BLOCK && TarHeader.isZero(block)) {
                ended = true;
                return false;
            }
            if (second == 0) {
                return false;
            }
            throw broken("one empty block where there should be two, or none");
        }
        if (!TarHeader.checksumHolds(block)) {
            throw broken("a header's checksum is wrong");
        }
        return true;
    }

    /** Old GNU sparse files: further blocks with the map, as long as each says so. */
    private void sparseMap(TarHeader header) throws IOException {
        boolean more = header.sparseGoesOn();
        byte[] map = new byte[BLOCK];
        while (more) {
            if (input.read(map, 0, BLOCK) < BLOCK) {
                throw truncated();
            }
            more = map[504] == 1;
        }
    }

    private long number(long value, String field) {
        if (value < 0) {
            throw broken("a header's " + field + " is no number");
        }
        return value;
    }

    private static String terminated(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private ImageException truncated() {
        return broken("it ends in the middle of a file");
    }

    private ImageException broken(String what) {
        return new ImageException(
                place,
                "this is no whole tar archive (" + what + ", near byte " + input.position() + ")",
                "fetch or save the image again");
    }
}
