package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kubernetes objects; those that start pods have workloads. */
final class KubernetesReader implements Reader {
    /** Where the pod's spec lies in each kind. */
    private static final Map<String, String> PODS =
            Map.of(
                    "Pod", "spec",
                    "Job", "spec.template.spec",
                    "CronJob", "spec.jobTemplate.spec.template.spec",
                    "Deployment", "spec.template.spec",
                    "StatefulSet", "spec.template.spec",
                    "ReplicaSet", "spec.template.spec",
                    "DaemonSet", "spec.template.spec");

    private static final List<String> PRODUCT_LABELS =
            List.of(
                    "nvidia.com/gpu.product",
                    "cloud.google.com/gke-accelerator",
                    "k8s.amazonaws.com/accelerator",
                    "accelerator");

    @Override
    public Optional<Format> detect(Node root) {
        boolean object =
                root.text("apiVersion")
                                .filter(one -> one.text().matches("[a-z0-9./-]+"))
                                .isPresent()
                        && root.text("kind").isPresent();
        return object ? Optional.of(Format.KUBERNETES) : Optional.empty();
    }

    @Override
    public List<Document> read(Format format, Node root) {
        boolean list = root.text("kind").filter(kind -> kind.text().equals("List")).isPresent();
        List<Node> objects =
                list ? root.get("items").map(Node::items).orElse(List.of()) : List.of(root);
        return objects.stream()
                .map(
                        object ->
                                new Document(
                                        root.source(),
                                        Format.KUBERNETES,
                                        object,
                                        workload(object).stream().toList()))
                .toList();
    }

    private static Optional<Workload> workload(Node object) {
        String kind = object.text("kind").map(Scalar::text).orElse("");
        return Optional.ofNullable(PODS.get(kind))
                .flatMap(object::find)
                .map(pod -> workload(object, kind, pod));
    }

    private static Workload workload(Node object, String kind, Node pod) {
        boolean job = kind.equals("Job") || kind.equals("CronJob") || kind.equals("Pod");
        String spec = kind.equals("CronJob") ? "spec.jobTemplate.spec." : "spec.";
        Optional<String> product = product(pod);
        WorkloadDraft draft =
                new WorkloadDraft(
                                Platform.KUBERNETES,
                                job ? Workload.Kind.JOB : Workload.Kind.SERVICE,
                                object)
                        .name(object.text("metadata.name"))
                        .volumes(volumes(pod))
                        .timeout(object.text(spec + "activeDeadlineSeconds"))
                        .retries(object.text(spec + "backoffLimit"))
                        .parallelism(object.text(job ? spec + "parallelism" : "spec.replicas"));
        for (Node container : pod.get("containers").map(Node::items).orElse(List.of())) {
            draft.container(container(container, product));
        }
        for (Node container : pod.get("initContainers").map(Node::items).orElse(List.of())) {
            draft.initContainer(container(container, product));
        }
        return draft.done();
    }

    private static Optional<String> product(Node pod) {
        return pod.get("nodeSelector")
                .flatMap(
                        selector ->
                                PRODUCT_LABELS.stream()
                                        .flatMap(label -> selector.get(label).stream())
                                        .flatMap(value -> value.scalar().stream())
                                        .map(Scalar::text)
                                        .findFirst());
    }

    private static Container container(Node node, Optional<String> product) {
        Optional<Node> limits = node.find("resources.limits");
        Optional<Node> requests = node.find("resources.requests");
        Optional<Scalar> gpu =
                limits.flatMap(one -> one.get("nvidia.com/gpu"))
                        .or(() -> requests.flatMap(one -> one.get("nvidia.com/gpu")))
                        .flatMap(Node::scalar);
        List<Mount> mounts = new ArrayList<>();
        for (Node mount : node.get("volumeMounts").map(Node::items).orElse(List.of())) {
            Optional<Scalar> name = mount.text("name");
            Optional<Scalar> path = mount.text("mountPath");
            if (name.isPresent() && path.isPresent()) {
                mounts.add(
                        new Mount(
                                name.get().text(),
                                path.get().text(),
                                mount.text("readOnly").flatMap(Scalar::asBoolean).orElse(false),
                                mount.text("subPath"),
                                mount));
            }
        }
        return new ContainerDraft(node)
                .name(node.text("name"))
                .image(node.text("image"))
                .command(node.get("command").filter(Values::isSomething).map(Words::of))
                .args(node.get("args").filter(Values::isSomething).map(Words::of))
                .env(Values.variables(node.get("env"), "valueFrom.secretKeyRef.name"))
                .cpu(
                        limits.flatMap(one -> one.text("cpu"))
                                .or(() -> requests.flatMap(one -> one.text("cpu"))))
                .memory(
                        limits.flatMap(one -> one.text("memory"))
                                .or(() -> requests.flatMap(one -> one.text("memory"))))
                .gpu(gpu.map(count -> new Gpus(count.asWhole(), product, count)))
                .mounts(mounts)
                .probe("liveness", node.get("livenessProbe"))
                .probe("readiness", node.get("readinessProbe"))
                .probe("startup", node.get("startupProbe"))
                .user(node.text("securityContext.runAsUser"))
                .workingDirectory(node.text("workingDir"))
                .done();
    }

    private static List<Volume> volumes(Node pod) {
        return pod.get("volumes").map(Node::items).orElse(List.of()).stream()
                .map(KubernetesReader::volume)
                .toList();
    }

    private static Volume volume(Node node) {
        boolean memory =
                node.text("emptyDir.medium").filter(one -> one.text().equals("Memory")).isPresent();
        Volume.Type type =
                memory
                        ? Volume.Type.MEMORY
                        : node.get("emptyDir").isPresent()
                                ? Volume.Type.EMPTY_DIRECTORY
                                : node.get("persistentVolumeClaim").isPresent()
                                        ? Volume.Type.CLAIM
                                        : node.get("hostPath").isPresent()
                                                ? Volume.Type.HOST
                                                : node.get("secret").isPresent()
                                                        ? Volume.Type.SECRET
                                                        : Volume.Type.OTHER;
        boolean readOnly =
                node.text("persistentVolumeClaim.readOnly")
                        .flatMap(Scalar::asBoolean)
                        .orElse(false);
        return new Volume(
                node.text("name").map(Scalar::text).orElse(""),
                type,
                node.text("persistentVolumeClaim.claimName"),
                readOnly ? Volume.Access.READ_ONLY : Volume.Access.UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                node);
    }
}
