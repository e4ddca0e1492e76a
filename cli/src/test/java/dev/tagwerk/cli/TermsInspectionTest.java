package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TermsInspectionTest {
    private static final String TRAINING =
            """
            kind: training
            model: x
            task: decision
            data: {train: rows.jsonl, classification: health}
            """;
    @TempDir private Path folder;

    private static Findings of(String text) {
        Findings findings = new Findings(Path.of("job.yaml"), text);
        Parsed.Valid valid = (Parsed.Valid) JobFile.parse(text, Path.of("/srv/job.yaml"));
        new TermsInspection(findings).inspect(valid.job());
        return findings;
    }

    @Test
    void unknownWordsAreRefusedWhereTheyStand() {
        String text =
                TRAINING
                        + "residency: [eu, swedencentrl]\nnot_under: gdpr\ncertified:\n- hds\n- hdss\n";
        assertThat(of(text).problems().stream().map(Problem::toString))
                .satisfiesExactly(
                        one ->
                                assertThat(one)
                                        .startsWith("job.yaml:5:17: residency: ")
                                        .contains("did you mean swedencentral?"),
                        one ->
                                assertThat(one)
                                        .startsWith("job.yaml:6:12: not_under: ")
                                        .contains("us-cloud-act"),
                        one ->
                                assertThat(one)
                                        .startsWith("job.yaml:9:3: certified: ")
                                        .contains("hds"));
    }

    @Test
    void whatThisMachineDoesNotHeedIsSaid() {
        assertThat(of(TRAINING + "budget: 15 EUR\n").facts())
                .singleElement()
                .asString()
                .startsWith("note  budget, data.classification are about rented machines");
        assertThat(of(TRAINING.replace("health", "public")).facts()).isEmpty();
        assertThat(of("kind: container\nimage: x\nbudget: 15 EUR\n").facts()).isEmpty();
    }

    @Test
    void checkTellsThePlace() throws IOException {
        Path job = folder.resolve("job.yaml");
        Files.writeString(job, "kind: container\nimage: x:1\nresidency: euu\n");
        Terminal terminal = new Terminal(folder).run("check", job.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.out() + terminal.err()).contains("job.yaml:3:12: ", "euu");
    }
}
