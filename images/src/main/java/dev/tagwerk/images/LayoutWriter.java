package dev.tagwerk.images;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The documents of an image that is made: configuration, manifest, index; always the same bytes.
 */
final class LayoutWriter {
    private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String INDEX = "application/vnd.oci.image.index.v1+json";
    private static final String LABEL = "org.opencontainers.image.";

    private final BuildRequest request;
    private final BaseLayers base;
    private final String version;
    private final Instant created;

    LayoutWriter(BuildRequest request, BaseLayers base, String version) {
        this.request = request;
        this.base = base;
        this.version = version;
        this.created = Instant.ofEpochSecond(request.time());
    }

    /** Writes them over the base's layers and ours; returns the manifest's digest. */
    Digest write(Path layout, BlobWriter blobs, List<BuiltLayer> own) throws IOException {
        List<BuiltLayer> layers = new ArrayList<>(base.layers());
        layers.addAll(own);
        byte[] config = bytes(config(layers, own));
        ObjectNode manifest = object().put("schemaVersion", 2).put("mediaType", MANIFEST);
        manifest.set("config", descriptor(CONFIG, blobs.document(config), config.length));
        ArrayNode list = manifest.putArray("layers");
        for (BuiltLayer layer : layers) {
            list.add(descriptor(layer.mediaType(), layer.digest(), layer.size()));
        }
        byte[] document = bytes(manifest);
        Digest digest = blobs.document(document);
        ObjectNode named = descriptor(MANIFEST, digest, document.length);
        ObjectNode platform = named.putObject("platform");
        platform.put("architecture", request.platform().architecture());
        platform.put("os", request.platform().os());
        if (!request.platform().variant().isEmpty()) {
            platform.put("variant", request.platform().variant());
        }
        request.named()
                .ifPresent(name -> named.putObject("annotations").put(LABEL + "ref.name", name));
        ObjectNode index = object().put("schemaVersion", 2).put("mediaType", INDEX);
        index.putArray("manifests").add(named);
        Files.write(layout.resolve("index.json"), bytes(index));
        Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
        return digest;
    }

    private ObjectNode config(List<BuiltLayer> layers, List<BuiltLayer> own) {
        // Both go on from the base's, which is changed in place below.
        Map<String, String> environment = environment();
        Map<String, String> labels = labels();
        ObjectNode document = base.config();
        document.put("created", created.toString());
        document.remove(List.of("author", "container", "container_config", "docker_version", "id"));
        ObjectNode config =
                document.path("config") instanceof ObjectNode its
                        ? its
                        : document.putObject("config");
        config.remove(List.of("Healthcheck", "OnBuild", "ArgsEscaped", "Shell", "StopSignal"));
        config.put("User", request.user());
        config.put("WorkingDir", "/" + ImageBuild.WORK);
        config.putArray("Entrypoint").add("tagwerk");
        config.putArray("Cmd").add("--help");
        ArrayNode variables = config.putArray("Env");
        environment.forEach((name, value) -> variables.add(name + "=" + value));
        ObjectNode labelled = config.putObject("Labels");
        labels.forEach(labelled::put);
        ArrayNode ids = document.putObject("rootfs").put("type", "layers").putArray("diff_ids");
        layers.forEach(layer -> ids.add(layer.diffId()));
        ArrayNode history =
                document.path("history") instanceof ArrayNode its && lineUp(its)
                        ? its
                        : rewritten(document);
        own.forEach(layer -> history.add(step(layer)));
        return document;
    }

    private boolean lineUp(ArrayNode history) {
        int layers = 0;
        for (JsonNode step : history) {
            layers += step.path("empty_layer").asBoolean(false) ? 0 : 1;
        }
        return layers == base.layers().size();
    }

    private ArrayNode rewritten(ObjectNode document) {
        ArrayNode history = document.putArray("history");
        base.layers().forEach(layer -> history.add(step(layer)));
        return history;
    }

    private ObjectNode step(BuiltLayer layer) {
        return object().put("created", created.toString()).put("created_by", layer.createdBy());
    }

    private Map<String, String> environment() {
        ImageConfig its = ConfigReader.read(bytes(base.config()), "the base's configuration");
        Map<String, String> all = new LinkedHashMap<>(its.environment());
        all.put("PATH", "/opt/tagwerk:" + String.join(":", its.path()));
        all.put("JAVA_HOME", "/opt/java");
        // What a container records for later starts goes with it.
        all.put("TAGWERK_AOT", "never");
        all.putAll(request.environment());
        return all;
    }

    private Map<String, String> labels() {
        Map<String, String> all = new LinkedHashMap<>();
        Documents.map(base.config().path("config"), "Labels").forEach(all::put);
        all.put(LABEL + "title", "tagwerk");
        all.put(
                LABEL + "description",
                "Says what will go wrong with jobs for rented GPUs before anything is rented");
        all.put(LABEL + "licenses", "Apache-2.0");
        all.put(LABEL + "version", version);
        all.put(LABEL + "created", created.toString());
        // A base's own source and revision are not ours.
        for (String other :
                List.of("source", "revision", "url", "documentation", "vendor", "authors")) {
            all.remove(LABEL + other);
        }
        Optional<String> name = Optional.of(base.name()).filter(one -> !one.isEmpty());
        name.ifPresent(one -> all.put(LABEL + "base.name", one));
        base.digest().ifPresent(one -> all.put(LABEL + "base.digest", one.toString()));
        all.putAll(request.labels());
        return all;
    }

    private static ObjectNode descriptor(String mediaType, Digest digest, long size) {
        return object().put("mediaType", mediaType)
                .put("digest", digest.toString())
                .put("size", size);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static byte[] bytes(JsonNode node) {
        try {
            return Documents.mapper().writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree can always be written", impossible);
        }
    }
}
