package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Azure ML's sizes and the GPUs that a job or server makes use of. */
final class AzureMlGpuRules {
    private static final Pattern LAUNCHES =
            Pattern.compile(
                    "(?is).*(?:torchrun|torch\\.distributed|deepspeed|accelerate|mpirun).*");

    /** Images of servers that do not start without a GPU. */
    private static final Pattern GPU_ONLY =
            Pattern.compile(
                    "(?i)(?!.*cpu).*(?:vllm/vllm-openai|text-generation-inference|lmsysorg/sglang"
                            + "|tensorrt-?llm).*");

    private static final Pattern GPU_COMMAND =
            Pattern.compile("(?is)(?:.*[;&|\n])?\\s*(?:nvidia-smi|deepspeed)(?:\\s.*)?");
    private static final Pattern CUDA = Pattern.compile("(?i).*cuda\\d.*");

    private AzureMlGpuRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-012", AzureMlGpuRules::processes, "TW-AML-019", AzureMlGpuRules::noGpu);
    }

    private static void processes(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .forEach(
                        run ->
                                run.machine()
                                        .filter(machine -> machine.gpuCount() > 0)
                                        .ifPresent(machine -> processes(run, machine, findings)));
    }

    private static void processes(AzureMlRun run, Machine machine, Findings findings) {
        boolean torch =
                run.part()
                        .text("distribution.type")
                        .filter(type -> type.text().equalsIgnoreCase("pytorch"))
                        .isPresent();
        if (!torch) {
            onlyOne(run, machine, findings);
            return;
        }
        Optional<Located<Integer>> written =
                run.part().whole("distribution.process_count_per_instance");
        if (written.isEmpty()
                && run.part().find("distribution.process_count_per_instance").isPresent()) {
            return; // an expression
        }
        int processes = written.map(Located::value).orElse(1);
        int gpus = machine.gpuCount();
        Node at =
                written.map(Located::node)
                        .or(() -> run.part().find("distribution"))
                        .orElse(run.workload().node());
        Edit[] edits =
                written.stream()
                        .flatMap(one -> one.node().scalar().stream())
                        .map(one -> new Edit(one.source(), one.span(), String.valueOf(gpus)))
                        .toArray(Edit[]::new);
        String write = "process_count_per_instance: " + gpus;
        if (processes > gpus) {
            findings.add(
                    at,
                    processes
                            + " processes share the "
                            + gpus
                            + (gpus == 1 ? " GPU" : " GPUs")
                            + " of a "
                            + machine.name()
                            + "; NCCL refuses two on one card",
                    write,
                    edits);
        } else if (processes < gpus && !launches(run)) {
            findings.add(
                    at,
                    processes
                            + (processes == 1 ? " process uses " : " processes use ")
                            + processes
                            + " of the "
                            + gpus
                            + " GPUs of a "
                            + machine.name()
                            + "; the others are paid for",
                    write,
                    edits);
        }
    }

    /** Nothing starts a second process; a program may spread one over all cards itself. */
    private static void onlyOne(AzureMlRun run, Machine machine, Findings findings) {
        if (machine.gpuCount() > 1
                && run.part().find("distribution").isEmpty()
                && run.command().isPresent()
                && !launches(run)) {
            run.job()
                    .text("resources.instance_type")
                    .or(run::compute)
                    .ifPresent(
                            at ->
                                    findings.note(
                                            at,
                                            "one process is started on a "
                                                    + machine.name()
                                                    + " with its "
                                                    + machine.gpuCount()
                                                    + " GPUs",
                                            "distribution: {type: pytorch,"
                                                    + " process_count_per_instance: "
                                                    + machine.gpuCount()
                                                    + "}"));
        }
    }

    private static boolean launches(AzureMlRun run) {
        return run.command()
                .filter(command -> LAUNCHES.matcher(command.text()).matches())
                .isPresent();
    }

    private static void noGpu(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .forEach(
                        run ->
                                run.size()
                                        .filter(AzureMlGpuRules::isWithoutGpu)
                                        .ifPresent(
                                                size ->
                                                        noGpu(
                                                                run.workload(),
                                                                run.job()
                                                                                .text(
                                                                                        "resources.instance_type")
                                                                                .isPresent()
                                                                        ? size
                                                                        : run.compute()
                                                                                .orElse(size),
                                                                size,
                                                                findings)));
        subject.workloads()
                .filter(workload -> workload.platform() == Platform.AZURE_ML)
                .filter(workload -> workload.kind() == Workload.Kind.SERVICE)
                .forEach(
                        workload ->
                                workload.machine()
                                        .filter(AzureMlGpuRules::isWithoutGpu)
                                        .ifPresent(size -> noGpu(workload, size, size, findings)));
    }

    private static boolean isWithoutGpu(Scalar size) {
        return Machines.azureSizeHasGpu(size.text()).filter(gpu -> !gpu).isPresent();
    }

    private static void noGpu(Workload workload, Scalar at, Scalar size, Findings findings) {
        for (Container container : workload.containers()) {
            String image = container.image().map(Scalar::text).orElse("");
            String command = container.script().map(Scalar::text).orElse("");
            String write = "a size with a GPU, such as Standard_NC8as_T4_v3";
            if (GPU_ONLY.matcher(image).matches() || GPU_COMMAND.matcher(command).matches()) {
                findings.add(
                        at,
                        size.text()
                                + " has no GPU, and what is started there does not run without one",
                        write);
            } else if (CUDA.matcher(image).matches()) {
                findings.note(
                        at, size.text() + " has no GPU, and the image is made for CUDA", write);
            }
        }
    }
}
