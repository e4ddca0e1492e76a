package dev.tagwerk.preflight;

import dev.tagwerk.spec.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A report in the XML of JUnit, as CI servers read it: one suite for each file. */
public final class JunitReport {
    private static final int REPLACEMENT = 0xFFFD;

    private final Optional<Severity> gate;
    private final StringBuilder xml = new StringBuilder();

    private JunitReport(Optional<Severity> gate) {
        this.gate = gate;
    }

    /**
     * @param gate the least severity that is a failure; lesser findings are skipped tests
     */
    public static String of(Report report, Optional<Severity> gate) {
        return new JunitReport(gate).write(report);
    }

    private String write(Report report) {
        xml.append(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tagwerk check\">\n");
        report.files().forEach(this::suite);
        return xml.append("</testsuites>\n").toString();
    }

    private void suite(FileReport file) {
        long failures = file.findings().stream().filter(this::fails).count();
        int cases = Math.max(1, file.findings().size() + problems(file).size());
        xml.append("  <testsuite");
        attribute("name", file.name());
        attribute("tests", String.valueOf(cases));
        attribute("failures", String.valueOf(failures));
        attribute("errors", String.valueOf(problems(file).size()));
        attribute("skipped", String.valueOf(file.findings().size() - failures));
        xml.append(">\n");
        if (problems(file).isEmpty() && file.findings().isEmpty()) {
            xml.append("    <testcase");
            attribute("classname", file.name());
            attribute("name", "nothing found");
            xml.append("/>\n");
        }
        problems(file).forEach(problem -> problem(file, problem));
        file.findings().forEach(finding -> finding(file, finding));
        xml.append("  </testsuite>\n");
    }

    private static List<Problem> problems(FileReport file) {
        return Stream.concat(
                        file.problems().stream(),
                        file.failures().stream().map(one -> one.problem(file.name())))
                .toList();
    }

    private boolean fails(Finding finding) {
        return gate.map(least -> finding.severity().atLeast(least)).orElse(false);
    }

    private void problem(FileReport file, Problem problem) {
        open(file, "valid, line " + problem.line());
        xml.append("<error");
        attribute("message", problem.message());
        attribute("type", "invalid");
        xml.append(">").append(escaped(problem.toString())).append("</error></testcase>\n");
    }

    private void finding(FileReport file, Finding finding) {
        open(file, finding.rule().id() + ", line " + finding.place().line());
        if (!fails(finding)) {
            xml.append("<skipped");
            attribute("message", finding.severity().word() + ": " + finding.what());
            xml.append("/></testcase>\n");
            return;
        }
        xml.append("<failure");
        attribute("message", finding.what());
        attribute("type", finding.severity().word());
        xml.append(">")
                .append(
                        escaped(
                                finding.source().name()
                                        + ":"
                                        + finding.place().line()
                                        + ":"
                                        + finding.place().column()
                                        + "\n"
                                        + finding.rule().why()
                                        + "\nWrite: "
                                        + finding.write()))
                .append("</failure></testcase>\n");
    }

    private void open(FileReport file, String name) {
        xml.append("    <testcase");
        attribute("classname", file.name());
        attribute("name", name);
        xml.append(">");
    }

    private void attribute(String name, String value) {
        xml.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
    }

    /** XML has no place for most control characters, not even escaped. */
    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        point -> {
                            switch (point) {
                                case '&' -> safe.append("&amp;");
                                case '<' -> safe.append("&lt;");
                                case '>' -> safe.append("&gt;");
                                case '"' -> safe.append("&quot;");
                                case '\n', '\t' -> safe.append("&#").append(point).append(';');
                                default ->
                                        safe.appendCodePoint(allowed(point) ? point : REPLACEMENT);
                            }
                        });
        return safe.toString();
    }

    private static boolean allowed(int point) {
        return point >= 0x20
                && !(point >= 0x7F && point <= 0x9F)
                && !(point >= 0xD800 && point <= 0xDFFF)
                && point != 0xFFFE
                && point != 0xFFFF;
    }
}
