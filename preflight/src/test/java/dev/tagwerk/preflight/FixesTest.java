package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixesTest {
    private static Finding finding(SourceFile source, Edit... edits) {
        return new Finding(
                RuleTexts.of("TW-CMD-001"),
                Severity.ERROR,
                source,
                Span.START,
                "",
                "what",
                "",
                Arrays.asList(edits));
    }

    private static Edit edit(SourceFile source, String old, String replacement) {
        int start = source.text().indexOf(old);
        return new Edit(source, new Span(start, start + old.length()), replacement);
    }

    @Test
    void editsAreAppliedAndShown() {
        SourceFile source = new SourceFile("f", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n");
        Fixes fixes =
                Fixes.of(
                        source,
                        List.of(
                                finding(source, edit(source, "b", "B\nBB")),
                                finding(source, edit(source, "k\n", ""))));
        assertThat(fixes.text()).isEqualTo("a\nB\nBB\nc\nd\ne\nf\ng\nh\ni\nj\nl\n");
        assertThat(fixes.diff())
                .isEqualTo(
                        """
                        --- f
                        +++ f
                        @@ -1,5 +1,6 @@
                         a
                        -b
                        +B
                        +BB
                         c
                         d
                         e
                        @@ -8,5 +9,4 @@
                         h
                         i
                         j
                        -k
                         l
                        """);
    }

    @Test
    void neighboursShareAHunk() {
        SourceFile source = new SourceFile("f", "a\nb b\nc\nd\n");
        Fixes fixes =
                Fixes.of(
                        source,
                        List.of(
                                finding(source, edit(source, "b ", "x ")),
                                finding(source, edit(source, "d", "D"))));
        assertThat(fixes.diff())
                .isEqualTo("--- f\n+++ f\n@@ -1,4 +1,4 @@\n a\n-b b\n+x b\n c\n-d\n+D\n");
    }

    @Test
    void ofEditsThatOverlapTheFirstStands() {
        SourceFile source = new SourceFile("f", "abcdef");
        Fixes fixes =
                Fixes.of(
                        source,
                        List.of(
                                finding(source, edit(source, "abc", "1")),
                                finding(source, edit(source, "cde", "2")),
                                finding(source, edit(source, "f", "3"))));
        assertThat(fixes.text()).isEqualTo("1de3");
    }

    @Test
    void lineEndsStayAndOtherFilesAreLeftAlone() {
        SourceFile source = new SourceFile("f", "a\r\nb\r\n");
        SourceFile other = new SourceFile("g", "b");
        Fixes fixes =
                Fixes.of(
                        source,
                        List.of(
                                finding(source, edit(source, "a", "x\ny")),
                                finding(
                                        source,
                                        edit(source, "b", "no"),
                                        new Edit(other, new Span(0, 1), "no"))));
        assertThat(fixes.text()).isEqualTo("x\r\ny\r\nb\r\n");
    }
}
