package dev.tagwerk.market;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where bytes may be, under whose law they must not be, and what the provider must have shown.
 *
 * @param residency "any", "eu", "eea", or names of regions; empty is "any"
 * @param notUnder laws: "us-cloud-act"
 * @param certified names of certificates
 */
public record Placement(List<String> residency, List<String> notUnder, List<String> certified) {
    public static final String CLOUD_ACT = "us-cloud-act";

    /** Nothing is asked for. */
    public static final Placement ANYWHERE = new Placement(List.of(), List.of(), List.of());

    public Placement {
        residency = List.copyOf(residency);
        notUnder = List.copyOf(notUnder);
        certified = List.copyOf(certified);
    }

    /** What of it is not understood, each with what would be; empty when all is. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (String place : residency) {
            if (!isArea(place) && Regions.find(place).isEmpty()) {
                problems.add(
                        "residency '"
                                + place
                                + "' is neither eu, eea or any nor a region"
                                + near(place, Regions.all().stream().map(Region::name).toList()));
            }
        }
        for (String law : notUnder) {
            if (!law.equalsIgnoreCase(CLOUD_ACT)) {
                problems.add("not under '" + law + "': the law that is known is " + CLOUD_ACT);
            }
        }
        Set<String> names = new LinkedHashSet<>();
        Certificate.all().forEach(certificate -> names.add(certificate.name()));
        for (String asked : certified) {
            if (Certificate.all().stream().noneMatch(known -> known.isNamed(asked))) {
                problems.add(
                        "no certificate is named '"
                                + asked
                                + "'; known are "
                                + String.join(", ", names));
            }
        }
        return problems;
    }

    private static String near(String text, List<String> known) {
        return Names.nearest(text, known).map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static boolean isArea(String place) {
        return switch (place.toLowerCase(Locale.ROOT)) {
            case "any", "eu", "eea" -> true;
            default -> false;
        };
    }

    /** Why an offer may not be taken, all reasons; empty when it may. */
    public List<String> refusals(Offer offer) {
        List<String> refusals = new ArrayList<>();
        offer.retired().ifPresent(refusals::add);
        refusals.addAll(refusals(offer.region()));
        return refusals;
    }

    /** Why bytes may not lie in a region, all reasons; empty when they may. */
    public List<String> refusals(Region region) {
        List<String> refusals = new ArrayList<>();
        if (!residency.isEmpty() && residency.stream().noneMatch(place -> allows(place, region))) {
            refusals.add(
                    region.name()
                            + " is in "
                            + region.country()
                            + ", "
                            + region.jurisdiction().meaning()
                            + "; asked for: "
                            + String.join(", ", residency));
        }
        if (!notUnder.isEmpty()) {
            cloudAct(region, refusals);
        }
        for (String asked : certified) {
            boolean has =
                    Certificate.all().stream()
                            .anyMatch(
                                    certificate ->
                                            certificate.provider().equals(region.provider())
                                                    && certificate.isNamed(asked));
            if (!has) {
                refusals.add(
                        "whether "
                                + region.provider()
                                + " has the certificate "
                                + asked
                                + " is unknown");
            }
        }
        return refusals;
    }

    private static boolean allows(String place, Region region) {
        return switch (place.toLowerCase(Locale.ROOT)) {
            case "any" -> true;
            case "eu" -> region.jurisdiction() == Jurisdiction.EU;
            case "eea" -> region.jurisdiction().inEea();
            default -> Regions.find(region.provider(), place).filter(region::equals).isPresent();
        };
    }

    private static void cloudAct(Region region, List<String> refusals) {
        Optional<Provider> known = Providers.find(region.provider());
        if (known.isEmpty()) {
            refusals.add("whose law " + region.provider() + " is under is unknown");
            return;
        }
        Provider provider = known.get();
        String who = provider.name() + provider.parent().map(name -> " (" + name + ")").orElse("");
        switch (provider.cloudAct()) {
            case YES -> refusals.add(who + " is under the US CLOUD Act, wherever its region is");
            case ASSESS -> refusals.add(who + " has ties to the USA: to be assessed by you");
            case NO -> {
                if (region.country().equals("US")) {
                    refusals.add(
                            who
                                    + " runs "
                                    + region.name()
                                    + " in the USA through a US company, which is under the CLOUD Act");
                }
            }
        }
    }
}
