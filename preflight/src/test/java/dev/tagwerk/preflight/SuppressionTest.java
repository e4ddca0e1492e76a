package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuppressionTest {
    private static final String BAD =
            RuleTexts.of("TW-CMD-001")
                    .bad()
                    .files()
                    .values()
                    .iterator()
                    .next()
                    .replace(Example.MARK, "");

    private static Verdict judge(String text) {
        List<Document> documents = Formats.read(new SourceFile("job.yaml", text)).documents();
        return Preflight.judge(documents, List.of(), Circumstances.UNKNOWN);
    }

    private static List<String> ids(Verdict verdict) {
        return verdict.findings().stream()
                .filter(
                        finding ->
                                finding.severity() != Severity.NOTE
                                        || finding.rule().id().startsWith("TW-SUP"))
                .map(finding -> finding.rule().id())
                .toList();
    }

    private static String with(String comment) {
        return BAD.replace("command: [\"\"]", "command: [\"\"] " + comment);
    }

    @Test
    void aCommentOnTheLineOrTheOneBeforeSuppresses() {
        assertThat(ids(judge(BAD))).containsExactly("TW-CMD-001");
        Verdict verdict = judge(with("# tagwerk: ignore TW-CMD-001 because the portal wrote it"));
        assertThat(ids(verdict)).isEmpty();
        assertThat(verdict.suppressed())
                .singleElement()
                .satisfies(
                        one -> {
                            assertThat(one.reason()).isEqualTo("the portal wrote it");
                            assertThat(one.kind()).isEqualTo(Suppressed.Kind.COMMENT);
                        });
        String before = "# tagwerk: ignore TW-ACA-999, TW-CMD-001 because of that\n# more\n";
        int line = BAD.lastIndexOf('\n', BAD.indexOf("command:")) + 1;
        assertThat(ids(judge(BAD.substring(0, line) + before + BAD.substring(line)))).isEmpty();
        assertThat(ids(judge("# tagwerk: ignore-file TW-CMD-001 because old\n" + BAD))).isEmpty();
    }

    @Test
    void withoutAReasonItSuppressesNothing() {
        assertThat(ids(judge(with("# tagwerk: ignore TW-CMD-001"))))
                .containsExactlyInAnyOrder("TW-CMD-001", "TW-SUP-001");
        assertThat(ids(judge(with("# tagwerk: ignore TW-CMD-001 because"))))
                .containsExactlyInAnyOrder("TW-CMD-001", "TW-SUP-001");
    }

    @Test
    void anUnusedOneIsNoted() {
        assertThat(ids(judge("# tagwerk: ignore TW-CMD-001 because x\n" + BAD)))
                .containsExactlyInAnyOrder("TW-CMD-001", "TW-SUP-002");
    }

    @Test
    void aBaselineKnowsAFindingAgainWhereverItMoves() {
        Report before = report(BAD);
        Baseline baseline = Baseline.read(Baseline.text(before));
        Report moved = baseline.without(report("# one\n# two\n" + BAD));
        assertThat(moved.count(Severity.ERROR)).isZero();
        assertThat(moved.suppressed()).hasSize(before.findings().toList().size());
        Report changed = baseline.without(report(BAD.replace("[\"\"]", "[\" \"]")));
        assertThat(changed.count(Severity.ERROR)).isEqualTo(1);
    }

    private static Report report(String text) {
        Verdict verdict = judge(text);
        return new Report(
                List.of(
                        new FileReport(
                                "job.yaml",
                                List.of(),
                                List.of(),
                                verdict.findings(),
                                verdict.suppressed(),
                                java.util.Optional.empty())),
                0,
                List.of());
    }
}
