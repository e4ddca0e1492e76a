package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Directories that can do less than others; real file systems where this user may mount some. */
class ProbeMountTest {
    @TempDir private Path folder;
    private final List<Path> mounted = new ArrayList<>();

    static Stream<String> shells() {
        return ProbeRun.shells();
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        for (Path one : mounted) {
            new ProcessBuilder("umount", one.toString()).start().waitFor();
        }
    }

    private Path mount(String options) throws IOException, InterruptedException {
        Path at = Files.createDirectories(folder.resolve("a mount"));
        assumeTrue(Files.exists(ProbeRun.which("mount")), "there is no mount here");
        int code =
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "tmpfs", at.toString())
                        .start()
                        .waitFor();
        assumeTrue(code == 0, "this user may not mount, or not with " + options);
        mounted.add(at);
        return at;
    }

    private JsonNode probe(String shell, Path directory) {
        JsonNode line = run(shell).only("probe_mount '" + directory + "' true").getFirst();
        assertThat(line.path("probe").textValue()).isEqualTo("mount");
        return line;
    }

    private ProbeRun run(String shell) {
        return new ProbeRun(shell, folder);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readOnly(String shell) throws IOException, InterruptedException {
        JsonNode line = probe(shell, mount("ro"));
        assertThat(line.path("ok").booleanValue()).isFalse();
        assertThat(line.path("write").isBoolean()).isTrue();
        assertThat(line.path("write").booleanValue()).isFalse();
        assertThat(line.path("options").textValue()).startsWith("ro");
        assertThat(line.path("type").textValue()).isEqualTo("tmpfs");
        assertThat(line.path("mounted_at").textValue()).endsWith("/a mount");
        assertThat(line.path("error").textValue()).contains("Read-only");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void theWholeProbeInADirectoryThatIsReadOnly(String shell)
            throws IOException, InterruptedException {
        Path at = mount("ro");
        List<JsonNode> lines = run(shell).in(at).env("TMPDIR", at.toString()).all("--no-egress");
        assertThat(ProbeRun.line(lines, "user").path("directory_writable").isBoolean()).isTrue();
        assertThat(ProbeRun.line(lines, "user").path("directory_writable").booleanValue())
                .isFalse();
        assertThat(lines.getLast().path("probe").textValue()).isEqualTo("end");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void withoutSpace(String shell) throws IOException, InterruptedException {
        Path at = mount("size=64k");
        Files.write(at.resolve("full"), new byte[64 << 10]);
        JsonNode line = probe(shell, at);
        assertThat(line.path("ok").booleanValue()).isFalse();
        assertThat(line.path("write").booleanValue()).isFalse();
        assertThat(line.path("free_mib").intValue()).isZero();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void withLittleSpaceNoLargeFileIsWritten(String shell)
            throws IOException, InterruptedException {
        JsonNode line = probe(shell, mount("size=8m"));
        assertThat(line.path("ok").booleanValue()).isTrue();
        assertThat(line.has("write_mb_s")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void symbolicLinksThatAreNotFollowed(String shell) throws IOException, InterruptedException {
        JsonNode line = probe(shell, mount("size=64m,nosymfollow"));
        assertThat(line.path("symlink").isBoolean()).isTrue();
        assertThat(line.path("symlink").booleanValue()).isFalse();
        assertThat(line.path("hardlink").booleanValue()).isTrue();
        assertThat(line.path("ok").booleanValue()).isTrue();
    }

    /** As a share over SMB answers. */
    @ParameterizedTest
    @MethodSource("shells")
    void programsThatAreRefused(String shell) {
        String refused = "echo 'Operation not permitted' >&2; exit 1\n";
        JsonNode line =
                run(shell)
                        .with("chmod", refused)
                        .with("ln", refused)
                        .with("flock", refused)
                        .only("probe_mount '" + folder + "' false")
                        .getFirst();
        for (String able : List.of("symlink", "hardlink", "chmod", "lock")) {
            assertThat(line.path(able).isBoolean()).as(able).isTrue();
            assertThat(line.path(able).booleanValue()).as(able).isFalse();
        }
        assertThat(line.path("error").textValue()).contains("Operation not permitted");
        assertThat(line.path("asked").booleanValue()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void noDirectory(String shell) {
        JsonNode line = probe(shell, folder.resolve("\"no\" such"));
        assertThat(line.path("exists").booleanValue()).isFalse();
        assertThat(line.path("path").textValue()).endsWith("\"no\" such");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void theNetworkAndTheClock(String shell) {
        List<JsonNode> reached =
                run(shell)
                        .with(
                                "curl",
                                "printf 'HTTP/2 200 \\r\\nDate: Tue, 29 Feb 2028 23:59:59"
                                        + " GMT\\r\\n\\r\\n'\n")
                        .with("date", "echo 1835481659\n")
                        .only("probe_egress");
        assertThat(reached).hasSize(4);
        assertThat(reached.getFirst().path("answer").textValue()).isEqualTo("HTTP/2 200");
        assertThat(ProbeRun.line(reached, "clock").path("skew_seconds").intValue()).isEqualTo(60);
        List<JsonNode> refused =
                new ProbeRun(shell, folder.resolve("refused"))
                        .with("curl", "echo 'curl: (5) http://me:pw@proxy' >&2; exit 5\n")
                        .only("probe_egress");
        assertThat(refused.getFirst().path("ok").booleanValue()).isFalse();
        assertThat(refused.toString()).doesNotContain("me:pw");
        assertThat(ProbeRun.line(refused, "clock").has("skew_seconds")).isFalse();
        List<JsonNode> nonsense =
                new ProbeRun(shell, folder.resolve("nonsense"))
                        .with(
                                "wget",
                                "printf 'HTTP/1.1 302 F\\nDate: Xxx, 99 Foo * \"\\n'; exit 8\n")
                        .only("probe_egress");
        assertThat(nonsense.getFirst().path("by").textValue()).isEqualTo("wget");
        assertThat(nonsense.getFirst().path("ok").booleanValue()).isTrue();
        assertThat(ProbeRun.line(nonsense, "clock").path("error").textValue()).contains("Foo");
    }
}
