package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Addresses that an environment in a subnet of one's own has for replicas. */
final class SubnetRules {
    private static final Pattern PREFIX = Pattern.compile("[0-9.]{7,15}/([0-9]{1,2})");
    private static final String DELEGATION = "Microsoft.App/environments";

    private SubnetRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-ACA-032", SubnetRules::addresses, "TW-ACA-038", SubnetRules::delegation);
    }

    private static Stream<Node> subnets(Subject subject) {
        return subject.all(Format.AZURE_SUBNET).map(Document::root);
    }

    /** The subnet that the environment names, or the only one there is. */
    private static Optional<Node> subnet(Surroundings around) {
        Optional<String> wanted =
                around.environment()
                        .flatMap(
                                root ->
                                        root.text(
                                                "properties.vnetConfiguration.infrastructureSubnetId"))
                        .filter(id -> !id.isPlaceholder())
                        .map(id -> AzureNames.last(id.text()));
        List<Node> subnets = subnets(around.subject()).toList();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        return subnets.stream()
                .filter(
                        one ->
                                AzureNames.name(one)
                                        .filter(wanted.get()::equalsIgnoreCase)
                                        .isPresent())
                .findFirst();
    }

    private static Optional<Scalar> prefix(Node subnet) {
        return subnet.text("addressPrefix")
                .or(() -> subnet.text("properties.addressPrefix"))
                .or(
                        () ->
                                subnet
                                        .get("addressPrefixes")
                                        .or(() -> subnet.find("properties.addressPrefixes"))
                                        .map(Node::items)
                                        .orElse(List.of())
                                        .stream()
                                        .flatMap(one -> one.scalar().stream())
                                        .findFirst());
    }

    private static void addresses(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around ->
                                subnet(around)
                                        .flatMap(SubnetRules::prefix)
                                        .ifPresent(prefix -> addresses(around, prefix, findings)));
    }

    private static void addresses(Surroundings around, Scalar prefix, Findings findings) {
        Matcher matcher = PREFIX.matcher(prefix.text());
        if (!matcher.matches()) {
            return;
        }
        int bits = Integer.parseInt(matcher.group(1));
        long smallest = Limits.get("aca.subnet.smallest-prefix").whole();
        if (bits > smallest && bits <= 32) {
            findings.add(
                    prefix,
                    "a subnet of " + prefix.text() + " is too small for an environment",
                    "/" + smallest + " or larger");
            return;
        }
        // Azure's own five are among the fourteen to eighteen that never reach a replica
        long free =
                (1L << (32 - bits))
                        - Limits.get("aca.subnet.reserved").whole()
                        - Limits.get("azure.subnet.reserved").whole();
        boolean gpu =
                around.app().wantsGpu() || around.machine().flatMap(one -> one.gpu()).isPresent();
        long perAddress = gpu ? 1 : Limits.get("aca.consumption.replicas-per-address").whole();
        around.app()
                .workload()
                .parallelism()
                .filter(count -> count.value() > free * perAddress)
                .ifPresent(count -> addresses(count, prefix, free, gpu, findings));
    }

    private static void addresses(
            Located<Integer> count, Scalar prefix, long free, boolean gpu, Findings findings) {
        findings.add(
                count.node(),
                count.value()
                        + " replicas want "
                        + (gpu ? "an address each" : "an address for every ten")
                        + ", and the subnet "
                        + prefix.text()
                        + " has "
                        + free
                        + " left for them",
                "at most " + free + ", or a larger subnet: it cannot be changed later");
    }

    private static void delegation(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .filter(around -> !around.profiles().orElse(List.of()).isEmpty())
                .flatMap(around -> subnet(around).stream())
                .distinct()
                .forEach(subnet -> delegation(subnet, findings));
    }

    private static void delegation(Node subnet, Findings findings) {
        Optional<Node> delegations =
                subnet.get("delegations").or(() -> subnet.find("properties.delegations"));
        boolean delegated =
                delegations.map(Node::items).orElse(List.of()).stream()
                        .flatMap(
                                one ->
                                        one
                                                .text("serviceName")
                                                .or(() -> one.text("properties.serviceName"))
                                                .stream())
                        .anyMatch(name -> name.text().equalsIgnoreCase(DELEGATION));
        if (delegations.isPresent() && !delegated) {
            findings.add(
                    delegations.get(),
                    "the subnet is not delegated to "
                            + DELEGATION
                            + ", as an environment with workload profiles wants it",
                    "az network vnet subnet update --delegations " + DELEGATION + " ...");
        }
    }
}
