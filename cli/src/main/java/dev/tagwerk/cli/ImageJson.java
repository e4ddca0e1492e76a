package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.images.ImageConfig;
import dev.tagwerk.images.ImageFile;
import dev.tagwerk.images.ImageReport;
import dev.tagwerk.images.ImageSoftware;
import dev.tagwerk.images.LayerFacts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An image's report for programs. Secrets are hidden here, too: JSON ends up in logs. */
final class ImageJson {
    private static final Set<String> WRITTEN =
            Set.of(
                    "HOME",
                    "HF_HOME",
                    "HF_HUB_CACHE",
                    "TRITON_CACHE_DIR",
                    "TORCHINDUCTOR_CACHE_DIR",
                    "XDG_CACHE_HOME");

    private ImageJson() {}

    static ObjectNode of(ImageReport report) {
        ObjectNode node = Json.object();
        node.put("source", report.source());
        node.put("reference", report.reference());
        report.digest().ifPresent(digest -> node.put("digest", digest.toString()));
        node.put("id", report.id().toString());
        node.put("media_type", report.mediaType());
        node.put("platform", report.config().platform().toString());
        ArrayNode offered = node.putArray("offered");
        report.offered()
                .forEach(
                        one -> {
                            ObjectNode image = offered.addObject();
                            image.put("digest", one.digest().toString());
                            one.platform().ifPresent(its -> image.put("platform", its.toString()));
                            image.put("attestation", one.attestation());
                        });
        config(node.putObject("config"), report.config());
        node.putObject("user")
                .put("known", report.user().known())
                .put("uid", report.user().uid())
                .put("gid", report.user().gid())
                .put("home", report.user().home());
        node.put("stored_bytes", report.storedBytes());
        node.put("unpacked_bytes", report.unpackedBytes());
        node.put("complete", report.files().complete());
        layers(node.putArray("layers"), report.layers());
        software(node.putObject("software"), report.software());
        writable(node.putObject("writable_by_42420"), report);
        texts(node.putArray("notes"), report.notes());
        return node;
    }

    /** Folders that programs write, and whether user 42420, as whom OVHcloud runs images, may. */
    private static void writable(ObjectNode node, ImageReport report) {
        Set<String> paths = new LinkedHashSet<>(List.of("/workspace", "/tmp"));
        paths.add(report.config().workingDirectory());
        paths.add(report.user().home());
        report.config()
                .environment()
                .forEach(
                        (name, value) -> {
                            if (WRITTEN.contains(name)) {
                                paths.add(value);
                            }
                        });
        for (String path : paths) {
            if (path.startsWith("/") && path.length() > 1) {
                switch (report.files().writableBy(42420, 42420, path).answer()) {
                    case YES -> node.put(path, true);
                    case NO -> node.put(path, false);
                    case UNKNOWN -> node.putNull(path);
                }
            }
        }
    }

    private static void config(ObjectNode node, ImageConfig config) {
        texts(node.putArray("entrypoint"), config.entrypoint());
        texts(node.putArray("cmd"), config.command());
        node.put("user", config.user());
        node.put("working_directory", config.workingDirectory());
        ObjectNode environment = node.putObject("environment");
        config.environment()
                .forEach((name, value) -> environment.put(name, Redaction.value(name, value)));
        texts(node.putArray("exposed_ports"), config.exposedPorts());
        texts(node.putArray("volumes"), config.volumes());
        ObjectNode labels = node.putObject("labels");
        config.labels().forEach((name, value) -> labels.put(name, Redaction.value(name, value)));
        node.put("created", config.created());
        ArrayNode history = node.putArray("history");
        config.history()
                .forEach(
                        step ->
                                history.addObject()
                                        .put("created_by", Redaction.text(step.createdBy()))
                                        .put("empty_layer", step.emptyLayer()));
    }

    private static void layers(ArrayNode array, List<LayerFacts> layers) {
        for (LayerFacts layer : layers) {
            ObjectNode node = array.addObject();
            node.put("digest", layer.digest().toString());
            node.put("media_type", layer.mediaType());
            node.put("stored_bytes", layer.storedBytes());
            layer.unpackedBytes().ifPresent(bytes -> node.put("unpacked_bytes", bytes));
            node.put("unpacked_exact", layer.unpackedExact());
            node.put("compression", layer.compression().name().toLowerCase(Locale.ROOT));
            node.put("looked_into", layer.looked());
            if (!layer.whyNot().isEmpty()) {
                node.put("why_not", layer.whyNot());
            }
            node.put("verified", layer.verified());
            node.put("files", layer.files());
            node.put("ignored_names", layer.ignoredNames());
            node.put("created_by", Redaction.text(layer.createdBy()));
        }
    }

    private static void software(ObjectNode node, ImageSoftware software) {
        node.put("system", software.system());
        node.put("musl", software.musl());
        ObjectNode programs = node.putObject("programs");
        software.programs().forEach((name, file) -> programs.put(name, file.path()));
        paths(node.putArray("c_headers"), software.cHeaders());
        paths(node.putArray("python_headers"), software.pythonHeaders());
        paths(node.putArray("start_files"), software.startFiles());
        paths(node.putArray("cuda_runtimes"), software.cudaRuntimes());
        ObjectNode toolkits = node.putObject("cuda_toolkits");
        software.cudaToolkits().forEach(toolkits::put);
        software.torch()
                .ifPresent(
                        torch ->
                                node.putObject("torch")
                                        .put("version", torch.version())
                                        .put("cuda", torch.cuda())
                                        .put("hip", torch.hip())
                                        .put("path", torch.path()));
        ArrayNode packages = node.putArray("python_packages");
        software.packages()
                .forEach(
                        one ->
                                packages.addObject()
                                        .put("name", one.name())
                                        .put("version", one.version())
                                        .put("metadata", one.metadata()));
    }

    private static void paths(ArrayNode array, List<ImageFile> files) {
        files.forEach(file -> array.add(file.path()));
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(one -> array.add(Redaction.text(one)));
    }
}
