package dev.tagwerk.data;

import java.util.List;

/** An example as people see it: what is learnt is coloured, or stands in brackets. */
final class ExampleText {
    private static final int PIECE = 1_200;
    private static final String LEARNT = "\u001b[1;32m";
    private static final String PLAIN = "\u001b[0m";

    private ExampleText() {}

    static List<String> lines(CheckReport.Example example, boolean colour) {
        StringBuilder text = new StringBuilder();
        for (CheckReport.Piece piece : example.pieces()) {
            text.append(piece.learnt() ? colour ? LEARNT : "⟦" : "");
            text.append(shortened(piece.text()));
            text.append(piece.learnt() ? colour ? PLAIN : "⟧" : "");
        }
        return text.toString().lines().toList();
    }

    /** Line breaks stay, other control characters are shown; long parts lose their middle. */
    private static String shortened(String text) {
        StringBuilder shown = new StringBuilder();
        int cut = text.length() > PIECE ? text.length() - PIECE : 0;
        for (int i = 0; i < text.length(); ) {
            if (cut > 0 && i >= PIECE / 2 && i < PIECE / 2 + cut) {
                shown.append("\n… (").append(Words.counted(cut, "character")).append(") …\n");
                i = PIECE / 2 + cut;
                continue;
            }
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '\n' || c == '\t') {
                shown.append((char) c);
            } else {
                Words.appendVisible(shown, c);
            }
        }
        return shown.toString();
    }
}
