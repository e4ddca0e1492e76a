package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesCommandTest {
    @TempDir private Path folder;

    /** A layout whose one layer GNU tar wrote. */
    @BeforeEach
    void layout() throws IOException, InterruptedException, NoSuchAlgorithmException {
        Path root = Files.createDirectories(folder.resolve("root/usr/bin"));
        Files.createFile(root.resolve("gcc"));
        assertThat(root.resolve("gcc").toFile().setExecutable(true, false)).isTrue();
        Path layer = folder.resolve("layer.tar.gz");
        Process tar =
                new ProcessBuilder(
                                "tar",
                                "-czf",
                                layer.toString(),
                                "-C",
                                folder.resolve("root").toString(),
                                ".")
                        .inheritIO()
                        .start();
        assertThat(tar.waitFor()).isZero();
        String config =
                """
                {"os":"linux","architecture":"amd64","config":{"User":"42420:42420",
                "Entrypoint":["/usr/bin/tini","--"],"Cmd":["python","train it.py"],
                "Env":["PATH=/usr/bin","HF_TOKEN=hf_abcdefghijklmnopqrst","NOTE=\\u001b[31mred",
                "TOKENIZERS_PARALLELISM=false","PROXY=http://me:pw@host:1"]},
                "history":[{"created_by":"RUN API_KEY=12345 make\\tit"}]}
                """;
        String manifest =
                "{\"schemaVersion\":2,\"config\":"
                        + blob(config.getBytes())
                        + ",\"layers\":["
                        + blob(Files.readAllBytes(layer))
                        + "]}";
        Files.writeString(
                folder.resolve("image/index.json"),
                "{\"schemaVersion\":2,\"manifests\":[" + blob(manifest.getBytes()) + "]}");
    }

    private String blob(byte[] content) throws IOException, NoSuchAlgorithmException {
        String hex = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        Path blobs = Files.createDirectories(folder.resolve("image/blobs/sha256"));
        Files.write(blobs.resolve(hex), content);
        return "{\"digest\":\"sha256:" + hex + "\",\"size\":" + content.length + "}";
    }

    @Test
    void aPersonReadsWhatStartsAndNoSecret() {
        Terminal terminal = new Terminal(folder).run("images", "show", "image");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains(
                        "starts    /usr/bin/tini -- python 'train it.py'   (ENTRYPOINT"
                                + " /usr/bin/tini --, CMD python 'train it.py')")
                .contains("user      42420:42420 (uid 42420, gid 42420), home /")
                .contains("compiler  /usr/bin/gcc; C headers: none; Python.h: none; crt1.o: none")
                .contains("env       HF_TOKEN=[hidden]")
                .contains("env       TOKENIZERS_PARALLELISM=false")
                .contains("env       NOTE=\\u001b[31mred")
                .contains("env       PROXY=http://[hidden]@host:1")
                .contains("RUN API_KEY=[hidden] make it")
                .doesNotContain("hf_abc", "12345", "\u001b");
    }

    @Test
    void aProgramReadsTheSame() throws IOException {
        Terminal terminal = new Terminal(folder).run("images", "show", "image", "--json");
        JsonNode node = new ObjectMapper().readTree(terminal.out());
        assertThat(node.path("config").path("entrypoint").path(0).asText())
                .isEqualTo("/usr/bin/tini");
        assertThat(node.path("software").path("programs").path("gcc").asText())
                .isEqualTo("/usr/bin/gcc");
        assertThat(node.path("complete").asBoolean()).isTrue();
        assertThat(node.path("layers").path(0).path("verified").asBoolean()).isTrue();
        assertThat(terminal.out()).doesNotContain("hf_abc", "12345");
    }

    @Test
    void layersAreRememberedWhereThereIsAFolderForCaches() throws IOException {
        Path cache = folder.resolve("cache");
        new Terminal(folder).with("TAGWERK_CACHE", cache.toString()).run("images", "show", "image");
        try (var kept = Files.list(cache.resolve("layers"))) {
            assertThat(kept).hasSize(1);
        }
    }

    @Test
    void mistakesAreSaid() {
        assertThat(new Terminal(folder).run("images", "show", "none.tar").err())
                .contains("none.tar: there is no such file");
        assertThat(new Terminal(folder).run("images", "show", "layer.tar.gz").err())
                .contains("neither index.json nor manifest.json is in it")
                .contains("docker save");
        assertThat(new Terminal(folder).run("images", "show", "image", "--platform", "amd64").err())
                .contains("linux/amd64");
        assertThat(
                        new Terminal(folder)
                                .run("images", "show", "image", "--layer-limit", "much")
                                .code())
                .isEqualTo(2);
        assertThat(new Terminal(folder).run("images").code()).isEqualTo(2);
    }

    @Test
    void buildingSaysWhatIsMissing() throws IOException {
        Terminal neither = new Terminal(folder).run("images", "build", "out");
        assertThat(neither.code()).isEqualTo(ExitCode.USAGE);
        assertThat(neither.err()).contains("say what the image stands on", "--base debian:12-slim");
        Terminal sources = new Terminal(folder).run("images", "build", "out", "--root", "root");
        assertThat(sources.err()).contains("say which release goes in", "--release dist/");
        Files.writeString(folder.resolve("release.tar.gz"), "x");
        String[] call = {"images", "build", "out", "--root", "root", "--release", "release.tar.gz"};
        Terminal noRelease = new Terminal(folder).run(call);
        assertThat(noRelease.err())
                .contains("it is no release of Tagwerk", "./mvnw -Pdist package");
        assertThat(noRelease.code()).isEqualTo(ExitCode.USAGE);
        Terminal time = new Terminal(folder).with("SOURCE_DATE_EPOCH", "today").run(call);
        assertThat(time.err()).contains("SOURCE_DATE_EPOCH is no number");
        String[] named = {"images", "build", "out", "--root", "root", "--base-name", "x"};
        assertThat(new Terminal(folder).run(named).err())
                .contains("--base-name says which image of --base", "--name is the name");
        String[] user = Arrays.copyOf(call, call.length + 2);
        user[call.length] = "--user";
        user[call.length + 1] = "trainer";
        assertThat(new Terminal(folder).run(user).err())
                .contains("--user: `trainer` is not of its form", "--user 65532:65532 (numbers");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
