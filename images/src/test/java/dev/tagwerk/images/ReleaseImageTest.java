package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real release, in an image that we make of it, run by the real podman. {@code TAGWERK_RELEASE}
 * names the archive; without it the test is skipped. The root is as small as it gets: busybox, and
 * this machine's C library.
 */
class ReleaseImageTest {
    private static final String NAME = "localhost/tagwerk:test";
    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
    private static final String MODULES = "java.se,jdk.unsupported,jdk.zipfs,jdk.crypto.ec";

    @TempDir private Path folder;

    private Path root(Path java, Podman podman) throws IOException, InterruptedException {
        Path root = folder.resolve("root");
        for (String one : List.of("bin", "etc", "proc", "sys", "dev")) {
            Files.createDirectories(root.resolve(one));
        }
        Path tmp = Files.createDirectory(root.resolve("tmp"));
        Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path busybox = Programs.find("TAGWERK_BUSYBOX", "busybox").orElseThrow();
        List<Path> programs = new ArrayList<>(List.of(busybox, java.resolve("bin/java")));
        try (Stream<Path> all = Files.walk(java.resolve("lib"))) {
            all.filter(one -> one.toString().endsWith(".so")).forEach(programs::add);
        }
        Files.copy(busybox, root.resolve("bin/busybox"));
        for (String applet : podman.program(0, busybox.toString(), "--list").split("\n")) {
            if (!applet.equals("busybox")) {
                Files.createSymbolicLink(root.resolve("bin/" + applet), Path.of("busybox"));
            }
        }
        // Debian's busybox has no cksum.
        Path cksum = Path.of("/usr/bin/cksum");
        if (!Files.exists(root.resolve("bin/cksum"))) {
            Files.copy(cksum, root.resolve("bin/cksum"));
            programs.add(cksum);
        }
        Set<String> libraries = new TreeSet<>();
        for (Path program : programs) {
            String linked = podman.program(0, "sh", "-c", "ldd " + program + " || :");
            Matcher found = Pattern.compile("(?:=> )?(/\\S+) \\(0x").matcher(linked);
            found.results().map(one -> one.group(1)).forEach(libraries::add);
        }
        for (String library : libraries) {
            Path to = root.resolve(library.substring(1));
            if (!library.startsWith(java.toString()) && !Files.exists(to)) {
                Files.createDirectories(to.getParent());
                Files.copy(Path.of(library).toRealPath(), to);
            }
        }
        return root;
    }

    /** What docs/check.md has a GitLab job run in the image. */
    private static String gitLabScript() throws IOException {
        String lines = snippet("entrypoint: \\[\"\"]\n  script:\n((?:  - .*\n)+)");
        return Pattern.compile("(?m)^  - (.*)$")
                .matcher(lines)
                .results()
                .map((MatchResult line) -> line.group(1))
                .reduce("set -e", (all, line) -> all + "\n" + line);
    }

    /** The arguments of the `docker run` that docs/check.md has GitHub call, for our image. */
    private static String[] gitHubRun(Path workspace, String image) throws IOException {
        String line = snippet("(?m)^    - run: docker (run .*/tagwerk:\\S+ .*)$");
        List<String> arguments = new ArrayList<>(List.of("run", "--pull=never"));
        for (String word : line.replace("\"", "").split(" ")) {
            if (word.matches(".*/tagwerk:\\d.*")) {
                arguments.add(image);
            } else if (!word.equals("run")) {
                arguments.add(word.replace("$PWD", workspace.toString()));
            }
        }
        assertThat(arguments).contains("--read-only", image);
        return arguments.toArray(String[]::new);
    }

    private static String snippet(String form) throws IOException {
        Matcher found =
                Pattern.compile(form).matcher(Files.readString(SOURCES.resolve("docs/check.md")));
        assertThat(found.find()).as(form).isTrue();
        return found.group(1);
    }

    @Test
    void podmanRunsWhatWeMade() throws IOException, InterruptedException {
        String release = System.getenv("TAGWERK_RELEASE");
        assumeTrue(release != null && !release.isEmpty(), "TAGWERK_RELEASE names no archive");
        Podman podman = Podman.in(folder);
        Path java = folder.resolve("java");
        Path jlink = Path.of(System.getProperty("java.home"), "bin/jlink");
        String[] call = {
            jlink.toString(),
            "--add-modules",
            MODULES,
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--output",
            java.toString()
        };
        podman.program(0, call);
        Path layout = folder.resolve("layout");
        long start = System.nanoTime();
        ImageReport report =
                ImageBuild.of(
                        new BuildRequest(
                                new BuildRequest.Base.Root(root(java, podman)),
                                java,
                                Path.of(release),
                                false,
                                Platform.LINUX_AMD64,
                                "65532:65532",
                                NAME,
                                Map.of(),
                                Map.of(),
                                0,
                                layout,
                                false));
        System.out.printf(
                "image: %,d bytes stored, %,d unpacked, %d ms%n",
                report.storedBytes(),
                report.unpackedBytes(),
                (System.nanoTime() - start) / 1_000_000);
        String image = podman.run("pull", "--quiet", "oci:" + layout + ":" + NAME);
        String version = podman.run("run", "--rm", "--pull=never", image, "version");
        assertThat(version).contains("tagwerk ", "java home", "/opt/java", "/tmp/tagwerk-65532");
        Path work = Files.createDirectories(folder.resolve("work/deploy"));
        Files.copy(SOURCES.resolve("examples/check/train.yaml"), work.resolve("train.yaml"));
        assertThat(podman.run(3, gitHubRun(work.getParent(), image)))
                .contains("TW-CMD-001", "TW-ACA-001");
        podman.run(1, "run", "--rm", "--pull=never", image, "run", "job.yaml");
        // GitLab's builds folder is open to all users.
        Path builds = Files.createDirectories(folder.resolve("builds/deploy")).getParent();
        Files.setPosixFilePermissions(builds, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.copy(work.resolve("train.yaml"), builds.resolve("deploy/train.yaml"));
        podman.run(
                3,
                "run",
                "--rm",
                "--pull=never",
                "--entrypoint",
                "sh",
                "-v",
                builds + ":/builds",
                "-w",
                "/builds",
                image,
                "-c",
                gitLabScript());
        assertThat(builds.resolve("preflight.xml")).content().contains("TW-CMD-001");
    }
}
