package dev.tagwerk.images;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Writes blobs into {@code blobs/sha256}, under the names that their contents turn out to have. */
final class BlobWriter {
    private static final int BUFFER = 128 << 10;

    private final Path blobs;
    private final Path fresh;
    private final long time;

    /**
     * @param layout the layout's folder
     * @param time every file's time, seconds since 1970
     */
    BlobWriter(Path layout, long time) throws IOException {
        this.blobs = Files.createDirectories(layout.resolve("blobs/sha256"));
        this.fresh = layout.resolve("blob.part");
        this.time = time;
    }

    /** What fills a stream. */
    private interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A layer of our own. */
    BuiltLayer layer(List<SourceFile> files, String createdBy) throws IOException {
        return gzip(
                out -> {
                    TarWriter tar = new TarWriter(out, time);
                    for (SourceFile file : files) {
                        tar.write(file);
                    }
                    tar.finish();
                },
                createdBy);
    }

    /** A tar that is not compressed yet. */
    BuiltLayer compressed(InputStream tar, String createdBy) throws IOException {
        return gzip(tar::transferTo, createdBy);
    }

    private BuiltLayer gzip(Source source, String createdBy) throws IOException {
        MessageDigest unpacked = Digest.sha256();
        MessageDigest stored = Digest.sha256();
        // GZIPOutputStream writes neither a time nor a name: the same files give the same bytes.
        try (OutputStream out =
                new BufferedOutputStream(
                        new DigestOutputStream(
                                new GZIPOutputStream(
                                        new DigestOutputStream(
                                                Files.newOutputStream(fresh), stored),
                                        BUFFER),
                                unpacked),
                        BUFFER)) {
            source.writeTo(out);
        }
        return named(BuiltLayer.TAR + "+gzip", hash(stored), hash(unpacked).toString(), createdBy);
    }

    /** A layer as it is stored elsewhere; whoever brings the stream compares its digest. */
    BuiltLayer stored(InputStream stored, Compression compression, String diffId, String createdBy)
            throws IOException {
        MessageDigest hash = Digest.sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(fresh), hash)) {
            stored.transferTo(out);
        }
        String suffix =
                switch (compression) {
                    case GZIP -> "+gzip";
                    case ZSTD -> "+zstd";
                    case NONE, UNKNOWN -> "";
                };
        return named(BuiltLayer.TAR + suffix, hash(hash), diffId, createdBy);
    }

    /** A manifest or configuration. */
    Digest document(byte[] content) throws IOException {
        Digest digest = Digest.sha256(content);
        Files.write(blobs.resolve(digest.hex()), content);
        return digest;
    }

    private static Digest hash(MessageDigest hash) {
        return new Digest("sha256", HexFormat.of().formatHex(hash.digest()));
    }

    private BuiltLayer named(String mediaType, Digest digest, String diffId, String createdBy)
            throws IOException {
        Path blob = blobs.resolve(digest.hex());
        // Two layers with one content are one blob.
        Files.move(fresh, blob, StandardCopyOption.ATOMIC_MOVE);
        return new BuiltLayer(mediaType, digest, Files.size(blob), diffId, createdBy);
    }
}
