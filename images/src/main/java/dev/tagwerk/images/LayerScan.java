package dev.tagwerk.images;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * Reads one layer, once: every name in it, and a little text of a few files. A tar that lies
 * uncompressed in a file is read by its headers only; its digest is then verified only where the
 * tar has no end mark.
 */
final class LayerScan {
    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";

    /** Aufs kept its own books under such names; they are no files of the image. */
    private static final String BOOKKEEPING = ".wh..wh.";

    private final Budget budget;

    LayerScan(Budget budget) {
        this.budget = budget;
    }

    /**
     * @param content empty when the layer's compression cannot be read
     * @param compression as found
     * @param verified whether all bytes were read and the digest is right
     */
    record Result(Optional<LayerContent> content, Compression compression, boolean verified) {}

    Result read(Blob blob) {
        try {
            return scan(blob);
        } catch (ZstdFrames.WindowException large) {
            return new Result(Optional.empty(), Compression.ZSTD, false);
        } catch (ZipException | EOFException damaged) {
            throw new ImageException(
                    blob.place(),
                    "its compressed data is damaged (" + damaged.getMessage() + ")",
                    "fetch or save the image again");
        } catch (IOException failure) {
            throw new ImageException(
                    blob.place(), "reading it failed: " + failure.getMessage(), "try again");
        }
    }

    private Result scan(Blob blob) throws IOException {
        byte[] start = new byte[Compression.MAGIC];
        if (blob.region().isPresent()) {
            FileRegion region = blob.region().get();
            int length = new RegionInput(region).read(start, 0, start.length);
            if (Compression.of(start, length) == Compression.NONE) {
                return plain(blob, region);
            }
        }
        Optional<Digest> digest = Optional.of(blob.descriptor().digest());
        boolean outer = blob.digestNames() == Blob.Stage.STORED;
        try (VerifiedStream stored =
                new VerifiedStream(
                        blob.open(),
                        outer ? digest : Optional.empty(),
                        blob.descriptor().size(),
                        blob.place())) {
            int length = stored.readNBytes(start, 0, start.length);
            Compression compression = Compression.of(start, length);
            InputStream whole =
                    new SequenceInputStream(new ByteArrayInputStream(start, 0, length), stored);
            if (compression == Compression.UNKNOWN) {
                return new Result(Optional.empty(), compression, false);
            }
            InputStream tar =
                    switch (compression) {
                        case GZIP -> new GunzipStream(whole);
                        case ZSTD -> new ZstdStream(whole);
                        case NONE, UNKNOWN -> whole;
                    };
            try (VerifiedStream unpacked =
                    new VerifiedStream(
                            new UnpackedStream(tar, stored, budget, blob.place()),
                            outer ? Optional.empty() : digest,
                            -1,
                            blob.place())) {
                return unpacked(blob, stored, unpacked, compression);
            }
        }
    }

    /** By its headers alone; where the end is not marked, all bytes are held to the digest. */
    private Result plain(Blob blob, FileRegion region) throws IOException {
        TarReader tar = new TarReader(new RegionInput(region), blob.place());
        LayerContent content = entries(tar, blob.place(), Compression.NONE, region.length());
        if (!tar.ended()) {
            try (VerifiedStream all =
                    new VerifiedStream(
                            blob.open(),
                            Optional.of(blob.descriptor().digest()),
                            blob.descriptor().size(),
                            blob.place())) {
                all.finish(new byte[64 << 10]);
            }
        }
        return new Result(Optional.of(content), Compression.NONE, !tar.ended());
    }

    private Result unpacked(
            Blob blob, VerifiedStream stored, VerifiedStream tar, Compression compression)
            throws IOException {
        LayerContent content =
                entries(
                        new TarReader(new StreamInput(tar), blob.place()),
                        blob.place(),
                        compression,
                        0);
        // To the end: what follows the last member counts, too.
        byte[] buffer = new byte[64 << 10];
        tar.finish(buffer);
        stored.finish(buffer);
        LayerContent whole =
                new LayerContent(compression, tar.count(), content.ignored(), content.entries());
        return new Result(Optional.of(whole), compression, true);
    }

    private LayerContent entries(TarReader tar, String place, Compression compression, long length)
            throws IOException {
        List<LayerEntry> entries = new ArrayList<>();
        int ignored = 0;
        for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
            TarEntry entry = next.get();
            Optional<List<String>> components = Names.components(entry.name());
            budget.takeEntry(place, entry.name().length() + entry.link().length());
            if ((entries.size() & 0x3ff) == 0) {
                budget.checkTime(place);
            }
            if (components.isEmpty() || entry.link().length() > Names.PATH_MAX) {
                ignored++;
            } else {
                add(entry, components.get(), tar, place, entries);
            }
        }
        return new LayerContent(compression, length, ignored, entries);
    }

    private void add(
            TarEntry entry,
            List<String> components,
            TarReader tar,
            String place,
            List<LayerEntry> entries)
            throws IOException {
        String last = components.isEmpty() ? "" : components.getLast();
        String path = String.join("/", components);
        if (last.startsWith(WHITEOUT)) {
            String parent = String.join("/", components.subList(0, components.size() - 1));
            if (last.equals(OPAQUE)) {
                entries.add(new LayerEntry(parent, FileKind.OPAQUE, 0, 0, 0, 0, ""));
            } else if (!last.startsWith(BOOKKEEPING) && last.length() > WHITEOUT.length()) {
                String hidden = last.substring(WHITEOUT.length());
                entries.add(
                        new LayerEntry(
                                parent.isEmpty() ? hidden : parent + "/" + hidden,
                                FileKind.WHITEOUT,
                                0,
                                0,
                                0,
                                0,
                                ""));
            }
            return;
        }
        String detail = entry.link();
        if (entry.isFile()) {
            int wanted = Interest.wanted(path, entry.mode(), entry.size());
            detail = wanted == 0 ? "" : Interest.kept(path, tar.content(wanted));
            if (!detail.isEmpty()) {
                budget.takeText(place, detail.length());
            }
        }
        entries.add(
                new LayerEntry(
                        path,
                        kind(entry),
                        entry.mode(),
                        entry.uid(),
                        entry.gid(),
                        entry.size(),
                        detail));
    }

    private static FileKind kind(TarEntry entry) {
        return switch (entry.type()) {
            case '1' -> FileKind.HARD_LINK;
            case '2' -> FileKind.SYMBOLIC_LINK;
            case '5' -> FileKind.DIRECTORY;
            case '3', '4', '6' -> FileKind.SPECIAL;
            default -> FileKind.FILE; // POSIX: unknown types are treated as files
        };
    }
}
