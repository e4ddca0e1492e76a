package dev.tagwerk.preflight;

import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Machine;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many cores of a family of machines a subscription may use, as a listing given beside says.
 *
 * @param limit cores in all
 * @param used of these already
 * @param own whether it is Azure ML's own quota; that of virtual machines is counted apart
 */
record AzureMlQuota(String family, int limit, int used, boolean own) {
    static Optional<AzureMlQuota> of(Subject subject, Machine machine) {
        return machine.quotaFamily()
                .flatMap(
                        family ->
                                subject.all(Format.AZURE_QUOTA)
                                        .flatMap(document -> entries(document.root()))
                                        .filter(entry -> isOf(entry, family))
                                        .filter(entry -> !says(entry, "workspaces/"))
                                        .flatMap(entry -> read(entry, family).stream())
                                        .reduce((one, other) -> one.own() ? one : other));
    }

    private static Stream<Node> entries(Node root) {
        return root instanceof Items ? root.items().stream() : Stream.of(root);
    }

    private static boolean isOf(Node entry, String family) {
        return Stream.of("name.value", "name.localizedValue", "name.localized_value", "localName")
                .flatMap(way -> entry.text(way).stream())
                .anyMatch(name -> key(name.text()).startsWith(key(family)));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private static Optional<AzureMlQuota> read(Node entry, String family) {
        Optional<Integer> limit =
                entry.text("limit")
                        .or(() -> entry.text("properties.limit.value"))
                        .flatMap(Scalar::asWhole);
        int used =
                entry.text("currentValue")
                        .or(() -> entry.text("current_value"))
                        .flatMap(Scalar::asWhole)
                        .orElse(0);
        boolean own =
                says(entry, "machinelearningservices")
                        || entry.get("aml_workspace_location").isPresent();
        // -1 stands for no limit
        return limit.filter(cores -> cores >= 0)
                .map(cores -> new AzureMlQuota(family, cores, used, own));
    }

    private static boolean says(Node entry, String part) {
        return Stream.of("type", "id")
                .flatMap(key -> entry.text(key).stream())
                .anyMatch(text -> text.text().toLowerCase(Locale.ROOT).contains(part));
    }

    /** How sure a finding from it is. */
    Severity severity(Severity asOwn) {
        return own ? asOwn : Severity.NOTE;
    }

    int free() {
        return Math.max(0, limit - used);
    }
}
