package dev.tagwerk.formats;

import dev.tagwerk.spec.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** SkyPilot's tasks and dstack's configurations, which place work on several clouds. */
final class SkyReader implements Reader {
    private static final Set<String> DSTACK_TYPES = Set.of("task", "service", "dev-environment");

    private static final List<String> TOLD_BY =
            List.of("resources", "accelerators", "file_mounts", "num_nodes");

    /** Configurations that start nothing by themselves. */
    private static final Set<String> DSTACK_PARTS = Set.of("fleet", "volume", "gateway");

    @Override
    public Optional<Format> detect(Node root) {
        boolean dstack =
                root.text("type").filter(type -> DSTACK_TYPES.contains(type.text())).isPresent()
                        && (root.get("commands").isPresent()
                                || root.get("ide").isPresent()
                                || (root.get("image").isPresent()
                                        && root.get("resources").isPresent()));
        if (dstack || isPart(root)) {
            return Optional.of(Format.DSTACK);
        }
        boolean sky =
                root.find("resources.accelerators").isPresent()
                        || (root.text("run").isPresent()
                                && (root.text("setup").isPresent()
                                        || root.get("file_mounts").isPresent()
                                        || root.get("num_nodes").isPresent()
                                        || isMisspelt(root)));
        return sky && root.get("apiVersion").isEmpty()
                ? Optional.of(Format.SKYPILOT)
                : Optional.empty();
    }

    /** A task of which a letter is wrong in the only key that would tell it. */
    private static boolean isMisspelt(Node root) {
        return Stream.concat(
                        root.fields().stream(),
                        root.get("resources").map(Node::fields).orElse(List.of()).stream())
                .map(Field::name)
                .anyMatch(key -> !TOLD_BY.contains(key) && Nearest.typo(key, TOLD_BY).isPresent());
    }

    private static boolean isPart(Node root) {
        return root.text("type").filter(type -> DSTACK_PARTS.contains(type.text())).isPresent()
                && (root.get("nodes").isPresent()
                        || root.get("ssh_config").isPresent()
                        || root.get("backend").isPresent());
    }

    @Override
    public List<Document> read(Format format, Node root) {
        if (format == Format.DSTACK && isPart(root)) {
            return List.of(new Document(root.source(), format, root, List.of()));
        }
        Workload workload = format == Format.DSTACK ? dstack(root) : sky(root);
        return List.of(new Document(root.source(), format, root, List.of(workload)));
    }

    private static Workload sky(Node root) {
        Optional<Node> resources = root.get("resources");
        List<Volume> volumes = new ArrayList<>();
        List<Mount> mounts = new ArrayList<>();
        for (Field mount : root.get("file_mounts").map(Node::fields).orElse(List.of())) {
            String name = "volume-" + volumes.size();
            boolean copy =
                    mount.value().scalar().isPresent()
                            || mount.value()
                                    .text("mode")
                                    .filter(mode -> mode.text().equalsIgnoreCase("COPY"))
                                    .isPresent();
            volumes.add(
                    new Volume(
                            name,
                            copy ? Volume.Type.COPIED_OBJECTS : Volume.Type.MOUNTED_OBJECTS,
                            mount.value().text("source").or(() -> mount.value().scalar()),
                            Volume.Access.UNKNOWN,
                            Optional.empty(),
                            Optional.empty(),
                            mount.value()));
            mounts.add(new Mount(name, mount.name(), copy, Optional.empty(), mount.value()));
        }
        Container container =
                new ContainerDraft(root)
                        .image(resources.flatMap(one -> one.text("image_id")))
                        .script(root.text("run"))
                        .env(variables(root.get("envs")))
                        .env(variables(root.get("secrets")))
                        .mounts(mounts)
                        .done();
        boolean service = root.get("service").isPresent();
        return new WorkloadDraft(
                        Platform.SKYPILOT,
                        service ? Workload.Kind.SERVICE : Workload.Kind.JOB,
                        root)
                .name(root.text("name"))
                .region(
                        resources
                                .flatMap(one -> one.text("region"))
                                .or(() -> resources.flatMap(one -> one.text("infra"))))
                .machine(resources.flatMap(one -> one.text("instance_type")))
                .gpu(resources.flatMap(one -> one.get("accelerators")).flatMap(SkyReader::gpus))
                .container(container)
                .volumes(volumes)
                .done();
    }

    private static Workload dstack(Node root) {
        Container container =
                new ContainerDraft(root)
                        .image(root.text("image"))
                        .args(root.get("commands").filter(Values::isSomething).map(Words::of))
                        .env(variables(root.get("env")))
                        .sharedMemory(root.text("resources.shm_size").flatMap(Values::bytes))
                        .done();
        String type = root.text("type").map(Scalar::text).orElse("task");
        return new WorkloadDraft(
                        Platform.DSTACK,
                        switch (type) {
                            case "service" -> Workload.Kind.SERVICE;
                            case "dev-environment" -> Workload.Kind.NOTEBOOK;
                            default -> Workload.Kind.JOB;
                        },
                        root)
                .name(root.text("name"))
                .gpu(root.find("resources.gpu").flatMap(SkyReader::gpus))
                .container(container)
                .timeout(root.text("max_duration"))
                .done();
    }

    /** {@code T4:1}, or a mapping of a name to a count. */
    private static Optional<Gpus> gpus(Node node) {
        if (node instanceof Scalar scalar) {
            String[] parts = scalar.text().split(":", 2);
            Optional<Integer> count =
                    parts.length > 1 && parts[1].matches("\\d{1,4}")
                            ? Optional.of(Integer.valueOf(parts[1]))
                            : Optional.empty();
            return Optional.of(new Gpus(count, Optional.of(parts[0]), node));
        }
        return node.fields().stream()
                .findFirst()
                .map(
                        field ->
                                new Gpus(
                                        field.value().scalar().flatMap(Scalar::asWhole),
                                        Optional.of(field.name()),
                                        node));
    }

    private static List<EnvironmentVariable> variables(Optional<Node> node) {
        List<EnvironmentVariable> variables = new ArrayList<>();
        for (Field field : node.map(Node::fields).orElse(List.of())) {
            variables.add(
                    new EnvironmentVariable(
                            field.name(),
                            field.value().scalar().filter(one -> !one.isNothing()),
                            Optional.empty(),
                            field.value()));
        }
        for (Node item : node.map(Node::items).orElse(List.of())) {
            item.scalar().flatMap(Values::variable).ifPresent(variables::add);
        }
        return variables;
    }
}
