package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataStoreTest {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-12-01T10:00:00Z"), ZoneOffset.UTC);

    @TempDir Path folder;
    private Path root;
    private Path rows;

    @BeforeEach
    void write() throws IOException {
        root = folder.resolve(".tagwerk/data");
        rows = Files.writeString(folder.resolve("rows.jsonl"), "{\"text\":\"a\"}\n");
    }

    private DataStore store() {
        return new DataStore(root, Disk.real(), CLOCK);
    }

    private static DataStore.Pushed push(DataStore store, Path file, String name) {
        return store.push(file, name, Optional.empty(), Optional.empty());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void bytesAreKeptOnceAndPrivate() throws IOException {
        DataStore.Pushed first = push(store(), rows, "rows");
        assertThat(first.fresh()).isTrue();
        assertThat(first.version().format()).contains("text");
        assertThat(first.version().rows()).isEqualTo(1);
        Path kept = store().intact(first.version());
        assertThat(kept).hasSameBinaryContentAs(rows);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("r--------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                .isEqualTo("rwx------");
        assertThat(push(store(), rows, "rows").fresh()).isFalse();
        assertThat(push(store(), rows, "other").fresh()).isTrue();
        assertThat(files()).hasSize(3); // object, journal, lock
        assertThat(store().versions().newest()).hasSize(2);
    }

    @Test
    void namesOfColumnsAreKeptAndReadWith() throws IOException {
        Path csv = Files.writeString(folder.resolve("faq.csv"), "question,answer\nWhy?,So.\n");
        Columns columns = new Columns(Map.of(Column.PROMPT, "question", Column.RESPONSE, "answer"));
        DataSets.Source told = new DataSets.Source(new DataRef.File(csv), DataFormat.AUTO, columns);
        DataVersion version = push(told, "faq").version();
        assertThat(version.format()).contains("alpaca");
        assertThat(version.rows()).isEqualTo(1);
        assertThat(push(told, "faq").fresh()).isFalse();
        DataSets.Source found = source("faq", DataFormat.AUTO, Columns.none());
        assertThat(found.columns()).isEqualTo(columns);
        assertThat(found.ref()).isInstanceOf(DataRef.File.class);
        assertThat(((DataRef.File) found.ref()).sha256()).contains(version.sha256());
        assertThat(DataFile.read(found.ref().file(), found.format(), found.columns()).rows())
                .containsExactly(new AlpacaRow(2, "Why?", "", "So.", Optional.empty(), List.of()));
        // whoever says more is heard
        Columns other = new Columns(Map.of(Column.TEXT, "answer"));
        assertThat(source("faq", DataFormat.AUTO, other).columns()).isEqualTo(other);
        assertThat(source("faq", DataFormat.TEXT, Columns.none()).columns())
                .isEqualTo(Columns.none());
    }

    @Test
    void whatCannotBeReadAsToldIsNotKept() throws IOException {
        Path csv = Files.writeString(folder.resolve("faq.csv"), "question,answer\nWhy?,So.\n");
        Columns columns = new Columns(Map.of(Column.PROMPT, "question", Column.RESPONSE, "answr"));
        assertThatThrownBy(
                        () ->
                                push(
                                        new DataSets.Source(
                                                new DataRef.File(csv), DataFormat.AUTO, columns),
                                        "faq"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("has no column \"answr\"")
                .hasMessageContaining("did you mean \"answer\"");
        assertThatThrownBy(
                        () ->
                                push(
                                        new DataSets.Source(
                                                new DataRef.File(rows),
                                                DataFormat.MESSAGES,
                                                Columns.none()),
                                        "rows"))
                .hasMessageContaining("not one row that can be read as told; line 1: ");
        assertThat(root).doesNotExist();
    }

    @Test
    void aJobReadsBothOfItsFilesAlike() throws IOException {
        Columns columns = new Columns(Map.of(Column.TEXT, "words"));
        Path words = Files.writeString(folder.resolve("words.jsonl"), "{\"words\":\"a\"}\n");
        push(new DataSets.Source(new DataRef.File(words), DataFormat.AUTO, columns), "words");
        Path more = Files.writeString(folder.resolve("more.jsonl"), "{\"words\":\"b\"}\n");
        push(new DataSets.Source(new DataRef.File(more), DataFormat.AUTO, columns), "more");
        push(store(), rows, "rows");
        TrainingJob both = job("dataset:words", "dataset:more");
        assertThat(new DataSets(store()).resolve(both).data().columns()).isEqualTo(columns);
        assertThatThrownBy(
                        () -> new DataSets(store()).resolve(job("dataset:rows", "dataset:words")))
                .hasMessageContaining("data.validation: dataset:words was pushed with text=words")
                .hasMessageContaining("no columns named");
    }

    private TrainingJob job(String train, String validation) {
        String text =
                "kind: training\nmodel: ./none\ntask: causal-lm\ndata: {train: '%s', validation: '%s'}\n"
                        .formatted(train, validation);
        Parsed parsed = JobFile.parse(text, folder.resolve("job.yaml"), Map.of(), Map.of());
        return (TrainingJob) ((Parsed.Valid) parsed).job();
    }

    private DataSets.Source source(String name, DataFormat format, Columns columns) {
        return new DataSets(store())
                .source(
                        new DataRef.Stored(name, Optional.empty()),
                        format,
                        columns,
                        Optional.empty());
    }

    private DataStore.Pushed push(DataSets.Source source, String name) {
        return store().push(source, name, Optional.empty(), Optional.empty());
    }

    @Test
    void aNameMeansItsNewestVersionUnlessADigestIsGiven() throws IOException {
        DataVersion old = push(store(), rows, "rows").version();
        Files.writeString(rows, "{\"text\":\"b\"}\n");
        DataVersion now = push(store(), rows, "rows").version();
        DataStore store = store();
        assertThat(store.versions().named("rows")).isEqualTo(now);
        assertThat(store.versions().named("dataset:rows")).isEqualTo(now);
        assertThat(store.versions().named("rows@sha256:" + old.sha256())).isEqualTo(old);
        assertThat(store.versions().named(old.sha256().substring(0, 12))).isEqualTo(old);
        DataRef ref =
                new DataSets(store)
                        .file(
                                new DataRef.Stored(
                                        "rows", Optional.of(old.sha256().substring(0, 16))));
        assertThat(ref.file()).hasContent("{\"text\":\"a\"}\n");
        assertThat(((DataRef.File) ref).sha256()).contains(old.sha256());
        assertThatThrownBy(() -> store.versions().named("rwos"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("there are rows")
                .hasMessageContaining("tagwerk data push");
    }

    @Test
    void lineageIsKeptBesideTheOriginal() throws IOException {
        DataStore store = store();
        DataVersion original = push(store, rows, "tickets").version();
        Path richer = Files.writeString(folder.resolve("r.jsonl"), "{\"text\":\"a!\"}\n");
        DataVersion enriched =
                store.push(richer, "tickets-2", Optional.of("tickets"), Optional.of("enrich.py"))
                        .version();
        assertThat(enriched.enrichedFrom()).contains(original.sha256());
        assertThat(store.versions().ancestors(enriched)).containsExactly(original);
        assertThat(store.versions().derived(original)).containsExactly(enriched);
        assertThatThrownBy(
                        () -> store.push(rows, "x", Optional.of("nothing"), Optional.of("enrich")))
                .hasMessageContaining("no data set \"nothing\"");
        assertThatThrownBy(() -> store.push(rows, "x", Optional.of("tickets"), Optional.empty()))
                .hasMessageContaining("the same bytes as tickets");
        // back again: the digests go in a circle, the walk does not
        DataVersion back =
                store.push(rows, "tickets-3", Optional.of("tickets-2"), Optional.empty()).version();
        assertThat(store.versions().ancestors(back)).containsExactly(enriched);
    }

    @Test
    void changedBytesAreFoundAndPushingAgainMendsThem() throws IOException {
        DataVersion version = push(store(), rows, "rows").version();
        Path kept = store().intact(version);
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(kept, "{\"text\":\"x\"}\n");
        assertThatThrownBy(() -> store().intact(version))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("were changed")
                .hasMessageContaining("tagwerk data push FILE --name rows");
        push(store(), rows, "rows");
        assertThat(store().intact(version)).hasSameBinaryContentAs(rows);
        Files.delete(kept);
        assertThatThrownBy(() -> store().intact(version)).hasMessageContaining("cannot be read");
    }

    @Test
    void aDamagedJournalIsNamedATornLastLineIsNot() throws IOException {
        push(store(), rows, "rows");
        Path journal = root.resolve("journal.jsonl");
        String whole = Files.readString(journal);
        Files.writeString(journal, whole + whole.substring(0, whole.length() / 2));
        assertThat(store().versions().all()).hasSize(1);
        assertThat(push(store(), rows, "again").fresh()).isTrue();
        assertThat(store().versions().all()).hasSize(2);
        for (String line :
                List.of("x", "{\"name\":\"a\"}", whole.strip().replace("2026", "20x6"))) {
            Files.writeString(journal, line + "\n");
            assertThatThrownBy(() -> store().versions())
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("is damaged in line 1");
        }
    }

    @Test
    void whatIsNoRowFileIsKeptAllTheSame() throws IOException {
        Path csv = Files.writeString(folder.resolve("qa.csv"), "question,answer\na,b\n");
        DataVersion version = push(store(), csv, "qa").version();
        assertThat(version.format()).isEmpty();
        assertThatThrownBy(() -> push(store(), folder, "x")).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> push(store(), rows, "../x"))
                .hasMessageContaining("name has up to");
    }

    /** Every operation on the disk fails in turn, as a kill or a full disk would have it. */
    @Test
    void aPushThatEndsAnywhereLeavesTheStoreSoundAndCanBeRepeated() throws IOException {
        int operations = 0;
        boolean done = false;
        for (int at = 0; !done; at++) {
            Path place = folder.resolve("store-" + at);
            DataStore sound = new DataStore(place, Disk.real(), CLOCK);
            DataVersion before = push(sound, rows, "rows").version();
            Path next =
                    Files.writeString(folder.resolve("next.jsonl"), "{\"text\":\"n" + at + "\"}\n");
            try {
                push(new DataStore(place, new DyingDisk(at), CLOCK), next, "rows");
                done = true;
            } catch (DyingDisk.Killed | DataException died) {
                operations++;
            }
            assertThat(sound.intact(before)).hasSameBinaryContentAs(rows);
            for (DataVersion version : sound.versions().all()) {
                assertThat(sound.intact(version)).exists();
            }
            DataVersion again = push(sound, next, "rows").version();
            assertThat(sound.versions().named("rows")).isEqualTo(again);
            assertThat(sound.intact(again)).hasSameBinaryContentAs(next);
            try (Stream<Path> left = Files.list(place.resolve("objects"))) {
                assertThat(left).noneMatch(path -> path.getFileName().toString().startsWith("."));
            }
        }
        assertThat(operations).isGreaterThanOrEqualTo(8);
    }

    /** A push in a process of its own, killed while it copies. */
    @Test
    void aKilledPushKeepsNothingAndTheNextCleansUp() throws Exception {
        Path large = folder.resolve("large.jsonl");
        byte[] line = ("{\"text\":\"" + "a".repeat(1 << 16) + "\"}\n").getBytes();
        try (var out = Files.newOutputStream(large)) {
            for (int i = 0; i < 1_500; i++) {
                out.write(line);
            }
        }
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                PushProcess.class.getName(),
                                root.toString(),
                                large.toString())
                        .inheritIO()
                        .start();
        Path staged = root.resolve("objects/.tmp-push");
        while (process.isAlive() && !(Files.exists(staged) && Files.size(staged) > 0)) {
            Thread.sleep(1);
        }
        process.destroyForcibly().waitFor();
        assertThat(staged).exists();
        assertThat(store().versions().all()).isEmpty();
        push(store(), rows, "rows");
        assertThat(files()).hasSize(3);
    }
}
