package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.SecretForms;
import java.util.Map;
import java.util.stream.Stream;

/** Secrets written out where everybody with the file can read them. Values are never repeated. */
final class SecretRules {
    private SecretRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-SEC-001", SecretRules::marked, "TW-SEC-002", SecretRules::named);
    }

    private static void marked(Subject subject, Findings findings) {
        subject.documents().stream()
                .map(Document::root)
                .flatMap(Node::walk)
                .flatMap(node -> node.scalar().stream())
                .filter(scalar -> SecretForms.isMarked(scalar.text()))
                .forEach(
                        scalar ->
                                findings.add(
                                        scalar,
                                        "a secret is written out here; whoever can read the file can"
                                                + " use it"));
    }

    private static void named(Subject subject, Findings findings) {
        Stream<Container> containers =
                subject.workloads().flatMap(workload -> workload.containers().stream());
        containers
                .flatMap(container -> container.env().stream())
                .filter(variable -> SecretForms.isName(variable.name()))
                .filter(SecretRules::writtenOut)
                .forEach(
                        variable ->
                                findings.add(
                                        variable.node(),
                                        variable.name()
                                                + " is written out here, and shown to whoever may"
                                                + " look at the job"));
    }

    private static boolean writtenOut(EnvironmentVariable variable) {
        return variable.value()
                .map(Scalar::text)
                .filter(text -> !SecretForms.isPlaceholder(text))
                .filter(text -> !SecretForms.isMarked(text))
                .isPresent();
    }
}
