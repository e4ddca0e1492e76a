package dev.tagwerk.cli;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Quote;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run on this machine would have cost on machines to rent. */
final class DemoBill {
    private DemoBill() {}

    /** Quotes the job of a finished run; where that fails, says why, and the demo goes on. */
    static List<String> lines(Shell shell, Path job) {
        String command = shell.command() + " quote " + shell.shown(job);
        List<String> lines = new ArrayList<>();
        try {
            QuoteAnswer answer =
                    new QuoteCommand(
                                    shell,
                                    JobSource.of(shell.resolve(job)),
                                    new RateOption(),
                                    new QuoteOptions())
                            .answer();
            lines.addAll(of(answer));
        } catch (RuntimeException failure) {
            // the demo has succeeded by now, whatever is wrong with prices or settings
            lines.add("What this run would have cost elsewhere is not told: " + why(failure));
        }
        lines.add("The whole quote:  " + command);
        return lines;
    }

    private static String why(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    /** The cheapest offer of each way to rent. */
    static List<String> of(QuoteAnswer answer) {
        Map<String, Optional<Quote>> rows = new LinkedHashMap<>();
        rows.put(
                "Container Apps, T4",
                cheapest(answer, "azure-container-apps", Plan.ON_DEMAND, "T4"));
        rows.put("Azure VM, T4", cheapest(answer, "azure-vm", Plan.ON_DEMAND, "T4"));
        rows.put("Azure VM, T4, spot", cheapest(answer, "azure-vm", Plan.SPOT, "T4"));
        rows.put("OVHcloud, L4", cheapest(answer, "ovh-ai", Plan.ON_DEMAND, "L4"));
        rows.put("OVHcloud, A100", cheapest(answer, "ovh-ai", Plan.ON_DEMAND, "A100-80GB"));
        List<String> lines = new ArrayList<>();
        lines.add(
                "What this run would have cost, start and loading included (P50; in nine of ten cases no more than P90):");
        String row = "  %-20s %9s %14s %14s  %s";
        lines.add(row.formatted("", "TAKES", "P50", "P90", "OFFER"));
        rows.forEach(
                (name, quote) ->
                        lines.add(
                                row.formatted(
                                                name,
                                                quote.filter(one -> !one.phases().isEmpty())
                                                        .map(
                                                                one ->
                                                                        Durations.of(
                                                                                one.seconds(
                                                                                        Level.P50)))
                                                        .orElse("unknown"),
                                                amount(quote, Level.P50),
                                                amount(quote, Level.P90),
                                                quote.map(one -> words(one, answer)).orElse(""))
                                        .stripTrailing()));
        if (!answer.quotes().backed()) {
            lines.add("  nothing measured backs a duration");
        }
        return lines;
    }

    private static Optional<Quote> cheapest(
            QuoteAnswer answer, String service, Plan plan, String gpu) {
        // admissible ones come the cheapest first, unknown totals last
        return answer.quotes().admissible().stream()
                .filter(quote -> is(quote.offer(), service, plan, gpu))
                .findFirst();
    }

    private static boolean is(Offer offer, String service, Plan plan, String gpu) {
        return offer.machine().service().equals(service)
                && offer.plan() == plan
                && offer.machine().gpu().map(Gpu::name).filter(gpu::equals).isPresent();
    }

    private static String amount(Optional<Quote> quote, Level level) {
        return quote.flatMap(one -> one.total(level))
                .map(money -> money.shown(QuoteText.digits(money)))
                .orElse("unknown");
    }

    private static String words(Quote quote, QuoteAnswer answer) {
        List<String> marks = PriceJson.marks(quote.offer(), answer.today());
        return quote.offer().id() + (marks.isEmpty() ? "" : "  (" + String.join(", ", marks) + ")");
    }
}
