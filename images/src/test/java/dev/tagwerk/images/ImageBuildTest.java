package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageBuildTest {
    @TempDir private Path folder;
    private Path root = Path.of("");
    private Path java = Path.of("");
    private Path release = Path.of("");

    @BeforeEach
    void inputs() throws IOException {
        root = TestRoot.root(folder.resolve("root"));
        java = TestRoot.java(folder.resolve("java"), 62);
        release = TestRoot.release(folder.resolve("release.tar.gz"));
    }

    private BuildRequest request(BuildRequest.Base base, String target, boolean replace) {
        return new BuildRequest(
                base,
                java,
                release,
                false,
                Platform.LINUX_AMD64,
                "65532:65532",
                "tagwerk:1",
                Map.of("A", "b"),
                Map.of("org.example.team", "ml"),
                1_700_000_000,
                folder.resolve(target),
                replace);
    }

    private ImageReport build(String target) {
        return ImageBuild.of(request(new BuildRequest.Base.Root(root), target, false));
    }

    private void refused(String... words) {
        assertThatThrownBy(() -> build("image"))
                .isInstanceOf(ImageException.class)
                .satisfies(failure -> assertThat(failure.getMessage()).contains(words));
        assertThat(folder.resolve("image")).doesNotExist();
        nothingLeft();
    }

    private void nothingLeft() {
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(one -> String.valueOf(one.getFileName())))
                    .noneMatch(name -> name.startsWith(".tagwerk"));
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void threeLayersAndWhatStarts() {
        build("image");
        ImageReport report = TestImage.inspect(folder.resolve("image"));
        assertThat(report.reference()).isEqualTo("tagwerk:1");
        ImageConfig config = report.config();
        assertThat(config.entrypoint()).containsExactly("tagwerk");
        assertThat(config.user()).isEqualTo("65532:65532");
        assertThat(config.workingDirectory()).isEqualTo("/work");
        assertThat(config.created()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(config.environment())
                .containsEntry("A", "b")
                .containsEntry("JAVA_HOME", "/opt/java");
        assertThat(config.path()).startsWith("/opt/tagwerk").contains("/bin");
        assertThat(config.labels())
                .containsEntry("org.opencontainers.image.version", "1.2.3")
                .containsEntry("org.opencontainers.image.licenses", "Apache-2.0")
                .containsEntry("org.example.team", "ml");
        assertThat(report.layers())
                .extracting(LayerFacts::createdBy)
                .containsExactly(
                        "root file system",
                        "Java runtime at /opt/java",
                        "Tagwerk 1.2.3 without libtorch");
        assertThat(report.layers()).allMatch(LayerFacts::verified);
        ImageFiles files = report.files();
        assertThat(files.program("tagwerk", config.path())).isPresent();
        assertThat(files.find("/opt/tagwerk/lib/a.jar")).isPresent();
        assertThat(files.find("/opt/tagwerk/lib/pytorch-2.10.0-1.5.13-linux-x86_64.jar")).isEmpty();
        assertThat(files.find("/opt/tagwerk/docs")).isEmpty();
        assertThat(files.find("/etc/passwd")).isEmpty();
        assertThat(files.find("/proc")).isPresent();
        assertThat(files.find("/proc/1")).isEmpty();
        nothingLeft();
    }

    @Test
    void theSameInputsGiveTheSameBytes() throws IOException {
        build("one.tar");
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(1));
            }
        }
        build("two.tar");
        assertThat(folder.resolve("two.tar")).hasSameBinaryContentAs(folder.resolve("one.tar"));
        assertThat(TestImage.inspect(folder.resolve("one.tar")).reference()).isEqualTo("tagwerk:1");
    }

    @Test
    void ownersLinksAndSetUserIdsOfARoot() throws IOException {
        Path program = root.resolve("usr/bin/su");
        Files.write(program, new byte[3]);
        Files.setAttribute(program, "unix:mode", 0104755);
        Files.createLink(root.resolve("usr/bin/a-su"), program);
        Files.createSymbolicLink(root.resolve("etc"), Path.of("../../../../etc"));
        Files.createDirectories(root.resolve("long/" + "n".repeat(90)));
        Files.writeString(root.resolve("long/" + "n".repeat(90) + "/főtanúsítvány.crt"), "x");
        Files.setPosixFilePermissions(
                root.resolve("tmp"), PosixFilePermissions.fromString("rwxrwxrwx"));
        build("image");
        ImageFiles files = TestImage.inspect(folder.resolve("image")).files();
        for (String name : List.of("su", "a-su")) {
            ImageFile su = files.find("/usr/bin/" + name).orElseThrow();
            assertThat(su.mode()).isEqualTo(0755);
            assertThat(su.uid()).isZero();
            assertThat(su.size()).isEqualTo(3);
        }
        assertThat(files.find("/etc/passwd")).as("no file of the host").isEmpty();
        assertThat(files.find("/tmp").orElseThrow().mode()).isEqualTo(0777);
        assertThat(files.find("/long/" + "n".repeat(90) + "/főtanúsítvány.crt")).isPresent();
    }

    @Test
    void whatCannotGoIntoAnImageIsRefused() throws IOException, InterruptedException {
        Path pipe = root.resolve("usr/pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        refused("usr/pipe", "device, a pipe or a socket");
        Files.delete(pipe);
        Files.writeString(root.resolve("usr/.wh.bin"), "");
        refused(".wh.bin", "delete files of lower layers");
        Files.delete(root.resolve("usr/.wh.bin"));
        Files.createSymbolicLink(java.resolve("bin/out"), Path.of("../../secret"));
        refused("java/bin/out", "a link out of the folder");
        Files.delete(java.resolve("bin/out"));
        Files.createSymbolicLink(java.resolve("bin/in"), Path.of("../release"));
        build("fine");
    }

    @Test
    void machinesAreCompared() throws IOException {
        TestRoot.java(java, 183);
        refused("Java is for arm64, not for linux/amd64");
        TestRoot.java(java, 62);
        TestRoot.program(root.resolve("usr/bin/busybox"), 183);
        refused("its programs are for arm64, not for linux/amd64");
    }

    @Test
    void whatWouldNotStartIsRefused() throws IOException {
        Files.delete(root.resolve(TestRoot.LOADER.substring(1)));
        refused(TestRoot.LOADER, "the loader that this Java is linked with");
        Files.delete(root.resolve("usr/bin/sh"));
        refused("no program /bin/sh");
        Files.writeString(release, "no gzip");
        root = TestRoot.root(folder.resolve("again"));
        refused("it is no release of Tagwerk");
    }

    @Test
    void nothingIsReplacedUnlessSaid() throws IOException {
        BuildRequest.Base base = new BuildRequest.Base.Root(root);
        Path precious = Files.createDirectories(folder.resolve("precious"));
        Files.writeString(precious.resolve("thesis.txt"), "x");
        assertThatThrownBy(() -> ImageBuild.of(request(base, "precious", false)))
                .hasMessageContaining("it is there already");
        assertThatThrownBy(() -> ImageBuild.of(request(base, "precious", true)))
                .hasMessageContaining("neither a file nor an OCI layout");
        assertThat(precious.resolve("thesis.txt")).exists();
        for (String target : List.of("layout", "layout.tar")) {
            build(target);
            assertThatThrownBy(() -> build(target)).hasMessageContaining("--replace");
            ImageBuild.of(request(base, target, true));
            assertThat(TestImage.inspect(folder.resolve(target)).layers()).hasSize(3);
        }
        nothingLeft();
    }

    @Test
    void standsOnImagesOfEveryForm() throws IOException {
        Tar tar = new Tar().program("bin/sh").program("usr/bin/env");
        for (String tool : List.of("uname", "id", "mkdir", "ls", "cksum", "tr")) {
            tar.program("bin/" + tool);
        }
        tar.program(TestRoot.LOADER.substring(1));
        TestImage base =
                new TestImage()
                        .settings(
                                "{'Env':['PATH=/bin','LANG=C.UTF-8'],'Entrypoint':['x'],"
                                        + "'Healthcheck':{'Test':['NONE']},"
                                        + "'Labels':{'org.opencontainers.image.source':'theirs','k':'v'}}")
                        .layer(tar)
                        .plainLayer(new Tar().file("etc/second", "2"));
        List<Path> forms = new ArrayList<>();
        forms.add(base.layout(folder.resolve("base")));
        forms.add(base.layoutTar(folder.resolve("base.tar")));
        TestImage unpacked =
                new TestImage()
                        .settings("{'Env':['PATH=/bin','LANG=C.UTF-8'],'Labels':{'k':'v'}}")
                        .plainLayer(tar)
                        .plainLayer(new Tar().file("etc/second", "2"));
        forms.add(unpacked.dockerArchive(folder.resolve("docker.tar")));
        for (Path form : forms) {
            String target = "on-" + form.getFileName();
            BuildRequest.Base on = new BuildRequest.Base.Image(TestImage.local(form));
            ImageReport report = ImageBuild.of(request(on, target, false));
            assertThat(report.layers()).as(target).hasSize(4);
            assertThat(report.config().diffIds()).hasSize(4).doesNotHaveDuplicates();
            assertThat(report.config().environment())
                    .containsEntry("PATH", "/opt/tagwerk:/bin")
                    .containsEntry("LANG", "C.UTF-8");
            assertThat(report.config().labels())
                    .containsEntry("k", "v")
                    .doesNotContainKey("org.opencontainers.image.source");
            assertThat(report.config().entrypoint()).containsExactly("tagwerk");
            assertThat(report.files().find("/etc/second")).isPresent();
        }
        assertThat(TestImage.inspect(folder.resolve("on-base")).config().labels())
                .containsEntry(
                        "org.opencontainers.image.base.digest",
                        Digest.sha256(base.manifest()).toString());
    }

    @Test
    void aDamagedOrForeignBaseIsRefused() throws IOException {
        TestImage base = new TestImage().layer(new Tar().program("bin/sh"));
        Path layout = base.layout(folder.resolve("base"));
        BuildRequest.Base on = new BuildRequest.Base.Image(TestImage.local(layout));
        assertThatThrownBy(() -> ImageBuild.of(request(on, "image", false)))
                .hasMessageContaining(TestRoot.LOADER);
        byte[] layer = base.layers().getFirst();
        Path blob = layout.resolve("blobs/sha256/" + Digest.sha256(layer).hex());
        byte[] other = layer.clone();
        other[other.length - 1] ^= 1;
        Files.write(blob, other);
        assertThatThrownBy(() -> ImageBuild.of(request(on, "image", false)))
                .hasMessageContaining("damaged or tampered");
        Path arm =
                new TestImage()
                        .architecture("arm64")
                        .layer(new Tar().program("bin/sh"))
                        .layout(folder.resolve("arm"));
        BuildRequest.Base foreign =
                new BuildRequest.Base.Image(new ImageSource.Local(arm, Optional.empty()));
        assertThatThrownBy(() -> ImageBuild.of(request(foreign, "image", false)))
                .hasMessageContaining("the base is for linux/arm64, not for linux/amd64");
        nothingLeft();
    }
}
