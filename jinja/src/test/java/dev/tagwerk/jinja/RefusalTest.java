package dev.tagwerk.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not known is named, with its place. */
class RefusalTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            textBlock =
                    """
                    {% include 'x' %}§ line 1, column 4: the tag `include` is not known to this version
                    {% call m() %}{% endcall %}§ the tag `call` is not known
                    {{ x | escape }}§ line 1, column 8: the filter `escape` is not known
                    {{ x is escaped }}§ line 1, column 9: the test `escaped` is not known
                    {{ 'a'.zfill(3) }}§ line 1, column 7: the method `zfill` of text is not known
                    {{ '%d' % 3 }}§ line 1, column 9: formatting text with `%` is not known
                    {{ f(**x) }}§ arguments spread by `**` are not known
                    {{ x[1, 2] }}§ several indexes at once are not known
                    {{ 0x10 }}§ begins with 0 is not known
                    {{ '\\N{DIGIT ONE}' }}§ characters by name (\\N{…}) are not known
                    {% for x in y recursive %}{% endfor %}§ recursive loops are not known
                    {% if x %}§ expected `{% elif %}`, not the end of the template
                    {% endif %}§ `endif` closes nothing here
                    {{ x.y }}§ line 1, column 5: `x` is undefined
                    {{ x() }}§ `x` is undefined
                    {{ 'a' + 1 }}§ line 1, column 8: `+` does not go with a str and a int
                    {{ 'a'.strip('b', 'c') }}§ `strip` takes at most 1, not 2
                    {{ 'a' | trim(x=1) }}§ the filter `trim` does not know the argument `x`
                    {{ strftime_now('%Q') }}§ the directive `%Q` of strftime_now is not known
                    """)
    void byNameAndPlace(String template, String message) {
        assertThatThrownBy(() -> render(template))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(message);
    }

    @Test
    void placesCountLinesAndColumns() {
        assertThatThrownBy(() -> render("one\r\n{# two\n #}\n   {{ ok }}{{ 1 +\n  nosuch.x }}"))
                .hasMessageStartingWith("line 5, column 9: `nosuch` is undefined");
    }

    @Test
    void whatTheTemplateItselfRefusesIsToldApart() {
        TemplateException raised =
                catchThrowableOfType(
                        TemplateException.class,
                        () -> render("{{ raise_exception('roles must alternate') }}"));
        assertThat(raised.raised()).isTrue();
        assertThat(raised.reason()).isEqualTo("roles must alternate");
        assertThat(raised).hasMessage("line 1, column 19: roles must alternate");
        TemplateException failed =
                catchThrowableOfType(TemplateException.class, () -> render("{{ 1 / 0 }}"));
        assertThat(failed.raised()).isFalse();
    }

    @Test
    void messagesCannotRewriteTheTerminal() {
        assertThatThrownBy(() -> render("{{ x['\u001b[31m'].y }}" + "{{ '\u001b' | nosuch }}"))
                .message()
                .doesNotContain("\u001b");
    }

    private static Rendering render(String template) {
        return Template.parse(template)
                .render(Map.of("ok", List.of(1)), Clock.systemUTC(), Limits.defaults());
    }
}
