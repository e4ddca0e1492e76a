package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the tree of a {@code tagwerk.yaml}. */
final class WorkspaceParser {
    private static final List<String> SECTIONS =
            List.of(WorkspaceKeys.RATES, WorkspaceKeys.PLACES, WorkspaceKeys.HARDWARE, "$schema");
    private static final Pattern PAIR = Pattern.compile("([A-Z]{3})/([A-Z]{3})");
    private static final int MOST_MACHINES = 100;

    private final Reading reading;

    WorkspaceParser(Reading reading) {
        this.reading = reading;
    }

    /** The settings; whatever is wrong was reported. */
    Optional<WorkspaceSettings> parse(Tree.Mapping root) {
        Values values = new MappingReader(reading).read(WorkspaceKeys.top(), SECTIONS, root);
        Optional<Currency> currency = currency(values);
        List<DatedRate> rates = new ArrayList<>();
        section(root, WorkspaceKeys.RATES).ifPresent(found -> rates(found, currency, rates));
        Map<ByteStore, RegionName> places = new EnumMap<>(ByteStore.class);
        section(root, WorkspaceKeys.PLACES).ifPresent(found -> places(found, places));
        List<OwnMachine> hardware = new ArrayList<>();
        root.entry(WorkspaceKeys.HARDWARE).ifPresent(entry -> hardware(entry.value(), hardware));
        return reading.problems().isEmpty()
                ? Optional.of(
                        new WorkspaceSettings(
                                currency,
                                values.find(WorkspaceKeys.SUBSCRIPTION),
                                TermsKeys.terms(values, TermsKeys.OF_ALL),
                                rates,
                                places,
                                hardware))
                : Optional.empty();
    }

    private Optional<Currency> currency(Values values) {
        Optional<String> code = values.find(WorkspaceKeys.CURRENCY);
        Optional<Currency> known = code.flatMap(AmountType::currency);
        if (code.isPresent() && known.isEmpty()) {
            reading.at(WorkspaceKeys.CURRENCY.path())
                    .report(
                            values.place(WorkspaceKeys.CURRENCY).orElse(Place.START),
                            code.get() + " is no currency",
                            "currencies are written as in ISO 4217: EUR, USD, CHF");
        }
        return known;
    }

    private Optional<Tree.Mapping> section(Tree.Mapping root, String name) {
        return root.entry(name)
                .flatMap(entry -> mapping(entry.value(), reading.at(name), "a mapping of keys"));
    }

    /** A section of which all keys are commented out is none. */
    private static Optional<Tree.Mapping> mapping(Tree value, Reading here, String wanted) {
        if (value instanceof Tree.Mapping mapping) {
            return Optional.of(mapping);
        }
        if (!isNothing(value)) {
            here.mismatch(value, wanted, "");
        }
        return Optional.empty();
    }

    private static boolean isNothing(Tree value) {
        return value instanceof Tree.Scalar scalar && scalar.core() == Core.NOTHING;
    }

    private void rates(Tree.Mapping section, Optional<Currency> currency, List<DatedRate> rates) {
        Set<Set<Currency>> pairs = new HashSet<>();
        for (Tree.Entry entry : section.entries()) {
            Reading here =
                    new MappingReader(reading.at(WorkspaceKeys.RATES)).at(entry.key().text());
            Matcher pair = PAIR.matcher(entry.key().text());
            Optional<Currency> to =
                    pair.matches() ? AmountType.currency(pair.group(1)) : Optional.empty();
            Optional<Currency> from =
                    to.isPresent() ? AmountType.currency(pair.group(2)) : Optional.empty();
            if (from.isEmpty() || to.get().equals(from.get())) {
                here.report(
                        entry.key().at(),
                        "must be two currencies such as EUR/USD: euros for one dollar",
                        "");
            } else if (currency.isPresent()
                    && !currency.get().equals(to.get())
                    && currency.get().equals(from.get())) {
                here.report(
                        entry.key().at(),
                        "says what one "
                                + from.get()
                                + " costs, and your currency is "
                                + currency.get(),
                        "write "
                                + from.get()
                                + "/"
                                + to.get()
                                + " and how many "
                                + from.get()
                                + " one "
                                + to.get()
                                + " costs");
            } else if (!pairs.add(Set.of(to.get(), from.get()))) {
                here.report(
                        entry.key().at(), "is a second rate between the two", "keep one of them");
            } else {
                rate(entry.value(), here, to.get(), from.get()).ifPresent(rates::add);
            }
        }
    }

    private static Optional<DatedRate> rate(Tree value, Reading here, Currency to, Currency from) {
        if (value instanceof Tree.Scalar scalar
                && (scalar.core() == Core.REAL || scalar.core() == Core.WHOLE)) {
            here.report(
                    value.at(),
                    "has no date, and a rate without one says nothing",
                    "write {value: "
                            + Shown.oneLine(scalar.text())
                            + ", date: 2026-12-01, source: who says so}, with the day when it held");
            return Optional.empty();
        }
        if (!(value instanceof Tree.Mapping mapping)) {
            here.mismatch(value, "a mapping such as {value: 0.86, date: 2026-12-01}", "");
            return Optional.empty();
        }
        Values values = new MappingReader(here).read(WorkspaceKeys.rate(), List.of(), mapping);
        Optional<BigDecimal> factor = values.find(WorkspaceKeys.RATE_VALUE);
        Optional<LocalDate> date = date(values, here);
        return factor.isPresent()
                        && date.isPresent()
                        && values.find(WorkspaceKeys.RATE_SOURCE).isPresent()
                ? Optional.of(
                        new DatedRate(
                                to,
                                from,
                                factor.get(),
                                date.get(),
                                values.get(WorkspaceKeys.RATE_SOURCE)))
                : Optional.empty();
    }

    private static Optional<LocalDate> date(Values values, Reading here) {
        try {
            return values.find(WorkspaceKeys.RATE_DATE).map(LocalDate::parse);
        } catch (DateTimeParseException noDay) {
            here.at(here.path() + ".date")
                    .report(
                            values.place(WorkspaceKeys.RATE_DATE).orElse(Place.START),
                            "is no day of the calendar",
                            "");
            return Optional.empty();
        }
    }

    private void places(Tree.Mapping section, Map<ByteStore, RegionName> places) {
        List<Key<?>> keys = new ArrayList<>();
        Arrays.stream(ByteStore.values()).map(WorkspaceKeys::place).forEach(keys::add);
        Values values =
                new MappingReader(reading.at(WorkspaceKeys.PLACES)).read(keys, List.of(), section);
        for (ByteStore store : ByteStore.values()) {
            values.find(WorkspaceKeys.place(store))
                    .ifPresent(
                            text -> {
                                String[] parts = text.split("/", 2);
                                places.put(store, new RegionName(parts[0], parts[1]));
                            });
        }
    }

    private void hardware(Tree value, List<OwnMachine> machines) {
        Reading here = reading.at(WorkspaceKeys.HARDWARE);
        if (isNothing(value)) {
            return;
        }
        if (!(value instanceof Tree.Sequence list)) {
            here.mismatch(
                    value,
                    "a list of machines",
                    value instanceof Tree.Mapping ? "write `- name: …`" : "");
            return;
        }
        if (list.items().size() > MOST_MACHINES) {
            here.report(value.at(), "lists more than " + MOST_MACHINES + " machines", "");
            return;
        }
        Set<String> names = new HashSet<>();
        for (int index = 0; index < list.items().size(); index++) {
            Tree item = list.items().get(index);
            Reading at = here.at(here.path() + "[" + index + "]");
            mapping(item, at, "a mapping such as {name: server, purchase: 9000 EUR, …}")
                    .flatMap(mapping -> new HardwareParser(at).parse(mapping))
                    .ifPresent(
                            machine -> {
                                if (!names.add(machine.name())) {
                                    at.report(
                                            item.at(),
                                            "is a second machine named " + machine.name(),
                                            "give it a name of its own");
                                }
                                machines.add(machine);
                            });
        }
    }
}
