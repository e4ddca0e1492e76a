package dev.tagwerk.preflight;

import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a rule says of itself.
 *
 * @param id stable, such as {@code TW-ACA-003}
 * @param title the pitfall in a few words
 * @param severity of a finding that is sure
 * @param pitfalls the numbers of the pitfalls that it catches; may be empty
 * @param why what happens, and what it costs
 * @param write what to write instead, in general
 * @param source where this is known from
 * @param checked when that was last looked up
 * @param good files that it is silent about
 * @param bad files that it speaks about
 * @param fixes whether its findings can be mended mechanically
 */
public record Rule(
        String id,
        String title,
        Severity severity,
        List<String> pitfalls,
        String why,
        String write,
        List<String> source,
        LocalDate checked,
        Example good,
        Example bad,
        boolean fixes) {
    private static final Pattern ID = Pattern.compile("TW-[A-Z0-9]{2,6}-[0-9]{3}");

    public Rule {
        pitfalls = List.copyOf(pitfalls);
        source = List.copyOf(source);
        if (!ID.matcher(id).matches()) {
            throw new PreflightException("rule: the id '" + id + "' is not like TW-ACA-003");
        }
        if (title.isBlank() || why.isBlank() || write.isBlank() || source.isEmpty()) {
            throw new PreflightException(id + ": title, why, write and source are all said");
        }
    }
}
