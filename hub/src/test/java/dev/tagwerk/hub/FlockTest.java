package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The locks are those of flock(1), which are those of the hub's own client. */
class FlockTest {
    @TempDir private Path folder;

    private static int flock(String option, Path file, String... command)
            throws IOException, InterruptedException {
        String[] words = new String[3 + command.length];
        words[0] = "flock";
        words[1] = option;
        words[2] = file.toString();
        System.arraycopy(command, 0, words, 3, command.length);
        return new ProcessBuilder(words).start().waitFor();
    }

    @Test
    void otherProgramsSeeIt() throws Exception {
        Path file = folder.resolve("a.lock");
        if (!(Flock.attempt(file) instanceof Flock.Outcome.Held held)) {
            throw new AssertionError("a free lock could not be taken");
        }
        try (Flock lock = held.lock()) {
            assertThat(flock("-n", file, "true")).isEqualTo(1);
            assertThat(Flock.attempt(file)).isInstanceOf(Flock.Outcome.Busy.class);
        }
        assertThat(flock("-n", file, "true")).isZero();
    }

    @Test
    void itSeesOtherPrograms() throws Exception {
        Path file = folder.resolve("b.lock");
        Process other =
                new ProcessBuilder("flock", file.toString(), "sh", "-c", "echo held; read end")
                        .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("held");
            assertThat(Flock.attempt(file)).isInstanceOf(Flock.Outcome.Busy.class);
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
