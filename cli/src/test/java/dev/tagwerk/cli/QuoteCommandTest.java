package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuoteCommandTest {
    private static final Path TINY = Path.of("../examples/tiny-base").toAbsolutePath().normalize();

    @TempDir private Path folder;

    @BeforeEach
    void aJob() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < 64; row++) {
            rows.add("{\"text\": \"" + "dice and sixes ".repeat(4 + row % 9) + "\"}");
        }
        Files.write(folder.resolve("rows.jsonl"), rows);
        write("job.yaml", job("lora", ""));
        Files.writeString(folder.resolve("tagwerk.yaml"), "");
    }

    private static String job(String method, String more) {
        return """
                kind: training
                name: dice
                model: %s
                task: causal-lm
                recipe: {method: %s, epochs: 50, batch_size: 8, max_length: 128}
                data: {train: rows.jsonl}
                resources: {device: cpu}
                %s
                """
                .formatted(TINY, method, more);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private Terminal quote(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "quote";
        for (int i = 0; i < arguments.length; i++) {
            // tests do not run in the folder
            all[i + 1] =
                    arguments[i].endsWith(".yaml")
                            ? folder.resolve(arguments[i]).toString()
                            : arguments[i];
        }
        return new Terminal(folder).run(all);
    }

    private static JsonNode json(Terminal terminal) throws IOException {
        assertThat(terminal.err()).isEmpty();
        return new ObjectMapper().readTree(terminal.out());
    }

    /** A run as the engine and a trainer would have left it. */
    private void measured(String id, double seconds, int batch) throws IOException {
        Path run = folder.resolve(".tagwerk/runs").resolve(id);
        Files.createDirectories(run.resolve("output"));
        Parsed parsed =
                JobFile.parse(
                        job("lora", "").replace("batch_size: 8", "batch_size: " + batch),
                        folder.resolve("job.yaml"));
        Files.writeString(run.resolve("job.json"), JobJson.write(((Parsed.Valid) parsed).job()));
        Files.writeString(
                run.resolve("journal.jsonl"),
                """
                {"type":"created","sequence":1,"at":"2026-01-01T00:00:00Z","run":"%s","job_name":"dice","origin":"job.yaml","provider":"local"}
                """
                        .formatted(id));
        Files.writeString(
                run.resolve("output/result.json"),
                """
                {"status": "succeeded", "attempt": "%s-a1", "step": 20, "metrics": {},
                 "fingerprint": {"cpu_model": "A processor", "cores": 2, "threads": 2, "processes": 1,
                   "core_type": "SkylakeX/AVX512", "os": "Linux", "java_version": "25",
                   "libtorch_version": "2.10.0", "tagwerk_version": "0.1.0"},
                 "measurement": {"load_seconds": 2, "seconds_per_step_by_length": [],
                   "peak_resident_bytes": 1, "estimated_peak_bytes": 1, "bytes_written": 1000000,
                   "total_seconds": %s, "tokens": 1, "examples": 1,
                   "spent": {"precision": "fp32", "steps": 20,
                     "training": {"seconds": %s, "product_flops": 4e10, "attention_flops": 1e8,
                       "bytes": 8e8, "launches": 11000},
                     "evaluation": {"seconds": 0, "product_flops": 0, "attention_flops": 0,
                       "bytes": 0, "launches": 0},
                     "checkpoints": 2, "checkpoint_seconds": 0.1, "model_bytes": 6297088}},
                 "data": {}, "files": {}}
                """
                        .formatted(id, seconds + 3, seconds));
    }

    @Test
    void withNothingMeasuredItIsNoQuote() throws IOException {
        Terminal terminal = quote("job.yaml");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("not a quote: nothing measured backs the duration")
                .contains("max_steps")
                .contains("AN HOUR");
        JsonNode json = json(quote("job.yaml", "--json"));
        assertThat(json.path("backed").asBoolean()).isFalse();
        assertThat(json.path("quotes").path(0).has("total")).isFalse();
        assertThat(json.path("size").path("steps").asInt()).isEqualTo(400);
    }

    @Test
    void aRunHereBacksEveryOffer() throws IOException {
        measured("dice-aaaaaaaa", 4, 8);
        JsonNode json =
                json(
                        quote(
                                "job.yaml",
                                "--json",
                                "--rate",
                                "EUR/USD=0.86",
                                "--budget",
                                "15 EUR",
                                "--offer",
                                "azure-container-apps/westus2/T4"));
        assertThat(json.path("backed").asBoolean()).isTrue();
        JsonNode first = json.path("quotes").path(0);
        assertThat(first.path("evidence").asText()).isEqualTo("scaled");
        double sum = 0;
        for (JsonNode line : first.path("lines")) {
            sum += line.path("cost").path("p90").path("amount").asDouble();
        }
        assertThat(sum)
                .isCloseTo(
                        first.path("total").path("p90").path("amount").asDouble(),
                        org.assertj.core.api.Assertions.within(1e-9));
        JsonNode cap = json.path("cap").path("caps").path(0);
        assertThat(cap.path("enforcer").asText()).isEqualTo("azure-container-apps");
        assertThat(cap.path("fields").path("replicaTimeout").asInt()).isPositive();
        assertThat(cap.path("worst_converted").path("amount").asDouble())
                .isLessThanOrEqualTo(15 * 0.95 + 1e-4);
        assertThat(json.path("compared")).isNotEmpty();
        Terminal text = quote("job.yaml", "--rate", "EUR/USD=0.86");
        assertThat(text.out())
                .contains("CHEAPEST", "FASTEST", "backed by 1 run of this shape")
                .contains("line by line")
                .contains("without egress, whose price is unknown")
                .contains("fp16 with loss scaling against fp32")
                .contains("spot against on demand")
                .contains("serverless against a plain machine");
    }

    @Test
    void aRunOfAnotherShapeBacksNothingRented() throws IOException {
        measured("dice-bbbbbbbb", 4, 4);
        assertThat(quote("job.yaml").out()).contains("not a quote");
    }

    @Test
    void budgetsThatDoNotDoAreRefusedWithWhatWould() throws IOException {
        measured("dice-aaaaaaaa", 4, 8);
        Terminal terminal =
                quote(
                        "job.yaml",
                        "--budget",
                        "0.01 USD",
                        "--offer",
                        "azure-container-apps/westus2/T4");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out())
                .containsPattern("a cap of [0-9.]+ USD would do in five of ten cases");
        Terminal noRate =
                quote(
                        "job.yaml",
                        "--budget",
                        "15 EUR",
                        "--offer",
                        "azure-container-apps/westus2/T4");
        assertThat(noRate.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(noRate.out()).contains("without a rate: --rate EUR/USD=0.86");
    }

    @Test
    void aDeadlineOnANodeIsNoCapAndSpotIsCappedAtThePriceOnDemand() throws IOException {
        measured("dice-aaaaaaaa", 4, 8);
        String spot =
                quote(
                                "job.yaml",
                                "--budget",
                                "1 USD",
                                "--offer",
                                "azure-vm/westus2/Standard_NC8as_T4_v3/spot")
                        .out();
        assertThat(spot)
                .contains("at most 1.00 USD", "at the price on demand, because a spot price moves")
                .contains("It is no cap: the node costs on until somebody deletes it");
        // 0.752 USD an hour on demand: 4787 s in all, start and idle-down among them
        assertThat(spot).containsPattern("limits.timeout: 4[0-9]{3}\n");
    }

    @Test
    void anOfferThatWasAskedForAndIsRefusedSaysWhy() throws IOException {
        write(
                "box.yaml",
                """
                kind: container
                name: box
                image: example.com/box:1
                resources: {gpu: T4, cpus: 8}
                max_duration: 1h
                """);
        Terminal terminal =
                quote(
                        "box.yaml",
                        "--duration",
                        "2h",
                        "--offer",
                        "azure-vm/westus2/Standard_NC4as_T4_v3");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out())
                .contains("azure-vm/westus2/Standard_NC4as_T4_v3, is refused:")
                .contains("has 4 vCPUs, the job wants 8");
        assertThat(
                        quote(
                                        "box.yaml",
                                        "--duration",
                                        "2h",
                                        "--offer",
                                        "azure-container-apps/westus2/T4")
                                .out())
                .contains("max_duration ends it after 1h00m, before that")
                .contains("total without *");
    }

    @Test
    void termsOfTheJobAndPlacesOfTheProjectRefuse() throws IOException {
        write("job.yaml", job("lora", "residency: eu\nnot_under: [us-cloud-act]"));
        JsonNode json = json(quote("job.yaml", "--json"));
        assertThat(json.path("quotes"))
                .isNotEmpty()
                .allMatch(quote -> quote.path("service").asText().equals("ovh-ai"));
        assertThat(json.path("refused")).isNotEmpty();
        write("tagwerk.yaml", "places: {logs: azure/westus2}");
        Terminal terminal = quote("job.yaml");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out()).contains("no offer is admissible", "logs: ");
    }

    @Test
    void personalDataStayInTheEea() throws IOException {
        write(
                "job.yaml",
                job("lora", "")
                        .replace(
                                "data: {train: rows.jsonl}",
                                "data: {train: rows.jsonl, classification: personal}"));
        JsonNode json = json(quote("job.yaml", "--json"));
        assertThat(json.path("quotes"))
                .isNotEmpty()
                .allMatch(quote -> !quote.path("jurisdiction").asText().equals("third-country"));
    }

    @Test
    void moreCardsThanAnybodyHas() throws IOException {
        write("job.yaml", job("lora", "").replace("{device: cpu}", "{gpus: 4}"));
        assertThat(quote("job.yaml", "--residency", "eu", "--not-under", "us-cloud-act").out())
                .contains("has 1 GPU, the job wants 4");
    }

    @Test
    void aContainerTakesAsLongAsIsSaid() throws IOException {
        write(
                "box.yaml",
                """
                kind: container
                name: box
                image: example.com/box:1
                resources: {gpu: T4}
                retries: 2
                """);
        assertThat(quote("box.yaml").err())
                .contains("not a quote: nothing measured backs the duration", "--duration 2h");
        JsonNode json =
                json(
                        quote(
                                "box.yaml",
                                "--duration",
                                "4h45m",
                                "--image-size",
                                "0.001MB",
                                "--offer",
                                "azure-container-apps/westus2/T4",
                                "--budget",
                                "60 USD",
                                "--json"));
        assertThat(json.path("quotes")).allMatch(quote -> quote.path("gpu").asText().equals("T4"));
        JsonNode cap = json.path("cap").path("caps").path(0);
        assertThat(cap.path("fields").path("replicaRetryLimit").asText()).isEqualTo("2");
        assertThat(cap.path("worst").path("amount").asDouble()).isLessThanOrEqualTo(60);
        assertThat(quote("box.yaml", "--duration", "3h-1h").code()).isEqualTo(ExitCode.USAGE);
        assertThat(quote("box.yaml", "--duration", "1h-3h").out())
                .contains("stated to take 1h00m to 3h00m");
    }

    @Test
    void nonsenseIsToldWithARemedy() {
        assertThat(quote("none.yaml").code()).isEqualTo(ExitCode.USAGE);
        assertThat(quote("job.yaml", "--budget", "much").err()).contains("--budget '15 EUR'");
        assertThat(quote("job.yaml", "--budget", "15 XYZ").code()).isEqualTo(ExitCode.USAGE);
        assertThat(quote("job.yaml", "--image-size", "big").err()).contains("--image-size 4GB");
        assertThat(quote("job.yaml", "--duration", "2h").err()).contains("containers");
        assertThat(quote("job.yaml", "--residency", "eurp").err()).contains("eurp");
        assertThat(quote("job.yaml", "--start", "soon").code()).isEqualTo(ExitCode.USAGE);
        assertThat(quote("accuracy").err()).contains("no finished runs of two shapes");
    }

    @Test
    void accuracyLeavesEachShapeOut() throws IOException {
        for (int batch = 1; batch <= 6; batch++) {
            measured("dice-a" + batch, 4 + 0.1 * batch, batch);
        }
        Terminal terminal = quote("accuracy");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("6 runs of 6 shapes", "median absolute error of P50", "95 % interval")
                .contains("fewer than 20 runs");
        JsonNode json = json(quote("accuracy", "--json"));
        assertThat(json.path("trials")).hasSize(6);
        assertThat(json.path("median_absolute_error").asDouble()).isLessThan(0.1);
    }

    @Test
    void resultsOfOlderVersionsAreCountedAsNotUsed() throws IOException {
        measured("dice-aaaaaaaa", 4, 8);
        Path result = folder.resolve(".tagwerk/runs/dice-aaaaaaaa/output/result.json");
        String old = Files.readString(result);
        int spent = old.indexOf("\"spent\"");
        int end = old.indexOf("}},", spent);
        Files.writeString(
                result,
                old.substring(0, old.lastIndexOf(',', spent)) + "}," + old.substring(end + 3));
        Terminal terminal = quote("job.yaml");
        assertThat(terminal.out()).contains("not a quote", "not used: 1 results");
    }
}
