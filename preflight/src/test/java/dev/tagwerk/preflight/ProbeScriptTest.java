package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProbeScriptTest {
    @TempDir private Path folder;

    static Stream<String> shells() {
        return ProbeRun.shells();
    }

    private ProbeRun run(String shell) {
        return new ProbeRun(shell, folder);
    }

    @Test
    void pythonStandsBetweenQuotesOfTheShell() {
        assertThat(ProbeScript.part("look.py")).doesNotContain("'");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aMachineWithoutCompilerAndPython(String shell) throws IOException {
        List<JsonNode> lines =
                run(shell).env("HF_TOKEN", "hf_secret").all("--no-egress", folder + "/here");
        assertThat(lines.getFirst().path("probe").textValue()).isEqualTo("start");
        assertThat(lines.getLast().path("probe").textValue()).isEqualTo("end");
        for (String missing : List.of("gpu", "cc", "cxx", "python", "torch")) {
            assertThat(ProbeRun.line(lines, missing).path("ok").booleanValue()).isFalse();
            assertThat(ProbeRun.line(lines, missing).path("error").textValue()).isNotBlank();
        }
        assertThat(ProbeRun.line(lines, "resources").path("memory_mib").intValue()).isPositive();
        assertThat(ProbeRun.line(lines, "resources").path("cores").doubleValue()).isPositive();
        assertThat(ProbeRun.line(lines, "disk").path("total_mib").intValue()).isPositive();
        assertThat(ProbeRun.line(lines, "user").path("home_writable").booleanValue()).isTrue();
        assertThat(ProbeRun.line(lines, "environment").path("names").textValue())
                .contains("HF_TOKEN");
        assertThat(lines.toString()).doesNotContain("hf_secret");
        JsonNode mount = ProbeRun.line(lines, "mount");
        assertThat(mount.path("ok").booleanValue()).as(mount.toString()).isTrue();
        for (String able : List.of("write", "rename", "fsync", "symlink", "delete", "chmod_kept")) {
            assertThat(mount.path(able).booleanValue()).as(able).isTrue();
        }
        assertThat(mount.path("write_mb_s").doubleValue()).isPositive();
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.contains("tagwerk-probe"));
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void nothingButAShell(String shell) throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        List<JsonNode> lines = run(shell).env("PATH", empty.toString()).all("--no-egress", ".");
        assertThat(lines.getLast().path("probe").textValue()).isEqualTo("end");
        assertThat(ProbeRun.line(lines, "start").path("limits_by").textValue()).isEqualTo("none");
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.contains("tagwerk-probe"));
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void theReaderTakesWhatTheScriptPrints(String shell) {
        StringBuilder text = new StringBuilder();
        run(shell)
                .with("nvidia-smi", "printf 'a \"quoted\" \\\\ word\\001\\377\\n'; exit 9")
                .all("--no-egress")
                .forEach(line -> text.append(line).append('\n'));
        Understood read = Formats.read(new SourceFile("probe.jsonl", text.toString()));
        assertThat(read.faults()).isEmpty();
        assertThat(read.documents()).hasSize(1);
        assertThat(read.documents().getFirst().format()).isEqualTo(Format.PROBE);
        assertThat(read.documents().getFirst().root().items()).hasSizeGreaterThan(12);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void realCompilersCompileLinkRunAndLoad(String shell) {
        Path gcc = ProbeRun.which("gcc");
        assumeTrue(Files.exists(gcc), "there is no gcc here");
        ProbeRun run = run(shell).env("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        JsonNode line = run.only("probe_compiler cc gcc").getFirst();
        assertThat(line.path("ok").booleanValue()).as(line.toString()).isTrue();
        for (String step : List.of("compiles", "runs", "links_shared", "loads")) {
            assertThat(line.path(step).booleanValue()).as(step + " " + line).isTrue();
        }
        if (Files.exists(ProbeRun.which("g++"))) {
            JsonNode other = run.only("probe_compiler cxx g++").getFirst();
            assertThat(other.path("ok").booleanValue()).as(other.toString()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void compilersThatOnlyLookLikeSome(String shell) {
        JsonNode line =
                run(shell)
                        .with(
                                "gcc",
                                "echo 'fatal error: stdlib.h: No such file or directory' >&2; exit"
                                        + " 1")
                        .only("probe_compiler cc gcc")
                        .getFirst();
        assertThat(line.path("ok").booleanValue()).isFalse();
        assertThat(line.path("compiles").booleanValue()).isFalse();
        assertThat(line.path("error").textValue()).contains("stdlib.h");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void programsThatDoNotEnd(String shell) {
        for (String way : List.of("find_timeout", "timeout_way=none")) {
            JsonNode line =
                    new ProbeRun(shell, folder.resolve(way))
                            .only(
                                    way
                                            + "; begin slow; capture 1 sleep 60; number status"
                                            + " \"$status\"; finish true")
                            .getFirst();
            assertThat(line.path("status").intValue()).isGreaterThan(128);
            assertThat(line.path("seconds").doubleValue()).isBetween(0.5, 30.0);
        }
        JsonNode step =
                new ProbeRun(shell, folder.resolve("step"))
                        .only("hang() { while :; do sleep 1; done; }\nstep 1 gpu hang")
                        .getFirst();
        assertThat(step.path("ok").booleanValue()).isFalse();
        assertThat(step.path("error").textValue()).contains("longer than 1 s");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void toldToEndItEndsItsStepAndSaysSo(String shell) throws Exception {
        Path there = folder.resolve("there");
        // what it starts would go on for an hour
        ProbeRun run =
                run(shell)
                        .with(
                                "nvidia-smi",
                                "echo $$ >'"
                                        + there
                                        + ".new'; mv '"
                                        + there
                                        + ".new' '"
                                        + there
                                        + "'; sleep 3600; echo done");
        Process process = run.start(ProbeScript.text(), "--no-egress");
        while (!Files.exists(there)) {
            assertThat(process.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        long program = Long.parseLong(Files.readString(there).strip());
        ProcessHandle step = ProcessHandle.of(program).orElseThrow();
        List<ProcessHandle> below = step.descendants().toList();
        process.destroy();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
        step.onExit().get(1, TimeUnit.MINUTES);
        for (ProcessHandle one : below) {
            one.onExit().get(1, TimeUnit.MINUTES);
        }
        List<JsonNode> lines = run.printed();
        assertThat(lines.getFirst().path("probe").textValue()).isEqualTo("start");
        assertThat(lines.getLast().path("probe").textValue()).isEqualTo("end");
        assertThat(lines.getLast().path("ok").booleanValue()).isFalse();
        assertThat(lines.getLast().path("interrupted").textValue()).isEqualTo("TERM");
        assertThat(lines.getLast().path("during").textValue()).isEqualTo("gpu");
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.contains("tagwerk-probe"));
        }
    }

    /** Without timeout, head and sleep the shell watches by itself, and says nothing into it. */
    @ParameterizedTest
    @MethodSource("shells")
    void theWatcherIsNotHeard(String shell) throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        List<JsonNode> lines =
                run(shell)
                        .env("PATH", empty.toString())
                        .only(
                                "round=0; while [ $round -lt 25 ]; do round=$((round + 1));"
                                        + " begin quick; capture 60 "
                                        + ProbeRun.which("sh")
                                        + " -c 'echo one; echo two; exit 7'; fact said \"$output\";"
                                        + " number status \"$status\"; finish true; done");
        assertThat(lines).hasSize(25);
        for (JsonNode line : lines) {
            assertThat(line.path("said").textValue()).isEqualTo("one two");
            assertThat(line.path("status").intValue()).isEqualTo(7);
            assertThat(line.path("seconds").doubleValue()).isLessThan(30);
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void programsThatPrintWithoutEnd(String shell) {
        JsonNode line =
                run(shell)
                        .with("nvidia-smi", "while :; do echo '\"}, {'; done")
                        .only("probe_gpu")
                        .getFirst();
        assertThat(line.path("ok").booleanValue()).isFalse();
        assertThat(line.path("error").textValue()).hasSizeLessThanOrEqualTo(300);
    }
}
