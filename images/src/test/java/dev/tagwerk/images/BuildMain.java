package dev.tagwerk.images;

import java.nio.file.Path;
import java.util.Map;

/**
 * One build as a program: {@code BASE JAVA RELEASE TARGET}; a base with a colon is a registry's.
 */
final class BuildMain {
    private BuildMain() {}

    public static void main(String[] arguments) {
        String base = arguments[0];
        BuildRequest.Base on =
                base.contains(":")
                        ? new BuildRequest.Base.Image(
                                new ImageSource.Registry(
                                        ImageReference.parse(base),
                                        RegistryAccess.of(Map.of(), false)))
                        : new BuildRequest.Base.Root(Path.of(base));
        try {
            ImageReport report =
                    ImageBuild.of(
                            request(
                                    on,
                                    Path.of(arguments[1]),
                                    Path.of(arguments[2]),
                                    Path.of(arguments[3])));
            System.out.println(report.digest().orElseThrow());
        } catch (ImageException refused) {
            System.out.println(refused.getMessage());
            System.exit(1);
        }
    }

    static BuildRequest request(BuildRequest.Base base, Path java, Path release, Path target) {
        return new BuildRequest(
                base,
                java,
                release,
                false,
                Platform.LINUX_AMD64,
                "65532:65532",
                "tagwerk:1",
                Map.of(),
                Map.of(),
                0,
                target,
                true);
    }
}
