package dev.tagwerk.preflight;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A pitfall, and what catches it.
 *
 * @param number such as {@code P01}
 * @param title in a few words
 * @param rules the ids of the rules that catch it
 * @param otherwise why no rule can see it, or what else does; empty where a rule can
 */
public record Coverage(String number, String title, List<String> rules, String otherwise) {
    public Coverage {
        rules = List.copyOf(rules);
    }

    /** Every pitfall, in order. */
    public static List<Coverage> all() {
        List<Rule> book = RuleBook.rules();
        return lines().stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(line -> line.split("\t", -1))
                .map(
                        cells ->
                                new Coverage(
                                        cells[0],
                                        cells[1],
                                        book.stream()
                                                .filter(rule -> rule.pitfalls().contains(cells[0]))
                                                .map(Rule::id)
                                                .toList(),
                                        cells[2]))
                .toList();
    }

    private static List<String> lines() {
        try (InputStream in = Coverage.class.getResourceAsStream("pitfalls.tsv")) {
            if (in == null) {
                throw new PreflightException("there is no table pitfalls.tsv");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException fault) {
            throw new PreflightException("pitfalls.tsv: " + fault.getMessage());
        }
    }
}
