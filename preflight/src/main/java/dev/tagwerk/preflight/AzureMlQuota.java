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
 */
record AzureMlQuota(String family, int limit, int used) {
    static Optional<AzureMlQuota> of(Subject subject, Machine machine) {
        return machine.quotaFamily()
                .flatMap(
                        family ->
                                subject.all(Format.AZURE_QUOTA)
                                        .flatMap(document -> entries(document.root()))
                                        .filter(entry -> isOf(entry, family))
                                        .flatMap(entry -> read(entry, family).stream())
                                        .findFirst());
    }

    private static Stream<Node> entries(Node root) {
        return root instanceof Items ? root.items().stream() : Stream.of(root);
    }

    private static boolean isOf(Node entry, String family) {
        return Stream.of("name.value", "name.localizedValue", "name", "localName")
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
        int used = entry.text("currentValue").flatMap(Scalar::asWhole).orElse(0);
        // -1 stands for no limit
        return limit.filter(cores -> cores >= 0)
                .map(cores -> new AzureMlQuota(family, cores, used));
    }

    int free() {
        return Math.max(0, limit - used);
    }
}
