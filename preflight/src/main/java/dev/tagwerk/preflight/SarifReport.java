package dev.tagwerk.preflight;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.formats.Place;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import dev.tagwerk.spec.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** A report in SARIF 2.1.0, for code scanning. */
public final class SarifReport {
    private static final String INVALID = "invalid-file";

    private final Report report;
    private final List<Rule> rules;
    private final Fingerprints fingerprints = new Fingerprints();

    private SarifReport(Report report) {
        this.report = report;
        this.rules = report.rules();
    }

    /**
     * @param version of this program
     */
    public static ObjectNode of(Report report, String version) {
        return new SarifReport(report).log(version);
    }

    private ObjectNode log(String version) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        root.put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Tagwerk").put("version", version);
        ArrayNode descriptors = driver.putArray("rules");
        rules.forEach(rule -> describe(descriptors.addObject(), rule));
        ObjectNode invalid = descriptors.addObject().put("id", INVALID);
        text(invalid, "shortDescription", "A file that is not valid or cannot be read");
        text(invalid, "help", "The message says what is wrong and what to do.");
        run.put("columnKind", "unicodeCodePoints");
        ArrayNode results = run.putArray("results");
        report.findings().forEach(finding -> result(results.addObject(), finding));
        report.suppressed()
                .forEach(
                        one -> {
                            ObjectNode result = results.addObject();
                            result(result, one.finding());
                            String kind =
                                    one.kind() == Suppressed.Kind.COMMENT ? "inSource" : "external";
                            result.putArray("suppressions")
                                    .addObject()
                                    .put("kind", kind)
                                    .put("justification", one.reason());
                        });
        report.problems().forEach(problem -> result(results.addObject(), problem));
        failures(run);
        return root;
    }

    /** Rules that broke off are the tool's own trouble, which SARIF keeps apart from results. */
    private void failures(ObjectNode run) {
        List<Problem> failures = report.failures().toList();
        if (failures.isEmpty()) {
            return;
        }
        ObjectNode invocation = run.putArray("invocations").addObject();
        invocation.put("executionSuccessful", false);
        ArrayNode notifications = invocation.putArray("toolExecutionNotifications");
        for (Problem failure : failures) {
            ObjectNode node = notifications.addObject().put("level", "error");
            node.putObject("message").put("text", failure.toString());
        }
    }

    private static void describe(ObjectNode node, Rule rule) {
        node.put("id", rule.id());
        text(node, "shortDescription", rule.title());
        text(node, "fullDescription", rule.why());
        String sources = String.join("; ", rule.source());
        node.putObject("help")
                .put(
                        "text",
                        rule.why()
                                + "\nWrite: "
                                + rule.write()
                                + "\nSource: "
                                + sources
                                + " (looked up "
                                + rule.checked()
                                + ")")
                .put(
                        "markdown",
                        rule.why()
                                + "\n\nWrite:\n\n```\n"
                                + rule.write()
                                + "\n```\n\nSource: "
                                + sources
                                + " (looked up "
                                + rule.checked()
                                + ")");
        node.putObject("defaultConfiguration").put("level", rule.severity().word());
    }

    private void result(ObjectNode node, Finding finding) {
        node.put("ruleId", finding.rule().id());
        node.put("ruleIndex", rules.indexOf(finding.rule()));
        node.put("level", finding.severity().word());
        String write = finding.write().isBlank() ? "" : ". Write: " + finding.write().strip();
        node.putObject("message").put("text", finding.what() + write);
        ObjectNode physical = node.putArray("locations").addObject().putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", uri(finding.source().name()));
        region(physical.putObject("region"), finding.source(), finding.span());
        node.putObject("partialFingerprints").put("tagwerk/v1", fingerprints.next(finding));
        if (!finding.edits().isEmpty()) {
            fix(node.putArray("fixes").addObject(), finding);
        }
    }

    private static void fix(ObjectNode node, Finding finding) {
        text(node, "description", finding.rule().title());
        ArrayNode changes = node.putArray("artifactChanges");
        for (Edit edit : finding.edits()) {
            ObjectNode change = changes.addObject();
            change.putObject("artifactLocation").put("uri", uri(edit.source().name()));
            ObjectNode replacement = change.putArray("replacements").addObject();
            region(replacement.putObject("deletedRegion"), edit.source(), edit.span());
            replacement.putObject("insertedContent").put("text", edit.replacement());
        }
    }

    private static void result(ObjectNode node, Problem problem) {
        node.put("ruleId", INVALID).put("level", "error");
        String path = problem.path().isEmpty() ? "" : problem.path() + ": ";
        String remedy = problem.suggestion().isEmpty() ? "" : " (" + problem.suggestion() + ")";
        node.putObject("message").put("text", path + problem.message() + remedy);
        ObjectNode physical = node.putArray("locations").addObject().putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", uri(problem.file()));
        physical.putObject("region")
                .put("startLine", problem.line())
                .put("startColumn", problem.column());
    }

    private static void region(ObjectNode region, SourceFile source, Span span) {
        Place start = source.place(span.start());
        Place end = source.place(span.end());
        region.put("startLine", start.line())
                .put("startColumn", start.column())
                .put("endLine", end.line())
                .put("endColumn", end.column());
    }

    private static void text(ObjectNode node, String key, String text) {
        node.putObject(key).put("text", text);
    }

    /** Relative names stay relative: readers take them from the repository's root. */
    private static String uri(String name) {
        try {
            return name.startsWith("/")
                    ? new URI("file", "", name, null).toASCIIString()
                    : new URI(null, null, "./" + name, null).toASCIIString().substring(2);
        } catch (URISyntaxException noPath) {
            return "unnamed";
        }
    }
}
