package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file on its way into a layer. Its owner and time are not part of it: every layer of ours has
 * the same.
 *
 * @param path from the image's root, without a leading slash
 * @param type the tar's flag: {@code '0'} file, {@code '1'} hard link, {@code '2'} symbolic link,
 *     {@code '5'} directory
 * @param mode permission bits
 * @param size bytes; nought for all but files
 * @param link where a link points; otherwise empty
 * @param content opens a file's bytes
 */
record SourceFile(String path, char type, int mode, long size, String link, Content content) {
    /** Begins to read. */
    interface Content {
        InputStream open() throws IOException;
    }

    SourceFile {
        if (path.isEmpty() || path.startsWith("/")) {
            throw new IllegalArgumentException("path: must be relative and not empty");
        }
    }

    static SourceFile directory(String path) {
        return new SourceFile(path, '5', 0755, 0, "", InputStream::nullInputStream);
    }
}
