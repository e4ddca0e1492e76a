package dev.tagwerk.preflight;

import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comment {@code # tagwerk: ignore TW-ACA-003 because …}.
 *
 * @param rules the ids that it names
 * @param reason why; empty where none is given, and then nothing is suppressed
 * @param line the line that it speaks of; 0 for the whole file
 * @param span the comment itself
 */
record SuppressionComment(
        SourceFile source, List<String> rules, String reason, int line, Span span) {
    private static final Pattern COMMENT =
            Pattern.compile(
                    "#\\s*tagwerk:\\s*ignore(-file)?\\s+"
                            + "(TW-[A-Z0-9]{2,6}-[0-9]{3}(?:\\s*,\\s*TW-[A-Z0-9]{2,6}-[0-9]{3})*)"
                            + "(?:\\s+because\\s+(\\S.*))?");

    static List<SuppressionComment> of(SourceFile source) {
        List<SuppressionComment> comments = new ArrayList<>();
        if (!source.text().contains("tagwerk:")) {
            return comments;
        }
        for (int line = 1; line <= source.lines(); line++) {
            String text = source.line(line);
            Matcher found = COMMENT.matcher(text);
            if (found.find()) {
                int start = source.lineStart(line);
                boolean alone = text.substring(0, found.start()).isBlank();
                boolean whole = found.group(1) != null;
                String reason = found.group(3) == null ? "" : found.group(3).strip();
                comments.add(
                        new SuppressionComment(
                                source,
                                List.of(found.group(2).split("\\s*,\\s*")),
                                reason,
                                whole ? 0 : alone ? below(source, line) : line,
                                new Span(start + found.start(), start + found.end())));
            }
        }
        return comments;
    }

    /** The next line that is more than a comment. */
    private static int below(SourceFile source, int line) {
        int below = line + 1;
        while (below < source.lines() && source.line(below).strip().startsWith("#")) {
            below++;
        }
        return below;
    }

    boolean covers(Finding finding) {
        return !reason.isEmpty()
                && finding.source() == source
                && rules.contains(finding.rule().id())
                && (line == 0 || finding.place().line() == line);
    }
}
