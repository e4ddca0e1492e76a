package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.spec.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What came of looking at one file.
 *
 * @param name as the user named it
 * @param formats what was read in it, in the order of the file; empty where nothing was known
 * @param problems why it, or a part of it, is not valid or cannot be read
 * @param findings what the rules say
 * @param suppressed what they say and somebody has decided to live with
 * @param source its text, where it could be read
 * @param failures rules that broke off, so that nobody knows what they would have said
 */
public record FileReport(
        String name,
        List<Format> formats,
        List<Problem> problems,
        List<Finding> findings,
        List<Suppressed> suppressed,
        Optional<SourceFile> source,
        List<RuleFailure> failures) {
    /** A file of which all rules have spoken. */
    public FileReport(
            String name,
            List<Format> formats,
            List<Problem> problems,
            List<Finding> findings,
            List<Suppressed> suppressed,
            Optional<SourceFile> source) {
        this(name, formats, problems, findings, suppressed, source, List.of());
    }

    /** A file of which there is nothing but problems. */
    public FileReport(String name, List<Problem> problems) {
        this(name, List.of(), problems, List.of(), List.of(), Optional.empty());
    }

    public FileReport {
        formats = List.copyOf(formats);
        problems = List.copyOf(problems);
        findings = List.copyOf(findings);
        suppressed = List.copyOf(suppressed);
        failures = List.copyOf(failures);
    }

    /** The kinds of documents, each once. */
    public static List<Format> formats(List<Document> documents) {
        return documents.stream().map(Document::format).distinct().toList();
    }

    /** A reader's fault in the words of the job language's problems. */
    public static Problem problem(Fault fault) {
        return new Problem(
                fault.file(),
                fault.place().line(),
                fault.place().column(),
                "",
                fault.message(),
                fault.remedy());
    }

    /** What of it is told apart only, in words; empty where rules know all of it. */
    public Optional<String> notJudged() {
        List<String> kinds =
                formats.stream().filter(one -> !one.isJudged()).map(Format::title).toList();
        return kinds.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" and ", kinds) + ", which no rule judges");
    }

    public boolean hasProblems() {
        return !problems.isEmpty();
    }
}
