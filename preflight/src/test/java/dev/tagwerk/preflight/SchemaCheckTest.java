package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckTest {
    private static final String JOB =
            """
            location: swedencentral
            properties:
              environmentId: /x
              configuration:
                triggerType: Manual
                replicaTimeout: 60
              template:
                containers:
                - name: a
                  image: b
            """;

    @Test
    void aSoundJobHasNoDeviations() {
        assertThat(deviations(JOB)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicaTimeout: 60 | replicaTimeOut: 60 | UNKNOWN WARNING",
                "replicaTimeout: 60 | replicaTimeout: 1m | TYPE ERROR",
                "replicaTimeout: 60 | replicaTimeout: 1.5 | TYPE ERROR",
                "replicaTimeout: 60 | replicaTimeout: null | MISSING ERROR",
                "triggerType: Manual | triggerType: manually | VALUE ERROR",
                "image: b | image: [b] | TYPE ERROR",
                "name: a | name: a~command: python | TYPE ERROR",
                "name: a | name: a~resources: {cpu: 500m, memory: 1Gi} | TYPE ERROR",
                "name: a | name: a~resources: {cpu: 1, memory: 1GB} | PATTERN ERROR",
                "name: a | name: a~resources: [] | TYPE ERROR",
                "name: a | name: a~env: {A: b} | TYPE ERROR",
                "name: a | name: a~imageType: x | UNKNOWN ERROR",
                "location: swedencentral | workloadprofile: x | UNKNOWN ERROR",
            })
    void deviations(String old, String now, String expected) {
        List<String> found =
                deviations(JOB.replace(old, now.replace("~", "\n      "))).stream()
                        .map(one -> one.kind() + " " + one.severity())
                        .toList();
        assertThat(found).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicaTimeout: 60 | replicaTimeout: \"60\"",
                "replicaTimeout: 60 | replicaTimeout: ${TIMEOUT}",
                "triggerType: Manual | triggerType: MANUAL",
                "triggerType: Manual | <TRIGGER>: Manual",
                "name: a | name: a~env: [{name: A, value: 1}]",
                "name: a | name: a~resources: {cpu: 0.5, memory: 1Gi, ephemeralStorage: 4Gi}",
                "name: a | name: a~probes: null",
                "location: swedencentral | systemData: {createdBy: x}",
            })
    void whatServicesTakeIsNoDeviation(String old, String now) {
        assertThat(deviations(JOB.replace(old, now.replace("~", "\n      "))))
                .filteredOn(one -> one.kind() != Deviation.Kind.MISSING)
                .isEmpty();
    }

    /** A new key in what the service printed is news about the service, no mistake. */
    @Test
    void printedFilesAreNeverWrong() {
        String printed =
                "id: /subscriptions/S\nsystemData: {}\n"
                        + JOB.replace("replicaTimeout: 60", "newKey: 1");
        assertThat(deviations(printed)).hasSize(1).allMatch(one -> one.severity() == Severity.NOTE);
    }

    private static List<Deviation> deviations(String text) {
        Document document = Formats.read(new SourceFile("job.yaml", text)).documents().getFirst();
        return SchemaCheck.of(document.root(), SchemaScopes.of(document).orElseThrow());
    }
}
