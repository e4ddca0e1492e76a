package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tags, keys, volumes and flavors in other shapes than the rules' own examples. */
class NamesInJobsTest {
    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TW-DKR-016 note | start.sh | docker run --rm trainer python x.py",
                "TW-DKR-016 note | start.sh | ovhai job run ghcr.io/org/train:latest --flavor l4-1-gpu -- python x.py",
                "TW-DKR-016 note | compose.yaml | {services: {a: {image: 'host:5000/x'}}}",
                "TW-KEY-001 warning | sky.yaml | {resources: {acelerators: 'T4:1'}, setup: pip list, run: python x.py}",
                "TW-OVH-012 note | start.sh | ovhai job run x:1 --flavor ai1-1-gpuu --timeout 6h -- python x.py",
            })
    void finds(String expected, String name, String text) {
        assertThat(found(name, text)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TW-DKR-016 | compose.yaml | {services: {a: {image: x, build: .}}}",
                "TW-DKR-016 | compose.yaml | {services: {a: {image: 'host:5000/x:1'}}}",
                "TW-DKR-016 | compose.yaml | {services: {a: {image: '${IMAGE}'}}}",
                "TW-KEY-001 | sky.yaml | {resources: {accelerators: 'T4:1', brand_new_key: 1}, run: python x.py}",
                "TW-OVH-012 | start.sh | ovhai job run x:1 --flavor mi300-8-amd --timeout 6h -- python x.py",
                "TW-OVH-012 | start.sh | ovhai job run x:1 --flavor ai1-1-gpu --timeout 6h -- python x.py",
            })
    void isSilentAbout(String rule, String name, String text) {
        assertThat(found(name, text)).noneMatch(one -> one.startsWith(rule));
    }

    @org.junit.jupiter.api.Test
    void volumesOfAStatefulSetsClaimsAndOfTemplatesCount() {
        String mount =
                "containers: [{name: a, image: 'x:1', volumeMounts: [{name: d, mountPath: /d}]}]";
        assertThat(found("pod.yaml", POD + "{" + mount + "}}")).contains("TW-K8S-006 error");
        assertThat(found("pod.yaml", POD + "{volumes: [{name: '${NAME}'}], " + mount + "}}"))
                .doesNotContain("TW-K8S-006 error");
        assertThat(
                        found(
                                "set.yaml",
                                "{apiVersion: apps/v1, kind: StatefulSet, spec: {template: {spec: {"
                                        + mount
                                        + "}}, volumeClaimTemplates: [{metadata: {name: d}}]}}"))
                .doesNotContain("TW-K8S-006 error");
    }

    private static List<String> found(String name, String text) {
        List<Document> documents = Formats.read(new SourceFile(name, text)).documents();
        assertThat(documents).isNotEmpty();
        return Preflight.look(documents, List.of(), Circumstances.UNKNOWN).stream()
                .map(finding -> finding.rule().id() + " " + finding.severity().word())
                .toList();
    }
}
