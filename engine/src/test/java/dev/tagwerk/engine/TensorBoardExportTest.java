package dev.tagwerk.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Stamp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorBoardExportTest {
    @TempDir Path folder;

    private static Stamp stamp(int sequence) {
        return new Stamp(sequence, Instant.parse("2026-11-30T12:00:00Z").plusSeconds(sequence));
    }

    private static Event.Step step(int sequence, int step, double loss) {
        return new Event.Step(stamp(sequence), step, 0.5, loss, 1e-4, 1.25, 512, 8, 0.5, 64, 1000);
    }

    static final History HISTORY =
            History.of(
                    List.of(
                            step(1, 1, 2.5),
                            step(2, 300, 99),
                            new Event.Evaluated(stamp(3), 300, 98, Map.of("accuracy", 0.1)),
                            new Event.Resumed(stamp(4), 1, true, ""),
                            step(5, 300, 1.5),
                            new Event.Evaluated(stamp(6), 300, 1.75, Map.of("accuracy", 0.625))));

    @Test
    void theBytesAreThoseThatTensorBoardReadBack() throws IOException {
        try (InputStream golden = getClass().getResourceAsStream("golden.tfevents")) {
            assertThat(golden).isNotNull();
            assertThat(TensorBoardExport.bytes(HISTORY)).isEqualTo(golden.readAllBytes());
        }
        assertThat(TensorBoardExport.write(folder.resolve("tb"), HISTORY)).exists();
    }

    @Test
    void theChecksumIsTheMaskedCastagnoli() {
        // CRC32C of "123456789" is e3069283 (RFC 3720, B.4 uses the same polynomial).
        byte[] check = "123456789".getBytes(StandardCharsets.US_ASCII);
        int expected = Integer.rotateRight(0xe3069283, 15) + 0xa282ead8;
        assertThat(RecordWriter.maskedChecksum(check)).isEqualTo(expected);
    }

    @Test
    void csvHoldsTheStepsThatCount() {
        assertThat(CsvExport.steps(HISTORY).split("\r\n", -1)).hasSize(4);
        assertThat(CsvExport.steps(HISTORY)).contains("300,2026-11-30T12:00:05Z,0.5,1.5,1.0E-4");
        assertThat(CsvExport.evaluations(HISTORY))
                .isEqualTo(
                        "step,at,metric,value\r\n300,2026-11-30T12:00:06Z,loss,1.75\r\n"
                                + "300,2026-11-30T12:00:06Z,accuracy,0.625\r\n");
    }
}
