package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} writes: repairs, reports, baselines. */
@Timeout(180)
class CheckFixTest {
    @TempDir private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Terminal check(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "check";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new Terminal(folder).run(all);
    }

    @Test
    void diffShowsAndFixMends() throws IOException {
        Path file = write("train.yaml", CheckForeignTest.BAD.replace("\n", "\r\n"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        String before = Files.readString(file);
        Terminal shown = check("train.yaml", "--diff");
        assertThat(shown.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(shown.out())
                .contains("-      command: [\"\"]\n+      command: []\n")
                .contains("@@ -11,6 +11,6 @@");
        assertThat(Files.readString(file)).isEqualTo(before);
        Terminal mended = check("train.yaml", "--fix");
        assertThat(mended.code()).isZero();
        assertThat(mended.out()).contains("+      command: []").contains("nothing found");
        assertThat(Files.readString(file)).isEqualTo(before.replace("[\"\"]", "[]"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x---");
        assertThat(check("train.yaml", "--fix").err()).contains("nothing to mend");
        try (var names = Files.list(folder)) {
            assertThat(names).containsExactly(file);
        }
    }

    @Test
    void aLinkStaysALinkAndWhatLiesBesideIsLeftAlone() throws IOException {
        Path file = write("real.yaml", CheckForeignTest.BAD);
        Path beside = write("beside.yaml", CheckForeignTest.BAD);
        Files.createSymbolicLink(folder.resolve("link.yaml"), file);
        check("link.yaml", "--fix", "--beside", "beside.yaml");
        assertThat(Files.isSymbolicLink(folder.resolve("link.yaml"))).isTrue();
        assertThat(Files.readString(file)).contains("command: []");
        assertThat(Files.readString(beside)).isEqualTo(CheckForeignTest.BAD);
    }

    @Test
    void standardInputCannotBeMended() {
        Terminal terminal = check("-", "--fix");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("need files");
    }

    @Test
    void aBaselineLetsOldFindingsPass() throws IOException {
        write("train.yaml", CheckForeignTest.BAD);
        assertThat(check("train.yaml", "--write-baseline", "known.json").code()).isZero();
        write("train.yaml", "# moved\n" + CheckForeignTest.BAD);
        Terminal same = check("train.yaml", "--baseline", "known.json");
        assertThat(same.code()).isZero();
        assertThat(same.out()).contains("nothing found in 1 file; 1 finding suppressed");
        write("train.yaml", CheckForeignTest.BAD.replace("train.yaml\"", "train.yaml \""));
        Terminal more = check("train.yaml", "--baseline", "known.json");
        assertThat(more.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(more.out()).contains("TW-CMD-002").doesNotContain("TW-CMD-001");
        write("known.json", "{}");
        assertThat(check("train.yaml", "--baseline", "known.json").err())
                .contains("is not a baseline");
        assertThat(check("train.yaml", "--baseline", "none.json").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void reportsForProgramsGoWhereOneWants() throws IOException {
        write("train.yaml", CheckForeignTest.BAD);
        Terminal both = check("train.yaml", "--sarif", "-o", "out.sarif");
        assertThat(both.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(both.out()).contains("error TW-CMD-001");
        assertThat(new ObjectMapper().readTree(folder.resolve("out.sarif").toFile()).path("runs"))
                .hasSize(1);
        assertThat(check("train.yaml", "--junit").out())
                .startsWith("<?xml")
                .contains("failures=\"1\"");
        assertThat(check("train.yaml", "--junit", "--json").code()).isEqualTo(ExitCode.USAGE);
        assertThat(check("train.yaml", "-o", "x").err()).contains("--out needs");
    }

    @Test
    void aChangeIsNoticed() throws Exception {
        Path file = write("train.yaml", CheckForeignTest.BAD);
        try (Watching watching = new Watching(FileSystems.getDefault().newWatchService())) {
            watching.add(List.of(file));
            Thread writer =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            Thread.sleep(300);
                                            Files.writeString(file, CheckForeignTest.GOOD);
                                        } catch (IOException | InterruptedException failure) {
                                            throw new AssertionError(failure);
                                        }
                                    });
            watching.await();
            writer.join();
            assertThat(Files.readString(file)).isEqualTo(CheckForeignTest.GOOD);
        }
    }
}
