package dev.tagwerk.formats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers a workload's parts; what a reader does not know stays empty. */
final class WorkloadDraft {
    private final Platform platform;
    private final Workload.Kind kind;
    private final Node node;
    private final List<Container> containers = new ArrayList<>();
    private final List<Container> initContainers = new ArrayList<>();
    private final List<Volume> volumes = new ArrayList<>();
    private Optional<Scalar> name = Optional.empty();
    private Optional<Scalar> region = Optional.empty();
    private Optional<Scalar> machine = Optional.empty();
    private Optional<Gpus> gpu = Optional.empty();
    private Optional<Located<Duration>> timeout = Optional.empty();
    private Optional<Located<Integer>> retries = Optional.empty();
    private Optional<Located<Integer>> parallelism = Optional.empty();

    WorkloadDraft(Platform platform, Workload.Kind kind, Node node) {
        this.platform = platform;
        this.kind = kind;
        this.node = node;
    }

    WorkloadDraft name(Optional<Scalar> value) {
        name = value;
        return this;
    }

    WorkloadDraft region(Optional<Scalar> value) {
        region = value;
        return this;
    }

    WorkloadDraft machine(Optional<Scalar> value) {
        machine = value;
        return this;
    }

    WorkloadDraft gpu(Optional<Gpus> value) {
        gpu = value;
        return this;
    }

    WorkloadDraft container(Container value) {
        containers.add(value);
        return this;
    }

    WorkloadDraft initContainer(Container value) {
        initContainers.add(value);
        return this;
    }

    WorkloadDraft volumes(List<Volume> values) {
        volumes.addAll(values);
        return this;
    }

    WorkloadDraft timeout(Optional<Scalar> value) {
        timeout =
                value.flatMap(
                        scalar ->
                                Quantities.duration(scalar.text())
                                        .map(time -> new Located<>(time, scalar)));
        return this;
    }

    WorkloadDraft retries(Optional<Scalar> value) {
        retries = value.flatMap(Values::whole);
        return this;
    }

    WorkloadDraft parallelism(Optional<Scalar> value) {
        parallelism = value.flatMap(Values::whole);
        return this;
    }

    Workload done() {
        return new Workload(
                platform,
                kind,
                node,
                name,
                region,
                machine,
                gpu,
                containers,
                initContainers,
                volumes,
                timeout,
                retries,
                parallelism,
                Optional.empty(),
                Optional.empty());
    }
}
