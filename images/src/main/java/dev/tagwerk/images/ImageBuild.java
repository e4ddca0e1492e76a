package dev.tagwerk.images;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Makes an image of Tagwerk without Docker: base, Java, release, each a layer, so that what changes
 * most lies on top. The same inputs give the same bytes. What was made is looked into before it
 * takes its place.
 */
public final class ImageBuild {
    /** Where jobs are mounted. */
    static final String WORK = "work";

    private static final Set<String> UNUSED = Set.of("jmods", "include", "man", "demo");

    private final BuildRequest request;
    private final Budget budget;

    private ImageBuild(BuildRequest request) {
        this.request = request;
        this.budget = new Budget(limits(request.base()), System::nanoTime);
    }

    /**
     * Makes an image.
     *
     * @return what is in it
     * @throws ImageException when something that goes into it cannot, or the target may not be
     *     written
     */
    public static ImageReport of(BuildRequest request) {
        try {
            return new ImageBuild(request).build();
        } catch (IOException failure) {
            throw BuildFailure.writing(request.target(), failure);
        }
    }

    private static InspectionLimits limits(BuildRequest.Base base) {
        // A registry's layers are copied whole here, whatever they weigh, while there is time.
        return base instanceof BuildRequest.Base.Image image
                        && image.source() instanceof ImageSource.Registry
                ? InspectionLimits.remote().withLayerBytes(16L << 30).withTotal(Duration.ofHours(1))
                : InspectionLimits.local();
    }

    private ImageReport build() throws IOException {
        BuildTarget target = new BuildTarget(request.target(), request.asTar(), request.replace());
        target.check();
        target.outside(request.java(), "--java");
        if (request.base() instanceof BuildRequest.Base.Root base) {
            target.outside(base.folder(), "--root");
        }
        String interpreter = interpreter();
        try (BuildFolder scratch = BuildFolder.beside(request.target());
                ReleaseFiles release = ReleaseFiles.open(request.release(), scratch.path())) {
            Path layout = Files.createDirectory(scratch.path().resolve("layout"));
            BlobWriter blobs = new BlobWriter(layout, request.time());
            BaseLayers base = base(blobs);
            List<BuiltLayer> own =
                    List.of(
                            blobs.layer(java(), "Java runtime at /opt/java"),
                            blobs.layer(
                                    tagwerk(release),
                                    "Tagwerk "
                                            + release.version()
                                            + (request.natives() ? "" : " without libtorch")));
            new LayoutWriter(request, base, release.version()).write(layout, blobs, own);
            ImageReport report =
                    ImageInspection.of(
                            new ImageSource.Local(layout, Optional.empty()),
                            request.platform(),
                            InspectionLimits.local(),
                            LayerCache.none());
            new BuiltImageCheck(report, interpreter).check();
            Path finished = request.asTar() ? tar(layout, scratch.path()) : layout;
            target.publish(finished);
            return report;
        }
    }

    private BaseLayers base(BlobWriter blobs) throws IOException {
        return switch (request.base()) {
            case BuildRequest.Base.Image image ->
                    BaseLayers.ofImage(image.source(), request.platform(), budget, blobs);
            case BuildRequest.Base.Root root ->
                    BaseLayers.ofRoot(root.folder(), request.platform(), blobs);
        };
    }

    /** The loader that Java needs in the base; Java must be for the same machine. */
    private String interpreter() throws IOException {
        Path java = request.java().resolve("bin/java");
        if (!Files.isRegularFile(java) || !Files.isRegularFile(request.java().resolve("release"))) {
            throw new ImageException(
                    request.java().toString(),
                    "it is no Java: bin/java or the file `release` is not in it",
                    "jlink --add-modules java.se,jdk.unsupported,jdk.zipfs,jdk.crypto.ec"
                            + " --output FOLDER");
        }
        ElfProgram program;
        try (InputStream in = Files.newInputStream(java)) {
            program =
                    ElfProgram.of(in.readNBytes(ElfProgram.HEAD))
                            .orElseThrow(
                                    () ->
                                            new ImageException(
                                                    java.toString(),
                                                    "it is no program for Linux",
                                                    "take a Java for " + request.platform()));
        }
        if (!program.architecture().equals(request.platform().architecture())) {
            throw new ImageException(
                    java.toString(),
                    "Java is for " + program.architecture() + ", not for " + request.platform(),
                    "take a Java for " + request.platform());
        }
        return program.interpreter();
    }

    private List<SourceFile> java() {
        List<SourceFile> files = new ArrayList<>();
        files.add(SourceFile.directory("opt"));
        files.add(SourceFile.directory("opt/java"));
        for (SourceFile file : FolderFiles.under(request.java(), "opt/java/")) {
            String[] parts = file.path().split("/");
            if (!UNUSED.contains(parts[2]) && !file.path().equals("opt/java/lib/src.zip")) {
                files.add(file);
            }
        }
        return files;
    }

    private List<SourceFile> tagwerk(ReleaseFiles release) {
        List<SourceFile> files = new ArrayList<>();
        files.add(SourceFile.directory("opt"));
        files.add(SourceFile.directory("opt/tagwerk"));
        files.add(SourceFile.directory("opt/tagwerk/lib"));
        files.addAll(release.at("opt/tagwerk/", request.natives()));
        files.add(SourceFile.directory(WORK));
        return files;
    }

    /** The layout as one file, its members in the order of their names. */
    private Path tar(Path layout, Path scratch) throws IOException {
        Path file = scratch.resolve("layout.tar");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 17);
                Stream<Path> all = Files.walk(layout)) {
            TarWriter tar = new TarWriter(out, request.time());
            for (Path one : new TreeSet<>(all.toList())) {
                String path = layout.relativize(one).toString();
                if (Files.isDirectory(one) && !path.isEmpty()) {
                    tar.write(SourceFile.directory(path));
                } else if (!Files.isDirectory(one)) {
                    tar.write(
                            new SourceFile(
                                    path,
                                    '0',
                                    0644,
                                    Files.size(one),
                                    "",
                                    () -> Files.newInputStream(one)));
                }
            }
            tar.finish();
        }
        return file;
    }
}
