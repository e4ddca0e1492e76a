package dev.tagwerk.runfolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
    @TempDir Path root;

    @Test
    void writtenCheckpointsAreListedOldestFirstAndIntact() {
        Checkpoints checkpoints = Fixtures.folder(root).checkpoints();
        checkpoints.write(100, Fixtures.content("b"));
        checkpoints.write(50, Fixtures.content("a"));

        assertThat(checkpoints.list()).extracting(Checkpoint::step).containsExactly(50, 100);
        Latest latest = checkpoints.latestIntact();
        assertThat(latest.checkpoint()).map(Checkpoint::step).contains(100);
        assertThat(latest.rejected()).isEmpty();
        assertThat(latest.checkpoint().orElseThrow().bytes()).isPositive();
    }

    @Test
    void nothingIsThereBeforeTheFirst() {
        Checkpoints checkpoints = Fixtures.folder(root).checkpoints();
        assertThat(checkpoints.list()).isEmpty();
        assertThat(checkpoints.latestIntact().checkpoint()).isEmpty();
    }

    @Test
    void everyKindOfDamageIsToldWithItsReason() throws IOException {
        assertDamage("COMPLETE is missing", folder -> Files.delete(folder.resolve("COMPLETE")));
        assertDamage(
                "COMPLETE is torn",
                folder -> Files.writeString(folder.resolve("COMPLETE"), "{\"format\":1,"));
        assertDamage(
                "state/random.json is missing",
                folder -> Files.delete(folder.resolve("state/random.json")));
        assertDamage(
                "adapter.safetensors has 3 bytes instead of",
                folder -> Files.writeString(folder.resolve("adapter.safetensors"), "abc"));
        assertDamage(
                "adapter.safetensors was changed",
                folder -> Files.writeString(folder.resolve("adapter.safetensors"), "Adapter b"));
        assertDamage(
                "extra does not belong", folder -> Files.writeString(folder.resolve("extra"), "x"));
        assertDamage(
                "neither a file nor a folder",
                folder -> Files.createSymbolicLink(folder.resolve("link"), root));
        assertDamage(
                "was written for step 7",
                folder ->
                        Files.writeString(
                                folder.resolve("COMPLETE"),
                                Files.readString(folder.resolve("COMPLETE"))
                                        .replace("\"step\" : 100", "\"step\" : 7")));
        assertDamage(
                "has format 9",
                folder ->
                        Files.writeString(
                                folder.resolve("COMPLETE"),
                                Files.readString(folder.resolve("COMPLETE"))
                                        .replace("\"format\" : 1", "\"format\" : 9")));
        assertDamage(
                "field 'files' is missing",
                folder ->
                        Files.writeString(
                                folder.resolve("COMPLETE"), "{\"format\":1,\"step\":100}"));
    }

    private void assertDamage(String reason, FolderWriter damage) throws IOException {
        Path other = Files.createTempDirectory(root, "damage");
        Checkpoints checkpoints = Fixtures.folder(other).checkpoints();
        checkpoints.write(50, Fixtures.content("a"));
        damage.writeTo(checkpoints.write(100, Fixtures.content("b")).folder());

        Latest latest = Fixtures.folder(other).checkpoints().latestIntact();
        assertThat(latest.checkpoint()).map(Checkpoint::step).contains(50);
        assertThat(latest.rejected()).hasSize(1);
        assertThat(latest.rejected().getFirst().checkpoint().step()).isEqualTo(100);
        assertThat(latest.rejected().getFirst().reason()).contains(reason);
    }

    @Test
    void pruningKeepsTheNewestAndTheProtected() {
        Checkpoints checkpoints = Fixtures.folder(root).checkpoints();
        for (int step = 10; step <= 60; step += 10) {
            checkpoints.write(step, Fixtures.content("x" + step));
        }
        checkpoints.prune(2, Set.of(20));
        assertThat(checkpoints.list()).extracting(Checkpoint::step).containsExactly(20, 50, 60);
    }

    @Test
    void pruningNeverCountsDamagedOnesAsKept() throws IOException {
        Checkpoints writer = Fixtures.folder(root).checkpoints();
        writer.write(10, Fixtures.content("a"));
        writer.write(20, Fixtures.content("b"));
        Files.delete(writer.list().getLast().folder().resolve("COMPLETE"));

        Checkpoints later = Fixtures.folder(root).checkpoints();
        later.prune(1, Set.of());
        assertThat(later.latestIntact().checkpoint()).map(Checkpoint::step).contains(10);
    }

    @Test
    void aStepWrittenAgainReplacesTheFormerOne() throws IOException {
        Checkpoints checkpoints = Fixtures.folder(root).checkpoints();
        checkpoints.write(10, Fixtures.content("old"));
        checkpoints.write(10, Fixtures.content("new"));
        assertThat(Fixtures.contentOf(checkpoints.latestIntact().checkpoint().orElseThrow()))
                .isEqualTo("adapter new");
        try (Stream<Path> left = Files.list(root.resolve("output"))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactly("checkpoint-10");
        }
    }

    @Test
    void allFilesArePrivateAndFlushedBeforeTheRename() throws IOException {
        FaultyDisk disk = new FaultyDisk(FaultyDisk.Fault.NONE, 0);
        Checkpoint written =
                Fixtures.folder(root, disk).checkpoints().write(10, Fixtures.content("a"));
        List<String> order = disk.operations;
        int rename = order.indexOf("rename checkpoint-10");
        assertThat(order.indexOf("sync adapter.safetensors")).isBetween(0, rename);
        assertThat(order.indexOf("sync random.json")).isBetween(0, rename);
        assertThat(order.indexOf("create COMPLETE"))
                .isGreaterThan(order.indexOf("sync random.json"));
        assertThat(order.indexOf("sync COMPLETE")).isBetween(0, rename);
        assertThat(order.subList(rename + 1, order.size())).contains("sync folder");
        for (Path file : StagedFolder.files(written.folder())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void aWriterThatFailsLeavesNothingBehind() throws IOException {
        Checkpoints checkpoints = Fixtures.folder(root).checkpoints();
        checkpoints.write(10, Fixtures.content("a"));
        FolderWriter failing =
                folder -> {
                    Files.writeString(folder.resolve("half"), "x");
                    throw new IOException("No space left on device");
                };
        assertThatThrownBy(() -> checkpoints.write(20, failing))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("step 20")
                .hasMessageContaining("No space left")
                .hasMessageContaining("resume");
        assertThat(checkpoints.list()).extracting(Checkpoint::step).containsExactly(10);
        try (Stream<Path> left = Files.list(root.resolve("output"))) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    void foreignFoldersAreNoCheckpoints() throws IOException {
        Path output = Files.createDirectories(root.resolve("output"));
        Files.createDirectories(output.resolve("checkpoint-x"));
        Files.createDirectories(output.resolve("checkpoint-99999999999"));
        Files.writeString(output.resolve("checkpoint-5"), "a file");
        Files.createSymbolicLink(output.resolve("checkpoint-6"), root);
        assertThat(Fixtures.folder(root).checkpoints().list()).isEmpty();
    }
}
