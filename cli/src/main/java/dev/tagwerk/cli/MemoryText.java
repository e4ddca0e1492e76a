package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.MemoryLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A forecast for people and for programs. */
record MemoryText(JobForecast forecast) {
    /** The whole table. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        int width =
                forecast.estimate().lines().stream()
                        .mapToInt(line -> line.name().length())
                        .max()
                        .orElse(0);
        for (MemoryLine line : forecast.estimate().lines()) {
            if (line.bytes() > 0) {
                lines.add(row(width, name(line), line.bytes(), line.how()));
            }
        }
        lines.add(
                row(
                        width,
                        "peak",
                        forecast.peak(),
                        "in "
                                + forecast.estimate().phase()
                                + (forecast.onCard() ? ", on " + card() : mapped())));
        forecast.limit()
                .ifPresent(
                        limit -> lines.add(row(width, "available", limit.bytes(), limit.origin())));
        return lines;
    }

    private String card() {
        return forecast.cards() > 1 ? "each of " + forecast.cards() + " cards" : "the card";
    }

    private String name(MemoryLine line) {
        return line.name();
    }

    private String mapped() {
        return "; "
                + Durations.bytes(
                        forecast.estimate().mainBytes() - forecast.estimate().unreclaimableBytes())
                + " of it are pages of files";
    }

    private static String row(int width, String name, long bytes, String how) {
        return String.format(
                        Locale.ROOT,
                        "%-" + Math.max(width, 9) + "s  %8s  %s",
                        name,
                        Durations.bytes(bytes),
                        how)
                .stripTrailing();
    }

    /** One line. */
    String shortForm() {
        return "memory  about "
                + Durations.bytes(forecast.peak())
                + (forecast.onCard() ? " on " + card() : "")
                + " at the peak"
                + forecast.limit()
                        .map(
                                limit ->
                                        " of "
                                                + Durations.bytes(limit.bytes())
                                                + " ("
                                                + limit.origin()
                                                + "): "
                                                + forecast.verdict().words())
                        .orElse("");
    }

    /** What would fit, for a job that does not. */
    List<String> advice() {
        List<String> lines = new ArrayList<>();
        List<MemoryAdvice.Fitting> fitting = forecast.fitting();
        if (!fitting.isEmpty()) {
            lines.add("it would fit with one of these under `recipe:`");
        }
        for (MemoryAdvice.Fitting choice : fitting) {
            lines.add(
                    "  {"
                            + String.join(", ", choice.lines())
                            + "}   # about "
                            + Durations.bytes(choice.bytes()));
        }
        if (fitting.isEmpty()) {
            lines.add("no smaller batch, shorter rows, bf16 or QLoRA would make it fit here");
        }
        if (forecast.onCard() || fitting.isEmpty()) {
            forecast.smallestCard()
                    .ifPresent(
                            card ->
                                    lines.add(
                                            "as it is, it fits on "
                                                    + (forecast.cards() > 1
                                                            ? forecast.cards() + " times "
                                                            : "one ")
                                                    + card.name()
                                                    + " ("
                                                    + Durations.bytes(card.bytes())
                                                    + ")"));
        }
        return lines;
    }

    ObjectNode json() {
        ObjectNode node = Json.object();
        node.put("phase", forecast.estimate().phase());
        node.put("peak_bytes", forecast.peak());
        node.put("main_bytes", forecast.estimate().mainBytes());
        node.put("unreclaimable_bytes", forecast.estimate().unreclaimableBytes());
        node.put("card_bytes", forecast.estimate().cardBytes());
        forecast.limit()
                .ifPresent(
                        limit -> {
                            node.put("available_bytes", limit.bytes());
                            node.put("available_origin", limit.origin());
                        });
        node.put("verdict", forecast.verdict().name().toLowerCase(Locale.ROOT));
        ArrayNode lines = node.putArray("lines");
        for (MemoryLine line : forecast.estimate().lines()) {
            lines.addObject()
                    .put("name", line.name())
                    .put("place", line.place().name().toLowerCase(Locale.ROOT))
                    .put("bytes", line.bytes())
                    .put("how", line.how());
        }
        if (forecast.verdict() == MemoryVerdict.EXCEEDS) {
            ArrayNode fitting = node.putArray("fitting");
            for (MemoryAdvice.Fitting choice : forecast.fitting()) {
                ObjectNode entry = fitting.addObject();
                choice.lines().forEach(entry.putArray("recipe")::add);
                entry.put("peak_bytes", choice.bytes());
            }
        }
        return node;
    }
}
