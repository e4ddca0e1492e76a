package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the rules about secrets speak of is shown nowhere. */
class SecretMaskTest {
    private static final String MARKED = "hf_0123456789abcdefghijklmnopqrstuvwx";
    private static final String NAMED = "correct horse battery";
    private static final SourceFile SOURCE =
            new SourceFile(
                    "job.yaml",
                    """
                    type: Microsoft.App/jobs
                    location: swedencentral
                    properties:
                      environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
                      configuration: {triggerType: Manual, replicaTimeout: 7200, replicaRetryLimit: 0}
                      template:
                        containers:
                        - name: train
                          image: r.io/lora:1
                          env: [{name: HUB, value: "%s"}, {name: X_PASSWORD, value: "%s"}]
                          command: [""]
                          args: ["--token", %s]
                          resources: {cpu: 2, memory: 4Gi}
                    """
                            .formatted(MARKED, NAMED, MARKED));

    private static List<Finding> findings() {
        return Preflight.look(Formats.read(SOURCE).documents(), List.of(), Circumstances.UNKNOWN);
    }

    @Test
    void linesAroundAChangeHaveStars() {
        String diff = Fixes.of(SOURCE, findings()).diff();
        assertThat(diff)
                .contains("+      command: []")
                .contains("*".repeat(MARKED.length()))
                .contains("{name: X_PASSWORD, value: \"" + "*".repeat(NAMED.length()) + "\"}")
                .doesNotContain(MARKED)
                .doesNotContain(NAMED);
    }

    @Test
    void whatIsWrittenIsWhole() {
        assertThat(Fixes.of(SOURCE, findings()).text()).contains(MARKED).contains(NAMED);
    }

    @Test
    void findingsAboutSomethingElseOnTheLineShowNoSecretEither() {
        String text =
                "services: {t: {image: \"r.io/x:1\", command: [\"\"], environment:"
                        + " {MY_TOKEN: \""
                        + NAMED
                        + "\"}}}\n";
        SourceFile source = new SourceFile("compose.yaml", text);
        List<Finding> found =
                Preflight.look(Formats.read(source).documents(), List.of(), Circumstances.UNKNOWN);
        assertThat(found).extracting(one -> one.rule().id()).contains("TW-CMD-001");
        Report report =
                new Report(
                        List.of(
                                new FileReport(
                                        source.name(),
                                        List.of(),
                                        List.of(),
                                        found,
                                        List.of(),
                                        Optional.of(source))),
                        0,
                        List.of());
        assertThat(new TerminalReport(false).text(report)).doesNotContain(NAMED);
    }
}
