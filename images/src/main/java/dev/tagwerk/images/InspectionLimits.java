package dev.tagwerk.images;

import java.time.Duration;

/**
 * How far an inspection goes. What lies beyond a limit of size of one layer is named in the report
 * as not looked into; beyond the others the inspection ends with an {@link ImageException}.
 *
 * @param layerBytes the largest layer, as it is stored, that is looked into
 * @param imageBytes the most that is read of all layers together, as they are stored
 * @param layerUncompressedBytes the most that one layer may unpack to
 * @param expansion how many times its stored size a layer may unpack to, past the first GiB
 * @param entries the most files of all layers together
 * @param metadataBytes the largest manifest, index or configuration
 * @param total how long everything may take
 */
public record InspectionLimits(
        long layerBytes,
        long imageBytes,
        long layerUncompressedBytes,
        int expansion,
        int entries,
        int metadataBytes,
        Duration total) {
    private static final long GIB = 1L << 30;

    public InspectionLimits {
        positive("layerBytes", layerBytes);
        positive("imageBytes", imageBytes);
        positive("layerUncompressedBytes", layerUncompressedBytes);
        positive("expansion", expansion);
        positive("entries", entries);
        positive("metadataBytes", metadataBytes);
        positive("total", total.toNanos());
    }

    private static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be positive, is " + value);
        }
    }

    /** For files of this machine: all of an image. */
    public static InspectionLimits local() {
        return new InspectionLimits(
                64 * GIB, 256 * GIB, 128 * GIB, 200, 1_500_000, 8 << 20, Duration.ofMinutes(15));
    }

    /** For a registry: what a connection of ordinary speed brings in a minute or two. */
    public static InspectionLimits remote() {
        return new InspectionLimits(
                GIB / 4, GIB, 128 * GIB, 200, 1_500_000, 8 << 20, Duration.ofMinutes(10));
    }

    public InspectionLimits withLayerBytes(long bytes) {
        return new InspectionLimits(
                bytes,
                Math.max(imageBytes, bytes),
                layerUncompressedBytes,
                expansion,
                entries,
                metadataBytes,
                total);
    }

    public InspectionLimits withTotal(Duration time) {
        return new InspectionLimits(
                layerBytes,
                imageBytes,
                layerUncompressedBytes,
                expansion,
                entries,
                metadataBytes,
                time);
    }
}
