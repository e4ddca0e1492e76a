package dev.tagwerk.jinja;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whatever is written in a template ends in text or in a {@link TemplateException}. More tries:
 * {@code -Djqwik.tries.default=1000000}.
 */
class TemplateFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);
    private static final Limits SMALL = new Limits(20_000, 20_000, 100, Duration.ofSeconds(2));

    private static final Map<String, Object> VARIABLES =
            Map.of(
                    "messages",
                    List.of(
                            Map.of("role", "user", "content", "hé 😀 {{ x }}"),
                            Map.of("role", "assistant", "content", "")),
                    "bos_token",
                    "<s>",
                    "n",
                    3,
                    "f",
                    -0.5,
                    "t",
                    true);

    private static final List<String> PIECES =
            List.of(
                    "{{",
                    "}}",
                    "{%",
                    "%}",
                    "{%-",
                    "-%}",
                    "{#",
                    "#}",
                    "-}}",
                    "{{-",
                    "{%+",
                    "+%}",
                    " ",
                    "\n",
                    "\t",
                    "é😀",
                    "if ",
                    "elif ",
                    "else",
                    "endif",
                    "for ",
                    " in ",
                    "endfor",
                    "set ",
                    "endset",
                    "macro ",
                    "endmacro",
                    "filter ",
                    "endfilter",
                    "generation",
                    "endgeneration",
                    "raw",
                    "endraw",
                    "break",
                    "continue",
                    " not ",
                    " and ",
                    " or ",
                    " is ",
                    "defined",
                    "string",
                    "none",
                    "true",
                    "messages",
                    "message",
                    "m",
                    "n",
                    "f",
                    "t",
                    "bos_token",
                    "loop",
                    ".role",
                    ".content",
                    "['content']",
                    ".index0",
                    ".x",
                    "[0]",
                    "[-1]",
                    "[::-1]",
                    "[1:]",
                    "(",
                    ")",
                    "[",
                    "]",
                    "{",
                    "}",
                    ",",
                    ":",
                    "|",
                    "~",
                    "+",
                    "-",
                    "*",
                    "**",
                    "/",
                    "//",
                    "%",
                    "==",
                    "!=",
                    "<",
                    ">=",
                    "=",
                    "'a'",
                    "\"b\\n\"",
                    "'",
                    "\"",
                    "\\",
                    "1",
                    "2.5",
                    "-1",
                    "9223372036854775807",
                    "namespace(",
                    "range(",
                    "dict(",
                    "raise_exception(",
                    "strftime_now('%d')",
                    "trim",
                    "length",
                    "upper",
                    "tojson",
                    "join",
                    "map(",
                    "select(",
                    "default(",
                    "replace(",
                    "list",
                    "first",
                    "items",
                    "sort",
                    ".split(",
                    ".strip(",
                    ".items()",
                    ".get(",
                    ".replace(",
                    ".format(",
                    "__class__");

    private static final List<String> VALUES =
            List.of(
                    "messages",
                    "messages[0]",
                    "messages[-1].content",
                    "bos_token",
                    "n",
                    "f",
                    "t",
                    "none",
                    "missing",
                    "[]",
                    "[1, 'a', none]",
                    "{'a': [1]}",
                    "''",
                    "'hé 😀'",
                    "-1",
                    "0",
                    "1.5",
                    "ns",
                    "range(3)",
                    "(1, 2)",
                    "namespace");
    private static final List<String> POSTFIXES =
            List.of(
                    "",
                    "",
                    " | length",
                    " | upper",
                    " | tojson",
                    " | tojson(indent=2)",
                    " | list",
                    " | first",
                    " | last",
                    " | join('-')",
                    " | sort",
                    " | reverse",
                    " | unique",
                    " | sum",
                    " | int",
                    " | float",
                    " | round",
                    " | abs",
                    " | items",
                    " | dictsort",
                    " | map('upper')",
                    " | map(attribute='role')",
                    " | select('string')",
                    " | selectattr('role', 'equalto', 'user')",
                    " | trim",
                    " | title",
                    " | capitalize",
                    " | indent",
                    " | default('d')",
                    " | replace('a', 'bb')",
                    " | string",
                    ".x",
                    "['x']",
                    "[0]",
                    "[-1]",
                    "[1:]",
                    "[::-1]",
                    "[:n]",
                    "()",
                    ".items()",
                    ".split()",
                    ".split('a')",
                    ".strip()",
                    ".upper()",
                    ".get('role')",
                    ".replace('', '-')",
                    " is string",
                    " is mapping",
                    " is iterable",
                    " is odd",
                    " is divisibleby 2",
                    " is in [1]",
                    " is not none");
    private static final List<String> OPERATORS =
            List.of(
                    " + ",
                    " - ",
                    " * ",
                    " / ",
                    " // ",
                    " % ",
                    " ** ",
                    " ~ ",
                    " == ",
                    " != ",
                    " < ",
                    " <= ",
                    " in ",
                    " not in ",
                    " and ",
                    " or ",
                    " if t else ");

    @Property(tries = 400)
    void piecesInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 10 * ROUNDS; round++) {
            StringBuilder source = new StringBuilder();
            int count = 1 + random.nextInt(40);
            for (int i = 0; i < count; i++) {
                source.append(any(PIECES, random));
            }
            check(source.toString());
        }
    }

    @Property(tries = 300)
    void expressionsInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 10 * ROUNDS; round++) {
            String expression = operand(random) + any(OPERATORS, random) + operand(random);
            check("{% set ns = namespace(x=1) %}{{ " + expression + " }}");
            check("{% for m in " + expression + " %}{{ loop.index ~ m }}{% endfor %}");
            check("{% if " + expression + " %}a{% else %}b{% endif %}");
        }
    }

    @Property(tries = 1_000)
    void anyCharacters(@ForAll String text) {
        check(text);
        check("{{ " + text + " }}");
        check("{% " + text + " %}");
        check("{{ '" + text + "' }}");
    }

    private static String operand(Random random) {
        return any(VALUES, random) + any(POSTFIXES, random) + any(POSTFIXES, random);
    }

    private static String any(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }

    private static void check(String source) {
        long start = System.nanoTime();
        try {
            Template template = Template.parse(source);
            String text =
                    template.render(VARIABLES, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), SMALL)
                            .text();
            assertThat(text.length()).isLessThanOrEqualTo(SMALL.characters());
        } catch (TemplateException expected) {
            assertThat(expected).hasMessageStartingWith("line ");
        }
        assertThat(System.nanoTime() - start).isLessThan(4_000_000_000L);
    }
}
