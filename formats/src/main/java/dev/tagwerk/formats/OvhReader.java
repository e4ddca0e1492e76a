package dev.tagwerk.formats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * OVHcloud's AI Training and AI Deploy: the specs that its API takes, the objects that it gives
 * back ({@code ovhai job get -o json}), and the list of its flavors.
 */
final class OvhReader implements Reader {
    @Override
    public Optional<Format> detect(Node root) {
        Node spec = root.get("spec").orElse(root);
        boolean object = root.get("spec").isPresent();
        boolean kubernetes = root.get("apiVersion").isPresent();
        if (kubernetes) {
            return Optional.empty();
        }
        boolean runs =
                spec.get("image").isPresent()
                        && (spec.find("resources.flavor").isPresent()
                                || spec.get("envVars").isPresent()
                                || spec.get("sshPublicKeys").isPresent()
                                || mounted(spec)
                                || (object && spec.find("resources.gpu").isPresent()));
        if (runs) {
            boolean app =
                    spec.get("scalingStrategy").isPresent()
                            || spec.get("deploymentStrategy").isPresent()
                            || spec.get("probe").isPresent();
            return Optional.of(app ? Format.OVH_APP : Format.OVH_JOB);
        }
        boolean flavors =
                root.items().stream().anyMatch(item -> item.get("resourcesPerUnit").isPresent());
        return flavors || root.get("resourcesPerUnit").isPresent()
                ? Optional.of(Format.OVH_CAPABILITIES)
                : Optional.empty();
    }

    private static boolean mounted(Node spec) {
        return spec.get("volumes").map(Node::items).orElse(List.of()).stream()
                .anyMatch(
                        volume ->
                                volume.get("mountPath").isPresent()
                                        && volume.get("permission").isPresent());
    }

    @Override
    public List<Document> read(Format format, Node root) {
        Node spec = root.get("spec").orElse(root);
        List<Workload> workloads =
                switch (format) {
                    case OVH_JOB -> List.of(workload(spec, Workload.Kind.JOB));
                    case OVH_APP -> List.of(workload(spec, Workload.Kind.SERVICE));
                    default -> List.of();
                };
        return List.of(new Document(root.source(), format, root, workloads));
    }

    private static Workload workload(Node spec, Workload.Kind kind) {
        List<Volume> volumes = new ArrayList<>();
        List<Mount> mounts = new ArrayList<>();
        for (Node volume : spec.get("volumes").map(Node::items).orElse(List.of())) {
            volume(volume, volumes, mounts);
        }
        Optional<Scalar> gpu = spec.text("resources.gpu");
        return new Workload(
                Platform.OVH_AI,
                kind,
                spec,
                spec.text("name"),
                spec.text("region"),
                spec.text("resources.flavor"),
                gpu.map(
                        count ->
                                new Gpus(
                                        count.asWhole(),
                                        spec.text("resources.gpuModel").map(Scalar::text),
                                        count)),
                List.of(container(spec, mounts)),
                List.of(),
                volumes,
                spec.text("timeout")
                        .flatMap(
                                scalar ->
                                        scalar.asWhole()
                                                .filter(seconds -> seconds >= 0)
                                                .map(
                                                        seconds ->
                                                                new Located<>(
                                                                        Duration.ofSeconds(seconds),
                                                                        scalar))),
                Optional.empty(),
                spec.text("scalingStrategy.automatic.replicasMax")
                        .or(() -> spec.text("scalingStrategy.fixed.replicas"))
                        .flatMap(Values::whole),
                spec.text("scalingStrategy.automatic.replicasMin").flatMap(Values::whole),
                Optional.empty());
    }

    private static Container container(Node spec, List<Mount> mounts) {
        return new Container(
                spec,
                Optional.empty(),
                spec.text("image"),
                Optional.empty(),
                spec.get("command").filter(Values::isSomething).map(Words::of),
                Optional.empty(),
                Values.variables(spec.get("envVars"), ""),
                spec.text("resources.cpu").flatMap(Values::cores),
                spec.text("resources.memory").flatMap(Values::bytes),
                Optional.empty(),
                mounts,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static void volume(Node node, List<Volume> volumes, List<Mount> mounts) {
        String name = "volume-" + volumes.size();
        Volume.Access access =
                OvhCommands.access(node.text("permission").map(Scalar::text).orElse(""));
        Optional<Scalar> git = node.text("publicGit.url");
        volumes.add(
                new Volume(
                        name,
                        git.isPresent() ? Volume.Type.GIT : Volume.Type.COPIED_OBJECTS,
                        node.text("dataStore.container")
                                .or(() -> node.text("privateSwift.container"))
                                .or(() -> git),
                        access,
                        Optional.empty(),
                        node.text("dataStore.alias").or(() -> node.text("privateSwift.region")),
                        node));
        node.text("mountPath")
                .ifPresent(
                        path ->
                                mounts.add(
                                        new Mount(
                                                name,
                                                path.text(),
                                                access == Volume.Access.READ_ONLY,
                                                Optional.empty(),
                                                node)));
    }
}
