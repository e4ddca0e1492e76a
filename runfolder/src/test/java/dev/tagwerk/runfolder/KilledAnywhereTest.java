package dev.tagwerk.runfolder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At whatever operation a process ends, the next one finds a good checkpoint and goes on. */
class KilledAnywhereTest {
    @TempDir Path root;

    private static final int MORE_THAN_ALL_OPERATIONS = 200;

    @Test
    void killedAtEveryOperation() throws IOException {
        assertSurvives(Fault.KILL);
    }

    @Test
    void oneWriteFailsAtEveryOperation() throws IOException {
        assertSurvives(Fault.FAIL_ONCE);
    }

    @Test
    void readOnlyFromEveryOperationOn() throws IOException {
        assertSurvives(Fault.FAIL_FROM_THEN_ON);
    }

    private void assertSurvives(Fault fault) throws IOException {
        boolean faultMet = true;
        int at = 0;
        while (faultMet) {
            at++;
            assertThat(at).isLessThan(MORE_THAN_ALL_OPERATIONS);
            Path run = Files.createDirectory(root.resolve(fault + "-" + at));
            prepare(run);
            faultMet = workUntilFault(run, new FaultyDisk(fault, at));
            assertGoesOn(run);
        }
    }

    private static void prepare(Path run) {
        RunFolder folder = Fixtures.folder(run, new FaultyDisk(Fault.NONE, 0));
        folder.create();
        try (Claim claim = folder.claim("a1")) {
            folder.checkpoints().write(10, Fixtures.content("10"));
            folder.checkpoints().write(20, Fixtures.content("20"));
        }
    }

    /** A second attempt: rewrites step 20, adds 30 and 40, prunes, finishes. */
    private static boolean workUntilFault(Path run, FaultyDisk disk) {
        RunFolder folder = Fixtures.folder(run, disk);
        try {
            Claim claim = folder.claim("a2");
            folder.events().append(stamp -> new Event.Resumed(stamp, 10, true, ""));
            folder.checkpoints().write(20, Fixtures.content("20"));
            folder.checkpoints().write(30, Fixtures.content("30"));
            folder.checkpoints().prune(2, Set.of());
            folder.events().append(stamp -> new Event.CheckpointWritten(stamp, 30, 1, 0.1));
            folder.checkpoints().write(40, Fixtures.content("40"));
            folder.checkpoints().prune(1, Set.of());
            folder.writeFolder("adapter", Fixtures.content("final"));
            folder.writeResult(Fixtures.RESULT);
            claim.close();
            return false;
        } catch (FaultyDisk.Killed | RunFolderException ended) {
            return true;
        }
    }

    private static void assertGoesOn(Path run) throws IOException {
        // A reader that may not clean up already finds a good one.
        assertGood(Fixtures.folder(run, new FaultyDisk(Fault.NONE, 0)));

        RunFolder folder = Fixtures.folder(run, new FaultyDisk(Fault.NONE, 0));
        try (Claim claim = folder.claim("a3")) {
            assertGood(folder);
            try (Stream<Path> left = Files.list(folder.output())) {
                assertThat(left.map(path -> path.getFileName().toString()))
                        .noneMatch(name -> name.startsWith(".tmp-") || name.startsWith(".old-"));
            }
            Event next = folder.events().append(stamp -> new Event.Note(stamp, "goes on"));
            Events events = folder.events().read();
            assertThat(events.skipped()).isEmpty();
            assertThat(events.events()).last().isEqualTo(next);
            assertThat(events.events())
                    .extracting(Event::sequence)
                    .doesNotHaveDuplicates()
                    .isSorted();
            folder.checkpoints().write(50, Fixtures.content("50"));
            assertThat(folder.checkpoints().latestIntact().checkpoint())
                    .map(Checkpoint::step)
                    .contains(50);
            if (folder.result().isPresent()) {
                assertThat(folder.result()).contains(Fixtures.RESULT);
                assertThat(folder.output().resolve("adapter/adapter.safetensors"))
                        .hasContent("adapter final");
            }
        }
    }

    private static void assertGood(RunFolder folder) throws IOException {
        Checkpoint latest = folder.checkpoints().latestIntact().checkpoint().orElseThrow();
        assertThat(latest.step()).isIn(10, 20, 30, 40);
        assertThat(Fixtures.contentOf(latest)).isEqualTo("adapter " + latest.step());
    }
}
