package dev.tagwerk.cli;

import dev.tagwerk.images.ImageException;
import dev.tagwerk.images.ImageInspection;
import dev.tagwerk.images.ImageReference;
import dev.tagwerk.images.ImageReport;
import dev.tagwerk.images.ImageSource;
import dev.tagwerk.images.InspectionLimits;
import dev.tagwerk.images.LayerCache;
import dev.tagwerk.images.Platform;
import dev.tagwerk.images.RegistryAccess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(footer = {"", "Example:", "  tagwerk images show image.tar"})
final class ImagesCommand implements Callable<Integer> {
    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,12})\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    ImagesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        throw CommandException.usage(
                "say what to do with an image.", "", shell.command() + " images show IMAGE");
    }

    @Command(
            name = "show",
            description = "what is in a container image: program, user, sizes, software",
            footer = {
                "",
                "IMAGE is an OCI layout (folder or tar), an archive of `docker save`, or a name in a registry.",
                "Docker is not needed; nothing of the image is run or written to disk. What `docker login` kept",
                "is used. Of a registry, layers over 256 MiB are not fetched unless --layer-limit says more.",
                "",
                "Examples:",
                "  tagwerk images show image.tar",
                "  tagwerk images show ghcr.io/org/trainer:1 --layer-limit 4G",
                "  tagwerk images show layout --json"
            })
    int show(
            @Mixin HelpOption showHelp,
            @Parameters(
                            paramLabel = "IMAGE",
                            description = "a file, a folder, or a name in a registry")
                    String image,
            @Option(
                            names = "--platform",
                            paramLabel = "OS/ARCH",
                            defaultValue = "linux/amd64",
                            description = "which of several (default: linux/amd64)")
                    String platform,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            description = "which image, where a file holds several")
                    Optional<String> name,
            @Option(
                            names = "--layer-limit",
                            paramLabel = "SIZE",
                            description = "do not look into layers that are larger, such as 500M")
                    Optional<String> layerLimit,
            @Option(
                            names = "--plain-http",
                            description = "ask a registry of another machine without TLS")
                    boolean plainHttp,
            @Option(names = "--json", description = "print JSON") boolean json) {
        try {
            ImageSource source = source(shell, image, name, plainHttp);
            InspectionLimits limits =
                    source instanceof ImageSource.Local
                            ? InspectionLimits.local()
                            : InspectionLimits.remote();
            ImageReport report =
                    ImageInspection.of(
                            source,
                            Platform.parse(platform),
                            layerLimit
                                    .map(text -> limits.withLayerBytes(bytes(text)))
                                    .orElse(limits),
                            cache(shell));
            if (json) {
                Json.print(shell, ImageJson.of(report));
            } else {
                shell.out().print(new ImageText(report).text());
            }
            return ExitCode.DONE;
        } catch (ImageException failure) {
            throw refused(failure);
        }
    }

    @Command(
            name = "build",
            description =
                    "make a container image of Tagwerk, without Docker and without a registry",
            footer = {
                "",
                "Three layers: the base, Java, Tagwerk. Without libtorch unless --with-libtorch says so: the image checks,",
                "probes, imports and looks into images, and does not train. The same inputs give the same bytes; times are",
                "those of SOURCE_DATE_EPOCH, else 1970. Owners become root; set-user-id bits are taken away.",
                "",
                "Examples:",
                "  jlink --add-modules java.se,jdk.unsupported,jdk.zipfs,jdk.crypto.ec --strip-debug --output runtime",
                "  debootstrap --variant=minbase bookworm root",
                "  tagwerk images build tagwerk.tar --root root --java runtime --release dist/tagwerk-0.1.0.tar.gz",
                "  tagwerk images build layout --base debian:12-slim --java runtime --name tagwerk:0.1.0",
                "  podman load -i tagwerk.tar"
            })
    int build(@Mixin HelpOption buildHelp, @Mixin ImageBuildOptions options) {
        try {
            return options.run(shell);
        } catch (ImageException failure) {
            throw refused(failure);
        }
    }

    private CommandException refused(ImageException failure) {
        return CommandException.usage(
                failure.place() + ": " + failure.reason() + ".",
                "",
                Errors.asTyped(shell, failure.remedy()));
    }

    /** What is there is a file; what can only be a file is one; anything else is a name. */
    static ImageSource source(Shell shell, String image, Optional<String> name, boolean plainHttp) {
        boolean path = image.matches("(?s)[./~].*|.*\\.(?:tar|tgz|gz|oci)");
        if (path || Files.exists(shell.resolve(image))) {
            return new ImageSource.Local(shell.resolve(image), name);
        }
        return new ImageSource.Registry(
                ImageReference.parse(image), RegistryAccess.of(shell.environment(), plainHttp));
    }

    static LayerCache cache(Shell shell) {
        String folder = shell.environment().getOrDefault("TAGWERK_CACHE", "");
        return folder.isEmpty()
                ? LayerCache.none()
                : LayerCache.in(Path.of(folder).resolve("layers"));
    }

    private long bytes(String text) {
        Matcher match = SIZE.matcher(text.strip());
        if (!match.matches() || Long.parseLong(match.group(1)) == 0) {
            throw CommandException.usage(
                    "`" + text + "` is no size.", "", "--layer-limit 500M, or 2G");
        }
        int shift =
                switch (match.group(2).toLowerCase(Locale.ROOT)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    case "g" -> 30;
                    case "t" -> 40;
                    default -> 0;
                };
        return Math.min(Long.parseLong(match.group(1)), 1L << 22) << shift;
    }
}
