package dev.tagwerk.cli;

import dev.tagwerk.market.Certificate;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Placement;
import dev.tagwerk.market.Provider;
import dev.tagwerk.market.Providers;
import dev.tagwerk.market.Region;
import dev.tagwerk.market.Regions;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.spec.ByteStore;
import dev.tagwerk.spec.WorkspaceSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where every byte of the job lies, and whose law that is. */
record PlanPlaces(QuoteAnswer answer, WorkspaceSettings settings) {

    PlanSheet.Section section() {
        PlanSheet.Draft draft = new PlanSheet.Draft("Where every byte lies, and under which law");
        draft.words("Asked for: " + asked(answer.placement()) + ".");
        Optional<Region> machine = answer.chosen().map(Quote::offer).map(Offer::region);
        Map<Region, List<String>> holds = new LinkedHashMap<>();
        machine.ifPresent(region -> put(holds, region, "machine"));
        List<String> open = new ArrayList<>();
        for (ByteStore store : ByteStore.values()) {
            Optional<Region> stated =
                    Optional.ofNullable(settings.places().get(store))
                            .flatMap(place -> Regions.find(place.provider(), place.region()));
            if (stated.isEmpty()) {
                open.add(store.word());
            }
            stated.or(() -> machine).ifPresent(region -> put(holds, region, store.word()));
        }
        holds.forEach((region, what) -> draft.add(facts(region, what)));
        if (!open.isEmpty()) {
            draft.words(
                    "Assumed: "
                            + String.join(", ", open)
                            + (open.size() == 1 ? " lies" : " lie")
                            + " where the machine is: tagwerk.yaml names no places for that.");
        }
        draft.words(
                "The job file, the data and the model go from this machine to the places above;"
                        + " results come back to it.");
        return draft.section();
    }

    private static void put(Map<Region, List<String>> holds, Region region, String what) {
        holds.computeIfAbsent(region, none -> new ArrayList<>()).add(what);
    }

    private static String asked(Placement placement) {
        List<String> words = new ArrayList<>();
        if (!placement.residency().isEmpty()) {
            words.add("bytes lie in " + String.join(", ", placement.residency()));
        }
        if (!placement.notUnder().isEmpty()) {
            words.add("the provider is not under " + String.join(", ", placement.notUnder()));
        }
        if (!placement.certified().isEmpty()) {
            words.add("it is certified for " + String.join(", ", placement.certified()));
        }
        return words.isEmpty()
                ? "nothing (residency, not_under, certified in the job)"
                : String.join("; ", words);
    }

    private static PlanSheet.Facts facts(Region region, List<String> what) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("what lies there", String.join(", ", what));
        facts.put("region", region.displayName() + " (" + region.name() + ")");
        facts.put("country", country(region) + ": " + region.jurisdiction().meaning());
        Optional<Provider> known = Providers.find(region.provider());
        facts.put("provider", region.provider());
        facts.put(
                "parent company",
                known.flatMap(Provider::parent)
                        .map(
                                parent ->
                                        parent
                                                + known.flatMap(Provider::headquarters)
                                                        .map(seat -> ", " + seat)
                                                        .orElse(""))
                        .orElse("unknown"));
        facts.put("US CLOUD Act", known.map(one -> cloudAct(one, region)).orElse("unknown"));
        Set<String> has = new LinkedHashSet<>();
        Set<String> all = new LinkedHashSet<>();
        Set<String> sources = new LinkedHashSet<>();
        sources.add("region: " + region.provenance());
        known.ifPresent(one -> sources.add("provider: " + one.provenance()));
        for (Certificate one : Certificate.all()) {
            all.add(one.name());
            if (one.provider().equals(region.provider())) {
                has.add(one.name());
                sources.add("certificates: " + one.provenance());
            }
        }
        all.removeAll(has);
        facts.put("certificates, known", has.isEmpty() ? "none" : String.join(", ", has));
        facts.put("certificates, unknown", all.isEmpty() ? "none" : String.join(", ", all));
        facts.put("sources", String.join("; ", sources));
        return new PlanSheet.Facts(facts);
    }

    private static String cloudAct(Provider provider, Region region) {
        return switch (provider.cloudAct()) {
            case YES -> "yes: US authorities can order it to hand out data, wherever they lie";
            case ASSESS -> "to be assessed: it has ties to the USA";
            case NO ->
                    region.country().equals("US")
                            ? "yes in this region: it is run through a US company"
                            : "no US parent is known";
        };
    }

    /** "Canada (CA)". */
    static String country(Region region) {
        String name = Locale.of("", region.country()).getDisplayCountry(Locale.ENGLISH);
        return name.equals(region.country()) ? name : name + " (" + region.country() + ")";
    }

    /** "1 x L4, 20 vCPU, 80 GiB". */
    static String machine(Offer offer) {
        return offer.machine()
                        .gpu()
                        .map(Gpu::name)
                        .map(gpu -> offer.machine().gpuCount() + " x " + gpu + ", ")
                        .orElse("")
                + Math.round(offer.machine().vcpus())
                + " vCPU, "
                + Math.round(offer.machine().memoryGib())
                + " GiB";
    }
}
