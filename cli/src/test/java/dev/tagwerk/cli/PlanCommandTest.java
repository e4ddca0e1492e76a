package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
    private static final String OFFER = "azure-container-apps/westus2/T4";

    @TempDir private Path folder;

    @BeforeEach
    void aContainer() throws IOException {
        Files.writeString(
                folder.resolve("job.yaml"),
                """
                kind: container
                name: embed
                image: registry.example/embed:1
                command: [python, "<script>alert(1)</script> & \\u202Etxt.exe"]
                resources: {gpu: T4}
                """);
    }

    private String job() {
        return folder.resolve("job.yaml").toString();
    }

    private Terminal run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void thePageSaysWhatWhereWhichLawAndHowMuch() throws IOException {
        Terminal terminal =
                run(
                        "plan",
                        job(),
                        "--duration",
                        "1h-3h",
                        "--offer",
                        OFFER,
                        "--budget",
                        "20 USD",
                        "--html");
        assertThat(terminal.code()).as(terminal.err()).isZero();
        String page = Files.readString(folder.resolve("plan.html"));
        assertThat(page)
                .contains("embed (container) would run on azure-container-apps/westus2/")
                .contains("Where every byte lies", "Microsoft Corp.", "United States (US)")
                .contains("US authorities can order it")
                .contains("iso-27018", "hds")
                .contains("replicaTimeout", "worst case", "even if this program never wakes up")
                .contains("What was compared", "What is assumed", "derived from the bill")
                .contains("no legal advice", "taxes");
        assertThat(page)
                .contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; \uFFFDtxt.exe")
                .doesNotContain("<script", "href=", "src=", "url(", "@import", "<link");
    }

    @Test
    void sumsAreThoseOfTheQuote() throws IOException {
        String[] asked = {job(), "--duration", "1h-3h", "--offer", OFFER};
        JsonNode quotes =
                new ObjectMapper()
                        .readTree(run(with("quote", asked, "--json")).out())
                        .path("quotes");
        JsonNode chosen = null;
        for (JsonNode one : quotes) {
            if (one.path("offer").asText().startsWith("azure-container-apps/westus2/")) {
                chosen = one;
                break;
            }
        }
        assertThat(chosen).isNotNull();
        String text = run(with("plan", asked)).out();
        assertThat(text)
                .containsPattern(
                        "total .*"
                                + rounded(chosen, "p10")
                                + " +"
                                + rounded(chosen, "p50")
                                + " +"
                                + rounded(chosen, "p90"));
    }

    private static String[] with(String command, String[] arguments, String... more) {
        return java.util.stream.Stream.of(List.of(command), List.of(arguments), List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private static String rounded(JsonNode quote, String level) {
        return quote.path("total")
                .path(level)
                .path("amount")
                .decimalValue()
                .setScale(4, java.math.RoundingMode.HALF_UP)
                .toPlainString();
    }

    @Test
    void whatIsNoPlanOfThisJobStays() throws IOException {
        Path page = folder.resolve("plan.html");
        Files.writeString(page, "mine");
        Terminal refused = run("plan", job(), "--duration", "1h", "--html");
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("is there, and is no plan of embed", "--replace");
        assertThat(page).hasContent("mine");
        assertThat(run("plan", job(), "--duration", "1h", "--html", "--replace").code()).isZero();
        assertThat(run("plan", job(), "--duration", "2h", "--html").code()).isZero();
        assertThat(Files.readString(page)).contains("2h0");
        assertThat(run("plan", job(), "--duration", "1h", "--out", folder.toString()).code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void refusedOffersStandTogetherWithTheirReasons() {
        Terminal terminal = run("plan", job(), "--duration", "1h", "--not-under", "us-cloud-act");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out())
                .contains("no offer is admissible")
                .contains("under the US CLOUD Act, wherever its region is");
    }

    @Test
    void controlCharactersReachNoTerminal() {
        PlanSheet sheet =
                new PlanSheet(
                        "Plan: x",
                        List.of("a\u001b[31mred"),
                        List.of(
                                new PlanSheet.Section(
                                        "s",
                                        List.of(new PlanSheet.Facts(Map.of("n", "v\u0007"))))));
        assertThat(String.join("\n", PlanText.lines(sheet)))
                .contains("a\uFFFD[31mred", "n: v\uFFFD")
                .doesNotContain("\u001b", "\u0007");
    }

    @Test
    void theDemoEndsWithWhatItWouldHaveCost() {
        QuoteOptions options = new QuoteOptions();
        new picocli.CommandLine(options).parseArgs("--duration", "10m");
        Shell shell = new Terminal(folder).shell();
        QuoteAnswer answer =
                new QuoteCommand(shell, JobSource.of(Path.of(job())), new RateOption(), options)
                        .answer();
        assertThat(String.join("\n", DemoBill.of(answer)))
                .containsPattern("Container Apps, T4 +1\\d?m?.* USD .*azure-container-apps/")
                .containsPattern("Azure VM, T4, spot .* USD .*/spot")
                .containsPattern("OVHcloud, L4 +unknown +unknown +unknown");
    }

    @Test
    void aDemoWithoutAQuoteSaysWhyAndGoesOn() {
        Shell shell = new Terminal(folder).shell();
        assertThat(DemoBill.lines(shell, Path.of("none.yaml")))
                .anyMatch(line -> line.contains("none.yaml is not valid"))
                .anyMatch(line -> line.contains("quote none.yaml"));
    }
}
