package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** The keys of one machine of one's own. */
final class HardwareKeys {
    private static final QuantityType WATTS =
            new QuantityType("W", BigDecimal.valueOf(1_000_000), "350 W");

    static final Key<String> NAME =
            key(
                    "name",
                    new TextType(
                            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}"),
                            "a name of letters, digits, dots, dashes and underscores"),
                    "What it is called: own/NAME.");
    static final Key<String> GPU =
            key(
                            "gpu",
                            new TextType(
                                    Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._+-]{0,63}"),
                                    "a card's name such as T4 or A100-80GB"),
                            "Which card.")
                    .optional();
    static final Key<Long> GPUS =
            key("gpus", new WholeType(1, 1024), "How many cards.")
                    .or(
                            "1 where gpu is given, else none",
                            values -> values.find(GPU).map(name -> 1L));
    static final Key<Double> VCPUS =
            key("vcpus", RealType.positive(4096), "Cores, as a provider would count them.")
                    .optional();
    static final Key<Long> MEMORY = key("memory", new SizeType(), "Main memory.").optional();
    static final Key<Amount> PURCHASE =
            key("purchase", new AmountType(), "What the whole machine cost.");
    static final Key<Long> MONTHS =
            key("months", new WholeType(1, 240), "Over how many months that is spread.");
    static final Key<BigDecimal> POWER = key("power", WATTS, "What it draws while it works.");
    static final Key<BigDecimal> IDLE_POWER =
            key("idle_power", WATTS, "What it draws while it does not.").optional();
    static final Key<Amount> ELECTRICITY =
            key("electricity", AmountType.per("kWh"), "What a kilowatt-hour costs.");
    static final Key<BigDecimal> PUE =
            key(
                            "pue",
                            new QuantityType("", BigDecimal.TEN, "1.4"),
                            "Power usage effectiveness: all power of the room over the machine's.")
                    .optional();
    static final Key<BigDecimal> COOLING =
            key("cooling", WATTS, "What cooling draws while it works, where no pue is known.")
                    .optional();
    static final Key<Amount> RACK = month("rack", "Room and network, a month.");
    static final Key<Amount> SERVICE = month("service", "Maintenance and insurance, a month.");
    static final Key<Amount> PEOPLE = month("people", "Who looks after it, a month.");
    static final Key<BigDecimal> UTILISATION =
            key(
                    "utilisation",
                    new QuantityType("%", BigDecimal.valueOf(100), "30 %"),
                    "Share of all hours in which it works.");

    private HardwareKeys() {}

    private static <T> Key<T> key(String name, Type<T> type, String doc) {
        return Key.of(WorkspaceKeys.HARDWARE, name, type, doc);
    }

    private static Key<Amount> month(String name, String doc) {
        return key(name, AmountType.orNothing(), doc).optional();
    }

    static List<Key<?>> all() {
        return List.of(
                NAME,
                GPU,
                GPUS,
                VCPUS,
                MEMORY,
                PURCHASE,
                MONTHS,
                POWER,
                IDLE_POWER,
                ELECTRICITY,
                PUE,
                COOLING,
                RACK,
                SERVICE,
                PEOPLE,
                UTILISATION);
    }
}
