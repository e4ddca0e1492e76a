package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void dataIsWrittenWithTheValuesThatAreThere(@TempDir Path folder) {
        Path values = folder.resolve("values.bin");
        ValueFile.write(values, Solved.TABLE);
        String data = folder.resolve("data").toString();
        int code =
                DataCommand.run(
                        new String[] {
                            data,
                            "--positions",
                            "4",
                            "--held-out",
                            "2",
                            "--values",
                            values.toString()
                        },
                        out,
                        out);
        assertThat(code).isZero();
        assertThat(text()).contains("8 training rows and 4 held-out rows");
        assertThat(Path.of(data, "train.jsonl")).exists();
    }

    @Test
    void wrongUseIsExplained() {
        assertThat(DataCommand.run(new String[0], out, out)).isEqualTo(2);
        assertThat(DataCommand.run(new String[] {"--seed", "1"}, out, out)).isEqualTo(2);
        assertThat(DataCommand.run(new String[] {"x", "--positions", "0"}, out, out)).isEqualTo(2);
        assertThat(DataCommand.run(new String[] {"x", "--positions", "a"}, out, out)).isEqualTo(2);
        assertThat(DataCommand.run(new String[] {"x", "--seed"}, out, out)).isEqualTo(2);
        assertThat(DataCommand.run(new String[] {"x", "--sed", "1"}, out, out)).isEqualTo(2);
        assertThat(DataCommand.run(new String[] {"x", "--seed", "1", "--seed", "2"}, out, out))
                .isEqualTo(2);
        assertThat(GamesCommand.run(new String[] {"--games", "-3"}, out, out)).isEqualTo(2);
        assertThat(text())
                .contains("--positions must be 1 to 10000000, not 0")
                .contains("--positions must be a whole number, not a")
                .contains("--seed needs a value")
                .contains("unknown option --sed")
                .contains("--seed is given twice")
                .contains("usage: KniffelGames");
        assertThat(Path.of("x")).doesNotExist();
    }

    @Test
    void aFailureIsOneLine(@TempDir Path folder) throws Exception {
        Path values = folder.resolve("values.bin");
        ValueFile.write(values, Solved.TABLE);
        Path blocked = Files.createFile(folder.resolve("blocked"));
        int code =
                DataCommand.run(
                        new String[] {blocked.toString(), "--values", values.toString()}, out, out);
        assertThat(code).isEqualTo(1);
        assertThat(text()).contains("cannot write data to").hasLineCount(1);
    }
}
