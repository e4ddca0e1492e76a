package dev.tagwerk.preflight;

import dev.tagwerk.formats.SourceFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What can be mended of a file mechanically.
 *
 * @param edits in the order of the file; none overlaps another
 */
public record Fixes(SourceFile source, List<Edit> edits) {
    public Fixes {
        edits = List.copyOf(edits);
    }

    /** Edits of the file itself; of edits that overlap the first one stands. */
    public static Fixes of(SourceFile source, List<Finding> findings) {
        List<Edit> wanted =
                findings.stream()
                        .filter(finding -> sound(finding, source))
                        .flatMap(finding -> finding.edits().stream())
                        .distinct()
                        .sorted(
                                Comparator.comparingInt((Edit edit) -> edit.span().start())
                                        .thenComparingInt(edit -> edit.span().end()))
                        .toList();
        List<Edit> edits = new ArrayList<>();
        int end = -1;
        for (Edit edit : wanted) {
            if (edit.span().start() > end) {
                edits.add(edit);
                end = edit.span().end();
            }
        }
        return new Fixes(source, edits);
    }

    /** A finding is mended as a whole or not at all: not where it would edit what lies beside. */
    private static boolean sound(Finding finding, SourceFile source) {
        return finding.edits().stream()
                .allMatch(
                        edit ->
                                edit.source() == source
                                        && edit.span().end() <= source.text().length());
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** The text with all edits; line ends of the file stay what they are. */
    public String text() {
        return replaced(0, source.text().length());
    }

    /** A stretch of the text, with the edits that lie in it. */
    private String replaced(int from, int to) {
        StringBuilder text = new StringBuilder();
        int at = from;
        for (Edit edit : edits) {
            if (edit.span().start() >= from && edit.span().end() <= to && within(edit, to)) {
                text.append(source.text(), at, edit.span().start()).append(breaks(edit));
                at = edit.span().end();
            }
        }
        return text.append(source.text(), at, to).toString();
    }

    /** An insertion at the end of a stretch belongs to the next one, unless there is none. */
    private boolean within(Edit edit, int to) {
        return edit.span().start() < to || to == source.text().length();
    }

    private String breaks(Edit edit) {
        boolean windows = source.text().contains("\r\n");
        return windows
                ? edit.replacement().replace("\r\n", "\n").replace("\n", "\r\n")
                : edit.replacement();
    }

    /** As {@code diff -u} writes it, with stars for secrets. */
    public String diff() {
        StringBuilder diff = new StringBuilder();
        diff.append("--- ").append(source.name()).append('\n');
        diff.append("+++ ").append(source.name()).append('\n');
        List<Block> blocks = blocks();
        int delta = 0;
        for (int index = 0; index < blocks.size(); ) {
            int last = index;
            while (last + 1 < blocks.size()
                    && blocks.get(last + 1).first() - blocks.get(last).last()
                            <= 2 * Block.CONTEXT) {
                last++;
            }
            delta += hunk(diff, blocks.subList(index, last + 1), delta);
            index = last + 1;
        }
        SecretMask mask = SecretMask.of(source);
        return diff.toString()
                .lines()
                .map(line -> mask.masked(line) + "\n")
                .collect(Collectors.joining());
    }

    /** Lines that change together. */
    private record Block(int first, int last, List<String> changed) {
        static final int CONTEXT = 3;
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        int lines = lines();
        for (int index = 0; index < edits.size(); index++) {
            int first = line(edits.get(index).span().start());
            int last = Math.max(first, lastLine(edits.get(index)));
            while (index + 1 < edits.size()
                    && line(edits.get(index + 1).span().start()) <= last + 1) {
                index++;
                last = Math.max(last, lastLine(edits.get(index)));
            }
            first = Math.min(first, lines);
            last = Math.min(last, lines);
            String changed = replaced(source.lineStart(first), end(last));
            blocks.add(new Block(first, last, changed.lines().toList()));
        }
        return blocks;
    }

    /** How many lines there are, without the empty one behind a last line break. */
    private int lines() {
        boolean open = source.lines() > 1 && source.line(source.lines()).isEmpty();
        return open ? source.lines() - 1 : source.lines();
    }

    private int line(int index) {
        return source.place(index).line();
    }

    private int lastLine(Edit edit) {
        return line(Math.max(edit.span().start(), edit.span().end() - 1));
    }

    private int end(int line) {
        return line < lines() ? source.lineStart(line + 1) : source.text().length();
    }

    /** Writes a hunk and returns by how many lines it makes the file longer. */
    private int hunk(StringBuilder diff, List<Block> blocks, int delta) {
        int from = Math.max(1, blocks.getFirst().first() - Block.CONTEXT);
        int to = Math.min(lines(), blocks.getLast().last() + Block.CONTEXT);
        int added = 0;
        StringBuilder body = new StringBuilder();
        int line = from;
        for (Block block : blocks) {
            for (; line < block.first(); line++) {
                body.append(' ').append(source.line(line)).append('\n');
            }
            for (; line <= block.last(); line++) {
                body.append('-').append(source.line(line)).append('\n');
            }
            block.changed().forEach(text -> body.append('+').append(text).append('\n'));
            added += block.changed().size() - (block.last() - block.first() + 1);
        }
        for (; line <= to; line++) {
            body.append(' ').append(source.line(line)).append('\n');
        }
        int old = to - from + 1;
        diff.append("@@ -").append(from).append(',').append(old);
        diff.append(" +").append(from + delta).append(',').append(old + added).append(" @@\n");
        diff.append(body);
        return added;
    }
}
