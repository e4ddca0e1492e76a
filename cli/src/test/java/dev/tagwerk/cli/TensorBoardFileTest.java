package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Stamp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorBoardFileTest {
    @TempDir Path folder;

    @Test
    void framesAreTfRecordsWithMaskedChecksums() throws Exception {
        Stamp stamp = new Stamp(1, Instant.parse("2026-01-01T00:00:00Z"));
        Path file = folder.resolve("a/events.out.tfevents.1.tagwerk");
        long points =
                TensorBoardFile.write(
                        file,
                        List.of(
                                new Event.Step(stamp, 1, 0.1, 0.5, 1e-4, 1.0, 300, 8, 0.5, 40, 1000),
                                new Event.Evaluated(stamp, 1, 0.4, Map.of("accuracy", 0.75))));
        assertThat(points).isEqualTo(9);

        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int records = 0;
        StringBuilder text = new StringBuilder();
        while (bytes.hasRemaining()) {
            byte[] length = new byte[8];
            bytes.get(length);
            assertThat(bytes.getInt()).isEqualTo(masked(length));
            byte[] record =
                    new byte[(int) ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong()];
            bytes.get(record);
            assertThat(bytes.getInt()).isEqualTo(masked(record));
            text.append(new String(record, StandardCharsets.ISO_8859_1));
            records++;
        }
        assertThat(records).isEqualTo(10);
        assertThat(text).contains("brain.Event:2", "train/loss", "validation/accuracy");
    }

    private static int masked(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        long value = crc.getValue();
        return (int) (((value >>> 15 | value << 17) & 0xffffffffL) + 0xa282ead8L);
    }
}
