package dev.tagwerk.evaluate;

import java.util.List;
import java.util.Locale;

/** The frame of a plot: axes with round ticks, legend, and a place for marks. */
final class Canvas {
    static final int WIDTH = 640;
    static final int HEIGHT = 320;
    static final int LEFT = 58;
    static final int RIGHT = 14;
    static final int TOP = 34;
    static final int BOTTOM = 46;

    /** Dashes tell lines apart where colours cannot. */
    private static final String[] DASHES = {"", "7 4", "2 3", "9 3 2 3", "4 2", "1 2"};

    /** Series beyond these repeat colours; the legend still names them. */
    private static final int COLOURS = 6;

    private final StringBuilder svg = new StringBuilder();
    private final Axis x;
    private final Axis y;

    Canvas(String title, Axis x, Axis y) {
        this.x = x;
        this.y = y;
        svg.append("<svg class=\"plot\" role=\"img\" viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(HEIGHT)
                .append("\" aria-label=\"")
                .append(Html.escape(title))
                .append("\">\n");
        axes();
    }

    private void axes() {
        for (double tick : y.ticks()) {
            double at = y(tick);
            line("grid", LEFT, at, WIDTH - RIGHT, at);
            text("tick end", LEFT - 6, at + 4, y.label(tick));
        }
        for (double tick : x.ticks()) {
            double at = x(tick);
            line("grid", at, TOP, at, HEIGHT - BOTTOM);
            text("tick middle", at, HEIGHT - BOTTOM + 16, x.label(tick));
        }
        line("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
        line("axis", LEFT, TOP, LEFT, HEIGHT - BOTTOM);
        text("label middle", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, x.name());
        double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text class=\"label middle\" transform=\"translate(14 %.1f) rotate(-90)\">%s</text>%n",
                        middle,
                        Html.escape(y.name())));
    }

    double x(double value) {
        return LEFT + x.share(value) * (WIDTH - LEFT - RIGHT);
    }

    double y(double value) {
        return HEIGHT - BOTTOM - y.share(value) * (HEIGHT - TOP - BOTTOM);
    }

    static String colour(int series) {
        return "s" + series % COLOURS;
    }

    void legend(List<String> names) {
        double at = LEFT;
        for (int s = 0; s < names.size(); s++) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<rect class=\"fill %s\" x=\"%.1f\" y=\"10\" width=\"12\" height=\"12\"/>%n",
                            colour(s),
                            at));
            text("legend", at + 17, 20.5, names.get(s));
            at += 34 + 6.6 * names.get(s).length();
        }
    }

    void line(String kind, double x1, double y1, double x2, double y2) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                        kind,
                        x1,
                        y1,
                        x2,
                        y2));
    }

    void text(String kind, double atX, double atY, String text) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
                        kind,
                        atX,
                        atY,
                        Html.escape(text)));
    }

    void bar(int series, double atX, double width, double value, String hint) {
        double top = y(value);
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<rect class=\"fill %s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\""
                                + " height=\"%.2f\"><title>%s</title></rect>%n",
                        colour(series),
                        atX,
                        top,
                        width,
                        Math.max(0, HEIGHT - BOTTOM - top),
                        Html.escape(hint)));
    }

    void dot(int series, double valueX, double valueY, double radius, String hint) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<circle class=\"fill %s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"><title>%s</title></circle>%n",
                        colour(series),
                        x(valueX),
                        y(valueY),
                        radius,
                        Html.escape(hint)));
    }

    void path(int series, List<Plot.Point> points) {
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        for (Plot.Point point : points) {
            if (!Double.isFinite(point.x()) || !Double.isFinite(point.y())) {
                pen = false;
                continue;
            }
            path.append(
                    String.format(
                            Locale.ROOT,
                            "%s%.1f %.1f",
                            pen ? "L" : "M",
                            x(point.x()),
                            y(point.y())));
            pen = true;
        }
        svg.append("<path class=\"line ")
                .append(colour(series))
                .append("\" stroke-dasharray=\"")
                .append(DASHES[series % DASHES.length])
                .append("\" d=\"")
                .append(path)
                .append("\"/>\n");
    }

    String close() {
        return svg.append("</svg>").toString();
    }
}
