package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Odd names and modes in a root, and the same bytes whatever the machine's customs. */
@Timeout(180)
class BuildNamesTest {
    private static final String LONG = "n".repeat(200);

    @TempDir private Path folder;

    @BeforeEach
    void inputs() throws IOException {
        TestRoot.root(folder.resolve("root"));
        TestRoot.java(folder.resolve("java"), 62);
        TestRoot.release(folder.resolve("release.tar.gz"));
    }

    /** By a shell, whose bytes go through no locale. */
    private void shell(String script) throws IOException, InterruptedException {
        Path file = folder.resolve("script.sh");
        Files.write(file, script.getBytes(StandardCharsets.UTF_8));
        Process process =
                new ProcessBuilder("sh", "-e", file.toString())
                        .directory(folder.resolve("root").toFile())
                        .inheritIO()
                        .start();
        assertThat(process.waitFor()).isZero();
    }

    private void oddNames() throws IOException, InterruptedException {
        shell(
                """
                mkdir odd
                echo 1 > odd/größe-日本-🙂
                echo 2 > 'odd/two words'
                echo 3 > "odd/line
                break"
                echo 4 > 'odd/back\\slash%%41'
                echo 5 > odd/-rf
                ln -s größe-日本-🙂 odd/ľink
                ln -s /nicht/hier/ä odd/nowhere
                ln odd/-rf odd/zweiter-ä
                mkdir odd/locked && echo 6 > odd/locked/none
                chmod 000 odd/locked/none && chmod 1711 odd/locked
                echo 7 > odd/suid && chmod 6751 odd/suid
                mkdir -p odd/%s/%s/%s && echo 8 > odd/%s/%s/%s/ü
                ln -s %s/%s/%s odd/far
                """
                        .formatted(LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG));
    }

    private String build(String before, String target) throws IOException, InterruptedException {
        return BuildProcess.start(
                        before,
                        folder.resolve("root").toString(),
                        folder.resolve("java").toString(),
                        folder.resolve("release.tar.gz").toString(),
                        folder.resolve(target).toString())
                .said(0);
    }

    @Test
    void oddNamesAndModesComeThrough() throws IOException, InterruptedException {
        oddNames();
        build("", "image");
        ImageFiles files = TestImage.inspect(folder.resolve("image")).files();
        for (String name :
                List.of("größe-日本-🙂", "two words", "line\nbreak", "back\\slash%41", "-rf")) {
            assertThat(files.find("/odd/" + name)).as(name).isPresent();
        }
        assertThat(files.find("/odd/ľink").orElseThrow().path()).isEqualTo("/odd/größe-日本-🙂");
        assertThat(files.find("/odd/nowhere")).isEmpty();
        assertThat(files.find("/odd/zweiter-ä").orElseThrow().size()).isEqualTo(2);
        assertThat(files.find("/odd/locked").orElseThrow().mode()).isEqualTo(01711);
        assertThat(files.find("/odd/locked/none").orElseThrow().mode()).isZero();
        assertThat(files.find("/odd/suid").orElseThrow().mode()).isEqualTo(0751);
        String deep = LONG + "/" + LONG + "/" + LONG;
        assertThat(files.find("/odd/" + deep + "/ü")).isPresent();
        assertThat(files.find("/odd/far/ü")).isPresent();
    }

    @Test
    void customsOfTheMachineChangeNoByte() throws IOException, InterruptedException {
        oddNames();
        String first = build("umask 022; export LC_ALL=C.UTF-8 TZ=UTC;", "first.tar");
        shell("find . -exec touch -h -d '2001-02-03 04:05:06' {} +");
        List<String> customs =
                List.of(
                        "umask 077; export LC_ALL=C TZ=Asia/Kathmandu;",
                        "umask 000; export LC_ALL=tr_TR.UTF-8 TZ=America/New_York"
                                + " JAVA_TOOL_OPTIONS='-Duser.language=tr -Duser.country=TR';",
                        "unset LANG LC_ALL; export JAVA_TOOL_OPTIONS='-Duser.language=ar"
                                + " -Duser.country=SA -Dfile.encoding=ISO-8859-1';");
        for (String custom : customs) {
            assertThat(build(custom, "second.tar")).as(custom).endsWith(first);
            assertThat(folder.resolve("second.tar"))
                    .as(custom)
                    .hasSameBinaryContentAs(folder.resolve("first.tar"));
        }
    }

    @Test
    void aNameThatIsNotUtf8IsRefused() throws IOException, InterruptedException {
        shell("touch \"$(printf 'caf\\351')\"");
        String said =
                BuildProcess.start(
                                "",
                                folder.resolve("root").toString(),
                                folder.resolve("java").toString(),
                                folder.resolve("release.tar.gz").toString(),
                                folder.resolve("image").toString())
                        .said(1);
        assertThat(said).contains("root/caf", "is not UTF-8", "take it out of the folder");
        assertThat(folder.resolve("image")).doesNotExist();
    }
}
