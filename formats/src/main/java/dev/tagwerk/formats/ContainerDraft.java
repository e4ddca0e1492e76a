package dev.tagwerk.formats;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers a container's parts; what a reader does not know stays empty. */
final class ContainerDraft {
    private final Node node;
    private final List<EnvironmentVariable> env = new ArrayList<>();
    private final List<Mount> mounts = new ArrayList<>();
    private final List<Probe> probes = new ArrayList<>();
    private Optional<Scalar> name = Optional.empty();
    private Optional<Scalar> image = Optional.empty();
    private Optional<Words> command = Optional.empty();
    private Optional<Words> args = Optional.empty();
    private Optional<Scalar> script = Optional.empty();
    private Optional<Located<BigDecimal>> cpu = Optional.empty();
    private Optional<Located<Long>> memory = Optional.empty();
    private Optional<Gpus> gpu = Optional.empty();
    private Optional<Located<Long>> sharedMemory = Optional.empty();
    private Optional<Scalar> user = Optional.empty();
    private Optional<Scalar> workingDirectory = Optional.empty();

    ContainerDraft(Node node) {
        this.node = node;
    }

    ContainerDraft name(Optional<Scalar> value) {
        name = value;
        return this;
    }

    ContainerDraft image(Optional<Scalar> value) {
        image = value;
        return this;
    }

    ContainerDraft command(Optional<Words> value) {
        command = value;
        return this;
    }

    ContainerDraft args(Optional<Words> value) {
        args = value;
        return this;
    }

    ContainerDraft script(Optional<Scalar> value) {
        script = value;
        return this;
    }

    ContainerDraft env(List<EnvironmentVariable> values) {
        env.addAll(values);
        return this;
    }

    ContainerDraft mounts(List<Mount> values) {
        mounts.addAll(values);
        return this;
    }

    ContainerDraft probe(String type, Optional<Node> probe) {
        probe.ifPresent(one -> probes.add(Values.probe(type, one)));
        return this;
    }

    ContainerDraft cpu(Optional<Scalar> value) {
        cpu = value.flatMap(Values::cores);
        return this;
    }

    ContainerDraft memory(Optional<Scalar> value) {
        memory = value.flatMap(Values::bytes);
        return this;
    }

    ContainerDraft gpu(Optional<Gpus> value) {
        gpu = value;
        return this;
    }

    ContainerDraft sharedMemory(Optional<Located<Long>> value) {
        sharedMemory = value;
        return this;
    }

    ContainerDraft user(Optional<Scalar> value) {
        user = value;
        return this;
    }

    ContainerDraft workingDirectory(Optional<Scalar> value) {
        workingDirectory = value;
        return this;
    }

    Container done() {
        return new Container(
                node,
                name,
                image,
                command,
                args,
                script,
                env,
                cpu,
                memory,
                gpu,
                mounts,
                probes,
                sharedMemory,
                user,
                workingDirectory);
    }
}
