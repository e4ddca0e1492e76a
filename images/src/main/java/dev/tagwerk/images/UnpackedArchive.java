package dev.tagwerk.images;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * An archive that is compressed as a whole, as {@code docker save | gzip} leaves it: nothing in it
 * can be found without unpacking it, so it goes to a file that has lost its name before the first
 * byte is written, and is gone with us however we end.
 */
final class UnpackedArchive {
    /** What is left of a disk at least. */
    private static final long SPARE = 512L << 20;

    private UnpackedArchive() {}

    /** The archive itself where it is not compressed. */
    static FileChannel open(Path file, Budget budget) throws IOException {
        FileChannel stored = FileChannel.open(file, StandardOpenOption.READ);
        try {
            byte[] start = new byte[Compression.MAGIC];
            int length =
                    new RegionInput(new FileRegion(stored, 0, stored.size()))
                            .read(start, 0, start.length);
            Compression compression = Compression.of(start, length);
            if (compression != Compression.GZIP && compression != Compression.ZSTD) {
                return stored;
            }
            try (stored) {
                return unpack(file.toString(), stored, compression, budget);
            }
        } catch (ZipException | EOFException | ZstdFrames.WindowException damaged) {
            throw new ImageException(
                    file.toString(),
                    "its compressed data cannot be unpacked (" + damaged.getMessage() + ")",
                    "save the image again, or unpack it yourself: gunzip or zstd -d");
        }
    }

    private static FileChannel unpack(
            String place, FileChannel stored, Compression compression, Budget budget)
            throws IOException {
        Path temporary = Files.createTempFile("tagwerk-image-", ".tar"); // 0600
        FileChannel out =
                FileChannel.open(temporary, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean whole = false;
        try {
            long room = Files.getFileStore(temporary).getUsableSpace() - SPARE;
            Files.delete(temporary);
            VerifiedStream counted =
                    new VerifiedStream(
                            new FileRegion(stored, 0, stored.size()).open(),
                            Optional.empty(),
                            -1,
                            place);
            InputStream tar =
                    new UnpackedStream(
                            compression == Compression.GZIP
                                    ? new GunzipStream(counted)
                                    : new ZstdStream(counted),
                            counted,
                            budget,
                            place);
            byte[] buffer = new byte[256 << 10];
            long count = 0;
            for (int read = tar.read(buffer, 0, buffer.length);
                    read >= 0;
                    read = tar.read(buffer, 0, buffer.length)) {
                count += read;
                if (count > room) {
                    throw new ImageException(
                            place,
                            "the archive is compressed as a whole, and there is no room to unpack"
                                    + " it",
                            "name a folder on a larger disk: TMPDIR=FOLDER");
                }
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
            whole = true;
            return out;
        } finally {
            if (!whole) {
                Files.deleteIfExists(temporary);
                out.close();
            }
        }
    }
}
