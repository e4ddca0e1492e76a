package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.data.DataConversion;
import dev.tagwerk.data.DataFileKind;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trainer itself learns from files as other programs write them. */
class ForeignDataTest {
    private static final Path TABLES = Path.of("../data/src/test/resources/tables");

    @TempDir Path folder;

    private static String job(String data) {
        return """
        kind: training
        model: ./model
        task: causal-lm
        recipe: {rank: 2, steps: 12, batch_size: 2, learning_rate: 1e-2, seed: 3}
        data: %s
        checkpoints: {every_steps: 100, keep: 1}
        resources: {device: cpu, threads: 1}
        """
                .formatted(data);
    }

    private Result train(String data) throws IOException {
        TinyModel.write(folder.resolve("model"));
        TestRun run = TestRun.of(folder.resolve("run"), job(data));
        Result result = run.here(false);
        assertThat(result.status()).isEqualTo(Result.SUCCEEDED);
        List<Event.Step> steps = run.events(Event.Step.class);
        assertThat(steps).hasSize(12);
        assertThat(steps.getLast().loss()).isLessThan(steps.getFirst().loss());
        return result;
    }

    private static String sha256(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    }

    @Test
    void csvWithMappedColumns() throws Exception {
        Path csv = folder.resolve("faq.csv");
        Files.writeString(
                csv, "frage,antwort,nr\n\"Wie, bitte?\",So.,1\nWann?,\"Um \"\"zehn\"\".\",2\n");
        Result result = train("{train: faq.csv, columns: {prompt: frage, completion: antwort}}");
        assertThat(result.data().get("data.train")).isEqualTo(sha256(csv));
    }

    @Test
    void parquetOfInstructionsWithAHeldOutFile() throws IOException {
        Files.copy(TABLES.resolve("alpaca.parquet"), folder.resolve("alpaca.parquet"));
        Files.writeString(
                folder.resolve("held.json"),
                "[{\"instruction\": \"Sag Hallo.\", \"output\": \"Hallo.\"}]");
        Result result = train("{train: alpaca.parquet, validation: held.json}");
        assertThat(result.data().keySet()).containsExactly("data.train", "data.validation");
        assertThat(result.metrics().keySet()).anyMatch(name -> name.contains("validation"));
    }

    @Test
    void parquetOfConversations() throws Exception {
        Path rows = folder.resolve("rows.jsonl");
        Files.writeString(
                rows,
                """
                {"messages": [{"role": "system", "content": "Kurz."}, {"role": "user", "content": "Grüße?"}, {"role": "assistant", "content": "Hallo."}]}
                {"messages": [{"role": "user", "content": "Wie spät?"}, {"role": "assistant", "content": "Zehn."}, {"role": "user", "content": "Sicher?"}, {"role": "assistant", "content": "Ja."}]}
                """);
        Path parquet = folder.resolve("chats.parquet");
        DataConversion.convert(
                new DataConversion.Source(rows, DataFormat.AUTO, Columns.none()),
                parquet,
                new DataConversion.Wanted(
                        DataFormat.SHAREGPT, DataFileKind.PARQUET, Optional.empty()),
                false);
        Result result = train("{train: chats.parquet, chat_template: chatml}");
        assertThat(result.data().get("data.train")).isEqualTo(sha256(parquet));
        assertThat(result.data().get("data.chat_template")).hasSize(64);
    }

    @Test
    void otherBytesThanTheJobAsksForAreRefused() throws IOException {
        TinyModel.write(folder.resolve("model"));
        Files.writeString(folder.resolve("rows.jsonl"), "{\"text\":\"a b c\"}\n");
        TestRun run =
                TestRun.of(
                        folder.resolve("run"),
                        job("{train: {path: rows.jsonl, sha256: " + "0a".repeat(32) + "}}"));
        assertThatThrownBy(() -> run.here(false))
                .isInstanceOf(TrainException.class)
                .hasMessageContaining("is not the data that the job asks for");
    }
}
