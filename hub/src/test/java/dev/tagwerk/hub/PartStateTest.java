package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartStateTest {
    @TempDir private Path folder;
    private Path state;
    private Path data;

    @BeforeEach
    void files() throws IOException {
        state = folder.resolve("state");
        data = folder.resolve("data");
        Files.write(data, new byte[1000]);
    }

    @Test
    void itRemembersWhatWasSaved() throws IOException {
        try (PartState parts = PartState.open(state, data, 1000, 300)) {
            assertThat(parts.parts()).isEqualTo(4);
            assertThat(parts.length(3)).isEqualTo(100);
            parts.advance(1, 250);
            parts.save(1);
        }
        assertThat(PartState.left(state, data, 1000)).isEqualTo(250);
        // another part length is for new files only
        try (PartState parts = PartState.open(state, data, 1000, 64)) {
            assertThat(parts.parts()).isEqualTo(4);
            assertThat(parts.done(1)).isEqualTo(250);
            parts.reset();
        }
        assertThat(PartState.left(state, data, 1000)).isZero();
    }

    @Test
    void itIsNotBelievedWithoutTheBytes() throws IOException {
        try (PartState parts = PartState.open(state, data, 1000, 300)) {
            parts.advance(3, 100);
            parts.save(3);
        }
        Files.write(data, new byte[950]);
        assertThat(PartState.left(state, data, 1000)).isZero();
        Files.delete(data);
        try (PartState parts = PartState.open(state, data, 1000, 300)) {
            assertThat(parts.total()).isZero();
        }
    }

    @Test
    void anotherFilesStateIsNotUsed() throws IOException {
        PartState.open(state, data, 1000, 300).close();
        try (PartState parts = PartState.open(state, data, 999, 300)) {
            assertThat(parts.length(3)).isEqualTo(99);
        }
    }

    @Test
    void anEmptyFileHasNoParts() throws IOException {
        try (PartState parts = PartState.open(state, data, 0, 300)) {
            assertThat(parts.parts()).isZero();
        }
    }

    @Test
    void whateverLiesThereStaysInItsBounds() throws IOException {
        Random random = new Random(5);
        PartState.open(state, data, 1000, 300).close();
        byte[] good = Files.readAllBytes(state);
        for (int round = 0; round < 300; round++) {
            byte[] bad = good.clone();
            int at = random.nextInt(bad.length);
            if (random.nextBoolean()) {
                ByteBuffer.wrap(bad).putLong(at / 8 * 8, random.nextLong());
            } else {
                bad[at] = (byte) random.nextInt();
            }
            Files.write(state, random.nextInt(10) == 0 ? java.util.Arrays.copyOf(bad, at) : bad);
            try (PartState parts = PartState.open(state, data, 1000, 300)) {
                long sum = 0;
                for (int part = 0; part < parts.parts(); part++) {
                    assertThat(parts.done(part)).isBetween(0L, parts.length(part));
                    sum += parts.length(part);
                }
                assertThat(sum).isEqualTo(1000);
            }
        }
    }
}
