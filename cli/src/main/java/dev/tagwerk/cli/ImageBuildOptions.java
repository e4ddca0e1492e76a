package dev.tagwerk.cli;

import dev.tagwerk.images.BuildRequest;
import dev.tagwerk.images.ImageBuild;
import dev.tagwerk.images.ImageReport;
import dev.tagwerk.images.LayerFacts;
import dev.tagwerk.images.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What `images build` is told; mixed in. */
final class ImageBuildOptions {
    @Parameters(
            paramLabel = "OUT",
            description = "the OCI layout: a folder, or with .tar at its end a file")
    private String target = "";

    @Option(
            names = "--base",
            paramLabel = "IMAGE",
            description = "stand on an image: a file, a folder, or a name in a registry")
    private Optional<String> base = Optional.empty();

    @Option(
            names = "--base-name",
            paramLabel = "NAME",
            description = "which image, where the base's file holds several")
    private Optional<String> baseName = Optional.empty();

    @Option(
            names = "--root",
            paramLabel = "FOLDER",
            description = "stand on a root file system, such as debootstrap makes")
    private Optional<String> root = Optional.empty();

    @Option(
            names = "--java",
            paramLabel = "FOLDER",
            description = "the Java 25 that goes in, best one of jlink (default: the one in use)")
    private Optional<String> java = Optional.empty();

    @Option(
            names = "--release",
            paramLabel = "FILE",
            description = "release archive, or its folder (default: the release in use)")
    private Optional<String> release = Optional.empty();

    @Option(names = "--with-libtorch", description = "with what training computes with")
    private boolean withLibtorch;

    @Option(
            names = "--platform",
            paramLabel = "OS/ARCH",
            defaultValue = "linux/amd64",
            description = "which machines it is for (default: linux/amd64)")
    private String platform = "";

    @Option(
            names = "--user",
            paramLabel = "UID[:GID]",
            defaultValue = "65532:65532",
            description = "whom it runs as (default: 65532:65532)")
    private String user = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "",
            description = "the image's name, such as tagwerk:0.1.0")
    private String name = "";

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "a variable; several times")
    private Map<String, String> environment = new LinkedHashMap<>();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "a label; several times")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--replace", description = "replace an image that is there")
    private boolean replace;

    @Option(names = "--plain-http", description = "ask a registry of another machine without TLS")
    private boolean plainHttp;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    int run(Shell shell) {
        Instant start = shell.clock().instant();
        Path out = shell.resolve(target);
        ImageReport report = ImageBuild.of(request(shell, out));
        if (json) {
            Json.print(shell, ImageJson.of(report));
            return ExitCode.DONE;
        }
        Duration took = Duration.between(start, shell.clock().instant());
        shell.out()
                .printf(
                        Locale.ROOT,
                        "%s: %s, %s stored, %s unpacked, made in %.1f s%n",
                        shell.shown(out),
                        report.config().platform(),
                        Durations.bytes(report.storedBytes()),
                        Durations.bytes(report.unpackedBytes()),
                        took.toMillis() / 1000.0);
        for (LayerFacts layer : report.layers()) {
            shell.out()
                    .printf(
                            "  %9s  %s  %s%n",
                            Durations.bytes(layer.storedBytes()),
                            layer.digest().hex().substring(0, 12),
                            Redaction.text(layer.createdBy()));
        }
        report.digest().ifPresent(digest -> shell.out().println("  digest " + digest));
        shell.out().println("next:  " + next(shell, out));
        return ExitCode.DONE;
    }

    private static String next(Shell shell, Path out) {
        return out.toString().endsWith(".tar")
                ? "podman load -i " + shell.shown(out)
                : "skopeo copy oci:" + shell.shown(out) + " docker://REGISTRY/NAME:TAG";
    }

    private BuildRequest request(Shell shell, Path out) {
        return new BuildRequest(
                base(shell),
                shell.resolve(java.orElse(System.getProperty("java.home", ""))),
                release(shell),
                withLibtorch,
                Platform.parse(platform),
                user,
                name,
                environment,
                labels,
                time(shell),
                out,
                replace);
    }

    private BuildRequest.Base base(Shell shell) {
        if (base.isPresent() == root.isPresent()) {
            throw CommandException.usage(
                    base.isPresent()
                            ? "--base and --root exclude each other."
                            : "say what the image stands on.",
                    "Tagwerk's image needs a shell and glibc below it.",
                    shell.command() + " images build " + target + " --base debian:12-slim");
        }
        if (root.isPresent() && baseName.isPresent()) {
            throw CommandException.usage(
                    "--base-name says which image of --base, and there is none.",
                    "",
                    "leave it out; --name is the name of the image that is made");
        }
        return root.isPresent()
                ? new BuildRequest.Base.Root(shell.resolve(root.get()))
                : new BuildRequest.Base.Image(
                        ImagesCommand.source(shell, base.orElseThrow(), baseName, plainHttp));
    }

    private Path release(Shell shell) {
        if (release.isPresent()) {
            return shell.resolve(release.get());
        }
        Path own = Path.of(shell.environment().getOrDefault("TAGWERK_ROOT", ""));
        if (!Files.isRegularFile(own.resolve("lib/BUILD"))) {
            throw CommandException.usage(
                    "say which release goes in.",
                    "this Tagwerk runs from its sources, not from a release.",
                    "./mvnw -Pdist package, then --release dist/tagwerk-VERSION.tar.gz");
        }
        return own;
    }

    /** https://reproducible-builds.org/specs/source-date-epoch/ */
    private static long time(Shell shell) {
        String epoch = shell.environment().getOrDefault("SOURCE_DATE_EPOCH", "0");
        if (!epoch.matches("[0-9]{1,12}")) {
            throw CommandException.usage(
                    "SOURCE_DATE_EPOCH is no number of seconds.",
                    "",
                    "SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)");
        }
        return Long.parseLong(epoch);
    }
}
