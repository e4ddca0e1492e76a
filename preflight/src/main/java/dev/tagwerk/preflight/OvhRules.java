package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.ContainerScripts;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import dev.tagwerk.spec.Nearest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What goes wrong with jobs and apps at OVHcloud AI, but for their volumes. */
final class OvhRules {
    private static final int MOST_GPUS = 4;

    /** Registries near the machines: OVHcloud's own, and the images that it publishes. */
    private static final Pattern NEAR =
            Pattern.compile("(?:[a-z0-9.-]+\\.)?ovh\\.(?:net|com|ca)/.*|ovhcom/.*");

    private OvhRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-OVH-006", OvhRules::moreThanFourGpus,
                "TW-OVH-007", OvhRules::farRegistry,
                "TW-OVH-008", OvhRules::sleepingApp,
                "TW-OVH-010", OvhRules::rootsHome,
                "TW-OVH-012", OvhRules::flavorNotOffered);
    }

    static Stream<Workload> workloads(Subject subject) {
        return subject.workloads().filter(workload -> workload.platform() == Platform.OVH_AI);
    }

    /** Whether a command line says it. */
    static boolean isShell(Workload workload) {
        return !workload.node().items().isEmpty();
    }

    /** A setting in the words of the file that the value stands in. */
    private static String spelt(Workload workload, Node value, String option, String text) {
        return isShell(workload) ? option + " " + text : AzureNames.key(value) + ": " + text;
    }

    private static void moreThanFourGpus(Subject subject, Findings findings) {
        workloads(subject)
                .forEach(
                        workload ->
                                workload.gpu()
                                        .filter(gpu -> gpu.count().orElse(0) > MOST_GPUS)
                                        .ifPresent(
                                                gpu ->
                                                        findings.add(
                                                                gpu.node(),
                                                                "a job has at most 4 GPUs, and"
                                                                        + " this one asks for "
                                                                        + gpu.count().orElse(0),
                                                                fourGpus(workload, gpu.node()))));
    }

    private static String fourGpus(Workload workload, Node gpu) {
        boolean named = gpu.scalar().flatMap(Scalar::asWhole).isEmpty();
        return named ? "resources.gpus: 4" : spelt(workload, gpu, "--gpu", "4");
    }

    private static void farRegistry(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.image().stream())
                .filter(image -> !NEAR.matcher(image.text()).matches())
                .filter(image -> image.text().indexOf('$') < 0)
                .forEach(
                        image ->
                                findings.note(
                                        image,
                                        "the image comes from a registry outside OVHcloud: while it"
                                                + " is pulled the job seems to wait in a queue",
                                        "an OVHcloud Managed Private Registry in the job's region"));
    }

    private static void sleepingApp(Subject subject, Findings findings) {
        workloads(subject)
                .filter(workload -> workload.kind() == Workload.Kind.SERVICE)
                .filter(OvhRules::hasGpu)
                .forEach(
                        app ->
                                app.minReplicas()
                                        .filter(least -> least.value() == 0)
                                        .ifPresent(
                                                least ->
                                                        findings.add(
                                                                least.node(),
                                                                "an app that has gone to 0 replicas"
                                                                        + " gets its GPU back only when"
                                                                        + " one is free",
                                                                spelt(
                                                                                app,
                                                                                least.node(),
                                                                                "--auto-min-replicas",
                                                                                "1")
                                                                        + " in business hours")));
    }

    private static boolean hasGpu(Workload workload) {
        return workload.gpu().isPresent()
                || workload.machine().map(flavor -> flavor.text().contains("gpu")).orElse(false);
    }

    /** OVHcloud runs every image as 42420:42420, whatever its USER is. */
    private static void rootsHome(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.containers().stream())
                .flatMap(OvhRules::paths)
                .filter(path -> path.text().matches("(?s)(?:-{0,2}[\\w-]+=)?/root(?:/.*)?"))
                .forEach(
                        path ->
                                findings.add(
                                        path,
                                        "/root cannot be written: OVHcloud runs the image as user"
                                                + " 42420"));
    }

    private static Stream<Scalar> paths(Container container) {
        return Stream.concat(
                container.env().stream().flatMap(variable -> variable.value().stream()),
                ContainerScripts.commands(container).stream().flatMap(List::stream));
    }

    private static void flavorNotOffered(Subject subject, Findings findings) {
        List<Document> lists = subject.all(Format.OVH_CAPABILITIES).toList();
        if (lists.isEmpty()) {
            unknownFlavor(subject, findings);
            return;
        }
        List<String> offered =
                lists.stream()
                        .flatMap(
                                list ->
                                        list.root().items().isEmpty()
                                                ? Stream.of(list.root())
                                                : list.root().items().stream())
                        .flatMap(flavor -> flavor.text("id").stream())
                        .map(Scalar::text)
                        .toList();
        workloads(subject)
                .flatMap(workload -> workload.machine().stream())
                .filter(flavor -> !offered.contains(flavor.text()))
                .forEach(
                        flavor ->
                                findings.add(
                                        flavor,
                                        "the flavor "
                                                + flavor.text()
                                                + " is not among those that OVHcloud offers: "
                                                + String.join(", ", offered)));
    }

    /** Without a list flavors may be newer than this program; one that looks misspelt is noted. */
    private static void unknownFlavor(Subject subject, Findings findings) {
        List<String> known = Machines.of("ovh-ai").stream().map(Machine::name).toList();
        workloads(subject)
                .forEach(
                        workload ->
                                workload.machine()
                                        .filter(flavor -> !flavor.isPlaceholder())
                                        .filter(flavor -> !known.contains(flavor.text()))
                                        .ifPresent(
                                                flavor ->
                                                        misspelt(
                                                                workload, flavor, known,
                                                                findings)));
    }

    private static void misspelt(
            Workload workload, Scalar flavor, List<String> known, Findings findings) {
        Nearest.typo(flavor.text(), known)
                .ifPresent(
                        near ->
                                findings.note(
                                        flavor,
                                        flavor.text()
                                                + " is not among the known flavors: did you mean "
                                                + near
                                                + "?",
                                        spelt(workload, flavor, "--flavor", near)));
    }
}
