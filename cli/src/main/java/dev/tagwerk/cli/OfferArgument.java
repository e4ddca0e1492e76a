package dev.tagwerk.cli;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;
import dev.tagwerk.market.Provider;
import dev.tagwerk.market.Providers;
import dev.tagwerk.market.Region;
import dev.tagwerk.market.Regions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The offer that {@code SERVICE/REGION/MACHINE[/spot]} means; a GPU's name means its machine. */
record OfferArgument(List<Offer> all, Shell shell) {
    private static final String SHAPE = "SERVICE/REGION/GPU, as in azure-container-apps/westus2/T4";

    Offer find(String text) {
        String[] parts = text.strip().split("/", -1);
        boolean spot = parts.length == 4 && parts[3].equalsIgnoreCase("spot");
        if (parts.length != 3 && !spot) {
            throw mistake("'" + text + "' names no offer.", "it is written " + SHAPE + ".");
        }
        List<Offer> here = ofRegion(ofService(parts[0]), parts[0], parts[1]);
        List<Offer> fitting = here.stream().filter(offer -> isNamed(offer, parts[2])).toList();
        if (fitting.isEmpty()) {
            throw mistake(
                    "nothing named " + parts[2] + " is known in " + parts[1] + ".",
                    "there: " + names(here, offer -> offer.machine().name()));
        }
        Plan plan = spot ? Plan.SPOT : Plan.ON_DEMAND;
        return fitting.stream()
                .filter(offer -> offer.plan() == plan)
                .min(
                        Comparator.comparingInt((Offer offer) -> offer.machine().gpuCount())
                                .thenComparing(offer -> !isServerless(offer))
                                .thenComparingDouble(offer -> offer.machine().vcpus()))
                .orElseThrow(
                        () ->
                                mistake(
                                        "no " + plan + " offer of " + parts[2] + " is known there.",
                                        "known: " + names(fitting, Offer::id)));
    }

    static boolean isServerless(Offer offer) {
        return offer.machine().kind().equals("consumption-gpu");
    }

    private List<Offer> ofService(String text) {
        List<Offer> found =
                all.stream()
                        .filter(offer -> offer.machine().service().equalsIgnoreCase(text))
                        .toList();
        if (found.isEmpty()) {
            throw mistake(
                    "no prices are known of a service '" + text + "'.",
                    "known: " + names(all, offer -> offer.machine().service()));
        }
        return found;
    }

    private List<Offer> ofRegion(List<Offer> offers, String service, String text) {
        String provider = Providers.find(service).map(Provider::name).orElse(service);
        Optional<Region> region = Regions.find(provider, text);
        List<Offer> found =
                offers.stream()
                        .filter(offer -> region.filter(offer.region()::equals).isPresent())
                        .toList();
        if (found.isEmpty()) {
            throw mistake(
                    region.isEmpty()
                            ? provider + " has no region '" + text + "' that is known."
                            : "no GPU of " + service + " is known in " + region.get().name() + ".",
                    "regions with GPUs: " + names(offers, offer -> offer.region().name()));
        }
        return found;
    }

    private static boolean isNamed(Offer offer, String text) {
        Machine machine = offer.machine();
        if (Machines.find(machine.service(), text).filter(machine::equals).isPresent()) {
            return true;
        }
        List<Gpu> gpus = Gpus.matching(text);
        return Machines.find(text).isEmpty() && machine.gpu().filter(gpus::contains).isPresent();
    }

    private static String names(
            List<Offer> offers, java.util.function.Function<Offer, String> name) {
        return offers.stream().map(name).collect(Collectors.toCollection(TreeSet::new)).stream()
                .limit(24)
                .collect(Collectors.joining(", "));
    }

    private CommandException mistake(String what, String why) {
        return CommandException.usage(
                what, why, String.format(Locale.ROOT, "%s offers --gpu T4", shell.command()));
    }
}
