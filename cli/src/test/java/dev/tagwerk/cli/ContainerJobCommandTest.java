package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of {@code kind: container} on the command line. */
class ContainerJobCommandTest {
    private static final String JOB =
            """
            kind: container
            image: ghcr.io/org/train:1.2
            args: [--out, /output]
            """;
    @TempDir private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("job.yaml"), JOB);
    }

    private Terminal run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void checkSaysThatItIsValidAndThatNothingRunsIt() {
        Terminal terminal = run("check", folder.resolve("job.yaml").toString());
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("job.yaml is valid. Nothing runs kind: container in this version yet.");
    }

    @Test
    void rulesLookAtItToo() throws IOException {
        Files.writeString(folder.resolve("job.yaml"), JOB + "command: [\"\"]\n");
        Terminal terminal = run("check", folder.resolve("job.yaml").toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out()).contains("job.yaml:4:1: error TW-CMD-001");
    }

    @Test
    void whatRunsAJobRefusesItByName() {
        String job = folder.resolve("job.yaml").toString();
        for (String command : new String[] {"run", "drill", "memory", "evaluate"}) {
            Terminal terminal = run(command, job);
            assertThat(terminal.code()).as(command).isEqualTo(ExitCode.USAGE);
            assertThat(terminal.err()).as(command).contains("job.yaml ");
        }
        assertThat(run("run", job).err())
                .contains("runs a container image.")
                .contains("nothing runs it in this version yet");
    }
}
