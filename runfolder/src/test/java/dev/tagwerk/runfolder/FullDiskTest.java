package dev.tagwerk.runfolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real file system of one mebibyte; skipped where mounting is not allowed. */
class FullDiskTest {
    @TempDir Path root;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(root.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()));
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", disk.toString());
    }

    private static boolean run(String... command) throws Exception {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    @Test
    void aFullDiskLosesNothingThatWasThere() {
        RunFolder folder = RunFolder.at(disk);
        folder.create();
        Claim claim = folder.claim("a1");
        FolderWriter third = where -> Files.write(where.resolve("state"), new byte[400_000]);
        folder.checkpoints().write(1, third);
        folder.checkpoints().write(2, third);
        assertThatThrownBy(() -> folder.checkpoints().write(3, third))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("No space left on device");
        assertThatThrownBy(() -> folder.requireSpace(400_000)).hasMessageContaining("free");
        assertThat(folder.checkpoints().latestIntact().checkpoint())
                .map(Checkpoint::step)
                .contains(2);
        // What the failed write took is free again: the log goes on.
        folder.events().append(stamp -> new Event.Failed(stamp, "disk_full", "step 3"));
        assertThat(folder.events().read().events()).hasSize(1);
        claim.close();
    }

    @Test
    void aDiskThatBecameReadOnlyLosesNothingThatWasThere() throws Exception {
        RunFolder folder = RunFolder.at(disk);
        folder.create();
        folder.claim("a1").close();
        folder.checkpoints().write(1, Fixtures.content("1"));
        assumeTrue(run("mount", "-o", "remount,ro", disk.toString()));
        assertThatThrownBy(() -> folder.checkpoints().write(2, Fixtures.content("2")))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("Read-only file system")
                .hasMessageContaining("resume");
        assertThatThrownBy(() -> folder.events().append(stamp -> new Event.Note(stamp, "x")))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("Read-only");
        assertThatThrownBy(() -> RunFolder.at(disk).claim("a2"))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("claim");
        assertThat(folder.checkpoints().latestIntact().checkpoint())
                .map(Checkpoint::step)
                .contains(1);
    }
}
