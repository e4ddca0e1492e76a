package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Quantities;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Limits;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Clusters and instances of Azure ML that are paid for while nobody uses them, or that cannot be.
 */
final class AzureMlComputeRules {
    private static final Duration ADVISED = limit("aml.cluster.idle.advised");
    private static final Duration SHORTEST = limit("aml.instance.idle.min");
    private static final Duration LONGEST = limit("aml.instance.idle.max");

    private AzureMlComputeRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-001", AzureMlComputeRules::neverToZero,
                "TW-AML-002", AzureMlComputeRules::longIdle,
                "TW-AML-003", AzureMlComputeRules::instanceWithoutShutdown,
                "TW-AML-021", AzureMlComputeRules::retiredSize,
                "TW-AML-022", AzureMlComputeRules::fewerThanFewest);
    }

    private static Duration limit(String id) {
        return Duration.ofSeconds(Limits.get(id).whole());
    }

    /** Computes of a kind in the file that is checked. */
    static Stream<AzureMl> computes(Subject subject, String type) {
        return subject.own(Format.AZURE_ML_COMPUTE)
                .map(document -> new AzureMl(document.root()))
                .filter(compute -> compute.computeType().equals(type));
    }

    private static void neverToZero(Subject subject, Findings findings) {
        computes(subject, "amlcompute")
                .forEach(
                        cluster ->
                                cluster.whole("min_instances")
                                        .filter(least -> least.value() > 0)
                                        .ifPresent(least -> neverToZero(cluster, least, findings)));
    }

    private static void neverToZero(AzureMl cluster, Located<Integer> least, Findings findings) {
        String machines =
                least.value()
                        + (least.value() == 1 ? " machine" : " machines")
                        + cluster.text("size").map(size -> " of size " + size.text()).orElse("");
        findings.add(
                least.node(),
                "this cluster never goes to zero: "
                        + machines
                        + (least.value() == 1 ? " is" : " are")
                        + " paid for day and night",
                key(least.node()) + ": 0",
                replaced(least.node(), "0"));
    }

    private static String key(Node node) {
        return AzureNames.key(node);
    }

    private static Edit[] replaced(Node node, String text) {
        return node.scalar().stream()
                .map(scalar -> new Edit(scalar.source(), scalar.span(), text))
                .toArray(Edit[]::new);
    }

    private static void longIdle(Subject subject, Findings findings) {
        computes(subject, "amlcompute")
                .forEach(
                        cluster -> {
                            Optional<Located<Duration>> idle =
                                    cluster.duration("idle_time_before_scale_down");
                            if (idle.isPresent()) {
                                idle.filter(time -> time.value().compareTo(ADVISED) > 0)
                                        .ifPresent(time -> longIdle(cluster, time, findings));
                            } else if (cluster.find("idle_time_before_scale_down").isEmpty()
                                    && hasGpu(cluster)) {
                                findings.note(
                                        cluster.root(),
                                        "how long a machine with a GPU stays after its last job is"
                                                + " not said; az ml's default is 120 s",
                                        "idle_time_before_scale_down: 120");
                            }
                        });
    }

    private static void longIdle(AzureMl cluster, Located<Duration> idle, Findings findings) {
        String write = cluster.isRest() ? "\"PT2M\"" : "120";
        findings.add(
                idle.node(),
                "after its last job each machine is paid for another "
                        + Spoken.duration(idle.value()),
                key(idle.node()) + ": " + write,
                replaced(idle.node(), write));
    }

    static boolean hasGpu(AzureMl compute) {
        return compute.text("size")
                .flatMap(size -> Machines.azureSizeHasGpu(size.text()))
                .orElse(false);
    }

    private static void instanceWithoutShutdown(Subject subject, Findings findings) {
        computes(subject, "computeinstance").forEach(one -> shutdown(one, findings));
    }

    private static void shutdown(AzureMl instance, Findings findings) {
        Optional<Scalar> idle = instance.text("idle_time_before_shutdown");
        Optional<Located<Integer>> minutes = instance.whole("idle_time_before_shutdown_minutes");
        if (idle.isPresent() || minutes.isPresent()) {
            idle.filter(text -> text.text().startsWith("P"))
                    .flatMap(text -> Quantities.duration(text.text()))
                    .ifPresent(time -> outside(idle.get(), time, "\"PT30M\"", findings));
            minutes.ifPresent(
                    time -> outside(time.node(), Duration.ofMinutes(time.value()), "30", findings));
            return;
        }
        boolean printed = AzureNames.isPrinted(instance.root());
        boolean stops =
                instance.find("schedules.compute_start_stop").map(Node::items).stream()
                        .flatMap(list -> list.stream())
                        .anyMatch(
                                schedule ->
                                        schedule.text("action")
                                                .filter(
                                                        action ->
                                                                action.text()
                                                                        .equalsIgnoreCase("stop"))
                                                .isPresent());
        String write =
                instance.isRest()
                        ? "\"idleTimeBeforeShutdown\": \"PT30M\""
                        : "idle_time_before_shutdown_minutes: 30, and a schedule that stops it";
        if (hasGpu(instance) && !stops && !printed) {
            findings.add(
                    Severity.WARNING,
                    at(instance),
                    at(instance).anchor(),
                    "nothing stops this machine when nobody works on it: a GPU is paid for day and"
                            + " night",
                    write);
        } else {
            findings.note(
                    at(instance),
                    stops
                            ? "this machine stops by its schedule only, not when it is idle"
                            : "nothing stops this machine when nobody works on it",
                    write);
        }
    }

    private static Node at(AzureMl compute) {
        return compute.text("size").map(Node.class::cast).orElse(compute.root());
    }

    private static void outside(Node node, Duration time, String write, Findings findings) {
        if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
            findings.add(
                    Severity.ERROR,
                    node,
                    node.anchor(),
                    "an idle time of "
                            + Spoken.duration(time)
                            + " is refused: it lies between 15 minutes and 3 days",
                    key(node) + ": " + write);
        }
    }

    private static void retiredSize(Subject subject, Findings findings) {
        subject.documents().stream()
                .filter(document -> document.format().name().startsWith("AZURE_ML_"))
                .flatMap(document -> document.root().walk())
                .filter(node -> isSize(key(node)))
                .flatMap(node -> node.scalar().stream())
                .forEach(
                        size ->
                                AzureMlRun.machine(size)
                                        .filter(AzureMlComputeRules::isRetired)
                                        .ifPresent(
                                                machine ->
                                                        findings.add(
                                                                size,
                                                                machine.name()
                                                                        + " was "
                                                                        + machine.note().orElse(""),
                                                                key(size)
                                                                        + ": Standard_NC8as_T4_v3"
                                                                        + " (16 GB) or"
                                                                        + " Standard_NC24ads_A100_v4"
                                                                        + " (80 GB)")));
    }

    private static boolean isSize(String key) {
        return key.equals("size")
                || key.equals("instance_type")
                || key.equals("vmSize")
                || key.equals("instanceType");
    }

    private static boolean isRetired(Machine machine) {
        return machine.note().filter(note -> note.startsWith("retired")).isPresent();
    }

    private static void fewerThanFewest(Subject subject, Findings findings) {
        computes(subject, "amlcompute")
                .forEach(
                        cluster -> {
                            Optional<Located<Integer>> least = cluster.whole("min_instances");
                            Optional<Located<Integer>> most = cluster.whole("max_instances");
                            if (least.isPresent()
                                    && most.isPresent()
                                    && most.get().value() < least.get().value()) {
                                findings.add(
                                        most.get().node(),
                                        "at most "
                                                + most.get().value()
                                                + " machines are fewer than the "
                                                + least.get().value()
                                                + " that are always there",
                                        key(most.get().node()) + ": " + least.get().value());
                            }
                        });
    }
}
