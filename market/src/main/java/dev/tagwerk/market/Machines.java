package dev.tagwerk.market;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The machines to rent that are known. */
public final class Machines {
    private static final List<Machine> ALL = Table.read("machines.tsv").map(Machine::of);

    /** Azure's sizes whose family letter is N have a GPU: Standard_NC8as_T4_v3. */
    private static final Pattern AZURE_GPU = Pattern.compile("(standard_|basic_)?n[cdgvpm]\\d.*");

    private static final Pattern AZURE = Pattern.compile("(standard|basic)_[a-z]+\\d.*");

    private Machines() {}

    public static List<Machine> all() {
        return ALL;
    }

    public static List<Machine> of(String service) {
        return ALL.stream().filter(machine -> machine.service().equals(service)).toList();
    }

    /** Spelling does not count: "STANDARD_NC8AS_T4_V3" is found, "NC8as_T4_v3" too. */
    public static Optional<Machine> find(String service, String text) {
        String key = Names.key(text);
        return of(service).stream()
                .filter(machine -> matches(Names.key(machine.name()), key))
                .findFirst();
    }

    /** A machine of any service. */
    public static Optional<Machine> find(String text) {
        String key = Names.key(text);
        return ALL.stream().filter(machine -> matches(Names.key(machine.name()), key)).findFirst();
    }

    private static boolean matches(String name, String key) {
        return name.equals(key) || name.equals("standard" + key);
    }

    /**
     * Whether a size of Azure's virtual machines has a GPU, told from its name; empty when the text
     * is no such name.
     */
    public static Optional<Boolean> azureSizeHasGpu(String size) {
        String small = size.strip().toLowerCase(Locale.ROOT);
        if (AZURE_GPU.matcher(small).matches()) {
            return Optional.of(true);
        }
        return AZURE.matcher(small).matches() ? Optional.of(false) : Optional.empty();
    }
}
