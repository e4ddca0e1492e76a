package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;

/**
 * A provider's region: where bytes lie.
 *
 * @param provider "azure" or "ovhcloud"
 * @param name as the provider's interfaces take it: "westus2", "GRA"
 * @param displayNames as portals and price lists call it: "West US 2", "Westliches USA 2"
 * @param country two letters, ISO 3166
 */
public record Region(
        String provider,
        String name,
        List<String> displayNames,
        String country,
        Jurisdiction jurisdiction,
        double latitude,
        double longitude,
        Optional<String> note,
        Provenance provenance) {
    private static final double EARTH_RADIUS_KM = 6371;

    public Region {
        displayNames = List.copyOf(displayNames);
        if (!country.matches("[A-Z]{2}")) {
            throw new MarketException("country of " + name + ": '" + country + "'");
        }
        if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
            throw new MarketException(name + " is not on this planet");
        }
    }

    static Region of(Row row) {
        return new Region(
                row.text("provider"),
                row.text("region"),
                row.list("display_names", ";"),
                row.text("country"),
                Jurisdiction.of(row.text("jurisdiction")),
                row.number("latitude"),
                row.number("longitude"),
                row.optional("note"),
                row.provenance());
    }

    /** As people read it: "West US 2". */
    public String displayName() {
        return displayNames.isEmpty() ? name : displayNames.getFirst();
    }

    /** Rough distance over ground, in km (haversine). */
    public double distanceTo(Region other) {
        double north = Math.toRadians(other.latitude - latitude) / 2;
        double east = Math.toRadians(other.longitude - longitude) / 2;
        double chord =
                Math.pow(Math.sin(north), 2)
                        + Math.cos(Math.toRadians(latitude))
                                * Math.cos(Math.toRadians(other.latitude))
                                * Math.pow(Math.sin(east), 2);
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
    }
}
