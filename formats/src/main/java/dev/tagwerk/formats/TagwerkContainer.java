package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A Tagwerk job of {@code kind: container} in the common shape. */
final class TagwerkContainer {
    private TagwerkContainer() {}

    static Workload of(Node root) {
        List<Volume> volumes = new ArrayList<>();
        List<Mount> mounts = new ArrayList<>();
        for (Node volume : root.get("volumes").map(Node::items).orElse(List.of())) {
            volume.text("path").ifPresent(path -> add(volume, path, volumes, mounts));
        }
        Container container =
                new ContainerDraft(root)
                        .image(root.text("image"))
                        .command(root.get("command").filter(Values::isSomething).map(Words::of))
                        .args(root.get("args").filter(Values::isSomething).map(Words::of))
                        .env(variables(root))
                        .cpu(root.text("resources.cpus"))
                        .memory(root.text("resources.memory"))
                        .mounts(mounts)
                        .sharedMemory(root.text("resources.shm").flatMap(Values::bytes))
                        .workingDirectory(root.text("workdir"))
                        .done();
        return new WorkloadDraft(platform(root), Workload.Kind.JOB, root)
                .name(root.text("name"))
                .region(root.text("provider.region"))
                .machine(root.text("provider.machine"))
                .gpu(gpus(root))
                .container(container)
                .volumes(volumes)
                .timeout(root.text("max_duration"))
                .retries(root.text("retries"))
                .done();
    }

    /** Where the hint leads; without one the job runs where it is started. */
    private static Platform platform(Node root) {
        String hint = root.text("provider.name").map(Scalar::text).orElse("");
        return Arrays.stream(Platform.values())
                .filter(platform -> platform.word().equals(hint))
                .findFirst()
                .orElse(Platform.LOCAL);
    }

    private static Optional<Gpus> gpus(Node root) {
        Optional<Scalar> count = root.text("resources.gpus");
        Optional<Scalar> model = root.text("resources.gpu");
        return model.or(() -> count)
                .map(
                        node ->
                                new Gpus(
                                        count.map(Scalar::asWhole).orElse(Optional.of(1)),
                                        model.map(Scalar::text),
                                        node));
    }

    private static List<EnvironmentVariable> variables(Node root) {
        List<EnvironmentVariable> variables = new ArrayList<>();
        for (Field field : root.get("env").map(Node::fields).orElse(List.of())) {
            Optional<Scalar> value = field.value().scalar().filter(one -> !one.isNothing());
            variables.add(
                    new EnvironmentVariable(field.name(), value, Optional.empty(), field.value()));
        }
        for (Node name : root.get("secrets").map(Node::items).orElse(List.of())) {
            name.scalar()
                    .ifPresent(
                            secret ->
                                    variables.add(
                                            new EnvironmentVariable(
                                                    secret.text(),
                                                    Optional.empty(),
                                                    Optional.of(secret),
                                                    secret)));
        }
        return variables;
    }

    private static void add(Node node, Scalar path, List<Volume> volumes, List<Mount> mounts) {
        String name = "volume-" + volumes.size();
        Optional<Scalar> source = node.text("source");
        boolean readOnly =
                node.text("read_only")
                        .flatMap(Scalar::asBoolean)
                        .orElse(path.text().equals("/data") || path.text().startsWith("/data/"));
        volumes.add(
                new Volume(
                        name,
                        source.map(TagwerkContainer::type).orElse(Volume.Type.EMPTY_DIRECTORY),
                        source,
                        readOnly ? Volume.Access.READ_ONLY : Volume.Access.READ_WRITE,
                        Optional.empty(),
                        Optional.empty(),
                        node));
        mounts.add(new Mount(name, path.text(), readOnly, Optional.empty(), node));
    }

    /** A folder of this machine is told by its looks; what a provider keeps under a name is not. */
    private static Volume.Type type(Scalar source) {
        return source.text().startsWith("/") || source.text().matches("(?s)[.~].*")
                ? Volume.Type.HOST
                : Volume.Type.OTHER;
    }
}
