package dev.tagwerk.market;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tariffs that hold: those shipped, and newer ones laid over them. Immutable. */
public final class PriceBook {
    private static final PriceBook SHIPPED =
            new PriceBook(Table.read("tariffs.tsv").map(Tariff::of));

    private final Map<TariffKey, Tariff> tariffs = new LinkedHashMap<>();

    private PriceBook(Collection<Tariff> all) {
        all.forEach(tariff -> tariffs.put(tariff.key(), tariff));
    }

    public static PriceBook shipped() {
        return SHIPPED;
    }

    /** This book with others' prices in place of its own of the same thing. */
    public PriceBook with(Collection<Tariff> newer) {
        Map<TariffKey, Tariff> both = new LinkedHashMap<>(tariffs);
        newer.forEach(tariff -> both.put(tariff.key(), tariff));
        return new PriceBook(both.values());
    }

    public List<Tariff> all() {
        return List.copyOf(tariffs.values());
    }

    /** The nearest tariff: of this region and machine, else of all machines, else everywhere. */
    Optional<Tariff> find(TariffKey key) {
        for (String region : List.of(key.region(), "")) {
            for (String machine : List.of(key.machine(), "")) {
                Tariff found =
                        tariffs.get(
                                new TariffKey(
                                        key.service(), region, machine, key.meter(), key.plan()));
                if (found != null) {
                    return Optional.of(found);
                }
            }
        }
        return Optional.empty();
    }
}
