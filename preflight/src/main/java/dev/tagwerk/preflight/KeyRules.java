package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.spec.Nearest;
import dev.tagwerk.spec.Shown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keys that are a letter or two away from one that is known. A key that is like none may be newer
 * than this program, and is let pass.
 */
final class KeyRules {
    private static final Set<String> JOB =
            words(
                    "activeDeadlineSeconds backoffLimit backoffLimitPerIndex completionMode"
                            + " completions managedBy manualSelector maxFailedIndexes parallelism"
                            + " podFailurePolicy podReplacementPolicy selector successPolicy suspend"
                            + " template ttlSecondsAfterFinished");
    private static final Set<String> POD =
            words(
                    "activeDeadlineSeconds affinity automountServiceAccountToken containers dnsConfig"
                            + " dnsPolicy enableServiceLinks ephemeralContainers hostAliases hostIPC"
                            + " hostNetwork hostPID hostUsers hostname hostnameOverride"
                            + " imagePullSecrets initContainers nodeName nodeSelector os overhead"
                            + " preemptionPolicy priority priorityClassName readinessGates"
                            + " resourceClaims resources restartPolicy runtimeClassName schedulerName"
                            + " schedulingGates securityContext serviceAccount serviceAccountName"
                            + " setHostnameAsFQDN shareProcessNamespace subdomain"
                            + " terminationGracePeriodSeconds tolerations topologySpreadConstraints"
                            + " volumes workloadRef");
    private static final Set<String> CONTAINER =
            words(
                    "args command env envFrom image imagePullPolicy lifecycle livenessProbe name ports"
                            + " readinessProbe resizePolicy resources restartPolicy"
                            + " restartPolicyRules securityContext startupProbe stdin stdinOnce"
                            + " terminationMessagePath terminationMessagePolicy tty volumeDevices"
                            + " volumeMounts workingDir");
    private static final Set<String> SKY_RESOURCES =
            words(
                    "cloud infra region zone instance_type cpus memory accelerators accelerator_args"
                            + " use_spot spot_recovery job_recovery disk_size disk_tier local_disk"
                            + " network_tier ports image_id labels any_of ordered autostop volumes"
                            + " priority");
    private static final Set<String> SKY =
            words(
                    "name workdir num_nodes resources envs secrets volumes file_mounts setup run service"
                            + " config experimental pool inputs outputs");
    private static final Set<String> DSTACK =
            words(
                    "type name repos files setup image user privileged entrypoint working_dir home_dir"
                            + " registry_auth python nvcc env shell resources priority volumes docker"
                            + " single_branch backends regions availability_zones instance_types"
                            + " reservation spot_policy retry max_duration stop_duration max_price"
                            + " creation_policy idle_duration termination_policy"
                            + " termination_idle_time utilization_policy startup_order stop_criteria"
                            + " schedule fleets tags nodes commands ports port gateway strip_prefix"
                            + " model https auth cors replicas scaling rate_limits probes router group"
                            + " groups ide version init inactivity_duration backend_options");
    private static final Set<String> DSTACK_RESOURCES = words("cpu memory shm_size gpu disk");

    private KeyRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-KEY-001", KeyRules::misspelt);
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    private record Part(Node node, Set<String> known) {}

    private static void misspelt(Subject subject, Findings findings) {
        subject.own(Format.KUBERNETES, Format.SKYPILOT, Format.DSTACK)
                .flatMap(KeyRules::parts)
                .forEach(
                        part ->
                                part.node()
                                        .fields()
                                        .forEach(field -> misspelt(field, part.known(), findings)));
    }

    private static void misspelt(Field field, Set<String> known, Findings findings) {
        if (known.contains(field.name())) {
            return;
        }
        Nearest.typo(field.name(), known)
                .ifPresent(
                        near ->
                                findings.add(
                                        field.value(),
                                        "there is no key "
                                                + Shown.oneLine(field.name())
                                                + " here that is known: did you mean "
                                                + near
                                                + "?",
                                        near));
    }

    private static Stream<Part> parts(Document document) {
        Node root = document.root();
        return switch (document.format()) {
            case SKYPILOT ->
                    Stream.concat(
                            Stream.of(new Part(root, SKY)),
                            part(root.get("resources"), SKY_RESOURCES));
            case DSTACK ->
                    // fleets, volumes and gateways have keys of their own
                    document.workloads().isEmpty()
                            ? Stream.empty()
                            : Stream.concat(
                                    Stream.of(new Part(root, DSTACK)),
                                    part(root.get("resources"), DSTACK_RESOURCES));
            case KUBERNETES -> kubernetes(root);
            default -> Stream.empty();
        };
    }

    private static Stream<Part> part(Optional<Node> node, Set<String> known) {
        return node.map(one -> new Part(one, known)).stream();
    }

    private static Stream<Part> kubernetes(Node root) {
        Optional<Node> job =
                switch (root.text("kind").map(kind -> kind.text()).orElse("")) {
                    case "Job" -> root.get("spec");
                    case "CronJob" -> root.find("spec.jobTemplate.spec");
                    default -> Optional.empty();
                };
        Optional<Node> pod = KubernetesVolumeRules.pod(root);
        List<Node> containers = pod.map(KubernetesVolumeRules::containers).orElse(List.of());
        return Stream.of(
                        part(job, JOB),
                        part(pod, POD),
                        containers.stream().map(one -> new Part(one, CONTAINER)))
                .flatMap(parts -> parts);
    }
}
