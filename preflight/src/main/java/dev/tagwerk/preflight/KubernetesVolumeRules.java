package dev.tagwerk.preflight;

import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.spec.Nearest;
import dev.tagwerk.spec.Shown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Mounts of Kubernetes' containers against the volumes of their pod. */
final class KubernetesVolumeRules {
    private KubernetesVolumeRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-K8S-006", KubernetesVolumeRules::mountWithoutVolume);
    }

    /** The pod's spec, in the kinds that start pods. */
    static Optional<Node> pod(Node root) {
        return switch (root.text("kind").map(Scalar::text).orElse("")) {
            case "Pod" -> root.get("spec");
            case "Job", "Deployment", "StatefulSet", "ReplicaSet", "DaemonSet" ->
                    root.find("spec.template.spec");
            case "CronJob" -> root.find("spec.jobTemplate.spec.template.spec");
            default -> Optional.empty();
        };
    }

    static List<Node> containers(Node pod) {
        return Stream.of("containers", "initContainers")
                .flatMap(key -> items(pod.get(key)).stream())
                .toList();
    }

    private static List<Node> items(Optional<Node> list) {
        return list.map(Node::items).orElse(List.of());
    }

    private static void mountWithoutVolume(Subject subject, Findings findings) {
        subject.own(Format.KUBERNETES)
                .forEach(
                        document ->
                                pod(document.root())
                                        .ifPresent(pod -> mounts(document.root(), pod, findings)));
    }

    private static void mounts(Node root, Node pod, Findings findings) {
        List<Node> volumes = items(pod.get("volumes"));
        List<Scalar> names =
                Stream.concat(
                                volumes.stream().flatMap(one -> one.text("name").stream()),
                                items(root.find("spec.volumeClaimTemplates")).stream()
                                        .flatMap(one -> one.text("metadata.name").stream()))
                        .toList();
        boolean known =
                pod.get("volumes").filter(one -> one.scalar().isPresent()).isEmpty()
                        && names.stream().noneMatch(Scalar::isPlaceholder)
                        && volumes.stream().allMatch(one -> one.text("name").isPresent());
        if (!known) {
            return; // a template fills them in
        }
        List<String> texts = names.stream().map(Scalar::text).toList();
        containers(pod).stream()
                .flatMap(container -> items(container.get("volumeMounts")).stream())
                .flatMap(mount -> mount.text("name").stream())
                .filter(name -> !name.isPlaceholder() && !texts.contains(name.text()))
                .forEach(name -> missing(name, texts, findings));
    }

    private static void missing(Scalar name, List<String> volumes, Findings findings) {
        findings.add(
                name,
                "the pod has no volume "
                        + Shown.oneLine(name.text())
                        + (volumes.isEmpty()
                                ? ": it has none"
                                : ", but " + String.join(", ", volumes)),
                Nearest.to(name.text(), volumes)
                        .map(near -> "name: " + near)
                        .orElse(RuleTexts.of("TW-K8S-006").write()));
    }
}
