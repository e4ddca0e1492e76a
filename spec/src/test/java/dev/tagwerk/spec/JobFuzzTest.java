package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever a file says: a job, or problems at places that exist; never an exception. */
class JobFuzzTest {
    private static final List<String> PIECES =
            List.of(
                    "\n",
                    "\r",
                    "\r\n",
                    "\t",
                    " ",
                    "  ",
                    ":",
                    ": ",
                    "- ",
                    "#",
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    "\"",
                    "'",
                    "&a",
                    "*a",
                    "!",
                    "!!int",
                    "|",
                    ">",
                    "%",
                    "@",
                    "`",
                    "?",
                    "---",
                    "...",
                    "<<",
                    "~",
                    "\0",
                    "\u0085",
                    "\u2028",
                    "\uFEFF",
                    "é",
                    "\ud83c\udfb2",
                    "\ud800",
                    "${{",
                    "}}",
                    "${{ inputs.rate }}",
                    "inputs.",
                    "1e999",
                    ".nan",
                    "-0",
                    "null",
                    "true",
                    "kind: training",
                    "rank",
                    "9".repeat(500),
                    "[".repeat(40),
                    "x".repeat(300),
                    "\\",
                    "\\u",
                    "%YAML 1.1\n---\n",
                    "%TAG ! x\n");

    @Property(tries = 4000)
    void mutationsOfAValidFileNeverThrow(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int mutations) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(pick(Samples.VALID, random));
        for (int mutation = 0; mutation < mutations; mutation++) {
            mutate(text, random);
        }
        check(text.toString());
    }

    @Property(tries = 1000)
    void anyTextNeverThrows(@ForAll String text) {
        check(text);
    }

    @Property(tries = 1000)
    void anyPiecesNeverThrow(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int piece = random.nextInt(30); piece >= 0; piece--) {
            text.append(pick(PIECES, random));
        }
        check(text.toString());
    }

    private static void mutate(StringBuilder text, Random random) {
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + random.nextInt(12));
        switch (random.nextInt(6)) {
            case 0 -> text.delete(at, to);
            case 1 -> text.insert(at, text.substring(at, to));
            case 2 -> {
                int line = text.indexOf("\n", at);
                if (line >= 0) {
                    text.delete(at, line);
                }
            }
            case 3 -> text.setLength(at);
            default -> text.insert(at, pick(PIECES, random));
        }
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    private static void check(String text) {
        Parsed parsed =
                JobFile.parse(text, Samples.ORIGIN, Map.of("HOME", "/home/x"), Map.of("tag", "y"));
        if (parsed instanceof Parsed.Invalid invalid) {
            List<Integer> widths = widths(text);
            for (Problem problem : invalid.problems()) {
                assertThat(problem.line()).as(problem::toString).isBetween(1, widths.size());
                assertThat(problem.column())
                        .as(problem::toString)
                        .isBetween(1, widths.get(problem.line() - 1) + 1);
                assertThat(problem.message()).isNotBlank();
                assertThat(problem.toString().chars().noneMatch(Character::isISOControl))
                        .as(problem::toString)
                        .isTrue();
            }
        }
    }

    /** Characters per line; a line ends where YAML 1.2 says. */
    private static List<Integer> widths(String text) {
        return List.of(text.split("\r\n|\r|\n", -1)).stream()
                .map(line -> line.codePointCount(0, line.length()))
                .toList();
    }
}
