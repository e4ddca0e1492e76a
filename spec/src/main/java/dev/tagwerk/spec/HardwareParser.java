package dev.tagwerk.spec;

import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads one machine of one's own. */
record HardwareParser(Reading reading) {
    Optional<OwnMachine> parse(Tree.Mapping mapping) {
        int before = reading.problems().size();
        Values values = new MappingReader(reading).read(HardwareKeys.all(), List.of(), mapping);
        check(values, mapping);
        return reading.problems().size() > before ? Optional.empty() : Optional.of(machine(values));
    }

    private void check(Values values, Tree.Mapping mapping) {
        if (values.isWritten(HardwareKeys.GPUS) && !values.isWritten(HardwareKeys.GPU)) {
            report(values, HardwareKeys.GPUS, "counts cards of no kind", "add `gpu: …`");
        }
        if (values.isWritten(HardwareKeys.PUE) && values.isWritten(HardwareKeys.COOLING)) {
            report(
                    values,
                    HardwareKeys.COOLING,
                    "`pue` and `cooling` exclude each other",
                    "keep one of them");
        }
        values.find(HardwareKeys.PUE)
                .filter(factor -> factor.compareTo(java.math.BigDecimal.ONE) < 0)
                .ifPresent(
                        factor ->
                                report(
                                        values,
                                        HardwareKeys.PUE,
                                        "is below 1: a room draws at least what its machine does",
                                        ""));
        TreeSet<String> currencies = new TreeSet<>();
        Stream.of(
                        HardwareKeys.PURCHASE,
                        HardwareKeys.ELECTRICITY,
                        HardwareKeys.RACK,
                        HardwareKeys.SERVICE,
                        HardwareKeys.PEOPLE)
                .flatMap(key -> values.find(key).stream())
                .map(Amount::currency)
                .map(Currency::getCurrencyCode)
                .forEach(currencies::add);
        if (currencies.size() > 1) {
            reading.report(
                    mapping.at(),
                    "has amounts in " + String.join(" and ", currencies),
                    "write all amounts of one machine in one currency");
        }
    }

    private void report(Values values, Key<?> key, String message, String suggestion) {
        new MappingReader(reading)
                .at(key.name())
                .report(values.place(key).orElse(Place.START), message, suggestion);
    }

    private static OwnMachine machine(Values values) {
        return new OwnMachine(
                values.get(HardwareKeys.NAME),
                values.find(HardwareKeys.GPU),
                Math.toIntExact(values.find(HardwareKeys.GPUS).orElse(0L)),
                values.find(HardwareKeys.VCPUS),
                values.find(HardwareKeys.MEMORY),
                values.get(HardwareKeys.PURCHASE),
                values.whole(HardwareKeys.MONTHS),
                values.get(HardwareKeys.POWER),
                values.find(HardwareKeys.IDLE_POWER),
                values.find(HardwareKeys.PUE),
                values.find(HardwareKeys.COOLING),
                values.get(HardwareKeys.ELECTRICITY),
                values.find(HardwareKeys.RACK),
                values.find(HardwareKeys.SERVICE),
                values.find(HardwareKeys.PEOPLE),
                values.get(HardwareKeys.UTILISATION));
    }
}
