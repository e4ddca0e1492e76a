package dev.tagwerk.images;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The door: from where an image lies to what is in it. */
public final class ImageInspection {
    private ImageInspection() {}

    /**
     * Looks into an image for {@code linux/amd64}.
     *
     * @param source where it lies
     * @param limits how far to go
     * @param cache where layers that were read before are found
     * @throws ImageException when the image cannot be read, is damaged, or exceeds a limit
     */
    public static ImageReport of(ImageSource source, InspectionLimits limits, LayerCache cache) {
        return of(source, Platform.LINUX_AMD64, limits, cache);
    }

    /** Looks into an image for a platform. */
    public static ImageReport of(
            ImageSource source, Platform platform, InspectionLimits limits, LayerCache cache) {
        Budget budget = new Budget(limits, System::nanoTime);
        try (OpenSource open = open(source, budget)) {
            OpenedImage image = open.open(name(source), platform);
            return report(shown(source), image, budget, cache);
        } catch (IOException failure) {
            throw LocalBlobs.unreadable(shown(source), failure);
        }
    }

    static OpenSource open(ImageSource source, Budget budget) throws IOException {
        int limit = budget.limits().metadataBytes();
        return switch (source) {
            case ImageSource.Local local -> {
                if (Files.isDirectory(local.path())) {
                    yield new ImageFolder(local.path(), limit);
                }
                if (!Files.isRegularFile(local.path())) {
                    throw new ImageException(
                            local.path().toString(),
                            Files.exists(local.path())
                                    ? "it is neither a file nor a folder"
                                    : "there is no such file",
                            "docker save IMAGE -o image.tar");
                }
                yield new ImageArchive(local.path(), budget);
            }
            case ImageSource.Registry registry ->
                    new RegistryImage(registry.reference(), registry.access(), budget);
        };
    }

    static Optional<String> name(ImageSource source) {
        return switch (source) {
            case ImageSource.Local local -> local.name();
            case ImageSource.Registry registry -> Optional.empty();
        };
    }

    static String shown(ImageSource source) {
        return switch (source) {
            case ImageSource.Local local -> local.path().toString();
            case ImageSource.Registry registry -> registry.reference().toString();
        };
    }

    private static ImageReport report(
            String source, OpenedImage image, Budget budget, LayerCache cache) {
        ImageConfig config =
                ConfigReader.read(
                        image.config(),
                        source + " (configuration " + image.configDigest().abbreviated() + ")");
        List<LayerReader.Read> read = new LayerReader(budget, cache).readAll(image.layers());
        MergedTree tree = new MergedTree();
        List<LayerFacts> layers = new ArrayList<>();
        List<String> steps =
                config.history().stream()
                        .filter(step -> !step.emptyLayer())
                        .map(ImageConfig.HistoryStep::createdBy)
                        .toList();
        for (int i = 0; i < read.size(); i++) {
            LayerReader.Read one = read.get(i);
            one.content().ifPresent(tree::apply);
            // A history that was squashed or cut does not line up with the layers.
            layers.add(one.facts(steps.size() == read.size() ? steps.get(i) : ""));
        }
        boolean complete = layers.stream().allMatch(LayerFacts::looked);
        ImageFiles files = new ImageFiles(tree, complete);
        return new ImageReport(
                source,
                image.reference(),
                image.digest(),
                image.configDigest(),
                image.mediaType(),
                image.offered(),
                config,
                new UserReader(files).read(config.user()),
                layers,
                files,
                new SoftwareReader(files).read(config.path()),
                Notes.of(image, config, layers));
    }
}
