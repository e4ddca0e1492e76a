package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that appears whole or not at all, and never in the place of another. */
final class NewFolder {
    /** What fills it. */
    interface Content {
        void writeInto(Path folder) throws IOException;
    }

    private NewFolder() {}

    /**
     * Makes a folder.
     *
     * @throws ModelFilesException when something is there already, or it cannot be written
     */
    static void write(Path folder, Content content) {
        Path target = folder.toAbsolutePath().normalize();
        requireFree(target);
        Path aside = target.resolveSibling("." + target.getFileName() + ".writing");
        try {
            remove(aside);
            Files.createDirectories(aside);
            content.writeInto(aside);
            requireFree(target);
            Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            discard(aside, e);
            throw ModelFilesException.of(
                    folder,
                    "cannot be written: " + e,
                    "check free space and permissions of the folder around it",
                    e);
        } catch (RuntimeException | Error e) {
            discard(aside, e);
            throw e;
        }
    }

    static void requireFree(Path target) {
        try (Stream<Path> children =
                Files.isDirectory(target) ? Files.list(target) : Stream.of(target)) {
            if (Files.exists(target) && children.findAny().isPresent()) {
                throw ModelFilesException.of(
                        target,
                        "exists and is not an empty folder",
                        "nothing is ever overwritten; give another folder");
            }
        } catch (IOException e) {
            throw ModelFilesException.of(
                    target, "cannot be looked at: " + e, "check that it is readable for you", e);
        }
    }

    private static void discard(Path aside, Throwable failure) {
        try {
            remove(aside);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
