package dev.tagwerk.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An image for tests: real blobs, real digests; written as an OCI layout, an archive, or served.
 */
final class TestImage {
    static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    static final String INDEX = "application/vnd.oci.image.index.v1+json";
    static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

    private final List<byte[]> layers = new ArrayList<>();
    private final List<String> diffIds = new ArrayList<>();
    private String settings = "{}";
    private String architecture = "amd64";

    /** The {@code config} object, as JSON. */
    TestImage settings(String json) {
        settings = json.replace('\'', '"');
        return this;
    }

    TestImage architecture(String name) {
        architecture = name;
        return this;
    }

    TestImage layer(Tar tar) {
        return layer(tar.gzip(), tar.bytes());
    }

    TestImage plainLayer(Tar tar) {
        return layer(tar.bytes(), tar.bytes());
    }

    TestImage layer(byte[] stored, byte[] unpacked) {
        layers.add(stored);
        diffIds.add(Digest.sha256(unpacked).toString());
        return this;
    }

    List<byte[]> layers() {
        return layers;
    }

    byte[] config() {
        String ids = String.join(",", diffIds.stream().map(id -> '"' + id + '"').toList());
        StringBuilder history =
                new StringBuilder("{\"created_by\":\"ENV A=b\",\"empty_layer\":true}");
        for (int i = 0; i < layers.size(); i++) {
            history.append(",{\"created_by\":\"COPY layer").append(i).append("\"}");
        }
        return utf8(
                "{\"os\":\"linux\",\"architecture\":\""
                        + architecture
                        + "\",\"config\":"
                        + settings
                        + ",\"rootfs\":{\"type\":\"layers\",\"diff_ids\":["
                        + ids
                        + "]},\"history\":["
                        + history
                        + "]}");
    }

    static String descriptor(String mediaType, byte[] content, String more) {
        return "{\"mediaType\":\""
                + mediaType
                + "\",\"digest\":\""
                + Digest.sha256(content)
                + "\",\"size\":"
                + content.length
                + more
                + "}";
    }

    byte[] manifest() {
        return utf8(
                "{\"schemaVersion\":2,\"mediaType\":\""
                        + MANIFEST
                        + "\",\"config\":"
                        + descriptor("application/vnd.oci.image.config.v1+json", config(), "")
                        + ",\"layers\":["
                        + String.join(
                                ",",
                                layers.stream().map(one -> descriptor(LAYER, one, "")).toList())
                        + "]}");
    }

    /** Everything by digest: manifest, configuration, layers. */
    Map<String, byte[]> blobs() {
        Map<String, byte[]> blobs = new LinkedHashMap<>();
        for (byte[] one : layers) {
            blobs.put(Digest.sha256(one).hex(), one);
        }
        blobs.put(Digest.sha256(config()).hex(), config());
        blobs.put(Digest.sha256(manifest()).hex(), manifest());
        return blobs;
    }

    static String platform(String architecture) {
        return ",\"platform\":{\"os\":\"linux\",\"architecture\":\"" + architecture + "\"}";
    }

    static byte[] index(String... descriptors) {
        return utf8(
                "{\"schemaVersion\":2,\"mediaType\":\""
                        + INDEX
                        + "\",\"manifests\":["
                        + String.join(",", descriptors)
                        + "]}");
    }

    Path layout(Path folder) throws IOException {
        return layout(folder, blobs(), index(descriptor(MANIFEST, manifest(), "")));
    }

    static Path layout(Path folder, Map<String, byte[]> blobs, byte[] index) throws IOException {
        Path sha = Files.createDirectories(folder.resolve("blobs/sha256"));
        for (Map.Entry<String, byte[]> blob : blobs.entrySet()) {
            Files.write(sha.resolve(blob.getKey()), blob.getValue());
        }
        Files.writeString(folder.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
        Files.write(folder.resolve("index.json"), index);
        return folder;
    }

    Path layoutTar(Path file) throws IOException {
        Tar tar = new Tar();
        blobs().forEach((hex, bytes) -> tar.file("blobs/sha256/" + hex, 0644, bytes));
        tar.file("index.json", 0644, index(descriptor(MANIFEST, manifest(), "")));
        tar.file("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
        return Files.write(file, tar.bytes());
    }

    /** What `docker save` wrote before version 25: layers before the list of them. */
    Path dockerArchive(Path file) throws IOException {
        Tar tar = new Tar();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            tar.folder("id" + i, 0755);
            tar.file("id" + i + "/layer.tar", 0644, layers.get(i));
            paths.add("\"id" + i + "/layer.tar\"");
        }
        String config = Digest.sha256(config()).hex() + ".json";
        tar.file(config, 0644, config());
        tar.file(
                "manifest.json",
                "[{\"Config\":\""
                        + config
                        + "\",\"RepoTags\":[\"trainer:1\"],\"Layers\":["
                        + String.join(",", paths)
                        + "]}]");
        return Files.write(file, tar.bytes());
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static ImageReport inspect(Path path) {
        return ImageInspection.of(local(path), InspectionLimits.local(), LayerCache.none());
    }

    static ImageSource local(Path path) {
        return new ImageSource.Local(path, java.util.Optional.empty());
    }
}
