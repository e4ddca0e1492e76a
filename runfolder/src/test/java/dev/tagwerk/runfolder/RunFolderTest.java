package dev.tagwerk.runfolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    @TempDir Path root;

    private final Fixtures.Machine machine = new Fixtures.Machine();

    private RunFolder folder() {
        return RunFolder.at(root, Disk.real(), Fixtures.CLOCK, machine);
    }

    @Test
    void theResultComesBackAndBelongsToItsAttempt() {
        RunFolder folder = folder();
        assertThat(folder.result()).isEmpty();
        try (Claim claim = folder.claim("a1")) {
            folder.writeResult(Fixtures.RESULT);
        }
        assertThat(folder().result()).contains(Fixtures.RESULT);
        assertThat(folder().result("a1")).contains(Fixtures.RESULT);
        assertThat(folder().result("a2")).isEmpty();
    }

    @Test
    void aDamagedResultIsNamed() throws IOException {
        RunFolder folder = folder();
        folder.create();
        for (String damage :
                List.of("", "{", "[]", "{\"status\":\"succeeded\"}", "{\"status\":3}")) {
            Files.writeString(folder.output().resolve("result.json"), damage);
            assertThatThrownBy(folder::result)
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageContaining("result.json");
        }
    }

    @Test
    void anAttemptIsClaimedOnceEvenAfterItsProcessDied() {
        folder().claim("a1");
        assertThatThrownBy(() -> folder().claim("a1"))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("already claimed by process 100 on here");
    }

    @Test
    void aNewAttemptWaitsForTheFormerProcessToDie() {
        folder().claim("a1");
        machine.alive.put(100L, machine.self);
        ProcessIdentity second = new ProcessIdentity(200, "boot:2");
        machine.self = second;
        assertThatThrownBy(() -> folder().claim("a2"))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("attempt a1 still runs as process 100");
        // The pid was given to another process since.
        machine.alive.put(100L, new ProcessIdentity(100, "boot:77"));
        assertThat(folder().claim("a2").attempt()).isEqualTo("a2");
    }

    @Test
    void aClosedClaimLetsTheNextAttemptBegin() {
        machine.alive.put(100L, machine.self);
        assertThatThrownBy(() -> folder().begun()).hasMessageContaining("No attempt");
        folder().claim("a1").close();
        folder().claim("a2").close();
        assertThat(folder().begun()).isEqualTo(Fixtures.NOON);
        assertThatThrownBy(() -> folder().claim("a1")).isInstanceOf(RunFolderException.class);
    }

    @Test
    void aClaimTornByAKillStillCounts() throws IOException {
        Path claims = Files.createDirectories(root.resolve("output/claims"));
        Files.writeString(claims.resolve("a1.json"), "{\"attempt\":");
        assertThatThrownBy(() -> folder().claim("a1")).hasMessageContaining("was killed");
        assertThat(folder().claim("a2").attempt()).isEqualTo("a2");
    }

    @Test
    void attemptNamesCannotLeaveTheFolder() {
        for (String name : List.of("", "../x", "a/b", ".hidden", "a b", "x".repeat(101))) {
            assertThatThrownBy(() -> folder().claim(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("attempt");
        }
    }

    @Test
    void ofManyProcessesOneGetsTheClaim() throws Exception {
        List<Thread> threads = new ArrayList<>();
        AtomicInteger won = new AtomicInteger();
        for (int i = 0; i < 16; i++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            folder().claim("a1");
                                            won.incrementAndGet();
                                        } catch (RunFolderException refused) {
                                            // one of the fifteen others
                                        }
                                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(won).hasValue(1);
    }

    @Test
    void theRealProcessesKnowThemselvesAndTheDead() throws Exception {
        Processes real = Processes.real();
        assertThat(real.alive(real.self())).isTrue();
        assertThat(real.alive(new ProcessIdentity(real.self().pid(), "another start"))).isFalse();
        Process child = new ProcessBuilder("sleep", "100").start();
        ProcessIdentity identity = real.find(child.pid()).orElseThrow();
        assertThat(real.alive(identity)).isTrue();
        child.destroyForcibly().waitFor();
        assertThat(real.alive(identity)).isFalse();
        assertThat(real.find(0)).isEmpty();
        assertThat(real.host()).isNotBlank();
    }

    @Test
    void aStopIsAskedForOnceAndCanBeWithdrawn() {
        RunFolder folder = folder();
        assertThat(folder.stopRequested()).isFalse();
        folder.requestStop();
        folder.requestStop();
        assertThat(folder().stopRequested()).isTrue();
        folder.clearStop();
        assertThat(folder().stopRequested()).isFalse();
    }

    @Test
    void spaceIsRequiredInNumbers() {
        FaultyDisk disk = new FaultyDisk(FaultyDisk.Fault.NONE, 0);
        disk.free(1 << 20);
        RunFolder folder = RunFolder.at(root.resolve("not/yet"), disk, Fixtures.CLOCK, machine);
        folder.requireSpace(1 << 20);
        assertThatThrownBy(() -> folder.requireSpace(3 << 20))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("3.0 MiB are needed and 1.0 MiB are free");
        assertThat(folder().freeBytes()).isPositive();
    }

    @Test
    void filesAndFoldersAreReplacedAndDigested() throws IOException {
        RunFolder folder = folder();
        folder.create();
        folder.writeFile("a.json", new byte[] {'1'});
        folder.writeFile("a.json", new byte[] {'2'});
        folder.writeFolder("adapter", Fixtures.content("1"));
        folder.writeFolder("adapter", Fixtures.content("2"));
        assertThat(folder.output().resolve("a.json")).hasContent("2");
        assertThat(folder.output().resolve("adapter/adapter.safetensors")).hasContent("adapter 2");
        assertThat(folder.digests(List.of("a.json", "adapter")))
                .containsEntry(
                        "a.json",
                        "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35")
                .containsKey("adapter/state/random.json")
                .hasSize(3);
        assertThatThrownBy(() -> folder.writeFile("../job.json", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> folder.writeFolder("a/b", Fixtures.content("x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatDiffersBetweenMachinesIsSaid() {
        Fingerprint here = Fixtures.FINGERPRINT;
        assertThat(here.differencesFrom(here)).isEmpty();
        assertThat(Fingerprint.fromJson(here.toJson())).isEqualTo(here);
        String older = here.toJson().replaceFirst("\"processes\":\\s*1,", "");
        assertThat(older).isNotEqualTo(here.toJson());
        assertThat(Fingerprint.fromJson(older)).isEqualTo(here);
        Fingerprint there =
                new Fingerprint(
                        "Test CPU",
                        2,
                        4,
                        2,
                        "AVX512",
                        "Linux 6",
                        "25",
                        "2.10.0",
                        "0.1.0",
                        Optional.of("H200"));
        assertThat(here.differencesFrom(there))
                .containsExactly("threads 2, was 4", "processes 1, was 2", "GPU none, was H200");
    }
}
