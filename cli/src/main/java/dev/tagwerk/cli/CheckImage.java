package dev.tagwerk.cli;

import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.images.ImageException;
import dev.tagwerk.images.ImageInspection;
import dev.tagwerk.images.ImageSource;
import dev.tagwerk.images.InspectionLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The image that a job runs, as {@code check} looks into it; mixed into the command. */
final class CheckImage {
    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description =
                    "look into the job's image, too: an OCI layout, an archive of docker save, or a"
                            + " name in a registry")
    private Optional<String> image = Optional.empty();

    @Option(
            names = "--plain-http",
            description = "ask the image's registry without TLS, where it is another machine")
    private boolean plainHttp;

    boolean isNamed() {
        return image.isPresent();
    }

    /** What is in the image, as {@code images show --json} prints it. */
    Optional<SourceFile> read(Shell shell) {
        return image.map(name -> read(shell, name, plainHttp));
    }

    /** Whether a file or folder is an image, told from its name or its marker file. */
    static boolean isImage(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.matches("(?s).*\\.(?:tar|tgz|tar\\.gz|oci)")
                || Files.isRegularFile(file.resolve("oci-layout"));
    }

    static SourceFile read(Shell shell, String name, boolean plainHttp) {
        try {
            ImageSource source = ImagesCommand.source(shell, name, Optional.empty(), plainHttp);
            InspectionLimits limits =
                    source instanceof ImageSource.Local
                            ? InspectionLimits.local()
                            : InspectionLimits.remote();
            return new SourceFile(
                    name,
                    ImageJson.of(ImageInspection.of(source, limits, ImagesCommand.cache(shell)))
                            .toPrettyString());
        } catch (ImageException failure) {
            throw CommandException.usage(
                    failure.place() + ": " + failure.reason() + ".",
                    "",
                    Errors.asTyped(shell, failure.remedy()));
        }
    }
}
