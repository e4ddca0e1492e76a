package dev.tagwerk.formats;

import java.util.Optional;

/**
 * A volume's place in a container.
 *
 * @param volume the volume's name
 * @param path where it appears, absolute
 * @param readOnly whether the mount itself forbids writing
 */
public record Mount(
        String volume, String path, boolean readOnly, Optional<Scalar> subPath, Node node) {
    /** Whether a path lies under it. */
    public boolean holds(String file) {
        String root = path.endsWith("/") ? path : path + "/";
        return file.equals(path) || (file + "/").startsWith(root);
    }
}
