package dev.tagwerk.cli;

import dev.tagwerk.evaluate.HtmlReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A plan as a page that stands alone. */
final class PlanPage {
    private PlanPage() {}

    /** What the page says of itself, so that it is known again; the job's name is in it. */
    static String generator(String job) {
        return "tagwerk plan " + job;
    }

    static HtmlReport of(PlanSheet sheet, String job) {
        HtmlReport page = HtmlReport.titled(sheet.title()).generator(generator(job));
        sheet.summary().forEach(page::lead);
        for (PlanSheet.Section section : sheet.sections()) {
            page.heading(section.heading());
            section.blocks().forEach(block -> put(page, block));
        }
        return page;
    }

    private static void put(HtmlReport page, PlanSheet.Block block) {
        switch (block) {
            case PlanSheet.Words words -> page.paragraph(words.text());
            case PlanSheet.Facts facts -> page.facts(facts.facts());
            case PlanSheet.Table table -> page.words(table.head(), table.rows());
            case PlanSheet.Costs costs -> put(page, costs);
        }
    }

    private static void put(HtmlReport page, PlanSheet.Costs costs) {
        List<List<String>> rows = new ArrayList<>();
        List<Optional<HtmlReport.Span>> spans = new ArrayList<>();
        for (PlanSheet.Cost cost : costs.rows()) {
            List<String> row = new ArrayList<>();
            row.add(cost.how().isEmpty() ? cost.name() : cost.name() + "\n" + cost.how());
            row.addAll(cost.cells());
            rows.add(row);
            spans.add(
                    cost.range()
                            .map(
                                    range ->
                                            new HtmlReport.Span(
                                                    number(range.get(0)),
                                                    number(range.get(1)),
                                                    number(range.get(2)))));
        }
        page.spans(costs.head(), rows, spans);
    }

    private static double number(BigDecimal amount) {
        return amount.doubleValue();
    }
}
