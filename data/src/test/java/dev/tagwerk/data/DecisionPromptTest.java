package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DecisionPromptTest {
    @Test
    void followsTheFormatToTheLetter() {
        DecisionPrompt prompt =
                DecisionPrompt.render(
                        QuestionKind.SCORE,
                        " a state\n",
                        "\tHow good? ",
                        List.of(new Option("0", "bad\n  indeed "), new Option("1", "")));
        assertThat(prompt.text())
                .isEqualTo(
                        """
                        <state>
                        a state
                        </state>
                        <question type="score">
                        Rate the state against the ordered levels below (lowest first).
                        How good?
                        <options>
                        1. 0 — bad indeed
                        2. 1
                        </options>
                        </question>
                        <answer>""");
        assertThat(line(prompt, 0)).isEqualTo("1. 0 — bad indeed");
        assertThat(line(prompt, 1)).isEqualTo("2. 1");
    }

    @Property
    void everySpanIsOneWholeLine(@ForAll String state, @ForAll List<String> descriptions) {
        List<Option> options =
                descriptions.stream().map(description -> new Option("name", description)).toList();
        DecisionPrompt prompt = DecisionPrompt.render(QuestionKind.CHOICE, state, "i", options);
        assertThat(prompt.optionSpans()).hasSameSizeAs(options);
        for (int k = 0; k < options.size(); k++) {
            Span span = prompt.optionSpans().get(k);
            assertThat(line(prompt, k)).startsWith((k + 1) + ". name").doesNotContain("\n");
            assertThat(prompt.text().charAt(span.start() - 1)).isEqualTo('\n');
            assertThat(prompt.text().charAt(span.end())).isEqualTo('\n');
        }
        assertThat(prompt.text()).endsWith("</options>\n</question>\n<answer>");
    }

    @Test
    void whiteSpaceIsPythons() {
        // all c with chr(c).isspace(), by Python 3.11
        Set<Integer> expected =
                Set.of(
                        0x9, 0xa, 0xb, 0xc, 0xd, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680,
                        0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
                        0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000);
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            assertThat(Whitespace.is(c)).isEqualTo(expected.contains(c));
        }
    }

    private static String line(DecisionPrompt prompt, int k) {
        Span span = prompt.optionSpans().get(k);
        return prompt.text().substring(span.start(), span.end());
    }
}
