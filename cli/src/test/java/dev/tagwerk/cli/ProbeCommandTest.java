package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeCommandTest {
    @TempDir private Path folder;

    @Test
    void printsTheScript() {
        Terminal terminal = new Terminal(folder).run("probe", "--script");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).startsWith("#!/bin/sh\n").endsWith("\nmain \"$@\"\n");
    }

    @Test
    void printsTheLinesOfThisMachineAndWhatTheyMean() throws IOException {
        // without compilers and Python this takes a second or two
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String tool : new String[] {"rm", "mkdir", "chmod", "mv", "ln", "ls", "dd", "df"}) {
            Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec /bin/" + tool + " \"$@\"\n");
            assertThat(bin.resolve(tool).toFile().setExecutable(true)).isTrue();
        }
        Path mount = Files.createDirectory(folder.resolve("out"));
        Terminal lines =
                new Terminal(folder)
                        .with("PATH", bin.toString())
                        .with("HOME", folder.toString())
                        .run("probe", "--no-egress", "--json", "--mount", "out");
        assertThat(lines.code()).isZero();
        assertThat(lines.out().lines())
                .allMatch(line -> line.startsWith("{\"probe\":\"") && line.endsWith("}"))
                .anyMatch(line -> line.contains("\"path\":\"" + mount + "\""));

        Terminal table =
                new Terminal(folder)
                        .with("PATH", bin.toString())
                        .with("HOME", folder.toString())
                        .run("probe", "--no-egress", "--mount", "out");
        assertThat(table.out()).contains("mount       ok").contains(mount.toString());
        try (Stream<Path> left = Files.list(mount)) {
            assertThat(left).isEmpty();
        }
    }
}
