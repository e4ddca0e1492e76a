package dev.tagwerk.modelfiles;

/**
 * One part of a memory estimate.
 *
 * @param name what it is for
 * @param place where it lies
 * @param how what the bytes were computed from
 */
public record MemoryLine(String name, Place place, long bytes, String how) {
    /** Where bytes lie. */
    public enum Place {
        /** Main memory that only its process has: nothing can take it away but the end. */
        MAIN,
        /** Pages of files: the system may drop them and read them again, which is slow. */
        MAPPED,
        /** A graphics card's memory. */
        CARD
    }

    public MemoryLine {
        if (bytes < 0) {
            throw new ModelFilesException(name + " cannot take " + bytes + " bytes");
        }
    }
}
