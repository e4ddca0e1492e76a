package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Secrets written out where everybody with the file can read them. Values are never repeated. */
final class SecretRules {
    /** Forms that are secrets wherever they stand: their issuers gave them a mark. */
    private static final Pattern MARKED =
            Pattern.compile(
                    "(?s).*(?:\\bhf_[A-Za-z0-9]{30,}"
                            + "|\\bgh[pousr]_[A-Za-z0-9]{36,}"
                            + "|\\bgithub_pat_[A-Za-z0-9_]{50,}"
                            + "|\\bglpat-[A-Za-z0-9_-]{20,}"
                            + "|\\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}"
                            + "|\\bAKIA[0-9A-Z]{16}\\b"
                            + "|\\bxox[abp]-[A-Za-z0-9-]{20,}"
                            + "|AccountKey=[A-Za-z0-9+/]{60,}={0,2}"
                            + "|[?&]sig=[A-Za-z0-9%]{30,}"
                            + "|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----).*");

    private static final Pattern NAME =
            Pattern.compile(
                    "(?i)(?:.*_)?(?:token|password|passwd|secret|api_?key|access_?key|account_?key"
                            + "|credentials?)");
    private static final Pattern PLACEHOLDER =
            Pattern.compile(
                    "(?i).*(?:\\$|<|>|\\{\\{|%\\(|example|changeme|change-me|replace|your[-_ ]|xxx"
                            + "|dummy|\\.\\.\\.).*|[*x0]+|none|null|true|false|/.*|");

    private SecretRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-SEC-001", SecretRules::marked, "TW-SEC-002", SecretRules::named);
    }

    private static void marked(Subject subject, Findings findings) {
        subject.documents().stream()
                .map(Document::root)
                .flatMap(Node::walk)
                .flatMap(node -> node.scalar().stream())
                .filter(scalar -> scalar.text().length() < 100_000)
                .filter(scalar -> MARKED.matcher(scalar.text()).matches())
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
                .filter(variable -> NAME.matcher(variable.name()).matches())
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
                .filter(text -> text.length() >= 8)
                .filter(text -> !PLACEHOLDER.matcher(text).matches())
                .filter(text -> !MARKED.matcher(text).matches())
                .isPresent();
    }
}
