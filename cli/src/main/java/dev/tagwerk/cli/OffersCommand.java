package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.Placement;
import dev.tagwerk.spec.Terms;
import dev.tagwerk.spec.WorkspaceSettings;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "GPUs to rent, the cheapest first; those of unknown price last; those refused apart, each with its reasons.",
            "Exits with 3 when every offer is refused.",
            "",
            "Examples:",
            "  tagwerk offers --gpu T4",
            "  tagwerk offers --residency eu --not-under us-cloud-act --certified hds",
            "  tagwerk offers --gpu A100 --rate EUR/USD=0.86"
        })
final class OffersCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final RateOption rates = new RateOption();

    @Option(
            names = "--gpu",
            paramLabel = "CARD",
            description = "with such a card, e.g. T4, L4, A100-80GB")
    private Optional<String> gpu = Optional.empty();

    @Option(
            names = "--residency",
            split = ",",
            paramLabel = "eu",
            description = "where bytes may be: eu, eea, any, or names of regions")
    private List<String> residency = List.of();

    @Option(
            names = "--not-under",
            split = ",",
            paramLabel = "us-cloud-act",
            description = "the provider must not be under this law")
    private List<String> notUnder = List.of();

    @Option(
            names = "--certified",
            split = ",",
            paramLabel = "hds",
            description = "the provider must have this certificate")
    private List<String> certified = List.of();

    @Option(names = "--all", description = "list every refused offer by its name")
    private boolean all;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    OffersCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        WorkspaceSettings settings = ProjectFile.settings(shell);
        Placement placement = placement(settings.terms());
        List<String> problems = placement.problems();
        if (!problems.isEmpty()) {
            throw CommandException.usage(
                    String.join("; ", problems) + ".", "", shell.command() + " offers --help");
        }
        Optional<ExchangeRate> rate = rates.rate(shell, settings);
        List<Offer> known = Offers.all(PricesCommand.book(shell));
        RankedOffers ranked = RankedOffers.of(wanted(known), placement, rate);
        LocalDate today = LocalDate.ofInstant(shell.clock().instant(), ZoneOffset.UTC);
        if (json) {
            Json.print(shell, node(ranked, rate, today));
        } else {
            OffersText text = new OffersText(ranked, rate, today, shell.command());
            text.lines(all).forEach(shell.out()::println);
            if (ranked.admissible().isEmpty()) {
                text.others(RankedOffers.of(known, placement, rate)).forEach(shell.out()::println);
            }
        }
        return ranked.admissible().isEmpty() ? ExitCode.REFUSED : ExitCode.DONE;
    }

    /** What was asked for, and what the project asks for where nothing was. */
    private Placement placement(Terms usual) {
        List<String> told = new ArrayList<>();
        Placement placement =
                new Placement(
                        either("--residency", residency, usual.residency(), told),
                        either("--not-under", notUnder, usual.notUnder(), told),
                        either("--certified", certified, usual.certified(), told));
        if (!told.isEmpty()) {
            shell.err().println("tagwerk.yaml asks for " + String.join(" ", told));
        }
        return placement;
    }

    private static List<String> either(
            String option, List<String> asked, List<String> usual, List<String> told) {
        if (asked.isEmpty() && !usual.isEmpty()) {
            told.add(option + " " + String.join(",", usual));
        }
        return asked.isEmpty() ? usual : asked;
    }

    private List<Offer> wanted(List<Offer> known) {
        if (gpu.isEmpty()) {
            return known;
        }
        List<Gpu> gpus = Gpus.matching(gpu.get());
        if (gpus.isEmpty()) {
            throw CommandException.usage(
                    "no card is named " + gpu.get() + ".",
                    Subcommands.nearest(gpu.get(), Gpus.all().stream().map(Gpu::name).toList())
                            .map(near -> "did you mean " + near + "?")
                            .orElse(""),
                    shell.command() + " offers");
        }
        List<Offer> wanted = known.stream().filter(Offers.withGpu(gpus)).toList();
        if (wanted.isEmpty()) {
            throw CommandException.failed(
                    "no offer with a " + gpu.get() + " is known.",
                    "prices are known of Container Apps, Azure's virtual machines and OVHcloud's"
                            + " AI flavors.",
                    shell.command() + " offers");
        }
        return wanted;
    }

    private static ObjectNode node(
            RankedOffers ranked, Optional<ExchangeRate> rate, LocalDate today) {
        ObjectNode node = Json.object();
        rate.ifPresent(known -> node.put("rate", known.toString()));
        ArrayNode admissible = node.putArray("admissible");
        for (RankedOffers.Ranked one : ranked.admissible()) {
            ObjectNode offer = PriceJson.offer(one.offer());
            PriceJson.money(offer, "per_hour", one.hour(), one.offer());
            rate.ifPresent(
                    known ->
                            PriceJson.money(
                                    offer,
                                    "per_hour_converted",
                                    one.hour().map(sum -> RankedOffers.into(sum, known)),
                                    one.offer()));
            PriceJson.marks(offer, PriceJson.marks(one.offer(), today));
            one.offer().note().ifPresent(note -> offer.put("note", note));
            admissible.add(offer);
        }
        ArrayNode refused = node.putArray("refused");
        for (RankedOffers.Refused one : ranked.refused()) {
            ObjectNode offer = PriceJson.offer(one.offer());
            PriceJson.money(offer, "per_hour", one.hour(), one.offer());
            one.reasons().forEach(offer.putArray("reasons")::add);
            refused.add(offer);
        }
        return node;
    }
}
