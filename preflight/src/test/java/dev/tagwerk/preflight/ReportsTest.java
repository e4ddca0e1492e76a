package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.spec.Problem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Reports for programs, held to what their formats demand. */
class ReportsTest {
    private static Report report(String name) {
        String text =
                RuleTexts.of("TW-CMD-001")
                        .bad()
                        .files()
                        .values()
                        .iterator()
                        .next()
                        .replace(Example.MARK, "");
        SourceFile source = new SourceFile(name, text);
        List<Document> documents = Formats.read(source).documents();
        Verdict verdict = Preflight.judge(documents, List.of(), Circumstances.UNKNOWN);
        return new Report(
                List.of(
                        new FileReport(
                                name,
                                FileReport.formats(documents),
                                List.of(),
                                verdict.findings(),
                                List.of(
                                        new Suppressed(
                                                verdict.findings().getFirst(),
                                                Suppressed.Kind.COMMENT,
                                                "known")),
                                Optional.of(source)),
                        new FileReport(
                                "broken.yaml",
                                List.of(new Problem("broken.yaml", 3, 2, "", "is <\0>", "")))),
                0,
                List.of());
    }

    /** What the schema of SARIF 2.1.0 requires of what is written here. */
    @Test
    void sarifHasWhatItsSchemaRequires() {
        JsonNode log = SarifReport.of(report("my jobs/jöb.yaml"), "1.0");
        assertThat(log.path("version").asText()).isEqualTo("2.1.0");
        assertThat(log.path("runs")).hasSize(1);
        JsonNode run = log.path("runs").path(0);
        JsonNode driver = run.path("tool").path("driver");
        assertThat(driver.path("name").asText()).isNotEmpty();
        assertThat(run.path("columnKind").asText()).isIn("utf16CodeUnits", "unicodeCodePoints");
        for (JsonNode rule : driver.path("rules")) {
            assertThat(rule.path("id").asText()).isNotEmpty();
            assertThat(rule.path("help").path("text").asText()).isNotEmpty();
            assertThat(rule.path("shortDescription").path("text").asText()).isNotEmpty();
        }
        assertThat(run.path("results").size()).isGreaterThanOrEqualTo(3);
        for (JsonNode result : run.path("results")) {
            assertThat(result.path("message").path("text").asText()).isNotEmpty();
            assertThat(result.path("level").asText()).isIn("none", "note", "warning", "error");
            if (result.has("ruleIndex")) {
                assertThat(
                                driver.path("rules")
                                        .path(result.path("ruleIndex").asInt())
                                        .path("id")
                                        .asText())
                        .isEqualTo(result.path("ruleId").asText());
            }
            JsonNode place = result.path("locations").path(0).path("physicalLocation");
            assertThat(place.path("artifactLocation").path("uri").asText())
                    .isIn("my%20jobs/j%C3%B6b.yaml", "broken.yaml");
            JsonNode region = place.path("region");
            assertThat(region.path("startLine").asInt()).isPositive();
            assertThat(region.path("startColumn").asInt()).isPositive();
            if (region.has("endLine")) {
                assertThat(region.path("endLine").asInt())
                        .isGreaterThanOrEqualTo(region.path("startLine").asInt());
            }
            for (JsonNode fix : result.path("fixes")) {
                assertThat(fix.path("artifactChanges").size()).isPositive();
                for (JsonNode change : fix.path("artifactChanges")) {
                    assertThat(change.has("artifactLocation")).isTrue();
                    assertThat(change.path("replacements").size()).isPositive();
                    assertThat(change.path("replacements").path(0).has("deletedRegion")).isTrue();
                }
            }
            for (JsonNode suppression : result.path("suppressions")) {
                assertThat(suppression.path("kind").asText()).isIn("inSource", "external");
            }
        }
    }

    @Test
    void junitIsSoundXmlWithASuiteForEachFile() throws Exception {
        String xml = JunitReport.of(report("a&b.yaml"), Optional.of(Severity.ERROR));
        Element root =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                        .getDocumentElement();
        assertThat(root.getElementsByTagName("testsuite").getLength()).isEqualTo(2);
        Element suite = (Element) root.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("name")).isEqualTo("a&b.yaml");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(root.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(root.getElementsByTagName("error").getLength()).isEqualTo(1);
        String never = JunitReport.of(report("a.yaml"), Optional.empty());
        assertThat(never).doesNotContain("<failure").contains("<skipped");
    }
}
