package dev.tagwerk.cli;

import java.util.ArrayList;
import java.util.List;

/** A plan on a terminal. */
final class PlanText {
    private static final int WIDTH = 100;

    private PlanText() {}

    static List<String> lines(PlanSheet sheet) {
        List<String> lines = new ArrayList<>();
        lines.add(sheet.title());
        for (String sentence : sheet.summary()) {
            lines.add("");
            wrap(lines, sentence, "");
        }
        for (PlanSheet.Section section : sheet.sections()) {
            lines.add("");
            lines.add(section.heading());
            section.blocks().forEach(block -> put(lines, block));
        }
        // names come from files and may hold what moves a terminal's cursor
        lines.replaceAll(line -> line.replaceAll("\\p{Cntrl}", "\uFFFD").stripTrailing());
        return lines;
    }

    private static void put(List<String> lines, PlanSheet.Block block) {
        switch (block) {
            case PlanSheet.Words words -> wrap(lines, words.text(), "  ");
            case PlanSheet.Facts facts ->
                    facts.facts().forEach((name, value) -> wrap(lines, name + ": " + value, "  "));
            case PlanSheet.Table table -> table(lines, table.head(), table.rows());
            case PlanSheet.Costs costs -> {
                List<List<String>> rows = new ArrayList<>();
                for (PlanSheet.Cost cost : costs.rows()) {
                    List<String> row = new ArrayList<>();
                    row.add(cost.name());
                    row.addAll(cost.cells());
                    row.add(cost.how());
                    rows.add(row);
                }
                List<String> head = new ArrayList<>(costs.head());
                head.add("");
                table(lines, head, rows);
            }
        }
    }

    /** Columns side by side, the last one as wide as it is; where they are too wide, in turn. */
    private static void table(List<String> lines, List<String> head, List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>();
        all.add(head);
        all.addAll(rows);
        int[] widths = new int[head.size()];
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        int before = 2;
        for (int i = 0; i < widths.length - 1; i++) {
            before += widths[i] + 2;
        }
        if (before > WIDTH) {
            for (List<String> row : rows) {
                wrap(lines, row.getFirst(), "  ");
                for (int i = 1; i < row.size(); i++) {
                    wrap(lines, head.get(i) + ": " + row.get(i), "    ");
                }
            }
            return;
        }
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i));
                if (i < widths.length - 1) {
                    line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
                }
            }
            lines.add(line.toString().replace('\n', ' '));
        }
    }

    private static void wrap(List<String> lines, String text, String indent) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split("\\s+")) {
            boolean first = line.length() == indent.length();
            if (!first && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(indent);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
        }
        lines.add(line.toString());
    }
}
