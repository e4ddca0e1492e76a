package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code manifest.json} of {@code docker save}: paths of configurations and layers. */
final class DockerArchive {
    private static final Pattern HEX = Pattern.compile("(?:.*/)?([0-9a-f]{64})(?:\\.json)?");
    private static final String LAYER = "application/vnd.docker.image.rootfs.diff.tar";

    private final TarIndex members;
    private final String place;
    private final int limit;

    DockerArchive(TarIndex members, String place, int limit) {
        this.members = members;
        this.place = place;
        this.limit = limit;
    }

    OpenedImage open(byte[] document, Optional<String> name, Platform platform) {
        JsonNode all = Documents.parse(document, place);
        if (!all.isArray() || all.isEmpty()) {
            throw Documents.broken(place, "its manifest.json names no image");
        }
        JsonNode chosen = choose(all, name);
        List<String> tags = Documents.texts(chosen, "RepoTags", place);
        String configPath = Documents.text(chosen, "Config");
        byte[] config = LocalBlobs.bytes(member(configPath), limit, place);
        Digest configDigest = Digest.sha256(config);
        Matcher named = HEX.matcher(configPath);
        if (named.matches() && !named.group(1).equals(configDigest.hex())) {
            throw new ImageException(
                    place,
                    "the image's configuration is not what its name says: it is damaged or"
                            + " tampered with",
                    "save the image again, and do not run this one");
        }
        JsonNode configNode = Documents.object(config, place);
        Platform its =
                new Platform(
                        Names.shown(Documents.text(configNode, "os")),
                        Names.shown(Documents.text(configNode, "architecture")),
                        "");
        if (!its.architecture().isEmpty() && !platform.accepts(its)) {
            throw new ImageException(
                    place,
                    "the image is for " + its + ", not for " + platform,
                    "save the image for " + platform + ", or ask for it with --platform");
        }
        return new OpenedImage(
                name.orElse(tags.isEmpty() ? "" : Names.shown(tags.getFirst())),
                Optional.empty(),
                "docker-archive",
                List.of(),
                config,
                configDigest,
                layers(chosen, configNode));
    }

    private JsonNode choose(JsonNode all, Optional<String> name) {
        if (name.isEmpty() && all.size() == 1) {
            return all.get(0);
        }
        List<String> tags = new ArrayList<>();
        for (JsonNode one : all) {
            List<String> its = Documents.texts(one, "RepoTags", place);
            if (name.isPresent() && its.contains(name.get())) {
                return one;
            }
            tags.addAll(its);
        }
        throw LayoutIndex.several(place, name, tags);
    }

    private List<Blob> layers(JsonNode chosen, JsonNode config) {
        List<String> paths = Documents.texts(chosen, "Layers", place);
        List<String> unpacked = Documents.texts(config.path("rootfs"), "diff_ids", place);
        if (paths.size() != unpacked.size() || paths.size() > OciImage.LAYERS) {
            throw Documents.broken(
                    place,
                    "it lists " + paths.size() + " layers, its configuration " + unpacked.size());
        }
        List<Blob> layers = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            FileRegion region = member(paths.get(i));
            String stated = unpacked.get(i);
            Digest digest =
                    Digest.parse(stated)
                            .orElseThrow(
                                    () ->
                                            Documents.broken(
                                                    place,
                                                    "`"
                                                            + Names.shown(stated)
                                                            + "` is no layer's digest"));
            layers.add(
                    Blob.of(
                            place + " (layer " + digest.abbreviated() + ")",
                            new Descriptor(LAYER, digest, region.length(), Map.of()),
                            Blob.Stage.UNPACKED,
                            region));
        }
        return layers;
    }

    private FileRegion member(String path) {
        return Names.components(path)
                .flatMap(components -> members.find(String.join("/", components)))
                .orElseThrow(
                        () ->
                                Documents.broken(
                                        place,
                                        "its manifest.json names `"
                                                + Names.shown(path)
                                                + "`, which is not in it"));
    }
}
