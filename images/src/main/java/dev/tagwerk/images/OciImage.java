package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * From a descriptor to an image's documents: index, manifest, configuration; OCI's and Docker's
 * alike.
 */
final class OciImage {
    private static final int NESTED_INDEXES = 4;

    /** Overlay file systems take about 500; Docker 127. */
    static final int LAYERS = 512;

    private static final int OFFERED = 1000;

    private final Blobs blobs;
    private final Platform platform;
    private final Map<Digest, IndexedImage> offered = new LinkedHashMap<>();

    OciImage(Blobs blobs, Platform platform) {
        this.blobs = blobs;
        this.platform = platform;
    }

    OpenedImage open(String reference, Descriptor top) {
        return open(reference, top, blobs.document(top));
    }

    OpenedImage open(String reference, Descriptor top, byte[] document) {
        Descriptor descriptor = top;
        byte[] bytes = document;
        for (int depth = 0; depth <= NESTED_INDEXES; depth++) {
            String place = place(descriptor);
            JsonNode node = Documents.object(bytes, place);
            if (node.path("manifests").isArray()) {
                descriptor = choose(node, place);
                bytes = blobs.document(descriptor);
            } else if (node.path("config").isObject() && node.path("layers").isArray()) {
                return manifest(reference, descriptor, node, place);
            } else if (node.path("schemaVersion").asInt() == 1) {
                throw new ImageException(
                        place,
                        "the image is in Docker's first form, which registries gave up",
                        "pull it with Docker and push it again");
            } else {
                throw Documents.broken(place, "it is neither an index nor an image's manifest");
            }
        }
        throw Documents.broken(place(descriptor), "its indexes are nested too deeply");
    }

    private String place(Descriptor descriptor) {
        return blobs.place() + " (" + descriptor.digest().abbreviated() + ")";
    }

    /** The image for the platform that is asked for, of those in an index. */
    Descriptor choose(JsonNode index, String place) {
        List<Descriptor> fitting = new ArrayList<>();
        List<Descriptor> silent = new ArrayList<>();
        for (JsonNode one : index.path("manifests")) {
            Descriptor descriptor = Documents.descriptor(one, place);
            Optional<Platform> its = platform(one.path("platform"));
            boolean attestation = isAttestation(descriptor, its);
            offered.put(
                    descriptor.digest(), new IndexedImage(descriptor.digest(), its, attestation));
            if (offered.size() > OFFERED) {
                throw Documents.broken(place, "it lists more than " + OFFERED + " images");
            }
            if (!attestation && its.isEmpty()) {
                silent.add(descriptor);
            } else if (!attestation && platform.accepts(its.orElseThrow())) {
                fitting.add(descriptor);
            }
        }
        if (!fitting.isEmpty()) {
            return fitting.getFirst();
        }
        if (!silent.isEmpty()) {
            return silent.getFirst();
        }
        throw new ImageException(
                place,
                "there is no image for " + platform + " in it, only for " + platforms(),
                "build the image for " + platform + ", or ask for another with --platform");
    }

    private String platforms() {
        String all =
                offered.values().stream()
                        .flatMap(image -> image.platform().stream())
                        .map(Platform::toString)
                        .distinct()
                        .limit(20)
                        .collect(Collectors.joining(", "));
        return all.isEmpty() ? "nothing" : all;
    }

    private static boolean isAttestation(Descriptor descriptor, Optional<Platform> platform) {
        return descriptor.annotations().containsKey("vnd.docker.reference.type")
                || platform.filter(its -> its.os().equals("unknown")).isPresent();
    }

    private static Optional<Platform> platform(JsonNode node) {
        String os = Documents.text(node, "os");
        String architecture = Documents.text(node, "architecture");
        return os.isEmpty() || architecture.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Platform(
                                Names.shown(os),
                                Names.shown(architecture),
                                Names.shown(Documents.text(node, "variant"))));
    }

    private OpenedImage manifest(
            String reference, Descriptor descriptor, JsonNode node, String place) {
        Descriptor config = Documents.descriptor(node.path("config"), place);
        if (node.path("layers").size() > LAYERS) {
            throw Documents.broken(place, "it has more than " + LAYERS + " layers");
        }
        List<Blob> layers = new ArrayList<>();
        for (JsonNode layer : node.path("layers")) {
            layers.add(blobs.layer(Documents.descriptor(layer, place)));
        }
        String stated = Documents.text(node, "mediaType");
        return new OpenedImage(
                reference,
                Optional.of(descriptor.digest()),
                stated.isEmpty() ? descriptor.mediaType() : stated,
                List.copyOf(offered.values()),
                blobs.document(config),
                config.digest(),
                layers);
    }
}
