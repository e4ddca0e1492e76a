package dev.tagwerk.formats;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Machines;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Jobs, deployments and instances of Azure ML in the common shape. */
final class AzureMlWorkload {
    private static final Pattern SHARED_MEMORY =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)([bBkKmMgG])");
    private static final Map<String, Long> DOCKER_UNITS =
            Map.of("b", 1L, "k", 1L << 10, "m", 1L << 20, "g", 1L << 30);
    private static final Set<String> WRITABLE =
            Set.of("rw_mount", "mount", "upload", "readwritemount", "direct");
    private static final Set<String> COPIED =
            Set.of("download", "upload", "eval_download", "evaldownload");

    private AzureMlWorkload() {}

    /** A job that runs one command, or a step of a pipeline that does. */
    static Workload command(Node node) {
        AzureMl job = new AzureMl(node);
        return job(job, job, job.whole("resources.instance_count"));
    }

    /** A job that runs one command many times, each with other parameters. */
    static Workload sweep(Node node) {
        AzureMl job = new AzureMl(node);
        AzureMl trial = new AzureMl(job.find("trial").orElse(node));
        return job(job, trial, job.whole("limits.max_concurrent_trials"));
    }

    private static Workload job(
            AzureMl job, AzureMl trial, Optional<Located<Integer>> parallelism) {
        Optional<Scalar> type =
                job.text("resources.instance_type").or(() -> trial.text("resources.instance_type"));
        List<Mount> mounts = new ArrayList<>();
        List<Volume> volumes = new ArrayList<>();
        job.fields("inputs").forEach(input -> mount("inputs", input, mounts, volumes));
        job.fields("outputs").forEach(output -> mount("outputs", output, mounts, volumes));
        return new Workload(
                Platform.AZURE_ML,
                Workload.Kind.JOB,
                job.root(),
                job.text("name").or(() -> job.text("display_name")),
                Optional.empty(),
                type.or(() -> job.text("compute")),
                type.flatMap(AzureMlWorkload::gpu),
                List.of(
                        container(
                                trial,
                                trial.text("command"),
                                mounts,
                                List.of(),
                                job.text("resources.shm_size")
                                        .or(() -> trial.text("resources.shm_size")))),
                List.of(),
                volumes,
                job.duration("limits.timeout"),
                Optional.empty(),
                parallelism,
                Optional.empty(),
                job.text("compute"));
    }

    /** A model behind an address. */
    static Workload online(Node node) {
        AzureMl deployment = new AzureMl(node);
        List<Probe> probes = new ArrayList<>();
        for (String type : List.of("liveness", "readiness", "startup")) {
            deployment
                    .find(type + "_probe")
                    .filter(probe -> probe instanceof Fields)
                    .ifPresent(probe -> probes.add(probe(type, probe)));
        }
        return new Workload(
                Platform.AZURE_ML,
                Workload.Kind.SERVICE,
                node,
                node.text("name"),
                node.text("location"),
                deployment.text("instance_type"),
                deployment.text("instance_type").flatMap(AzureMlWorkload::gpu),
                List.of(
                        container(
                                deployment, Optional.empty(), List.of(), probes, Optional.empty())),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                deployment.whole("instance_count"),
                deployment.whole("instance_count"),
                deployment.text("endpoint_name"));
    }

    /** A model that works through lists of files when it is called. */
    static Workload batch(Node node) {
        AzureMl deployment = new AzureMl(node);
        Optional<Scalar> compute =
                deployment.text("compute").or(() -> deployment.text("settings.compute"));
        Optional<Scalar> type = deployment.text("resources.instance_type");
        return new Workload(
                Platform.AZURE_ML,
                Workload.Kind.JOB,
                node,
                node.text("name"),
                node.text("location"),
                type.or(() -> compute),
                type.flatMap(AzureMlWorkload::gpu),
                List.of(
                        container(
                                deployment,
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                deployment.text("resources.shm_size"))),
                List.of(),
                List.of(),
                Optional.empty(),
                deployment
                        .whole("settings.retry_settings.max_retries")
                        .or(() -> deployment.whole("retry_settings.max_retries")),
                deployment
                        .whole("resources.instance_count")
                        .or(() -> deployment.whole("settings.instance_count")),
                Optional.empty(),
                compute);
    }

    /** A machine to work on. */
    static Workload instance(Node node) {
        AzureMl instance = new AzureMl(node);
        return new Workload(
                Platform.AZURE_ML,
                Workload.Kind.NOTEBOOK,
                node,
                node.text("name"),
                node.text("location"),
                instance.text("size"),
                instance.text("size").flatMap(AzureMlWorkload::gpu),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Container container(
            AzureMl part,
            Optional<Scalar> script,
            List<Mount> mounts,
            List<Probe> probes,
            Optional<Scalar> sharedMemory) {
        return new Container(
                part.root(),
                Optional.empty(),
                part.text("environment.image"),
                Optional.empty(),
                Optional.empty(),
                script,
                variables(part),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                mounts,
                probes,
                sharedMemory.flatMap(AzureMlWorkload::dockerBytes),
                Optional.empty(),
                Optional.empty());
    }

    private static List<EnvironmentVariable> variables(AzureMl part) {
        return part.fields("environment_variables").stream()
                .map(
                        field ->
                                new EnvironmentVariable(
                                        field.name(),
                                        field.value().scalar(),
                                        Optional.empty(),
                                        field.value()))
                .toList();
    }

    /**
     * Files and folders by the words that stand for them in the command, since where they will lie
     * is not known before.
     */
    private static void mount(String kind, Field field, List<Mount> mounts, List<Volume> volumes) {
        Node node = field.value();
        boolean input = kind.equals("inputs");
        String type =
                node.text("type")
                        .or(() -> node.text("jobInputType"))
                        .map(Scalar::text)
                        .orElse("uri_folder");
        boolean literal =
                Set.of("string", "number", "integer", "boolean", "literal").contains(type);
        Optional<Scalar> path = node.text("path").or(() -> node.text("uri"));
        if (literal || (input && path.isEmpty())) {
            return;
        }
        String mode =
                node.text("mode")
                        .map(text -> text.text().toLowerCase(Locale.ROOT))
                        .orElse(input ? "ro_mount" : "rw_mount");
        boolean writable = WRITABLE.contains(mode) && !(input && mode.equals("direct"));
        String name = kind + "." + field.name();
        mounts.add(new Mount(name, "${{" + name + "}}", !writable, Optional.empty(), node));
        volumes.add(
                new Volume(
                        name,
                        COPIED.contains(mode)
                                ? Volume.Type.COPIED_OBJECTS
                                : Volume.Type.MOUNTED_OBJECTS,
                        path,
                        writable ? Volume.Access.READ_WRITE : Volume.Access.READ_ONLY,
                        Optional.empty(),
                        Optional.empty(),
                        node));
    }

    private static Probe probe(String type, Node node) {
        return new Probe(
                type,
                seconds(node, "initial_delay", "initialDelay"),
                seconds(node, "period", "period"),
                node.text("failure_threshold")
                        .or(() -> node.text("failureThreshold"))
                        .flatMap(Values::whole),
                seconds(node, "timeout", "timeout"),
                node);
    }

    private static Optional<Located<Integer>> seconds(Node node, String cli, String rest) {
        return node.text(cli)
                .or(() -> node.text(rest))
                .flatMap(AzureMl::duration)
                .filter(duration -> duration.value().toSeconds() <= Integer.MAX_VALUE)
                .map(
                        duration ->
                                new Located<>((int) duration.value().toSeconds(), duration.node()));
    }

    /** What Docker means: {@code 2g} are 2 GiB. */
    private static Optional<Located<Long>> dockerBytes(Scalar scalar) {
        Matcher size = SHARED_MEMORY.matcher(scalar.text().strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        long unit = DOCKER_UNITS.getOrDefault(size.group(2).toLowerCase(Locale.ROOT), 1L);
        long bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(unit)).longValue();
        return Optional.of(new Located<>(bytes, scalar));
    }

    /** The GPUs of a size of virtual machine, where it is a known one. */
    private static Optional<Gpus> gpu(Scalar size) {
        return Machines.find("azure-vm", size.text())
                .flatMap(
                        machine ->
                                machine.gpu()
                                        .map(Gpu::name)
                                        .map(
                                                model ->
                                                        new Gpus(
                                                                Optional.of(machine.gpuCount()),
                                                                Optional.of(model),
                                                                size)));
    }
}
