package dev.tagwerk.images;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** All layers of an image, a few at a time, each from the cache where it is there. */
final class LayerReader {
    private static final int AT_A_TIME = 4;

    private final Budget budget;
    private final LayerCache cache;
    private final LayerScan scan;

    LayerReader(Budget budget, LayerCache cache) {
        this.budget = budget;
        this.cache = cache;
        this.scan = new LayerScan(budget);
    }

    /**
     * A layer that was read, or not.
     *
     * @param whyNot empty when there is content
     */
    record Read(
            Blob blob,
            Optional<LayerContent> content,
            Compression compression,
            boolean verified,
            OptionalLong estimate,
            String whyNot) {
        LayerFacts facts(String createdBy) {
            return new LayerFacts(
                    blob.descriptor().digest(),
                    blob.descriptor().mediaType(),
                    blob.descriptor().size(),
                    content.isPresent()
                            ? OptionalLong.of(content.get().uncompressedBytes())
                            : estimate,
                    content.isPresent(),
                    compression,
                    content.isPresent(),
                    whyNot,
                    verified,
                    content.map(one -> one.entries().size()).orElse(0),
                    content.map(LayerContent::ignored).orElse(0),
                    createdBy);
        }
    }

    List<Read> readAll(List<Blob> blobs) {
        List<Future<Read>> reading = new ArrayList<>();
        int threads =
                Math.clamp(
                        blobs.size(),
                        1,
                        Math.min(AT_A_TIME, Runtime.getRuntime().availableProcessors()));
        long left = budget.limits().imageBytes();
        try (ExecutorService executor =
                Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory())) {
            try {
                for (Blob blob : blobs) {
                    String whyNot = whyNot(blob, left);
                    if (whyNot.isEmpty()) {
                        left -= blob.descriptor().size();
                    }
                    reading.add(executor.submit(() -> read(blob, whyNot)));
                }
                List<Read> read = new ArrayList<>();
                for (Future<Read> one : reading) {
                    read.add(one.get());
                }
                return read;
            } catch (ExecutionException failure) {
                throw rethrown(failure);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new ImageException("the image", "looking into it was interrupted", "");
            } finally {
                executor.shutdownNow();
            }
        }
    }

    private static RuntimeException rethrown(ExecutionException failure) {
        return switch (failure.getCause()) {
            case RuntimeException own -> own;
            case Error error -> throw error;
            case null, default ->
                    new IllegalStateException("a layer's reader ended oddly", failure.getCause());
        };
    }

    private String whyNot(Blob blob, long left) {
        Descriptor layer = blob.descriptor();
        if (layer.mediaType().contains("encrypted")) {
            return "it is encrypted";
        }
        if (layer.size() > budget.limits().layerBytes()) {
            return "it is larger than the limit of " + mebibytes(budget.limits().layerBytes());
        }
        if (layer.size() > left) {
            return "with the layers below it, it exceeds the limit of "
                    + mebibytes(budget.limits().imageBytes())
                    + " for one image";
        }
        return "";
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    private Read read(Blob blob, String whyNot) {
        Digest digest = blob.descriptor().digest();
        Optional<LayerContent> cached = cache.get(digest, budget);
        if (cached.isPresent()) {
            return new Read(
                    blob, cached, cached.get().compression(), true, OptionalLong.empty(), "");
        }
        if (!whyNot.isEmpty()) {
            return new Read(
                    blob,
                    Optional.empty(),
                    Compression.UNKNOWN,
                    false,
                    SizeEstimate.of(blob),
                    whyNot);
        }
        LayerScan.Result result = scan.read(blob);
        if (result.verified()) {
            result.content().ifPresent(content -> cache.put(digest, content));
        }
        return new Read(
                blob,
                result.content(),
                result.compression(),
                result.verified(),
                OptionalLong.empty(),
                result.content().isPresent() ? "" : unreadable(result.compression()));
    }

    private static String unreadable(Compression compression) {
        return switch (compression) {
            case ZSTD -> "it is compressed with zstd and a window over 32 MiB";
            case UNKNOWN -> "it is neither a tar nor compressed in a known way";
            case NONE, GZIP -> "it could not be read";
        };
    }
}
