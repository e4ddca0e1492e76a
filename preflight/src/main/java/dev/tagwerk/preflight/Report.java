package dev.tagwerk.preflight;

import dev.tagwerk.spec.Problem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What came of one call.
 *
 * @param files those of a known kind, and those that were named and could not be read
 * @param passedOver files in folders that are of no known kind
 * @param unread files in folders that could not be read, with the reason; not counted as mistakes,
 *     since a folder holds templates and other things that only look like YAML
 */
public record Report(List<FileReport> files, int passedOver, List<Problem> unread) {
    public Report {
        files = List.copyOf(files);
        unread = List.copyOf(unread);
    }

    public Stream<Finding> findings() {
        return files.stream().flatMap(file -> file.findings().stream());
    }

    public Stream<Suppressed> suppressed() {
        return files.stream().flatMap(file -> file.suppressed().stream());
    }

    public Stream<Problem> problems() {
        return files.stream().flatMap(file -> file.problems().stream());
    }

    /** Rules that broke off, as problems of the files that they were looking at. */
    public Stream<Problem> failures() {
        return files.stream()
                .flatMap(file -> file.failures().stream().map(one -> one.problem(file.name())));
    }

    public int count(Severity severity) {
        return (int) findings().filter(finding -> finding.severity() == severity).count();
    }

    /** The rules that have findings, suppressed ones too, in the order of their ids. */
    public List<Rule> rules() {
        return Stream.concat(findings(), suppressed().map(Suppressed::finding))
                .map(Finding::rule)
                .distinct()
                .sorted(java.util.Comparator.comparing(Rule::id))
                .toList();
    }

    /** One line for people, such as {@code 2 errors, 1 note in 3 files}. */
    public String summary() {
        StringBuilder line = new StringBuilder();
        for (Severity severity : Severity.values()) {
            int count = count(severity);
            if (count > 0) {
                line.append(line.isEmpty() ? "" : ", ").append(number(count, severity.word()));
            }
        }
        line.append(line.isEmpty() ? "nothing found" : "");
        line.append(" in ").append(number(files.size(), "file"));
        long lived = suppressed().count();
        if (lived > 0) {
            line.append("; ").append(number((int) lived, "finding")).append(" suppressed");
        }
        long broken = failures().count();
        if (broken > 0) {
            line.append("; ").append(number((int) broken, "rule")).append(" broke off");
        }
        if (passedOver > 0) {
            line.append("; ").append(number(passedOver, "file")).append(" of no known kind");
        }
        if (!unread.isEmpty()) {
            line.append("; ").append(number(unread.size(), "file")).append(" could not be read");
        }
        return line.toString();
    }

    private static String number(int count, String word) {
        return String.format(Locale.ROOT, "%,d %s%s", count, word, count == 1 ? "" : "s");
    }
}
