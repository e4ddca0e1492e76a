package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.ConsumptionSize;
import dev.tagwerk.market.Machine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Processor and memory that Container Apps jobs ask for. */
final class AppsSizeRules {
    private AppsSizeRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-020", AppsSizeRules::pairs,
                "TW-ACA-021", AppsSizeRules::size);
    }

    /** Sums over containers must be one of the sizes of Consumption. */
    private static void pairs(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .filter(AppsSizeRules::isConsumption)
                .forEach(around -> pairs(around.app(), findings));
    }

    private static boolean isConsumption(Surroundings around) {
        Optional<Scalar> name = around.app().workload().machine();
        return name.isEmpty() || name.get().text().equalsIgnoreCase("Consumption");
    }

    private static void pairs(ContainerApp app, Findings findings) {
        List<Container> containers = app.workload().containers();
        if (containers.isEmpty()
                || containers.stream()
                        .anyMatch(one -> one.cpu().isEmpty() || one.memory().isEmpty())) {
            return;
        }
        BigDecimal cpu = sum(containers.stream().flatMap(one -> one.cpu().stream()).toList());
        long memory =
                containers.stream()
                        .flatMap(one -> one.memory().stream())
                        .map(Located::value)
                        .reduce(0L, AppsSizeRules::add);
        BigDecimal gib =
                BigDecimal.valueOf(memory)
                        .divide(BigDecimal.valueOf(1L << 30), 3, RoundingMode.HALF_UP);
        Optional<ConsumptionSize> same =
                ConsumptionSize.ofVcpus(cpu).filter(size -> size.memoryGib().compareTo(gib) == 0);
        if (same.isEmpty()) {
            Node place =
                    containers
                            .getFirst()
                            .node()
                            .get("resources")
                            .orElse(containers.getFirst().node());
            findings.add(
                    place,
                    "the profile Consumption has no size of "
                            + Spoken.number(cpu)
                            + " vCPU with "
                            + Spoken.number(gib)
                            + "Gi",
                    ConsumptionSize.atLeast(cpu, gib)
                            .map(
                                    size ->
                                            "resources: {cpu: "
                                                    + Spoken.number(size.vcpus())
                                                    + ", memory: "
                                                    + Spoken.number(size.memoryGib())
                                                    + "Gi}"
                                                    + (containers.size() > 1
                                                            ? " as the sum of all containers"
                                                            : ""))
                            .orElse(
                                    "a dedicated workload profile: Consumption ends at 4 vCPU, 8Gi"));
        }
    }

    private static long add(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }

    private static BigDecimal sum(List<Located<BigDecimal>> values) {
        return values.stream().map(Located::value).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static void size(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around ->
                                around.machine()
                                        .filter(machine -> machine.gpu().isPresent())
                                        .ifPresent(
                                                machine -> size(around.app(), machine, findings)));
    }

    private static void size(ContainerApp app, Machine machine, Findings findings) {
        List<Container> containers = app.workload().containers();
        BigDecimal cpu = sum(containers.stream().flatMap(one -> one.cpu().stream()).toList());
        BigDecimal memory =
                sum(
                        containers.stream()
                                .flatMap(one -> one.memory().stream())
                                .map(
                                        one ->
                                                new Located<>(
                                                        BigDecimal.valueOf(one.value()),
                                                        one.node()))
                                .toList());
        double gib = memory.doubleValue() / (1L << 30);
        if (cpu.doubleValue() > machine.vcpus() || gib > machine.memoryGib()) {
            containers.stream()
                    .flatMap(one -> one.node().get("resources").stream())
                    .findFirst()
                    .ifPresent(
                            place ->
                                    findings.add(
                                            place,
                                            machine.name()
                                                    + " has "
                                                    + Spoken.number(machine.vcpus())
                                                    + " vCPU and "
                                                    + Spoken.number(machine.memoryGib())
                                                    + "Gi, less than the containers ask for",
                                            "resources: {cpu: "
                                                    + Spoken.number(machine.vcpus())
                                                    + ", memory: "
                                                    + Spoken.number(machine.memoryGib())
                                                    + "Gi}"));
        } else if (cpu.signum() > 0 && cpu.doubleValue() * 2 <= machine.vcpus()) {
            containers.stream()
                    .flatMap(one -> one.cpu().stream())
                    .findFirst()
                    .ifPresent(
                            place ->
                                    findings.note(
                                            place.node(),
                                            Spoken.number(cpu)
                                                    + " of "
                                                    + Spoken.number(machine.vcpus())
                                                    + " vCPU are asked for beside a GPU that waits"
                                                    + " for its data",
                                            "resources: {cpu: "
                                                    + Spoken.number(machine.vcpus())
                                                    + ", memory: "
                                                    + Spoken.number(machine.memoryGib())
                                                    + "Gi}"));
        }
    }
}
