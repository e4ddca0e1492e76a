package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.preflight.RuleFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code check} when something breaks in between, or somebody else is at the same file. */
@Timeout(300)
class CheckRobustTest {
    @TempDir private Path folder;

    private static final String BAD = many();
    private static final String MENDED = BAD.replace("[\"\"]", "[]");

    /** Large enough that writing it takes its time. */
    private static String many() {
        StringBuilder text = new StringBuilder();
        for (int copy = 0; copy < 200; copy++) {
            text.append(CheckForeignTest.BAD).append("---\n");
        }
        return text.toString();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void twoAtOnceLeaveAMendedFile() throws Exception {
        Path file = folder.resolve("train.yaml");
        for (int round = 0; round < 8; round++) {
            Files.writeString(file, BAD);
            CountDownLatch start = new CountDownLatch(1);
            try (ExecutorService two = Executors.newFixedThreadPool(2)) {
                List<Future<Terminal>> runs = new ArrayList<>();
                for (int one = 0; one < 2; one++) {
                    runs.add(
                            two.submit(
                                    () -> {
                                        start.await();
                                        return new Terminal(folder)
                                                .run("check", "train.yaml", "--fix");
                                    }));
                }
                start.countDown();
                for (Future<Terminal> run : runs) {
                    Terminal terminal = run.get();
                    if (terminal.code() != ExitCode.DONE) {
                        assertThat(terminal.err()).contains("changed while it was checked");
                    }
                }
            }
            assertThat(Files.readString(file)).isEqualTo(MENDED);
            assertThat(names()).containsExactly("train.yaml");
        }
    }

    /** Killed as soon as the new text appears beside the old one, wherever that is. */
    @Test
    void killedInBetweenLeavesTheOldFileOrTheNewOne() throws Exception {
        Path file = folder.resolve("train.yaml");
        for (int round = 0; round < 3; round++) {
            Files.writeString(file, BAD);
            Process process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Main.class.getName(),
                                    "check",
                                    "train.yaml",
                                    "--fix")
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            while (process.isAlive() && names().size() == 1) {
                Thread.onSpinWait();
            }
            process.destroyForcibly().waitFor();
            assertThat(Files.readString(file)).isIn(BAD, MENDED);
            for (String left : names()) {
                if (!left.equals("train.yaml")) {
                    Files.delete(folder.resolve(left));
                }
            }
        }
    }

    @Test
    void aRuleThatBrokeOffIsInTheExitCode() {
        Report report =
                new Report(
                        List.of(
                                new FileReport(
                                        "job.yaml",
                                        List.of(),
                                        List.of(),
                                        List.of(),
                                        List.of(),
                                        Optional.empty(),
                                        List.of(new RuleFailure("TW-ACA-001", "Fault")))),
                        0,
                        List.of());
        assertThat(new ReportOptions().exitCode(report, true)).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void logsInFoldersAreReadWhereTheProbeSpeaksInThem() throws IOException {
        Files.writeString(folder.resolve("rows.jsonl"), "{\"text\": \"a row\"}\n{\"text\": \n");
        Files.write(folder.resolve("noise.log"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        Files.writeString(
                folder.resolve("job.log"),
                "starting\n"
                        + "{\"probe\":\"start\",\"ok\":true,\"seconds\":0,\"format\":1}\n"
                        + "{\"probe\":\"cc\",\"ok\":false,\"seconds\":0,\"detail\":\"no cc\"}\n");
        Terminal terminal = new Terminal(folder).run("check", ".", "--json");
        assertThat(terminal.out()).contains("job.log").doesNotContain("rows.jsonl");
        assertThat(new Terminal(folder).run("check", ".").out())
                .contains("2 files of no known kind")
                .doesNotContain("could not be read");
    }

    @Test
    void whatNoRuleKnowsIsSaidToBeUnjudged() throws IOException {
        Files.writeString(
                folder.resolve("nightly.yml"),
                "name: nightly\ntrigger: {type: cron, expression: \"0 3 * * *\"}\ncreate_job: ./p.yml\n");
        Terminal terminal = new Terminal(folder).run("check", "nightly.yml");
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.out())
                .contains("nightly.yml is an Azure ML schedule, which no rule judges");
        assertThat(new Terminal(folder).run("check", "nightly.yml", "--json").out())
                .contains("\"not_judged\" : [ \"azure-ml-schedule\" ]");
    }
}
