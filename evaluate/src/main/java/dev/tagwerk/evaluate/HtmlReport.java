package dev.tagwerk.evaluate;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Builds a page that stands alone: no script, no other file, no network; prints well, light and
 * dark. All text given is escaped. Not thread-safe.
 */
public final class HtmlReport {
    private static final String STYLE =
            """
            :root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;--paper:#fff;--panel:#f6f8fa;
            --c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;--c4:#8a6d00;--c5:#56b4e9}
            @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--rule:#30363d;--paper:#0d1117;--panel:#161b22;
            --c0:#56b4e9;--c1:#ff8c42;--c2:#3fcf9f;--c3:#e9a3cc;--c4:#f0e442;--c5:#8ab4ff}}
            @media print{:root{--ink:#000;--soft:#333;--rule:#bbb;--paper:#fff;--panel:#fff;
            --c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;--c4:#8a6d00;--c5:#56b4e9}
            @page{size:A4;margin:14mm}body{max-width:none;padding:0;font-size:10.5pt}.scroll{overflow:visible}
            section,figure,table{break-inside:avoid}table.words{break-inside:auto}tr,dl{break-inside:avoid}
            h2{break-after:avoid}}
            body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);
            font:16px/1.5 system-ui,sans-serif}
            h1,h2,p{overflow-wrap:anywhere}h1{font-size:1.6rem;margin:.2rem 0 .6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
            p.note,figcaption{color:var(--soft);font-size:.9rem}
            .scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.4rem 0}
            th,td{padding:.3rem .7rem;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap;
            font-variant-numeric:tabular-nums}
            th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid var(--rule)}
            table.words,table.spans{width:100%}table.words th,table.words td{text-align:left;vertical-align:top}
            table.words td,table.spans td:first-child{white-space:pre-line;overflow-wrap:anywhere}
            table.words td.short{white-space:nowrap}table.words th,table.words td{padding:.3rem .7rem .3rem 0}
            table.spans th,table.spans td{padding:.3rem 0 .3rem .7rem;vertical-align:top}
            table.spans th:first-child,table.spans td:first-child{padding-left:0}
            table.spans tbody tr:last-child td{font-weight:600;border-top:2px solid var(--rule)}
            td small{display:block;color:var(--soft);font-weight:400;font-size:.85em}
            svg.span{width:7rem;height:.8rem;vertical-align:middle}svg.span rect{fill:var(--rule);stroke:var(--soft)}
            svg.span line{stroke:var(--ink)}p.lead{font-size:1.05rem}
            dl{display:grid;grid-template-columns:fit-content(45%) 1fr;gap:.15rem 1rem;font-size:.9rem}
            dt{color:var(--soft);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}
            pre{background:var(--panel);border:1px solid var(--rule);border-radius:4px;padding:.6rem;overflow-x:auto}
            figure{margin:.8rem 0}svg.plot{width:100%;height:auto;max-height:26rem}
            .plot text{fill:var(--ink);font:12px system-ui,sans-serif}.plot .tick{fill:var(--soft);font-size:11px}
            .plot .middle{text-anchor:middle}.plot .end{text-anchor:end}
            .plot .grid{stroke:var(--rule);stroke-width:.6}.plot .axis{stroke:var(--soft)}
            .plot .diagonal{stroke:var(--soft);stroke-dasharray:4 4}
            .plot .line{fill:none;stroke-width:1.8}.plot .fill{fill-opacity:.85}
            .plot .s0{fill:var(--c0);stroke:var(--c0)}.plot .s1{fill:var(--c1);stroke:var(--c1)}
            .plot .s2{fill:var(--c2);stroke:var(--c2)}.plot .s3{fill:var(--c3);stroke:var(--c3)}
            .plot .s4{fill:var(--c4);stroke:var(--c4)}.plot .s5{fill:var(--c5);stroke:var(--c5)}
            .plot .line.s0,.plot .line.s1,.plot .line.s2,.plot .line.s3,.plot .line.s4,.plot .line.s5{fill:none}
            """;

    /** Cells of so few characters are not broken in a table of texts. */
    private static final int SHORT = 14;

    private final String title;
    private String generator = "";
    private final StringBuilder body = new StringBuilder();

    private HtmlReport(String title) {
        this.title = title;
    }

    /** An empty page. */
    public static HtmlReport titled(String title) {
        return new HtmlReport(title);
    }

    /** What wrote the page, as its head says it. */
    public HtmlReport generator(String name) {
        generator = "<meta name=\"generator\" content=\"" + Html.escape(name) + "\">\n";
        return this;
    }

    public HtmlReport heading(String text) {
        return element("h2", "", text);
    }

    public HtmlReport paragraph(String text) {
        return element("p", "", text);
    }

    /** A paragraph of more weight. */
    public HtmlReport lead(String text) {
        return element("p", " class=\"lead\"", text);
    }

    /** A paragraph of less weight. */
    public HtmlReport note(String text) {
        return element("p", " class=\"note\"", text);
    }

    /** Commands or other verbatim text. */
    public HtmlReport code(String text) {
        return element("pre", "", text);
    }

    /** Named facts, in the map's order. */
    public HtmlReport facts(Map<String, String> facts) {
        body.append("<dl>\n");
        facts.forEach(
                (name, value) ->
                        body.append("<dt>")
                                .append(Html.escape(name))
                                .append("</dt><dd>")
                                .append(Html.escape(value))
                                .append("</dd>\n"));
        body.append("</dl>\n");
        return this;
    }

    /** A table; the first column is left-aligned, the others are numbers. */
    public HtmlReport table(List<String> head, List<List<String>> rows) {
        return table("", head, rows);
    }

    /** A table of texts: all cells are left-aligned, and long ones wrap. */
    public HtmlReport words(List<String> head, List<List<String>> rows) {
        return table(" class=\"words\"", head, rows);
    }

    private HtmlReport table(String attributes, List<String> head, List<List<String>> rows) {
        body.append("<div class=\"scroll\"><table").append(attributes).append("><thead>");
        row("th scope=\"col\"", "th", head);
        body.append("</thead><tbody>\n");
        for (List<String> row : rows) {
            same(row, head);
            row("td", "td", row);
        }
        body.append("</tbody></table></div>\n");
        return this;
    }

    private static void same(List<String> row, List<String> head) {
        if (row.size() != head.size()) {
            throw new EvaluateException(
                    "a row has " + row.size() + " cells under " + head.size() + " columns");
        }
    }

    /** From where to where a number goes. */
    public record Span(double low, double middle, double high) {}

    /**
     * A table of numbers with a bar at the end of each row, all in one scale.
     *
     * @param rows whose first cells may have a second line, of less weight; the last row is the sum
     * @param spans one for each row; empty where nothing is known
     */
    public HtmlReport spans(
            List<String> head, List<List<String>> rows, List<Optional<Span>> spans) {
        double low =
                Math.min(
                        0,
                        spans.stream()
                                .flatMap(Optional::stream)
                                .mapToDouble(Span::low)
                                .min()
                                .orElse(0));
        double high =
                spans.stream().flatMap(Optional::stream).mapToDouble(Span::high).max().orElse(0);
        body.append("<div class=\"scroll\"><table class=\"spans\"><thead>");
        List<String> heads = new ArrayList<>(head);
        heads.add("");
        row("th scope=\"col\"", "th", heads);
        body.append("</thead><tbody>\n");
        for (int i = 0; i < rows.size(); i++) {
            same(rows.get(i), head);
            body.append("<tr>");
            for (String cell : rows.get(i)) {
                String[] lines = cell.split("\n", 2);
                body.append("<td>").append(Html.escape(lines[0]));
                if (lines.length > 1) {
                    body.append("<small>").append(Html.escape(lines[1])).append("</small>");
                }
                body.append("</td>");
            }
            body.append("<td>")
                    .append(spans.get(i).map(span -> bar(span, low, high)).orElse(""))
                    .append("</td></tr>\n");
        }
        body.append("</tbody></table></div>\n");
        return this;
    }

    private static String bar(Span span, double low, double high) {
        double scale = high > low ? 98 / (high - low) : 0;
        double from = 1 + (span.low() - low) * scale;
        double middle = 1 + (span.middle() - low) * scale;
        double to = 1 + (span.high() - low) * scale;
        return String.format(
                Locale.ROOT,
                "<svg class=\"span\" viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                        + "<rect x=\"%.2f\" y=\"3\" width=\"%.2f\" height=\"6\" stroke-width=\".5\"/>"
                        + "<line x1=\"%.2f\" x2=\"%.2f\" y1=\"0\" y2=\"12\" stroke-width=\"1.2\"/></svg>",
                Math.min(from, to),
                Math.max(0.3, Math.abs(to - from)),
                middle,
                middle);
    }

    private void row(String open, String close, List<String> cells) {
        body.append("<tr>");
        for (String cell : cells) {
            boolean brief = open.equals("td") && cell.length() <= SHORT;
            body.append('<').append(open).append(brief ? " class=\"short\">" : ">");
            body.append(Html.escape(cell)).append("</").append(close).append('>');
        }
        body.append("</tr>\n");
    }

    /** A plot with its title as heading and a caption below. */
    public HtmlReport plot(Plot plot, String caption) {
        body.append("<section><h2>")
                .append(Html.escape(plot.title()))
                .append("</h2>\n<figure>")
                .append(plot.svg())
                .append("\n<figcaption>")
                .append(Html.escape(caption))
                .append("</figcaption></figure></section>\n");
        return this;
    }

    private HtmlReport element(String tag, String attributes, String text) {
        body.append('<').append(tag).append(attributes).append('>');
        body.append(Html.escape(text)).append("</").append(tag).append(">\n");
        return this;
    }

    /** The whole page. */
    public String html() {
        String name = Html.escape(title);
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                + generator
                + "<title>"
                + name
                + "</title>\n<style>\n"
                + STYLE
                + "</style>\n</head>\n<body>\n<h1>"
                + name
                + "</h1>\n"
                + body
                + "</body>\n</html>\n";
    }

    /** Writes the page, whole or not at all. */
    public void write(Path file) {
        AtomicFile.write(file, html().getBytes(StandardCharsets.UTF_8));
    }
}
