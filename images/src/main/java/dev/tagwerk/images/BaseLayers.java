package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an image of ours stands on: layers that are among the blobs by now, and the configuration
 * that goes on from theirs.
 *
 * @param layers from the lowest up
 * @param config the base's configuration document; empty of a root folder
 * @param name the base's own name; may be empty
 * @param digest its manifest's; empty where there is none
 */
record BaseLayers(
        List<BuiltLayer> layers, ObjectNode config, String name, Optional<Digest> digest) {
    BaseLayers {
        layers = List.copyOf(layers);
    }

    /** An image's layers, copied as they are; every digest is compared on the way. */
    static BaseLayers ofImage(
            ImageSource source, Platform platform, Budget budget, BlobWriter blobs)
            throws IOException {
        try (OpenSource open = ImageInspection.open(source, budget)) {
            OpenedImage image = open.open(ImageInspection.name(source), platform);
            String place = ImageInspection.shown(source);
            JsonNode read = Documents.object(image.config(), place);
            ImageConfig config = ConfigReader.read(image.config(), place);
            if (!platform.accepts(config.platform())) {
                throw new ImageException(
                        place,
                        "the base is for " + config.platform() + ", not for " + platform,
                        "take another base, or say --platform " + config.platform());
            }
            if (config.diffIds().size() != image.layers().size()) {
                throw Documents.broken(
                        place,
                        "its configuration lists "
                                + config.diffIds().size()
                                + " layers, its manifest "
                                + image.layers().size());
            }
            long all = image.layers().stream().mapToLong(one -> one.descriptor().size()).sum();
            if (all > budget.limits().imageBytes()) {
                throw new ImageException(
                        place,
                        "its layers have " + (all >> 20) + " MiB, more than a base may have",
                        "take a smaller base");
            }
            List<String> steps = steps(config, image.layers().size());
            List<BuiltLayer> layers = new ArrayList<>();
            for (int i = 0; i < image.layers().size(); i++) {
                layers.add(
                        copy(image.layers().get(i), config.diffIds().get(i), steps.get(i), blobs));
            }
            return new BaseLayers(
                    layers, ((ObjectNode) read).deepCopy(), image.reference(), image.digest());
        }
    }

    /** What made each layer, where the history lines up with them. */
    private static List<String> steps(ImageConfig config, int layers) {
        List<String> steps =
                config.history().stream()
                        .filter(step -> !step.emptyLayer())
                        .map(ImageConfig.HistoryStep::createdBy)
                        .toList();
        return steps.size() == layers ? steps : Collections.nCopies(layers, "base");
    }

    private static BuiltLayer copy(Blob blob, String diffId, String step, BlobWriter blobs)
            throws IOException {
        String type = blob.descriptor().mediaType();
        if (type.contains("encrypted") || type.contains("foreign")) {
            throw new ImageException(
                    blob.place(),
                    "the layer is of the kind " + Names.shown(type) + ", which cannot be copied",
                    "take another base");
        }
        // An archive names its layers by what they unpack to: they must lie in it unpacked.
        boolean outer = blob.digestNames() == Blob.Stage.STORED;
        try (VerifiedStream stored =
                new VerifiedStream(
                        blob.open(),
                        Optional.of(blob.descriptor().digest()),
                        blob.descriptor().size(),
                        blob.place())) {
            byte[] start = new byte[Compression.MAGIC];
            int length = stored.readNBytes(start, 0, start.length);
            Compression compression = Compression.of(start, length);
            if (compression == Compression.UNKNOWN || !outer && compression != Compression.NONE) {
                throw new ImageException(
                        blob.place(),
                        "the layer is stored in a way that is not known",
                        "save the base again: skopeo copy docker://IMAGE oci:FOLDER");
            }
            InputStream whole =
                    new SequenceInputStream(new ByteArrayInputStream(start, 0, length), stored);
            BuiltLayer layer =
                    outer
                            ? blobs.stored(whole, compression, diffId, step)
                            : blobs.compressed(whole, step);
            stored.finish(start);
            return layer;
        }
    }

    /** A root folder as one layer; its `sh` tells which machine it is for. */
    static BaseLayers ofRoot(Path folder, Platform platform, BlobWriter blobs) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new ImageException(
                    folder.toString(),
                    "there is no such folder",
                    "debootstrap --variant=minbase bookworm " + folder);
        }
        List<SourceFile> files = FolderFiles.root(folder);
        ElfProgram shell = shell(files, folder.toString());
        if (!shell.architecture().equals(platform.architecture())) {
            throw new ImageException(
                    folder.toString(),
                    "its programs are for "
                            + (shell.architecture().isEmpty()
                                    ? "an unknown machine"
                                    : shell.architecture())
                            + ", not for "
                            + platform,
                    "take a root for "
                            + platform
                            + ", or say --platform linux/"
                            + shell.architecture());
        }
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        config.put("architecture", platform.architecture()).put("os", platform.os());
        if (!platform.variant().isEmpty()) {
            config.put("variant", platform.variant());
        }
        return new BaseLayers(
                List.of(blobs.layer(files, "root file system")), config, "", Optional.empty());
    }

    private static ElfProgram shell(List<SourceFile> files, String place) throws IOException {
        Map<String, SourceFile> byPath = new HashMap<>();
        List<LayerEntry> entries = new ArrayList<>();
        for (SourceFile file : files) {
            byPath.put("/" + file.path(), file);
            FileKind kind =
                    switch (file.type()) {
                        case '1' -> FileKind.HARD_LINK;
                        case '2' -> FileKind.SYMBOLIC_LINK;
                        case '5' -> FileKind.DIRECTORY;
                        default -> FileKind.FILE;
                    };
            entries.add(
                    new LayerEntry(file.path(), kind, file.mode(), 0, 0, file.size(), file.link()));
        }
        MergedTree tree = new MergedTree();
        tree.apply(new LayerContent(Compression.NONE, 0, 0, entries));
        // Links are followed within the root: the host's /bin/busybox is none of the image's.
        SourceFile shell =
                tree.resolve("/bin/sh").map(node -> byPath.get(node.path())).orElse(null);
        if (shell != null && shell.type() == '1') {
            shell = byPath.get("/" + shell.link());
        }
        if (shell != null && shell.type() == '0') {
            try (InputStream in = shell.content().open()) {
                Optional<ElfProgram> program = ElfProgram.of(in.readNBytes(ElfProgram.HEAD));
                if (program.isPresent()) {
                    return program.get();
                }
            }
        }
        throw new ImageException(
                place,
                "it is no root file system: it has no program /bin/sh, which the launcher is"
                        + " written for",
                "debootstrap --variant=minbase bookworm " + place);
    }
}
