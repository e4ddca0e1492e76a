package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import org.junit.jupiter.api.Test;

class SnippetTest {
    private static Snippet of(String text, String wanted) {
        int start = text.indexOf(wanted);
        return Snippet.of(new SourceFile("f", text), new Span(start, start + wanted.length()));
    }

    @Test
    void theCaretStandsUnderWhatIsMeant() {
        assertThat(of("a: b\nkey: value\n", "value")).isEqualTo(new Snippet("key: value", 5, 5));
        assertThat(of("\tk: v", "v")).isEqualTo(new Snippet("    k: v", 7, 1));
        assertThat(of("k: 鍵 v", "v")).isEqualTo(new Snippet("k: 鍵 v", 6, 1));
        assertThat(of("k: \033[0m v", "v")).isEqualTo(new Snippet("k: \\u001b[0m v", 13, 1));
    }

    @Test
    void aSpanOverSeveralLinesEndsWithItsFirst() {
        assertThat(of("a: |\n  x\n  y\nb", "|\n  x\n  y")).isEqualTo(new Snippet("a: |", 3, 1));
        assertThat(of("a", "")).isEqualTo(new Snippet("a", 0, 1));
    }

    @Test
    void aSecretIsShownAsStars() {
        String line = "value: hf_0123456789abcdef # x";
        SourceFile source = new SourceFile("f", line);
        assertThat(Snippet.masked(source, new Span(0, 5), SecretMask.of(source)))
                .isEqualTo(new Snippet("value: ******************* # x", 0, 5));
    }

    @Test
    void ofALongLineThePartAroundItIsShown() {
        Snippet snippet = of("x".repeat(5000) + "HERE" + "y".repeat(5000), "HERE");
        assertThat(snippet.line()).startsWith("…x").endsWith("y…").hasSizeLessThan(130);
        assertThat(snippet.line().substring(snippet.before(), snippet.before() + 4))
                .isEqualTo("HERE");
        assertThat(snippet.width()).isEqualTo(4);
        Snippet end = of("HERE" + "y".repeat(1_000_000), "HERE");
        assertThat(end.line()).startsWith("HEREy").endsWith("y…");
    }
}
