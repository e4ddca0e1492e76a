package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Probe;
import dev.tagwerk.market.Limits;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Health probes of Container Apps that serve models. */
final class ServingProbeRules {
    private static final Pattern SERVER =
            Pattern.compile(
                    "(?i).*(vllm|text-generation-inference|\\btgi\\b|llama\\.?cpp|llama-server|ollama"
                            + "|sglang|tritonserver|text-embeddings|lorax|tabbyapi|whisper).*");
    private static final int LOAD_SECONDS = 120;
    private static final int SURELY_SECONDS = 60;

    private ServingProbeRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-SRV-001", ServingProbeRules::startup,
                "TW-SRV-002", ServingProbeRules::ranges,
                "TW-SRV-003", ServingProbeRules::budget,
                "TW-SRV-004", ServingProbeRules::coldStart);
    }

    private static Stream<ContainerApp> services(Subject subject) {
        return ContainerApp.of(subject).filter(app -> !app.isJob());
    }

    private static boolean servesModel(ContainerApp app, Container container) {
        return (app.wantsGpu() && app.workload().containers().getFirst() == container)
                || container
                        .image()
                        .filter(image -> SERVER.matcher(image.text()).matches())
                        .isPresent();
    }

    private static void startup(Subject subject, Findings findings) {
        services(subject)
                .forEach(
                        app ->
                                app.workload().containers().stream()
                                        .filter(container -> servesModel(app, container))
                                        .forEach(container -> startup(container, findings)));
    }

    private static void startup(Container container, Findings findings) {
        Optional<Node> list =
                container.node().get("probes").filter(node -> !node.items().isEmpty());
        if (list.isEmpty()
                || has(container, "startup")
                || container.probes().stream().anyMatch(probe -> probe.type().isEmpty())) {
            return;
        }
        long patience =
                container.probes().stream()
                        .filter(probe -> probe.type().equals("liveness"))
                        .mapToLong(ServingProbeRules::budget)
                        .findFirst()
                        .orElse(0);
        if (patience >= LOAD_SECONDS) {
            return;
        }
        findings.add(
                has(container, "liveness") ? Severity.WARNING : Severity.ERROR,
                list.get(),
                list.get().anchor(),
                has(container, "liveness")
                        ? "the Liveness probe kills the server after "
                                + patience
                                + " s, while it still loads its model"
                        : "without Startup and Liveness of your own the platform adds its Liveness"
                                + " probe, which kills a server that still loads its model",
                "probes: a Startup probe with periodSeconds: 60, failureThreshold: 10, and a"
                        + " Liveness probe with periodSeconds: 30, failureThreshold: 10");
    }

    private static boolean has(Container container, String type) {
        return container.probes().stream().anyMatch(probe -> probe.type().equals(type));
    }

    /** Seconds until a probe has failed for good; the defaults are those of Kubernetes. */
    private static long budget(Probe probe) {
        return value(probe.initialDelaySeconds(), 0)
                + value(probe.periodSeconds(), 10) * value(probe.failureThreshold(), 3);
    }

    private static long value(Optional<Located<Integer>> value, long otherwise) {
        return value.map(one -> (long) one.value()).orElse(otherwise);
    }

    private static Stream<Probe> probes(ContainerApp app) {
        return app.containers().flatMap(container -> container.probes().stream());
    }

    private static void ranges(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(ServingProbeRules::probes)
                .forEach(
                        probe -> {
                            range(
                                    probe,
                                    probe.initialDelaySeconds(),
                                    0,
                                    Limits.get("aca.probe.initial-delay.max").whole(),
                                    findings);
                            range(
                                    probe,
                                    probe.periodSeconds(),
                                    1,
                                    Limits.get("aca.probe.period.max").whole(),
                                    findings);
                            range(
                                    probe,
                                    probe.failureThreshold(),
                                    1,
                                    Limits.get("aca.probe.failure-threshold.max").whole(),
                                    findings);
                            range(
                                    probe,
                                    probe.timeoutSeconds(),
                                    1,
                                    Limits.get("aca.probe.timeout.max").whole(),
                                    findings);
                        });
    }

    private static void range(
            Probe probe,
            Optional<Located<Integer>> value,
            long least,
            long most,
            Findings findings) {
        value.filter(one -> one.value() < least || one.value() > most)
                .ifPresent(
                        one ->
                                findings.add(
                                        one.node(),
                                        AzureNames.key(one.node())
                                                + " is "
                                                + one.value()
                                                + "; the service takes "
                                                + least
                                                + " to "
                                                + most,
                                        stretched(probe)));
    }

    /** The same patience within the service's bounds. */
    private static String stretched(Probe probe) {
        long wanted = Math.max(1, budget(probe));
        long failures = Limits.get("aca.probe.failure-threshold.max").whole();
        long most = Limits.get("aca.probe.period.max").whole();
        long period = Math.min(most, Math.max(1, (wanted + failures - 1) / failures));
        return "periodSeconds: " + period + ", failureThreshold: " + failures;
    }

    private static void budget(Subject subject, Findings findings) {
        services(subject)
                .forEach(
                        app ->
                                app.workload().containers().stream()
                                        .filter(container -> servesModel(app, container))
                                        .flatMap(container -> container.probes().stream())
                                        .filter(probe -> probe.type().equals("startup"))
                                        .filter(probe -> budget(probe) < LOAD_SECONDS)
                                        .forEach(
                                                probe ->
                                                        findings.add(
                                                                // a small model may do with that
                                                                budget(probe) < SURELY_SECONDS
                                                                        ? Severity.WARNING
                                                                        : Severity.NOTE,
                                                                probe.node(),
                                                                probe.node().anchor(),
                                                                "the Startup probe gives the server"
                                                                        + " "
                                                                        + budget(probe)
                                                                        + " s to load its model",
                                                                "periodSeconds: 60,"
                                                                        + " failureThreshold:"
                                                                        + " 10")));
    }

    private static void coldStart(Subject subject, Findings findings) {
        services(subject)
                .filter(app -> app.wantsGpu() && hasIngress(app))
                .filter(app -> app.isWritten("template.scale"))
                .filter(app -> mayBeZero(app))
                .forEach(app -> coldStart(app, ColdStart.of(subject, app), findings));
    }

    private static void coldStart(ContainerApp app, ColdStart start, Findings findings) {
        Node place =
                app.properties()
                        .find("template.scale.minReplicas")
                        .or(app::template)
                        .orElse(app.node());
        findings.add(
                start.isTooLong() ? Severity.WARNING : Severity.NOTE,
                place,
                place.anchor(),
                "from zero replicas the first request waits for node, image and model"
                        + start.told()
                        + ", and gets 504 after "
                        + Limits.get("aca.ingress.timeout").whole()
                        + " s",
                "minReplicas: 1 in business hours, a warming call before, or a queue in front");
    }

    /** Zero is the default. */
    private static boolean mayBeZero(ContainerApp app) {
        return app.properties()
                .text("template.scale.minReplicas")
                .map(least -> least.asWhole().filter(count -> count == 0).isPresent())
                .orElse(true);
    }

    private static boolean hasIngress(ContainerApp app) {
        return app.configuration()
                .flatMap(one -> one.get("ingress"))
                .filter(one -> !one.fields().isEmpty())
                .isPresent();
    }
}
