package dev.tagwerk.images;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What a failed read or write means for the one who builds. */
final class BuildFailure {
    private BuildFailure() {}

    /** Writing the image failed. */
    static ImageException writing(Path target, IOException failure) {
        if (!isFull(failure)) {
            return new ImageException(
                    target.toString(),
                    "building it failed: " + words(failure),
                    "look at the disk: df -h, and at rights");
        }
        Path parent = target.toAbsolutePath().normalize().getParent();
        return new ImageException(
                target.toString(),
                "the disk is full" + left(parent),
                "name a place with more room: for a while the image lies there twice, and the"
                        + " release unpacked (about 1 GB)");
    }

    private static String left(@org.jspecify.annotations.Nullable Path parent) {
        try {
            return parent == null
                    ? ""
                    : ": " + (Files.getFileStore(parent).getUsableSpace() >> 20) + " MiB are left";
        } catch (IOException unknown) {
            return "";
        }
    }

    /** Reading what goes into the image failed. */
    static ImageException reading(String place, IOException failure) {
        return new ImageException(
                place,
                "reading it failed: " + words(failure),
                failure instanceof AccessDeniedException
                        ? "build as a user who may read it: its owner, or root"
                        : "build again when nothing changes there");
    }

    /** ENOSPC and EDQUOT; the JDK has no types for them, and their words do not follow a locale. */
    static boolean isFull(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("No space left on device")
                || message.contains("Disk quota exceeded");
    }

    static String words(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "access is denied (" + denied.getFile() + ")";
            case NoSuchFileException gone -> gone.getFile() + " is not there";
            case FileSystemException other when other.getReason() != null ->
                    other.getReason() + " (" + other.getFile() + ")";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
