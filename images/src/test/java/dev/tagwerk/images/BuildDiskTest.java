package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that fill up or cannot be written, and places where no image can go. */
class BuildDiskTest {
    @TempDir private Path folder;
    private boolean mounted;

    private Path disk() {
        return folder.resolve("disk");
    }

    private boolean mount(String... options) throws InterruptedException {
        String[] command =
                Stream.concat(
                                Stream.concat(Stream.of("mount"), Stream.of(options)),
                                Stream.of("tmpfs", disk().toString()))
                        .toArray(String[]::new);
        return run(command);
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    private void smallDisk() throws IOException, InterruptedException {
        Files.createDirectory(disk());
        mounted = mount("-t", "tmpfs", "-o", "size=256k");
        String reason = "mounting a small tmpfs needs root; this builds on a full disk";
        assertThat(mounted || !"true".equals(System.getenv("CI"))).as(reason).isTrue();
        assumeTrue(mounted, reason);
    }

    @AfterEach
    void unmount() throws InterruptedException {
        if (mounted) {
            run("umount", "-l", disk().toString());
        }
    }

    private BuildRequest request(Path target) throws IOException {
        Path root = folder.resolve("root");
        Path java = folder.resolve("java");
        Path release = folder.resolve("release.tar.gz");
        if (!Files.exists(root)) {
            TestRoot.root(root);
            TestRoot.noise(root.resolve("usr/noise"), 1 << 20);
            TestRoot.java(java, 62);
            TestRoot.release(release);
        }
        return BuildMain.request(new BuildRequest.Base.Root(root), java, release, target);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(one -> String.valueOf(one.getFileName())).sorted().toList();
        }
    }

    @Test
    void aFullDiskIsSaidAndNothingIsLeft() throws IOException, InterruptedException {
        smallDisk();
        for (String name : List.of("image", "image.tar")) {
            // A folder has room in 1500k; a tar is written from one, and needs it twice.
            List<String> sizes = new ArrayList<>(List.of("4k", "8k", "40k", "600k", "1000k"));
            sizes.addAll(name.endsWith(".tar") ? List.of("1200k", "1500k") : List.of());
            for (String size : sizes) {
                assertThat(mount("-o", "remount,size=" + size)).isTrue();
                assertThatThrownBy(() -> ImageBuild.of(request(disk().resolve(name))))
                        .as("%s on %s", name, size)
                        .isInstanceOf(ImageException.class)
                        .hasMessageContaining(name + ": the disk is full")
                        .hasMessageContaining("MiB are left");
                assertThat(names(disk())).as("%s on %s", name, size).isEmpty();
            }
        }
        assertThat(mount("-o", "remount,size=3m")).isTrue();
        Path image = disk().resolve("image");
        Digest old = ImageBuild.of(request(image)).digest().orElseThrow();
        TestRoot.noise(folder.resolve("root/usr/more"), 2 << 20);
        assertThatThrownBy(() -> ImageBuild.of(request(image)))
                .hasMessageContaining("the disk is full");
        assertThat(names(disk())).containsExactly("image");
        assertThat(TestImage.inspect(image).digest()).contains(old);
    }

    @Test
    void aDiskThatCannotBeWrittenIsSaid() throws IOException, InterruptedException {
        smallDisk();
        assertThat(mount("-o", "remount,ro")).isTrue();
        assertThatThrownBy(() -> ImageBuild.of(request(disk().resolve("image"))))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("image: its folder cannot be written to: Read-only file")
                .hasMessageContaining("ls -ld " + disk());
    }

    /** The same words where nothing can be mounted. */
    @Test
    void aWriteThatFailsForWantOfRoomIsSaid() throws IOException {
        SourceFile file =
                new SourceFile(
                        "a",
                        '0',
                        0644,
                        1 << 20,
                        "",
                        () -> new java.io.ByteArrayInputStream(new byte[1 << 20]));
        Path target = folder.resolve("image");
        try (OutputStream out = Files.newOutputStream(Path.of("/dev/full"))) {
            assertThatThrownBy(() -> new TarWriter(out, 0).write(file))
                    .isInstanceOfSatisfying(
                            IOException.class,
                            failure ->
                                    assertThat(BuildFailure.writing(target, failure).getMessage())
                                            .contains("image: the disk is full"));
        }
    }

    @Test
    void placesWhereNoImageCanGoAreSaid() throws IOException {
        assertThatThrownBy(() -> ImageBuild.of(request(folder.resolve("none/image"))))
                .hasMessageContaining("there is no folder to write it to -> mkdir -p");
        assertThatThrownBy(() -> ImageBuild.of(request(Path.of("/proc/image.tar"))))
                .hasMessageContaining("its folder cannot be written to");
        for (String inside : List.of("root/image", "root/usr/image.tar", "java/image")) {
            assertThatThrownBy(() -> ImageBuild.of(request(folder.resolve(inside))))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("so it would go into itself");
        }
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("root/usr"));
        assertThatThrownBy(() -> ImageBuild.of(request(folder.resolve("link/image"))))
                .hasMessageContaining("the folder of --root");
        assertThat(names(folder.resolve("root"))).doesNotContain("image");
        ImageBuild.of(request(folder.resolve("rootling")));
    }

    @Test
    void aFileIsNoFolderAndSharedBlobsStay() throws IOException {
        Files.writeString(folder.resolve("file"), "x");
        Files.createDirectory(folder.resolve("folder.tar"));
        assertThatThrownBy(() -> ImageBuild.of(request(folder.resolve("file"))))
                .hasMessageContaining("without .tar at its end an image becomes a folder");
        assertThatThrownBy(() -> ImageBuild.of(request(folder.resolve("folder.tar"))))
                .hasMessageContaining("with .tar at its end an image becomes a file");
        Path shared = Files.createDirectories(folder.resolve("shared/sha256"));
        Files.writeString(shared.resolve("other"), "another image's");
        Path layout = Files.createDirectory(folder.resolve("layout"));
        Files.writeString(layout.resolve("oci-layout"), "{}");
        Files.createSymbolicLink(layout.resolve("blobs"), folder.resolve("shared"));
        assertThatThrownBy(() -> ImageBuild.of(request(layout)))
                .hasMessageContaining("the blobs there may be other images', too");
        assertThat(shared.resolve("other")).exists();
        assertThat(folder.resolve("file")).hasContent("x");
    }
}
