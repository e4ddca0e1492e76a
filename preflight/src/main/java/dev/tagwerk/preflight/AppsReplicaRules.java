package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Copies of a Container Apps job, and which of its containers has the GPU. */
final class AppsReplicaRules {
    private static final Pattern GPU_IMAGE =
            Pattern.compile("(?i).*(cuda|pytorch|vllm|triton|nvcr\\.io|gpu|axolotl|unsloth).*");

    private AppsReplicaRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-018", AppsReplicaRules::copies,
                "TW-ACA-019", AppsReplicaRules::firstContainer);
    }

    private static void copies(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(ContainerApp::isJob)
                .filter(ContainerApp::wantsGpu)
                .forEach(
                        job ->
                                job.configuration()
                                        .flatMap(one -> one.get("manualTriggerConfig"))
                                        .ifPresent(
                                                config ->
                                                        Stream.of(
                                                                        "parallelism",
                                                                        "replicaCompletionCount")
                                                                .flatMap(
                                                                        key ->
                                                                                config
                                                                                        .text(key)
                                                                                        .stream())
                                                                .forEach(
                                                                        count ->
                                                                                copies(
                                                                                        count,
                                                                                        findings))));
    }

    private static void copies(Scalar count, Findings findings) {
        if (count.asWhole().filter(number -> number > 1).isPresent()) {
            findings.add(
                    count,
                    AzureNames.key(count)
                            + " "
                            + count.text()
                            + " starts as many copies of the same command, which write to the same"
                            + " places",
                    AzureNames.key(count) + ": 1",
                    new Edit(count.source(), count.span(), "1"));
        }
    }

    private static void firstContainer(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(ContainerApp::wantsGpu)
                .forEach(
                        app -> {
                            List<Container> containers = app.workload().containers();
                            if (containers.size() > 1) {
                                Container first = containers.getFirst();
                                containers.stream()
                                        .skip(1)
                                        .filter(other -> needsGpu(other) && !needsGpu(first))
                                        .forEach(other -> firstContainer(other, findings));
                            }
                            app.containers().forEach(container -> manyGpus(container, findings));
                        });
    }

    private static void firstContainer(Container other, Findings findings) {
        findings.add(
                Severity.WARNING,
                other.node(),
                other.image().map(Scalar::anchor).orElse(other.node().anchor()),
                "only the first container sees the GPU, and this one is made for it",
                "this container first in the list");
    }

    private static boolean needsGpu(Container container) {
        return container.gpu().isPresent()
                || container
                        .image()
                        .filter(one -> GPU_IMAGE.matcher(one.text()).matches())
                        .isPresent()
                || container.env().stream()
                        .map(variable -> variable.name().toUpperCase(Locale.ROOT))
                        .anyMatch(name -> name.startsWith("NVIDIA_") || name.startsWith("CUDA_"));
    }

    private static void manyGpus(Container container, Findings findings) {
        container
                .gpu()
                .filter(gpu -> gpu.count().filter(count -> count > 1).isPresent())
                .ifPresent(
                        gpu ->
                                findings.add(
                                        gpu.node(),
                                        "a replica has one GPU, not " + gpu.count().orElse(0),
                                        "one GPU, or a dedicated profile with more"));
        Settings.of(container).value("nproc_per_node", "num_processes").stream()
                .filter(count -> count.asWhole().filter(number -> number > 1).isPresent())
                .forEach(
                        count ->
                                findings.add(
                                        Severity.WARNING,
                                        count,
                                        count.anchor(),
                                        "a replica has one GPU, and "
                                                + count.text()
                                                + " processes are started for as many",
                                        "1"));
    }
}
