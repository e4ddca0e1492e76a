package dev.tagwerk.preflight;

import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What goes wrong with GPUs and retries on Kubernetes. */
final class KubernetesRules {
    private static final String GPU = "nvidia.com/gpu";
    private static final BigDecimal MOST_GPUS = BigDecimal.valueOf(1_000);

    private KubernetesRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-K8S-001", KubernetesRules::requestWithoutLimit,
                "TW-K8S-002", KubernetesRules::sixRetries,
                "TW-K8S-003", KubernetesRules::noDeadline,
                "TW-K8S-004", KubernetesRules::restartPolicy,
                "TW-K8S-005", KubernetesRules::partOfAGpu);
    }

    private static Stream<Workload> workloads(Subject subject) {
        return subject.workloads().filter(one -> one.platform() == Platform.KUBERNETES);
    }

    private static Stream<Workload> gpuJobs(Subject subject) {
        return workloads(subject)
                .filter(one -> kind(one).equals("Job") || kind(one).equals("CronJob"))
                .filter(
                        one ->
                                one.containers().stream()
                                        .anyMatch(container -> container.gpu().isPresent()));
    }

    private static String kind(Workload workload) {
        return workload.node().text("kind").map(Scalar::text).orElse("");
    }

    private static void requestWithoutLimit(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.containers().stream())
                .forEach(
                        container -> {
                            Optional<Scalar> limit = gpu(container.node(), "limits");
                            gpu(container.node(), "requests")
                                    .filter(
                                            request ->
                                                    limit.filter(
                                                                    one ->
                                                                            one.text()
                                                                                    .equals(
                                                                                            request
                                                                                                    .text()))
                                                            .isEmpty())
                                    .ifPresent(
                                            request ->
                                                    findings.add(
                                                            request,
                                                            limit.isEmpty()
                                                                    ? "GPUs are requested without a"
                                                                            + " limit, which Kubernetes"
                                                                            + " refuses"
                                                                    : "the request differs from the"
                                                                            + " limit, which Kubernetes"
                                                                            + " refuses for GPUs",
                                                            "limits: {nvidia.com/gpu: "
                                                                    + whole(limit.orElse(request))
                                                                    + "}"));
                        });
    }

    /** A part of a GPU cannot be had, so that the next whole number is what to write. */
    private static String whole(Scalar count) {
        return count.asNumber()
                .filter(number -> number.abs().compareTo(MOST_GPUS) <= 0)
                .map(number -> number.setScale(0, RoundingMode.CEILING).max(BigDecimal.ONE))
                .map(BigDecimal::toPlainString)
                .orElse(count.text());
    }

    private static Optional<Scalar> gpu(Node container, String group) {
        return container
                .find("resources." + group)
                .flatMap(one -> one.get(GPU))
                .flatMap(Node::scalar);
    }

    /** A Job without a backoffLimit is started up to six times anew. */
    private static void sixRetries(Subject subject, Findings findings) {
        gpuJobs(subject)
                .filter(job -> job.retries().isEmpty())
                .filter(job -> !resumes(job))
                .forEach(
                        job ->
                                findings.add(
                                        job.node().get("spec").orElse(job.node()),
                                        "without a backoffLimit the pod is started up to 6 times"
                                                + " anew, from step 0"));
    }

    private static boolean resumes(Workload job) {
        return job.containers().stream()
                .map(Settings::of)
                .anyMatch(
                        settings ->
                                settings.get("resume_from_checkpoint", "resume", "auto_resume")
                                        .isPresent());
    }

    private static void noDeadline(Subject subject, Findings findings) {
        gpuJobs(subject)
                .filter(job -> job.timeout().isEmpty())
                .forEach(
                        job ->
                                findings.note(
                                        job.node().get("spec").orElse(job.node()),
                                        "nothing ends this job if it hangs: its GPU is paid for"
                                                + " until somebody notices",
                                        "activeDeadlineSeconds: 21600"));
    }

    private static void restartPolicy(Subject subject, Findings findings) {
        subject.own(Format.KUBERNETES)
                .map(document -> document.root())
                .filter(
                        root ->
                                root.text("kind")
                                        .filter(one -> one.text().equals("Job"))
                                        .isPresent())
                .flatMap(root -> root.find("spec.template.spec").stream())
                .forEach(
                        pod -> {
                            Optional<Scalar> policy = pod.text("restartPolicy");
                            if (policy.filter(
                                            one ->
                                                    List.of("Never", "OnFailure")
                                                            .contains(one.text()))
                                    .isEmpty()) {
                                findings.add(
                                        policy.map(one -> (Node) one).orElse(pod),
                                        policy.isEmpty()
                                                ? "a Job's pods need a restartPolicy: the default,"
                                                        + " Always, is refused"
                                                : "a Job's pods may not have restartPolicy "
                                                        + policy.get().text());
                            }
                        });
    }

    private static void partOfAGpu(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> gpu(container.node(), "limits").stream())
                .filter(count -> count.text().indexOf('$') < 0 && count.text().indexOf('{') < 0)
                .filter(count -> count.asWhole().isEmpty())
                .forEach(
                        count ->
                                findings.add(
                                        count, "a container gets whole GPUs: " + count.describe()));
    }
}
