package dev.tagwerk.spec;

import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code tagwerk.yaml} says about a whole project.
 *
 * @param currency what totals are told in
 * @param subscription whose free grants are counted
 * @param terms what holds where a job says nothing
 * @param rates exchange rates
 * @param places where bytes lie besides the machine; what is not in it lies where the machine is
 * @param hardware machines of one's own
 */
public record WorkspaceSettings(
        Optional<Currency> currency,
        Optional<String> subscription,
        Terms terms,
        List<DatedRate> rates,
        Map<ByteStore, RegionName> places,
        List<OwnMachine> hardware) {
    /** An empty file, or none. */
    public static final WorkspaceSettings NONE =
            new WorkspaceSettings(
                    Optional.empty(), Optional.empty(), Terms.NONE, List.of(), Map.of(), List.of());

    public WorkspaceSettings {
        rates = List.copyOf(rates);
        places = Map.copyOf(places);
        hardware = List.copyOf(hardware);
    }
}
