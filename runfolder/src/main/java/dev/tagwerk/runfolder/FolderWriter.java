package dev.tagwerk.runfolder;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes files into an empty folder that is given its final name only when all of them are safe.
 */
@FunctionalInterface
public interface FolderWriter {
    void writeTo(Path folder) throws IOException;
}
