package dev.tagwerk.cli;

import dev.tagwerk.data.DataException;
import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.Placement;
import dev.tagwerk.market.Regions;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.quote.DurationModel;
import dev.tagwerk.quote.Quoter;
import dev.tagwerk.quote.Quotes;
import dev.tagwerk.quote.Spread;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.Terms;
import dev.tagwerk.spec.TrainingJob;
import dev.tagwerk.spec.WorkspaceSettings;
import dev.tagwerk.train.TrainException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "What the job would take and cost on every offer: P10, P50, P90, line by line, and what backs it.",
            "Nothing is rented, and nothing is sent anywhere. With nothing measured it is not a quote, and says so.",
            "Exits with 3 when every offer is refused, or the budget pays for none.",
            "",
            "Examples:",
            "  tagwerk quote job.yaml --rate EUR/USD=0.86",
            "  tagwerk quote job.yaml --offer azure-container-apps/westus2/T4 --budget '15 EUR'",
            "  tagwerk quote container.yaml --duration 2h",
            "  tagwerk quote accuracy"
        })
final class QuoteCommand implements Callable<Integer> {
    /** What {@code tagwerk quote accuracy} asks for instead of a job. */
    private static final String ACCURACY = "accuracy";

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final JobSource source;
    @Mixin private final RateOption rates;
    @Mixin private final QuoteOptions options;

    @Option(names = "--all", description = "list every offer, and every refused one by its name")
    private boolean all;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    QuoteCommand(Shell shell) {
        this(shell, new JobSource(), new RateOption(), new QuoteOptions());
    }

    /** For commands that show the same answer in their own way. */
    QuoteCommand(Shell shell, JobSource source, RateOption rates, QuoteOptions options) {
        this.shell = shell;
        this.source = source;
        this.rates = rates;
        this.options = options;
    }

    @Override
    public Integer call() {
        if (source.file().toString().equals(ACCURACY)) {
            return new AccuracyText(shell, PastRuns.of(shell, source.file())).print(json);
        }
        QuoteAnswer answer = answer();
        if (json) {
            Json.print(shell, QuoteJson.of(answer));
        } else {
            new QuoteText(answer, shell.command(), all).lines().forEach(shell.out()::println);
        }
        return answer.refused() ? ExitCode.REFUSED : ExitCode.DONE;
    }

    QuoteAnswer answer() {
        Job job = job();
        WorkspaceSettings settings = ProjectFile.settings(shell);
        Terms terms = job.terms().or(settings.terms());
        Placement placement = options.placement(shell, terms);
        Optional<ExchangeRate> rate = rates.rate(shell, settings);
        JobToQuote numbers = numbers(job);
        PastRuns runs = PastRuns.of(shell, source.file());
        List<Offer> known = Offers.all(PricesCommand.book(shell));
        Instant start = options.start(shell);
        YearMonth month = YearMonth.from(start.atOffset(ZoneOffset.UTC));
        GrantAccount left;
        String words;
        if (options.grantUsed().isPresent()) {
            GrantUsed used =
                    GrantUsed.parse(
                            "--grant-used", options.grantUsed().get(), GrantLedger.counted());
            left = used.account(GrantLedger.counted(), month);
            words = used.words();
        } else {
            GrantLedger ledger =
                    GrantLedger.open(shell, CostCommand.name(options.subscription()), settings);
            left = ledger.account();
            words = ledger.words(month);
        }
        Quoter quoter =
                new Quoter(numbers.job(), DurationModel.of(runs.measured()), start, left::copy);
        UnaryOperator<Money> comparable =
                money -> rate.map(one -> RankedOffers.into(money, one)).orElse(money);
        Quotes quotes =
                Quotes.of(quoter, known, placement, elsewhere(settings, placement), comparable);
        return new QuoteAnswer(
                job,
                numbers,
                runs,
                quotes,
                quoter,
                placement,
                rate,
                words,
                options.budget(terms),
                options.offer().map(text -> new OfferArgument(known, shell).find(text)),
                known,
                settings.hardware(),
                rates.rates(shell, settings),
                LocalDate.ofInstant(shell.clock().instant(), ZoneOffset.UTC));
    }

    /** Why the places that the project names for other bytes are not admissible. */
    private static List<String> elsewhere(WorkspaceSettings settings, Placement placement) {
        List<String> reasons = new ArrayList<>();
        settings.places()
                .forEach(
                        (store, place) ->
                                Regions.find(place.provider(), place.region())
                                        .ifPresent(
                                                region ->
                                                        placement
                                                                .refusals(region)
                                                                .forEach(
                                                                        why ->
                                                                                reasons.add(
                                                                                        store.word()
                                                                                                + ": "
                                                                                                + why))));
        reasons.sort(null);
        return reasons;
    }

    private Job job() {
        JobSource.Checked checked = source.found(shell);
        if (!checked.problems().isEmpty()) {
            checked.problems().forEach(shell.err()::println);
            throw CommandException.usage(
                    source.file()
                            + " is not valid: "
                            + checked.problems().size()
                            + " to mend; nothing was quoted.",
                    "",
                    MissingModel.pull(shell, checked.job())
                            .orElse(shell.command() + " check " + source.file()));
        }
        return checked.job().orElseThrow();
    }

    private JobToQuote numbers(Job job) {
        OptionalLong image = options.imageBytes();
        return switch (job) {
            case TrainingJob training -> {
                options.duration()
                        .ifPresent(
                                given -> {
                                    throw CommandException.usage(
                                            "--duration is for containers: how long a training"
                                                    + " takes is told from measurements.",
                                            "run a few steps of it here first, with max_steps: 5.",
                                            shell.command() + " run " + source.file());
                                });
                yield size(training, image);
            }
            case ContainerJob container -> JobToQuote.of(container, stated(container), image);
            default ->
                    throw CommandException.usage(
                            source.file() + " is neither a training nor a container.",
                            "an evaluation runs at home, on the machine that compares.",
                            shell.command() + " check " + source.file());
        };
    }

    /** Counts the job; what is wrong with its model or rows, `check` says in full. */
    private JobToQuote size(TrainingJob training, OptionalLong image) {
        try {
            return JobToQuote.of(shell, training, image);
        } catch (TrainException | DataException | ModelFilesException unfit) {
            throw CommandException.usage(
                    source.file() + " cannot be quoted: " + unfit.getMessage(),
                    "",
                    MissingModel.pull(shell, Optional.of(training))
                            .orElse(shell.command() + " check " + source.file()));
        }
    }

    private Spread stated(ContainerJob job) {
        return options.duration()
                .or(() -> job.maxDuration().map(most -> Spread.exactly(most.toSeconds())))
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        "not a quote: nothing measured backs the duration of this"
                                                + " container.",
                                        "say how long it takes: --duration 2h, or --duration 1h-3h"
                                                + " for P10 to P90; an hour's price is told by"
                                                + " `offers`.",
                                        shell.command()
                                                + " quote "
                                                + source.file()
                                                + " --duration 2h"));
    }
}
