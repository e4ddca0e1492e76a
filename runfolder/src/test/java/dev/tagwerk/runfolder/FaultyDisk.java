package dev.tagwerk.runfolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The real disk, with one scripted fault: at operation number n, a kill or a failing write. */
final class FaultyDisk implements Disk {
    /** Thrown where the process would have been killed; nothing after it reaches the disk. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    enum Fault {
        NONE,
        KILL,
        FAIL_ONCE,
        FAIL_FROM_THEN_ON
    }

    final List<String> operations = new ArrayList<>();
    private final Fault fault;
    private final int at;
    private long free = Long.MAX_VALUE;

    FaultyDisk(Fault fault, int at) {
        this.fault = fault;
        this.at = at;
    }

    void free(long bytes) {
        this.free = bytes;
    }

    private interface Operation {
        void run() throws IOException;
    }

    private void perform(String name, Operation whole, Operation half) throws IOException {
        operations.add(name);
        int number = operations.size();
        switch (fault) {
            case NONE -> whole.run();
            case KILL -> {
                if (number > at) {
                    throw new Killed();
                }
                if (number == at) {
                    half.run();
                    throw new Killed();
                }
                whole.run();
            }
            case FAIL_ONCE -> {
                if (number == at) {
                    half.run();
                    throw new IOException("No space left on device");
                }
                whole.run();
            }
            case FAIL_FROM_THEN_ON -> {
                if (number >= at) {
                    throw new IOException("Read-only file system");
                }
                whole.run();
            }
        }
    }

    @Override
    public long freeBytes(Path folder) {
        return free;
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        perform("folders", () -> Disk.real().createFolders(folder), () -> {});
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        byte[] part = Arrays.copyOf(content, content.length / 2);
        perform(
                "create " + file.getFileName(),
                () -> Disk.real().create(file, content),
                () -> Disk.real().create(file, part));
    }

    @Override
    public void writeAt(Path file, long length, byte[] content) throws IOException {
        byte[] part = Arrays.copyOf(content, content.length / 2);
        perform(
                "write " + file.getFileName(),
                () -> Disk.real().writeAt(file, length, content),
                () -> Disk.real().writeAt(file, length, part));
    }

    @Override
    public void sync(Path file) throws IOException {
        perform("sync " + file.getFileName(), () -> makePrivate(file), () -> {});
    }

    /** Flushing is left out: a killed process, unlike a machine without power, loses no write. */
    private static void makePrivate(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        perform("sync folder", () -> {}, () -> {});
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        perform("rename " + to.getFileName(), () -> Disk.real().rename(from, to), () -> {});
    }

    @Override
    public void delete(Path path) throws IOException {
        perform("delete", () -> Disk.real().delete(path), () -> deleteOneFile(path));
    }

    private static void deleteOneFile(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            List<Path> files = StagedFolder.files(path);
            if (!files.isEmpty()) {
                Files.delete(files.getFirst());
            }
        }
    }
}
