package dev.tagwerk.images;

import java.io.IOException;
import java.util.Optional;

/** Blobs that lie in files of this machine. */
final class LocalBlobs implements Blobs {
    /** Finds a blob's bytes. */
    interface Finder {
        Optional<FileRegion> find(Digest digest) throws IOException;
    }

    private final String place;
    private final Finder finder;
    private final int limit;

    LocalBlobs(String place, Finder finder, int limit) {
        this.place = place;
        this.finder = finder;
        this.limit = limit;
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public byte[] document(Descriptor descriptor) {
        FileRegion region = region(descriptor);
        byte[] bytes = bytes(region, limit, placeOf(descriptor));
        if (bytes.length != descriptor.size() || !descriptor.digest().names(bytes)) {
            throw new ImageException(
                    placeOf(descriptor),
                    "its content is not what its digest names: it is damaged or tampered with",
                    "save the image again, and do not run this one");
        }
        return bytes;
    }

    @Override
    public Blob layer(Descriptor descriptor) {
        return Blob.of(placeOf(descriptor), descriptor, Blob.Stage.STORED, region(descriptor));
    }

    private String placeOf(Descriptor descriptor) {
        return place + " (" + descriptor.digest().abbreviated() + ")";
    }

    private FileRegion region(Descriptor descriptor) {
        Optional<FileRegion> region;
        try {
            region = finder.find(descriptor.digest());
        } catch (IOException failure) {
            throw unreadable(placeOf(descriptor), failure);
        }
        FileRegion found =
                region.orElseThrow(
                        () ->
                                new ImageException(
                                        placeOf(descriptor),
                                        "the image names this blob, but it is not there",
                                        "save the image again, with all of the platform's layers"));
        if (found.length() != descriptor.size()) {
            throw new ImageException(
                    placeOf(descriptor),
                    "it has " + found.length() + " bytes instead of " + descriptor.size(),
                    "save the image again");
        }
        return found;
    }

    static byte[] bytes(FileRegion region, int limit, String place) {
        if (region.length() > limit) {
            throw Documents.broken(
                    place,
                    "a document of " + region.length() + " bytes; none is longer than " + limit);
        }
        byte[] bytes = new byte[(int) region.length()];
        try {
            int read = new RegionInput(region).read(bytes, 0, bytes.length);
            if (read < bytes.length) {
                throw Documents.broken(place, "it ends in the middle of a document");
            }
            return bytes;
        } catch (IOException failure) {
            throw unreadable(place, failure);
        }
    }

    static ImageException unreadable(String place, IOException failure) {
        return new ImageException(
                place, "reading it failed: " + failure, "look at its rights: ls -ld " + place);
    }
}
