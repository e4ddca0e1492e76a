package dev.tagwerk.runfolder;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The operations on the file system whose order and failure decide whether a kill loses work. A
 * seam so that tests can fail each of them in turn; {@link #real()} is the one used outside of
 * tests.
 */
public interface Disk {
    static Disk real() {
        return RealDisk.INSTANCE;
    }

    /** Bytes that this process may still write in the file system of an existing folder. */
    long freeBytes(Path folder) throws IOException;

    /** Creates a folder (mode 0700) and its missing parents; an existing one is left as it is. */
    void createFolders(Path folder) throws IOException;

    /** Creates a file (mode 0600) with this content; fails when the file exists. */
    void create(Path file, byte[] content) throws IOException;

    /**
     * Cuts a file (mode 0600, created when missing) at this length and writes these bytes there.
     */
    void writeAt(Path file, long length, byte[] content) throws IOException;

    /** Flushes a file's content to the device and makes the file private (mode 0600). */
    void sync(Path file) throws IOException;

    /** Flushes a folder's entries to the device, so that creations and renames in it last. */
    void syncFolder(Path folder) throws IOException;

    /** Renames atomically within one file system; an existing file is replaced. */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file, or a folder with all that is in it; does nothing when it is missing. */
    void delete(Path path) throws IOException;
}
