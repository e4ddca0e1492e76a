package dev.tagwerk.images;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A tar with an image: an OCI layout, or what {@code docker save} and {@code podman save} write.
 */
final class ImageArchive implements OpenSource {
    private final Path file;
    private final int limit;
    private final FileChannel channel;

    ImageArchive(Path file, Budget budget) throws IOException {
        this.file = file;
        this.limit = budget.limits().metadataBytes();
        this.channel = UnpackedArchive.open(file, budget);
    }

    @Override
    public OpenedImage open(Optional<String> name, Platform platform) {
        String place = file.toString();
        try {
            TarIndex members = new TarIndex(channel, place);
            Optional<FileRegion> index = members.find("index.json");
            Optional<FileRegion> manifest = members.find("manifest.json");
            if (index.isPresent()) {
                try {
                    return layout(members, index.get(), name, platform);
                } catch (ImageException incomplete) {
                    // Docker saves an index of all platforms with the blobs of one; its own list is
                    // then right.
                    if (manifest.isEmpty()) {
                        throw incomplete;
                    }
                }
            }
            if (manifest.isEmpty()) {
                throw new ImageException(
                        place,
                        "the archive holds no image: neither index.json nor manifest.json is in it",
                        "docker save IMAGE -o image.tar");
            }
            byte[] document = LocalBlobs.bytes(manifest.get(), limit, place);
            return new DockerArchive(members, place, limit).open(document, name, platform);
        } catch (IOException failure) {
            throw LocalBlobs.unreadable(place, failure);
        }
    }

    private OpenedImage layout(
            TarIndex members, FileRegion index, Optional<String> name, Platform platform) {
        String place = file.toString();
        Blobs blobs =
                new LocalBlobs(
                        place,
                        digest -> members.find("blobs/" + digest.algorithm() + "/" + digest.hex()),
                        limit);
        byte[] document = LocalBlobs.bytes(index, limit, place);
        return LayoutIndex.open(blobs, document, name, platform, place);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
