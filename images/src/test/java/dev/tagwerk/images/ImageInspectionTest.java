package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageInspectionTest {
    @TempDir private Path folder;

    private static Tar base() {
        return new Tar()
                .folder("usr", 0755)
                .folder("usr/bin", 0755)
                .program("usr/bin/bash")
                .program("usr/bin/x86_64-linux-gnu-gcc-13")
                .link("usr/bin/gcc", "x86_64-linux-gnu-gcc-13")
                .link("usr/bin/cc", "/etc/alternatives/cc")
                .link("etc/alternatives/cc", "/usr/bin/gcc")
                .link("bin", "usr/bin")
                .program("usr/bin/tini")
                .program("usr/bin/dumb-init")
                .file("usr/include/stdlib.h", "c")
                .file("usr/include/c++/13/stdlib.h", "c++")
                .file("usr/lib/x86_64-linux-gnu/crt1.o", "o")
                .file(
                        "etc/passwd",
                        "root:x:0:0:root:/root:/bin/bash\ntrainer:x:1001:1002::/home/trainer:/bin/sh\n")
                .file("etc/group", "root:x:0:\nwheel:x:10:\n")
                .file("usr/lib/os-release", "NAME=x\nPRETTY_NAME=\"Ubuntu 24.04.1 LTS\"\n")
                .link("etc/os-release", "../usr/lib/os-release")
                .folder("root", 0700)
                .folder("tmp", 01777);
    }

    private static Tar python() {
        String packages = "usr/local/lib/python3.12/site-packages/";
        return new Tar()
                .program("usr/local/bin/python3.12")
                .link("usr/local/bin/python3", "python3.12")
                .file("usr/local/include/python3.12/Python.h", "py")
                .file(
                        packages + "torch-2.9.1+cu130.dist-info/METADATA",
                        "Metadata-Version: 2.4\nName: torch\nVersion: 2.9.1+cu130\n\nVersion: 9\n")
                .file(
                        packages + "Flash_Attn-2.8.3.dist-info/METADATA",
                        "Metadata-Version: 2.1\nName: Flash_Attn\nVersion: 2.8.3\n")
                .file(
                        packages + "torch/version.py",
                        "from typing import Optional\n__version__ = '2.9.1+cu130'\ndebug = False\n"
                                + "cuda: Optional[str] = '13.0'\nhip: Optional[str] = None\n")
                .file(packages + "nvidia/cuda_runtime/lib/libcudart.so.13", "so")
                .file("usr/local/cuda-13.0/version.json", "{\"cuda\":{\"version\":\"13.0.1\"}}")
                .owner(1001, 1002)
                .folder("workspace", 0755)
                .owner(0, 0)
                .folder("shared", 0777);
    }

    private static TestImage trainer() {
        return new TestImage()
                .settings(
                        "{'Entrypoint':['/usr/bin/tini','--'],'Cmd':['bash'],'User':'trainer',"
                                + "'Env':['PATH=/usr/local/bin:/usr/bin','CUDA_VERSION=13.0.1','B='],"
                                + "'WorkingDir':'/workspace','ExposedPorts':{'8080/tcp':{}},"
                                + "'Labels':{'a':'b'}}")
                .layer(base())
                .layer(python())
                .layer(new Tar().whiteout("usr/bin/dumb-init").file("a/very/new/file", "x"));
    }

    private static void holds(ImageReport report) {
        ImageConfig config = report.config();
        assertThat(config.entrypoint()).containsExactly("/usr/bin/tini", "--");
        assertThat(config.command()).containsExactly("bash");
        assertThat(config.environment())
                .containsExactly(
                        Map.entry("PATH", "/usr/local/bin:/usr/bin"),
                        Map.entry("CUDA_VERSION", "13.0.1"),
                        Map.entry("B", ""));
        assertThat(config.exposedPorts()).containsExactly("8080/tcp");
        assertThat(config.workingDirectory()).isEqualTo("/workspace");
        assertThat(config.platform()).isEqualTo(Platform.LINUX_AMD64);
        assertThat(report.user()).isEqualTo(new ImageUser(true, 1001, 1002, "/home/trainer"));
        assertThat(report.layers())
                .allMatch(LayerFacts::looked)
                .allMatch(LayerFacts::unpackedExact)
                .extracting(LayerFacts::createdBy)
                .containsExactly("COPY layer0", "COPY layer1", "COPY layer2");
        ImageSoftware software = report.software();
        assertThat(software.compiler().orElseThrow().path())
                .isEqualTo("/usr/bin/x86_64-linux-gnu-gcc-13");
        assertThat(software.programs()).containsKeys("gcc", "bash", "tini", "python3");
        assertThat(software.programs()).doesNotContainKeys("dumb-init", "clang", "git");
        assertThat(software.cHeaders())
                .extracting(ImageFile::path)
                .containsExactly("/usr/include/stdlib.h");
        assertThat(software.pythonHeaders()).hasSize(1);
        assertThat(software.startFiles()).hasSize(1);
        assertThat(software.cudaRuntimes())
                .extracting(ImageFile::path)
                .containsExactly(
                        "/usr/local/lib/python3.12/site-packages/nvidia/cuda_runtime/lib/libcudart.so.13");
        assertThat(software.cudaToolkits())
                .containsExactly(Map.entry("/usr/local/cuda-13.0", "13.0.1"));
        assertThat(software.python("torch").orElseThrow().version()).isEqualTo("2.9.1+cu130");
        assertThat(software.python("flash-attn").orElseThrow().version()).isEqualTo("2.8.3");
        assertThat(software.torch())
                .contains(
                        new Torch(
                                "2.9.1+cu130",
                                "13.0",
                                "",
                                "/usr/local/lib/python3.12/site-packages/torch"));
        assertThat(software.system()).isEqualTo("Ubuntu 24.04.1 LTS");
        assertThat(software.musl()).isFalse();
        assertThat(report.files().complete()).isTrue();
        assertThat(report.files().find("/a/very/new/file")).isPresent();
    }

    @Test
    void theInstallersNoteTellsTorchsVersionWhereItsOwnFileDoesNot() throws IOException {
        String packages = "usr/lib/python3/dist-packages/";
        TestImage image =
                new TestImage()
                        .layer(
                                new Tar()
                                        .file(packages + "torch/version.py", "cuda = '13.0'\n")
                                        .file(
                                                packages + "torch-2.9.0+cu130.dist-info/METADATA",
                                                "Name: torch\nVersion: 2.9.0+cu130\n"));
        assertThat(TestImage.inspect(image.layout(folder.resolve("l"))).software().torch())
                .contains(new Torch("2.9.0+cu130", "13.0", "", "/" + packages + "torch"));
    }

    @Test
    void anOciLayoutIsReadAndVerified() throws IOException {
        ImageReport report = TestImage.inspect(trainer().layout(folder.resolve("layout")));
        holds(report);
        assertThat(report.digest()).contains(Digest.sha256(trainer().manifest()));
        assertThat(report.id()).isEqualTo(Digest.sha256(trainer().config()));
        assertThat(report.layers()).allMatch(LayerFacts::verified);
        assertThat(report.layers().getFirst().unpackedBytes()).hasValue(base().bytes().length);
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void anOciLayoutInATarIsTheSame() throws IOException {
        holds(TestImage.inspect(trainer().layoutTar(folder.resolve("layout.tar"))));
    }

    @Test
    void anArchiveOfDockerSaveIsTheSame() throws IOException {
        ImageReport report = TestImage.inspect(trainer().dockerArchive(folder.resolve("i.tar")));
        holds(report);
        assertThat(report.reference()).isEqualTo("trainer:1");
        assertThat(report.digest()).isEmpty();
        // Its layers are compressed here, so that they are read whole.
        assertThat(report.layers()).allMatch(LayerFacts::verified);
    }

    @Test
    void uncompressedLayersInAFileAreReadByTheirHeadersOnly() throws IOException {
        TestImage image = new TestImage().plainLayer(base()).plainLayer(python());
        ImageReport report = TestImage.inspect(image.dockerArchive(folder.resolve("i.tar")));
        assertThat(report.software().torch()).isPresent();
        assertThat(report.layers()).noneMatch(LayerFacts::verified).allMatch(LayerFacts::looked);
        assertThat(report.layers().getFirst().unpackedBytes()).hasValue(base().bytes().length);
    }

    @Test
    void writableByIsAnsweredForOtherUsersThanTheImages() throws IOException {
        ImageFiles files = TestImage.inspect(trainer().layout(folder.resolve("layout"))).files();
        assertThat(files.writableBy(42420, 42420, "/workspace").answer())
                .isEqualTo(Access.Answer.NO);
        assertThat(files.writableBy(1001, 7, "/workspace").answer()).isEqualTo(Access.Answer.YES);
        assertThat(files.writableBy(0, 0, "/workspace").answer()).isEqualTo(Access.Answer.YES);
        assertThat(files.writableBy(42420, 42420, "/shared/sub/deep").answer())
                .isEqualTo(Access.Answer.YES);
        assertThat(files.writableBy(42420, 42420, "/tmp").answer()).isEqualTo(Access.Answer.YES);
        assertThat(files.writableBy(42420, 42420, "/root/.cache"))
                .isEqualTo(
                        new Access(Access.Answer.NO, "/root/.cache", "/root", 0700, 0, 0, false));
        assertThat(files.writableBy(42420, 42420, "/a/very/new/file").answer())
                .isEqualTo(Access.Answer.NO);
    }

    @Test
    void anIndexGivesTheImageOfThePlatform() throws IOException {
        TestImage amd = trainer();
        TestImage arm = new TestImage().architecture("arm64").layer(base());
        Map<String, byte[]> blobs = new LinkedHashMap<>(amd.blobs());
        blobs.putAll(arm.blobs());
        byte[] index =
                TestImage.index(
                        TestImage.descriptor(
                                TestImage.MANIFEST, arm.manifest(), TestImage.platform("arm64")),
                        TestImage.descriptor(
                                TestImage.MANIFEST, amd.manifest(), TestImage.platform("amd64")));
        blobs.put(Digest.sha256(index).hex(), index);
        Path layout =
                TestImage.layout(
                        folder.resolve("both"),
                        blobs,
                        TestImage.index(TestImage.descriptor(TestImage.INDEX, index, "")));
        ImageReport report = TestImage.inspect(layout);
        holds(report);
        assertThat(report.offered()).hasSize(2);
        assertThat(
                        ImageInspection.of(
                                        TestImage.local(layout),
                                        Platform.parse("linux/arm64"),
                                        InspectionLimits.local(),
                                        LayerCache.none())
                                .config()
                                .platform()
                                .architecture())
                .isEqualTo("arm64");
        assertThatThrownBy(
                        () ->
                                ImageInspection.of(
                                        TestImage.local(layout),
                                        Platform.parse("windows/amd64"),
                                        InspectionLimits.local(),
                                        LayerCache.none()))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("linux/arm64, linux/amd64");
    }

    @Test
    void layersOverTheLimitAreNamedAndTheirLengthEstimated() throws IOException {
        Path layout = trainer().layout(folder.resolve("layout"));
        InspectionLimits small =
                InspectionLimits.local().withLayerBytes(trainer().layers().get(1).length - 1);
        ImageReport report = ImageInspection.of(TestImage.local(layout), small, LayerCache.none());
        LayerFacts left = report.layers().get(1);
        assertThat(left.looked()).isFalse();
        assertThat(left.whyNot()).contains("larger than the limit");
        assertThat(left.unpackedExact()).isFalse();
        assertThat(left.unpackedBytes()).hasValue(python().bytes().length);
        assertThat(report.files().complete()).isFalse();
        assertThat(report.notes()).hasSize(1);
        assertThat(report.files().writableBy(42420, 42420, "/workspace").answer())
                .isEqualTo(Access.Answer.UNKNOWN);
    }

    @Test
    void severalImagesWantAName() throws IOException {
        TestImage one = trainer();
        TestImage two = new TestImage().layer(base());
        Map<String, byte[]> blobs = new LinkedHashMap<>(one.blobs());
        blobs.putAll(two.blobs());
        String name = ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"%s\"}";
        Path layout =
                TestImage.layout(
                        folder.resolve("two"),
                        blobs,
                        TestImage.index(
                                TestImage.descriptor(
                                        TestImage.MANIFEST, one.manifest(), name.formatted("one")),
                                TestImage.descriptor(
                                        TestImage.MANIFEST,
                                        two.manifest(),
                                        name.formatted("two"))));
        assertThatThrownBy(() -> TestImage.inspect(layout))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("one, two");
        ImageReport report =
                ImageInspection.of(
                        new ImageSource.Local(layout, Optional.of("one")),
                        InspectionLimits.local(),
                        LayerCache.none());
        holds(report);
    }

    @Test
    void aDamagedBlobIsNoticed() throws IOException {
        Path layout = trainer().layout(folder.resolve("layout"));
        for (byte[] layer : List.of(trainer().layers().get(1), trainer().config())) {
            Path blob = layout.resolve("blobs/sha256/" + Digest.sha256(layer).hex());
            byte[] damaged = layer.clone();
            damaged[damaged.length - 9] ^= 1;
            Files.write(blob, damaged);
            assertThatThrownBy(() -> TestImage.inspect(layout))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining(Digest.sha256(layer).abbreviated());
            Files.write(blob, layer);
        }
        holds(TestImage.inspect(layout));
    }
}
