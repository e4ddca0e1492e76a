package dev.tagwerk.runfolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
    @TempDir Path root;

    private static final List<Function<Stamp, Event>> ALL_KINDS =
            List.of(
                    stamp -> new Event.Started(stamp, "a1", 100, 6000, 1234, Fixtures.FINGERPRINT),
                    stamp ->
                            new Event.Step(
                                    stamp,
                                    1,
                                    0.01,
                                    Double.NaN,
                                    1e-4,
                                    Double.POSITIVE_INFINITY,
                                    512,
                                    8,
                                    0.25,
                                    120,
                                    1 << 30),
                    stamp -> new Event.Evaluated(stamp, 1, 1.5, Map.of("accuracy", 0.5)),
                    stamp -> new Event.CheckpointWritten(stamp, 1, 4096, 0.02),
                    stamp -> new Event.Resumed(stamp, 1, false, "threads 1, was 2"),
                    stamp -> new Event.Note(stamp, "a \"quoted\"\nline with ü and \u2028"),
                    stamp -> new Event.Failed(stamp, "nan_loss", "step 7"),
                    stamp -> new Event.Finished(stamp, 100));

    @Test
    void everyKindComesBackAsItWasWritten() {
        EventLog log = Fixtures.folder(root).events();
        List<Event> written = ALL_KINDS.stream().map(log::append).toList();
        log.sync();
        Events read = log.read();
        assertThat(read.events()).isEqualTo(written);
        assertThat(read.skipped()).isEmpty();
        assertThat(written)
                .extracting(Event::sequence)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(log.head(1 << 20).events()).isEqualTo(written);
    }

    @Test
    void aTornLastLineIsReportedAndThenCutOffAtAnyLength() throws IOException {
        EventLog log = Fixtures.folder(root).events();
        log.append(stamp -> new Event.Note(stamp, "one"));
        log.append(stamp -> new Event.Note(stamp, "two"));
        byte[] whole = Files.readAllBytes(log.file());
        int firstLine = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;
        for (int length = firstLine; length < whole.length; length++) {
            Files.write(log.file(), Arrays.copyOf(whole, length));
            EventLog reader = Fixtures.folder(root).events();
            assertThat(reader.read().events()).hasSize(1);
            assertThat(reader.read().skipped()).hasSize(length == firstLine ? 0 : 1);

            EventLog writer = Fixtures.folder(root).events();
            Event appended = writer.append(stamp -> new Event.Note(stamp, "three"));
            assertThat(appended.sequence()).isEqualTo(2);
            assertThat(writer.read().events()).hasSize(2).last().isEqualTo(appended);
            assertThat(writer.read().skipped()).isEmpty();
        }
    }

    @Test
    void linesThatAreNoEventsArePassedOver() throws IOException {
        EventLog log = Fixtures.folder(root).events();
        log.append(stamp -> new Event.Note(stamp, "one"));
        String longLine = "x".repeat(EventTail.LONGEST_LINE + 1);
        Files.writeString(
                log.file(),
                "\0\0\0\n"
                        + "[]\n\n"
                        + "{\"type\":\"from_the_future\",\"sequence\":2,\"at\":\"2026-11-30T12:00:00Z\"}\n"
                        + "{\"type\":\"note\",\"sequence\":3,\"at\":\"noon\",\"text\":\"t\"}\n"
                        + "{\"type\":\"step\",\"sequence\":99999999999999999999,\"at\":\"2026-11-30T12:00:00Z\"}\n"
                        + longLine
                        + "\n",
                StandardOpenOption.APPEND);
        log.append(stamp -> new Event.Note(stamp, "overwrites: this log was open before"));
        Events read = Fixtures.folder(root).events().read();
        assertThat(read.events()).hasSize(2);

        Files.writeString(log.file(), longLine + "\n[]\n{\n", StandardOpenOption.APPEND);
        Event last = Fixtures.folder(root).events().append(stamp -> new Event.Note(stamp, "after"));
        Events all = log.read();
        assertThat(all.events()).hasSize(3).last().isEqualTo(last);
        assertThat(all.skipped()).hasSize(3);
        assertThat(all.skipped().getFirst().reason()).contains("longer than");
        assertThat(last.sequence()).isEqualTo(3);
    }

    @Test
    void aTailSeesEachEventOnceAndOnlyWhenItsLineIsComplete() throws IOException {
        EventLog log = Fixtures.folder(root).events();
        EventTail tail = log.tail(0);
        assertThat(tail.poll().events()).isEmpty();
        Event one = log.append(stamp -> new Event.Note(stamp, "one"));
        assertThat(tail.poll().events()).containsExactly(one);
        assertThat(tail.poll().events()).isEmpty();

        Files.writeString(
                log.file(),
                "{\"type\":\"note\",\"sequence\":2,\"at\":\"2026-11-30T12:00:00Z\",",
                StandardOpenOption.APPEND);
        assertThat(tail.poll().events()).isEmpty();
        Files.writeString(log.file(), "\"text\":\"two\"}\n", StandardOpenOption.APPEND);
        assertThat(tail.poll().events()).hasSize(1);
        assertThat(log.tail(tail.offset()).poll().events()).isEmpty();
    }

    @Test
    void aFailedWriteIsOverwrittenByTheNext() {
        FaultyDisk disk = new FaultyDisk(FaultyDisk.Fault.FAIL_ONCE, 3);
        EventLog log = Fixtures.folder(root, disk).events();
        log.append(stamp -> new Event.Note(stamp, "one"));
        assertThatThrownBy(() -> log.append(stamp -> new Event.Note(stamp, "lost")))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("No space left");
        log.append(stamp -> new Event.Note(stamp, "two"));
        assertThat(log.read().events()).extracting(Event::sequence).containsExactly(1L, 2L);
        assertThat(log.read().skipped()).isEmpty();
    }

    @Test
    void negativeCountsAreRefusedByName() {
        Stamp stamp = new Stamp(1, Fixtures.NOON);
        assertThatThrownBy(() -> new Event.CheckpointWritten(stamp, 1, -1, 0))
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> new Stamp(0, Fixtures.NOON)).hasMessageContaining("sequence");
    }
}
