package dev.tagwerk.preflight;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the services' own schemas demand, one rule for each kind of demand. */
final class SchemaRules {
    private static final Map<Deviation.Kind, String> IDS =
            Map.of(
                    Deviation.Kind.UNKNOWN, "TW-SCH-001",
                    Deviation.Kind.MISSING, "TW-SCH-002",
                    Deviation.Kind.TYPE, "TW-SCH-003",
                    Deviation.Kind.VALUE, "TW-SCH-004",
                    Deviation.Kind.RANGE, "TW-SCH-005",
                    Deviation.Kind.PATTERN, "TW-SCH-006");

    private SchemaRules() {}

    static Map<String, Check> checks() {
        Map<String, Check> checks = new LinkedHashMap<>();
        IDS.forEach(
                (kind, id) -> checks.put(id, (subject, findings) -> look(kind, subject, findings)));
        return checks;
    }

    private static void look(Deviation.Kind kind, Subject subject, Findings findings) {
        subject.documents()
                .forEach(
                        document ->
                                SchemaScopes.of(document)
                                        .ifPresent(
                                                scope ->
                                                        SchemaCheck.of(document.root(), scope)
                                                                .stream()
                                                                .filter(one -> one.kind() == kind)
                                                                .forEach(
                                                                        one ->
                                                                                add(
                                                                                        one,
                                                                                        findings))));
    }

    private static void add(Deviation deviation, Findings findings) {
        findings.add(
                deviation.severity(),
                deviation.node(),
                deviation.node().anchor(),
                deviation.what(),
                deviation.write(),
                deviation.edits().toArray(Edit[]::new));
    }
}
