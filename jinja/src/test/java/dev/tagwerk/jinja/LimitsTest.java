package dev.tagwerk.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates that would take all time or memory end in a message. */
class LimitsTest {
    private static final String SEVEN_LOOPS =
            "{% for a in r %}".repeat(7) + "{{ a }}" + "{% endfor %}".repeat(7);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ 'x' * 999999999999 }}",
                "{{ [1] * 99999999 }}",
                "{{ range(99999999) }}",
                "{% set ns = namespace(x='x') %}{% for i in r %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
                "{% set ns = namespace(x='x') %}{% for i in r %}{% set ns.x = ns.x.replace('x', 'xxxxxxxxx') %}{% endfor %}",
                "{% set ns = namespace(x=[1]) %}{% for i in r %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
                "{% set ns = namespace(x=[]) %}{% for i in r %}{% for i in r %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{% endfor %}{{ ns.x }}",
                "{% set ns = namespace(x=[]) %}{% for i in r %}{% for i in r %}{% set ns.x = [ns.x] %}{% endfor %}{% endfor %}{{ ns.x | tojson }}",
                "{% set ns = namespace(x=[], y=[]) %}{% for i in r %}{% set ns.x = [ns.x, ns.x] %}{% set ns.y = [ns.y, ns.y] %}{% endfor %}{{ ns.x == ns.y }}",
                "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
                "{% macro m(n) %}{% for i in r %}{{ m(n) }}{% endfor %}{% endmacro %}{{ m(1) }}",
                "{% for i in r %}{% for i in r %}{% for i in r %}{{ ('x' * 1000) | indent(90) }}{% endfor %}{% endfor %}{% endfor %}",
                "{{ ('\\n' * 1000000) | indent(100, true, true) }}",
                "{{ ('a,' * 1000000).split(',') | join('----------') }}",
                "{{ r | map('string') | join('x' * 1000000) }}",
                "{{ ('x' * 3000000).replace('', 'yyyyyyyyyyyyyy') }}",
                "{% set ns = namespace(l=[]) %}{% for i in r %}{% for j in r %}{% set ns.l = ns.l + ['x' * 4000000 ~ j] %}{% endfor %}{% endfor %}",
                "{% set ns = namespace(n=2) %}{% for i in r %}{% set ns.n = ns.n ** 9 %}{% endfor %}",
                "{{ [[3, 1] * 50000, [3, 1] * 50000] | unique | list | length }}{{ (range(90000) | list) | unique | list | length }}",
            })
    void areKept(String template) {
        assertEnds(template);
    }

    @Test
    void alsoByLoopsInLoopsAndByDepth() {
        assertEnds(SEVEN_LOOPS);
        assertEnds("{{ " + "(".repeat(5_000) + "1" + ")".repeat(5_000) + " }}");
        assertEnds("{{ " + "[".repeat(5_000));
        assertEnds("{{ " + "-".repeat(5_000) + "1 }}");
        assertEnds("{{ " + "not ".repeat(5_000) + "1 }}");
        assertEnds("{{ 1" + " + 1".repeat(5_000) + " }}");
        assertEnds("{{ x" + ".x".repeat(5_000) + " }}");
        assertEnds("{{ x" + " | list".repeat(5_000) + " }}");
        assertEnds("{{ 1" + " if 1 else 1".repeat(5_000) + " }}");
        assertEnds("{{ 1" + " if 1".repeat(5_000) + " }}");
        assertEnds("{% if 1 %}".repeat(5_000));
        assertEnds("{% set " + "(".repeat(5_000));
        assertEnds("x".repeat(2 << 20));
    }

    @Test
    void theClockEndsWhatCostsTimeAndNoSteps() {
        long[] now = {0};
        Work work =
                new Work(
                        new Limits(Long.MAX_VALUE, 100, 100, Duration.ofSeconds(1)),
                        () -> now[0] += 300_000_000L);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 100_000; i++) {
                                work.spend(1);
                            }
                        })
                .isInstanceOf(Fault.class)
                .hasMessageContaining("within 1 s");
    }

    @Test
    void whatIsWithinThemIsRendered() {
        String text = "long ".repeat(200_000);
        Rendering rendering =
                Template.parse("{{ t | trim }}{{ t.split('g ') | length }}")
                        .render(Map.of("t", text), Clock.systemUTC(), Limits.defaults());
        assertThat(rendering.text()).isEqualTo(text.strip() + "200001");
    }

    private static void assertEnds(String template) {
        long start = System.nanoTime();
        assertThatThrownBy(
                        () ->
                                Template.parse(template)
                                        .render(
                                                Map.of("r", java.util.Collections.nCopies(60, "r")),
                                                Clock.systemUTC(),
                                                Limits.defaults()))
                .isInstanceOf(TemplateException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }
}
