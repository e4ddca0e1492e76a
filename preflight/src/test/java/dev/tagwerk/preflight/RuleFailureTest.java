package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A rule with a fault of its own takes nothing else with it. */
class RuleFailureTest {
    private static final SourceFile SOURCE =
            new SourceFile(
                    "job.yaml",
                    RuleTexts.of("TW-CMD-001")
                            .bad()
                            .files()
                            .values()
                            .iterator()
                            .next()
                            .replace(Example.MARK, ""));

    private static int deeper(int depth) {
        return depth < 0 ? depth : deeper(depth + 1) + 1;
    }

    private static Verdict judged(Check broken) {
        Map<String, Check> checks = new TreeMap<>(RuleBook.checks());
        checks.put("TW-ACA-001", broken);
        List<Document> documents = Formats.read(SOURCE).documents();
        return Preflight.judge(documents, List.of(), Circumstances.UNKNOWN, checks);
    }

    private static Report report(Verdict verdict) {
        return new Report(
                List.of(
                        new FileReport(
                                SOURCE.name(),
                                List.of(),
                                List.of(),
                                verdict.findings(),
                                List.of(),
                                Optional.of(SOURCE),
                                verdict.failures())),
                0,
                List.of());
    }

    @Test
    void theOthersGoOnAndTheBrokenOneIsNamedWithItsPlace() {
        Verdict verdict =
                judged(
                        (subject, findings) -> {
                            throw new IllegalStateException("hf_secret");
                        });
        assertThat(verdict.findings())
                .extracting(finding -> finding.rule().id())
                .contains("TW-CMD-001");
        assertThat(verdict.failures()).hasSize(1);
        RuleFailure failure = verdict.failures().getFirst();
        assertThat(failure.rule()).isEqualTo("TW-ACA-001");
        assertThat(failure.what())
                .matches("IllegalStateException \\(RuleFailureTest\\.java:\\d+\\)");
    }

    @Test
    void everyReportSaysSo() {
        Report report = report(judged((subject, findings) -> deeper(0)));
        assertThat(report.summary()).contains("1 rule broke off");
        assertThat(new TerminalReport(false).text(report))
                .contains("job.yaml:1:1: the rule TW-ACA-001 broke off")
                .contains("StackOverflowError (RuleFailureTest.java:")
                .contains("TW-CMD-001");
        assertThat(JsonReport.of(report).path("failures").path(0).path("message").asText())
                .contains("TW-ACA-001");
        assertThat(
                        SarifReport.of(report, "1")
                                .at("/runs/0/invocations/0/executionSuccessful")
                                .asBoolean(true))
                .isFalse();
        assertThat(JunitReport.of(report, Optional.empty())).contains("errors=\"1\"");
    }
}
