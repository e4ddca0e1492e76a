package dev.tagwerk.images;

import java.nio.file.Path;
import java.util.Optional;

/** Where an image lies. */
public sealed interface ImageSource {
    /**
     * A file or folder of this machine: an OCI layout, or an archive of {@code docker save}.
     *
     * @param path the file or folder
     * @param name which image, where there are several
     */
    record Local(Path path, Optional<String> name) implements ImageSource {}

    /**
     * An image in a registry.
     *
     * @param reference its name
     * @param access how to speak to the registry
     */
    record Registry(ImageReference reference, RegistryAccess access) implements ImageSource {}
}
