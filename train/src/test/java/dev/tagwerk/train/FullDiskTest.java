package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real small file system that fills up or cannot be written; needs the right to mount. */
class FullDiskTest {
    private static final String JOB = TrainerJobs.FULL.replace("steps: 20", "steps: 120");

    @TempDir Path folder;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        TrainerJobs.writeInputs(folder);
        disk = Files.createDirectory(folder.resolve("disk"));
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", disk.toString());
        String reason =
                "mounting a small tmpfs needs root; this checks a full and a read-only disk";
        assertThat(mounted || !"true".equals(System.getenv("CI"))).as(reason).isTrue();
        assumeTrue(mounted, reason);
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", disk.toString());
    }

    private static boolean run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    /** A run on the small disk; the job's relative paths start beside the disk. */
    private TestRun onDisk() throws IOException {
        return TestRun.of(
                disk.resolve("run"),
                JOB.replace("./model", "../model").replace("completions", "../completions"));
    }

    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        byte[] block = new byte[1 << 16];
        try (var out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            return filler;
        }
    }

    @Test
    void aDiskThatFillsUpLosesNothing() throws Exception {
        TestRun whole = TestRun.of(folder.resolve("whole"), JOB);
        whole.attempt(0);
        TestRun run = onDisk();
        TrainerProcess trainer = run.start();
        assertThat(trainer.waitUntil(() -> run.events(Event.Step.class).size() >= 7))
                .as(trainer.said())
                .isTrue();
        Path filler = fill();
        assertThat(trainer.exitCode()).as(trainer.said()).isEqualTo(1);
        assertThat(trainer.said()).containsIgnoringCase("space").doesNotContain("\tat ");
        Checkpoint kept = run.folder().checkpoints().latestIntact().checkpoint().orElseThrow();
        assertThat(kept.step()).isBetween(5, 119);

        // With the disk still full the next attempt says so before it computes anything.
        assertThat(run.attempt(1)).containsIgnoringCase("space");
        assertThat(run.folder().checkpoints().latestIntact().checkpoint()).contains(kept);

        Files.delete(filler);
        run.attempt(0);
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
        assertThat(run.folder().events().read().skipped()).isEmpty();
    }

    @Test
    void aReadOnlyDiskIsNamedAndTheRunGoesOnAfterwards() throws Exception {
        TestRun run = onDisk();
        run.folder().requestStop();
        run.attempt(1);
        run.folder().clearStop();
        assumeTrue(run("mount", "-o", "remount,ro", disk.toString()), "remounting is not allowed");
        assertThat(run.attempt(1)).contains("writable").doesNotContain("\tat ");
        assertThat(run("mount", "-o", "remount,rw", disk.toString())).isTrue();
        run.attempt(0);
        assertThat(run.events(Event.Resumed.class)).hasSize(1);
    }
}
