package dev.tagwerk.cli;

import dev.tagwerk.market.Limits;
import dev.tagwerk.market.Metered;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Price;
import dev.tagwerk.quote.Measured;
import dev.tagwerk.quote.Phase;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.QuoteLine;
import dev.tagwerk.spec.WorkspaceSettings;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a plan takes for granted, and who said so. */
record PlanSources(QuoteAnswer answer, WorkspaceSettings settings) {
    private static final String FORMULA = "docs/quotes.md";
    private static final String CONTAINER_APPS = "azure-container-apps";

    PlanSheet.Section assumed(Quote quote) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("what backs the duration", quote.evidence().words(), evidence()));
        quote.phases()
                .forEach(
                        (phase, seconds) ->
                                rows.add(
                                        List.of(
                                                phase.words(),
                                                Durations.of(seconds.low())
                                                        + " to "
                                                        + Durations.of(seconds.high())
                                                        + ", most likely "
                                                        + Durations.of(seconds.middle())
                                                        + ": "
                                                        + phase.meaning(),
                                                source(phase, quote.offer()))));
        quote.precision()
                .ifPresent(
                        one ->
                                rows.add(
                                        List.of(
                                                "precision",
                                                "computed in " + one,
                                                "the job, or what the card has; " + FORMULA)));
        for (QuoteLine line : quote.lines()) {
            if (quote.phases().keySet().stream()
                    .noneMatch(one -> one.words().equals(line.name()))) {
                rows.add(List.of(line.name(), line.how(), "see prices below"));
            }
        }
        rows.add(
                List.of(
                        "image",
                        answer.numbers().job().imageBytes().isPresent()
                                ? Durations.bytes(answer.numbers().job().imageBytes().getAsLong())
                                        + " to pull"
                                : "9.7 GB to pull",
                        answer.numbers().job().imageBytes().isPresent()
                                ? "--image-size"
                                : "assumed, as one with CUDA was observed"));
        if (quote.offer().machine().service().equals(CONTAINER_APPS)) {
            rows.add(
                    List.of(
                            "free grant",
                            "of this month's, " + answer.grant(),
                            "your ledger, or --grant-used"));
        }
        rows.add(
                List.of(
                        "exchange rate",
                        answer.rate()
                                .map(Object::toString)
                                .orElse("none: currencies are not mixed"),
                        answer.rate().map(rate -> rate.source() + ", " + rate.date()).orElse("")));
        return new PlanSheet.Draft("What is assumed")
                .add(new PlanSheet.Table(List.of("what", "taken as", "source and date"), rows))
                .words(
                        "The formula of the duration, with its constants and known errors: "
                                + FORMULA
                                + ".")
                .section();
    }

    private String evidence() {
        String shape = answer.numbers().job().shape();
        Optional<Measured> last =
                answer.runs().measured().stream()
                        .filter(run -> run.shape().equals(shape))
                        .reduce((before, after) -> after);
        return last.map(
                        run ->
                                "run "
                                        + run.run()
                                        + " on "
                                        + run.device().name()
                                        + ", "
                                        + LocalDate.ofInstant(run.at(), ZoneOffset.UTC))
                .orElse(
                        answer.numbers().job().stated().isPresent()
                                ? "--duration or max_duration, " + answer.today()
                                : FORMULA);
    }

    private String source(Phase phase, Offer offer) {
        boolean containerApps = offer.machine().service().equals(CONTAINER_APPS);
        return switch (phase) {
            case START ->
                    containerApps
                            ? Limits.get("aca.start.gpu-node").provenance().toString()
                            : "assumed, " + FORMULA;
            case LOAD, CHECKPOINTS, END ->
                    containerApps
                            ? "concluded from a run of 2026-10, " + FORMULA
                            : "assumed, " + FORMULA;
            case TRAINING, EVALUATION -> "measured and scaled: " + evidence() + "; " + FORMULA;
            case WHOLE -> "stated, " + answer.today();
            case PREEMPTIONS ->
                    "assumed: classes that Azure names; of this region nothing is known";
            case FAILED_STARTS ->
                    "assumed: none, none, one; three were seen before a first success";
        };
    }

    PlanSheet.Section prices(Quote quote) {
        List<List<String>> rows = new ArrayList<>();
        for (Metered meter : quote.offer().meters()) {
            Price price = meter.price();
            rows.add(
                    List.of(
                            meter.meter().words()
                                    + meter.providerMeter().map(name -> "\n" + name).orElse(""),
                            price.amount()
                                            .map(
                                                    one ->
                                                            one.stripTrailingZeros().toPlainString()
                                                                    + " "
                                                                    + price.currency())
                                            .orElse("unknown")
                                    + " per "
                                    + price.unit(),
                            price.provenance().source()
                                    + price.note().map(note -> "; " + note).orElse(""),
                            price.provenance().date(),
                            price.provenance().confidence().toString(),
                            String.join(", ", price.marks(answer.today()))));
        }
        PlanSheet.Draft draft =
                new PlanSheet.Draft("Prices, their sources and dates")
                        .add(
                                new PlanSheet.Table(
                                        List.of(
                                                "what",
                                                "price",
                                                "source",
                                                "date",
                                                "confidence",
                                                "mark"),
                                        rows));
        quote.lines().stream()
                .filter(line -> line.name().startsWith("storage"))
                .forEach(line -> draft.words("Storage: " + line.how() + "."));
        return draft.words(
                        "Third-party: told by somebody else than the provider. Derived: worked out"
                                + " from other facts. Stale: older than prices of its kind may be."
                                + " Undated: nobody said when. No mark: from the provider itself."
                                + " prices refresh reads today's.")
                .section();
    }
}
