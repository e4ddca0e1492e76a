package dev.tagwerk.data;

import dev.tagwerk.runfolder.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** The real disk until one operation, at which the process dies half way through it. */
final class DyingDisk implements Disk {
    /** Not an exception that anybody catches. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final int last;
    private int done;

    DyingDisk(int last) {
        this.last = last;
    }

    private interface Operation {
        void perform() throws IOException;
    }

    private void perform(Operation whole, Operation half) throws IOException {
        if (done++ == last) {
            half.perform();
            throw new Killed();
        }
        whole.perform();
    }

    @Override
    public long freeBytes(Path folder) throws IOException {
        return Disk.real().freeBytes(folder);
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        perform(() -> Disk.real().createFolders(folder), () -> {});
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        perform(
                () -> Disk.real().create(file, content),
                () -> Disk.real().create(file, Arrays.copyOf(content, content.length / 2)));
    }

    @Override
    public void writeAt(Path file, long length, byte[] content) throws IOException {
        perform(
                () -> Disk.real().writeAt(file, length, content),
                () ->
                        Disk.real()
                                .writeAt(file, length, Arrays.copyOf(content, content.length / 2)));
    }

    @Override
    public void sync(Path file) throws IOException {
        perform(() -> Disk.real().sync(file), () -> {});
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        perform(() -> Disk.real().syncFolder(folder), () -> {});
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        perform(() -> Disk.real().rename(from, to), () -> {});
    }

    @Override
    public void delete(Path path) throws IOException {
        perform(() -> Disk.real().delete(path), () -> {});
    }
}
