package dev.tagwerk.preflight;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.formats.Place;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.spec.Problem;
import java.util.Locale;

/**
 * A report for programs. Keys are only ever added; lines and columns count from 1, columns in
 * characters (code points), ends stand behind the last character.
 */
public final class JsonReport {
    private JsonReport() {}

    public static ObjectNode of(Report report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put(
                "valid",
                report.problems().findAny().isEmpty() && report.count(Severity.ERROR) == 0);
        ArrayNode problems = root.putArray("problems");
        report.problems().forEach(problem -> problem(problems.addObject(), problem));
        ArrayNode failures = root.putArray("failures");
        report.failures().forEach(problem -> problem(failures.addObject(), problem));
        ArrayNode findings = root.putArray("findings");
        report.findings().forEach(finding -> finding(findings.addObject(), finding));
        ArrayNode suppressed = root.putArray("suppressed");
        report.suppressed()
                .forEach(
                        one -> {
                            ObjectNode node = suppressed.addObject();
                            finding(node, one.finding());
                            node.put("suppressed_by", word(one.kind().name()))
                                    .put("reason", one.reason());
                        });
        ArrayNode files = root.putArray("files");
        for (FileReport file : report.files()) {
            ArrayNode kinds = files.addObject().put("file", file.name()).putArray("kinds");
            file.formats().forEach(format -> kinds.add(word(format.name())));
            ArrayNode unjudged = ((ObjectNode) files.get(files.size() - 1)).putArray("not_judged");
            file.formats().stream()
                    .filter(format -> !format.isJudged())
                    .forEach(format -> unjudged.add(word(format.name())));
        }
        ArrayNode unread = root.putArray("unread");
        report.unread().forEach(problem -> problem(unread.addObject(), problem));
        ObjectNode summary = root.putObject("summary");
        for (Severity severity : Severity.values()) {
            summary.put(severity.word() + "s", report.count(severity));
        }
        summary.put("suppressed", (int) report.suppressed().count());
        summary.put("files", report.files().size());
        summary.put("passed_over", report.passedOver());
        return root;
    }

    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A problem's own keys. */
    public static void problem(ObjectNode node, Problem problem) {
        node.put("file", problem.file())
                .put("line", problem.line())
                .put("column", problem.column())
                .put("path", problem.path())
                .put("message", problem.message())
                .put("suggestion", problem.suggestion());
    }

    private static void finding(ObjectNode node, Finding finding) {
        Rule rule = finding.rule();
        SourceFile source = finding.source();
        Place start = finding.place();
        Place end = source.place(finding.span().end());
        node.put("rule", rule.id())
                .put("severity", finding.severity().word())
                .put("file", source.name())
                .put("line", start.line())
                .put("column", start.column())
                .put("end_line", end.line())
                .put("end_column", end.column())
                .put("path", finding.path())
                .put("title", rule.title())
                .put("what", finding.what())
                .put("why", rule.why())
                .put("write", finding.write());
        ArrayNode sources = node.putArray("source");
        rule.source().forEach(sources::add);
        node.put("checked", rule.checked().toString());
        ArrayNode edits = node.putArray("edits");
        for (Edit edit : finding.edits()) {
            Place from = edit.source().place(edit.span().start());
            Place to = edit.source().place(edit.span().end());
            edits.addObject()
                    .put("file", edit.source().name())
                    .put("line", from.line())
                    .put("column", from.column())
                    .put("end_line", to.line())
                    .put("end_column", to.column())
                    .put("replacement", edit.replacement());
        }
    }
}
