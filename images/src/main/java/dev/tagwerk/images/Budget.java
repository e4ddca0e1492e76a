package dev.tagwerk.images;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** What an inspection may still use, over all layers together; safe for several threads. */
final class Budget {
    /**
     * Characters of names, targets and kept texts: what bounds the memory besides the number of
     * files.
     */
    private static final long CHARACTERS = 256L << 20;

    private final InspectionLimits limits;
    private final LongSupplier nanoTime;
    private final long deadline;
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong characters = new AtomicLong();

    Budget(InspectionLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.deadline = nanoTime.getAsLong() + limits.total().toNanos();
    }

    InspectionLimits limits() {
        return limits;
    }

    void takeEntry(String place, long length) {
        if (entries.incrementAndGet() > limits.entries()) {
            throw new ImageException(
                    place,
                    "the image has more than " + limits.entries() + " files",
                    "look into a smaller image, or raise the limit");
        }
        takeText(place, length);
    }

    void takeText(String place, long length) {
        if (characters.addAndGet(length) > CHARACTERS) {
            throw new ImageException(
                    place, "the names in the image are longer than 256 MiB together", "");
        }
    }

    void checkTime(String place) {
        if (Thread.currentThread().isInterrupted()) {
            throw new ImageException(place, "looking into the image was interrupted", "");
        }
        if (nanosLeft() <= 0) {
            throw new ImageException(
                    place,
                    "looking into the image took longer than "
                            + limits.total().toSeconds()
                            + " s, and was given up",
                    "try again, raise the limit, or look into fewer layers (--layer-limit)");
        }
    }

    long nanosLeft() {
        return deadline - nanoTime.getAsLong();
    }

    /** Checks how far a layer has unpacked. */
    void checkExpansion(String place, long stored, long unpacked) {
        boolean bomb = unpacked > 1L << 30 && unpacked / limits.expansion() > Math.max(1, stored);
        if (bomb || unpacked > limits.layerUncompressedBytes()) {
            throw new ImageException(
                    place,
                    "the layer unpacks to more than "
                            + (unpacked >> 20)
                            + " MiB from "
                            + (stored >> 10)
                            + " KiB, and is not unpacked further",
                    "such layers are made to fill disks; if yours is meant, leave it out"
                            + " (--layer-limit)");
        }
    }
}
