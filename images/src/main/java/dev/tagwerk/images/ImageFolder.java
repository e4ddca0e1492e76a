package dev.tagwerk.images;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An OCI layout that lies unpacked in a folder. */
final class ImageFolder implements OpenSource {
    private final Path folder;
    private final int limit;
    private final List<FileChannel> channels = new ArrayList<>();

    ImageFolder(Path folder, int limit) {
        this.folder = folder;
        this.limit = limit;
    }

    @Override
    public OpenedImage open(Optional<String> name, Platform platform) {
        Path index = folder.resolve("index.json");
        try {
            FileRegion region =
                    region(index)
                            .orElseThrow(
                                    () ->
                                            new ImageException(
                                                    folder.toString(),
                                                    "the folder is no OCI layout: it has no"
                                                            + " index.json",
                                                    "skopeo copy docker://IMAGE oci:FOLDER"));
            byte[] document = LocalBlobs.bytes(region, limit, index.toString());
            Blobs blobs = new LocalBlobs(folder.toString(), this::blob, limit);
            return LayoutIndex.open(blobs, document, name, platform, index.toString());
        } catch (IOException failure) {
            throw LocalBlobs.unreadable(folder.toString(), failure);
        }
    }

    private Optional<FileRegion> blob(Digest digest) throws IOException {
        return region(folder.resolve("blobs").resolve(digest.algorithm()).resolve(digest.hex()));
    }

    private Optional<FileRegion> region(Path file) throws IOException {
        // A pipe or device in a blob's place would be read for ever.
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        channels.add(channel);
        return Optional.of(new FileRegion(channel, 0, channel.size()));
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels) {
            channel.close();
        }
    }
}
