package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Stamp;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DurationsTest {
    @Test
    void timesReadAsPeopleSayThem() {
        assertThat(Durations.of(7.6)).isEqualTo("8s");
        assertThat(Durations.of(130)).isEqualTo("2m10s");
        assertThat(Durations.of(3 * 3600 + 300)).isEqualTo("3h05m");
        assertThat(Durations.of(Double.NaN)).isEqualTo("?");
    }

    @Test
    void bytesHaveUnits() {
        assertThat(Durations.bytes(612_000_000)).isEqualTo("612 MB");
        assertThat(Durations.bytes(1_400_000_000L)).isEqualTo("1.4 GB");
    }

    @Test
    void aProgressLineHasLossSpeedAndTimeLeft() {
        ProgressLine line = new ProgressLine();
        assertThat(line.bar()).contains("loading the model");
        line.add(
                new Event.Step(
                        new Stamp(1, Instant.EPOCH),
                        2,
                        0.5,
                        0.5,
                        1e-4,
                        1,
                        300,
                        8,
                        0.5,
                        40,
                        600_000_000));
        assertThat(line.words())
                .contains("loss 0.5000", "600 tokens/s", "16.0 examples/s", "600 MB");
    }
}
