package dev.tagwerk.formats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job or app of Container Apps in the common shape. */
final class ContainerAppsWorkload {
    private static final Pattern MODEL =
            Pattern.compile("(?<![a-z0-9])(t4|a100|a10|h100)(?![a-z0-9])");
    private static final Pattern GPU = Pattern.compile("(?<![a-z])gpu(?![a-z])");

    private ContainerAppsWorkload() {}

    static Workload of(Node node, Workload.Kind kind) {
        boolean job = kind == Workload.Kind.JOB;
        // az takes an app's parts without `properties` around them, too
        Node properties = node.get("properties").orElse(node);
        Optional<Node> configuration = properties.get("configuration");
        Optional<Node> template = properties.get("template");
        String trigger =
                job
                        ? configuration
                                .flatMap(one -> one.text("triggerType"))
                                .map(Scalar::text)
                                .map(word -> word.toLowerCase(Locale.ROOT) + "TriggerConfig")
                                .orElse("manualTriggerConfig")
                        : "";
        return new Workload(
                Platform.AZURE_CONTAINER_APPS,
                kind,
                node,
                node.text("name"),
                node.text("location"),
                properties.text("workloadProfileName"),
                properties.text("workloadProfileName").flatMap(ContainerAppsWorkload::gpu),
                containers(template, "containers"),
                containers(template, "initContainers"),
                volumes(template),
                configuration
                        .flatMap(one -> one.text("replicaTimeout"))
                        .flatMap(ContainerAppsWorkload::seconds),
                configuration.flatMap(one -> one.text("replicaRetryLimit")).flatMap(Values::whole),
                job
                        ? configuration
                                .flatMap(one -> one.text(trigger + ".parallelism"))
                                .flatMap(Values::whole)
                        : template.flatMap(one -> one.text("scale.maxReplicas"))
                                .flatMap(Values::whole),
                template.flatMap(one -> one.text("scale.minReplicas")).flatMap(Values::whole),
                properties.text("environmentId").or(() -> properties.text("managedEnvironmentId")));
    }

    /** A profile's name tells of a GPU by habit only; the environment decides what it is. */
    private static Optional<Gpus> gpu(Scalar profile) {
        String name = profile.text().toLowerCase(Locale.ROOT);
        Matcher model = MODEL.matcher(name);
        if (model.find()) {
            return Optional.of(
                    new Gpus(
                            Optional.of(1),
                            Optional.of(model.group(1).toUpperCase(Locale.ROOT)),
                            profile));
        }
        return GPU.matcher(name).find()
                ? Optional.of(new Gpus(Optional.of(1), Optional.empty(), profile))
                : Optional.empty();
    }

    private static Optional<Located<Duration>> seconds(Scalar scalar) {
        return scalar.asWhole()
                .filter(seconds -> seconds >= 0)
                .map(seconds -> new Located<>(Duration.ofSeconds(seconds), scalar));
    }

    private static List<Container> containers(Optional<Node> template, String key) {
        return template.flatMap(one -> one.get(key)).map(Node::items).orElse(List.of()).stream()
                .map(ContainerAppsWorkload::container)
                .toList();
    }

    private static Container container(Node node) {
        return new Container(
                node,
                node.text("name"),
                node.text("image"),
                node.get("command").filter(Values::isSomething).map(Words::of),
                node.get("args").filter(Values::isSomething).map(Words::of),
                Optional.empty(),
                Values.variables(node.get("env"), "secretRef"),
                node.text("resources.cpu").flatMap(Values::cores),
                node.text("resources.memory").flatMap(Values::bytes),
                node.text("resources.gpu")
                        .map(gpu -> new Gpus(gpu.asWhole(), Optional.empty(), gpu)),
                mounts(node),
                probes(node),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static List<Mount> mounts(Node container) {
        List<Mount> mounts = new ArrayList<>();
        for (Node mount : container.get("volumeMounts").map(Node::items).orElse(List.of())) {
            Optional<Scalar> volume = mount.text("volumeName");
            Optional<Scalar> path = mount.text("mountPath");
            if (volume.isPresent() && path.isPresent()) {
                mounts.add(
                        new Mount(
                                volume.get().text(),
                                path.get().text(),
                                false,
                                mount.text("subPath"),
                                mount));
            }
        }
        return mounts;
    }

    private static List<Probe> probes(Node container) {
        return container.get("probes").map(Node::items).orElse(List.of()).stream()
                .map(
                        probe ->
                                Values.probe(
                                        probe.text("type")
                                                .map(type -> type.text().toLowerCase(Locale.ROOT))
                                                .orElse(""),
                                        probe))
                .toList();
    }

    private static List<Volume> volumes(Optional<Node> template) {
        return template
                .flatMap(one -> one.get("volumes"))
                .map(Node::items)
                .orElse(List.of())
                .stream()
                .map(ContainerAppsWorkload::volume)
                .toList();
    }

    private static Volume volume(Node node) {
        String type = node.text("storageType").map(Scalar::text).orElse("EmptyDir");
        return new Volume(
                node.text("name").map(Scalar::text).orElse(""),
                switch (type.toLowerCase(Locale.ROOT)) {
                    case "azurefile" -> Volume.Type.AZURE_FILES_SMB;
                    case "nfsazurefile" -> Volume.Type.AZURE_FILES_NFS;
                    case "emptydir" -> Volume.Type.EMPTY_DIRECTORY;
                    case "secret" -> Volume.Type.SECRET;
                    default -> Volume.Type.OTHER;
                },
                node.text("storageName"),
                // what may be done with a share stands at the environment's storage
                Volume.Access.UNKNOWN,
                node.text("mountOptions"),
                Optional.empty(),
                node);
    }
}
