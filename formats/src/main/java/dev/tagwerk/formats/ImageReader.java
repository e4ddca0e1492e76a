package dev.tagwerk.formats;

import java.util.List;
import java.util.Optional;

/** What {@code tagwerk images show --json} prints of an image. */
final class ImageReader implements Reader {
    @Override
    public Optional<Format> detect(Node root) {
        boolean image =
                root.find("config.entrypoint").isPresent()
                        && root.get("layers").isPresent()
                        && root.get("software").isPresent();
        return image ? Optional.of(Format.IMAGE) : Optional.empty();
    }

    @Override
    public List<Document> read(Format format, Node root) {
        return List.of(new Document(root.source(), format, root, List.of()));
    }
}
