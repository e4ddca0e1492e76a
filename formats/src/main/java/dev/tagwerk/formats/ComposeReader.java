package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compose files: one workload for each service. */
final class ComposeReader implements Reader {
    @Override
    public Optional<Format> detect(Node root) {
        List<Field> services = root.get("services").map(Node::fields).orElse(List.of());
        boolean compose =
                !services.isEmpty()
                        && root.get("apiVersion").isEmpty()
                        && services.stream()
                                .allMatch(
                                        service ->
                                                Stream.of("image", "build", "extends", "provider")
                                                        .anyMatch(
                                                                key ->
                                                                        service.value()
                                                                                .get(key)
                                                                                .isPresent()));
        return compose ? Optional.of(Format.COMPOSE) : Optional.empty();
    }

    @Override
    public List<Document> read(Format format, Node root) {
        List<Workload> workloads = new ArrayList<>();
        for (Field service : root.get("services").map(Node::fields).orElse(List.of())) {
            workloads.add(workload(service));
        }
        return List.of(new Document(root.source(), format, root, workloads));
    }

    private static Workload workload(Field service) {
        Node node = service.value();
        List<Volume> volumes = new ArrayList<>();
        List<Mount> mounts = new ArrayList<>();
        for (Node volume : node.get("volumes").map(Node::items).orElse(List.of())) {
            DockerVolumes.add(volume, volumes, mounts);
        }
        node.text("tmpfs").ifPresent(word -> DockerVolumes.memory(word, volumes, mounts));
        for (Node word : node.get("tmpfs").map(Node::items).orElse(List.of())) {
            word.scalar().ifPresent(one -> DockerVolumes.memory(one, volumes, mounts));
        }
        boolean hostMemory = node.text("ipc").filter(one -> one.text().equals("host")).isPresent();
        Optional<Located<Long>> shared =
                node.text("shm_size")
                        .flatMap(Values::bytes)
                        .or(
                                () ->
                                        hostMemory
                                                ? Optional.of(new Located<>(Long.MAX_VALUE, node))
                                                : Optional.empty());
        Container container =
                new ContainerDraft(node)
                        .name(Optional.of(service.key()))
                        .image(node.text("image"))
                        .command(node.get("entrypoint").filter(Values::isSomething).map(Words::of))
                        .args(node.get("command").filter(Values::isSomething).map(Words::of))
                        .env(environment(node))
                        .cpu(node.text("cpus").or(() -> node.text("deploy.resources.limits.cpus")))
                        .memory(
                                node.text("mem_limit")
                                        .or(() -> node.text("deploy.resources.limits.memory")))
                        .gpu(gpus(node))
                        .mounts(mounts)
                        .sharedMemory(shared)
                        .user(node.text("user"))
                        .workingDirectory(node.text("working_dir"))
                        .done();
        return new WorkloadDraft(Platform.DOCKER, Workload.Kind.SERVICE, node)
                .name(Optional.of(service.key()))
                .container(container)
                .volumes(volumes)
                .done();
    }

    private static List<EnvironmentVariable> environment(Node service) {
        List<EnvironmentVariable> variables = new ArrayList<>();
        Optional<Node> environment = service.get("environment");
        for (Node item : environment.map(Node::items).orElse(List.of())) {
            item.scalar().flatMap(Values::variable).ifPresent(variables::add);
        }
        for (Field field : environment.map(Node::fields).orElse(List.of())) {
            Optional<Scalar> value = field.value().scalar().filter(one -> !one.isNothing());
            variables.add(
                    new EnvironmentVariable(field.name(), value, Optional.empty(), field.value()));
        }
        return variables;
    }

    private static Optional<Gpus> gpus(Node service) {
        Optional<Gpus> reserved =
                service
                        .find("deploy.resources.reservations.devices")
                        .map(Node::items)
                        .orElse(List.of())
                        .stream()
                        .filter(ComposeReader::isGpu)
                        .map(
                                device ->
                                        new Gpus(
                                                device.text("count").flatMap(Scalar::asWhole),
                                                Optional.empty(),
                                                device))
                        .findFirst();
        return reserved.or(
                () ->
                        service.get("gpus")
                                .map(
                                        gpus ->
                                                new Gpus(
                                                        gpus.scalar().flatMap(Scalar::asWhole),
                                                        Optional.empty(),
                                                        gpus)));
    }

    private static boolean isGpu(Node device) {
        boolean nvidia =
                device.text("driver").filter(one -> one.text().equals("nvidia")).isPresent();
        return nvidia
                || device.get("capabilities").map(Node::items).orElse(List.of()).stream()
                        .flatMap(item -> item.walk())
                        .flatMap(item -> item.scalar().stream())
                        .anyMatch(item -> item.text().equals("gpu"));
    }
}
