package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** When OVHcloud stops a job. */
final class OvhTimeRules {
    private static final Duration AUTO_STOP = Duration.ofDays(7);
    private static final Duration ON_REQUEST = Duration.ofDays(28);
    private static final Duration NEARLY_AUTO_STOP = Duration.ofHours(156);

    private OvhTimeRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-OVH-001", OvhTimeRules::noTimeout,
                "TW-OVH-002", OvhTimeRules::autoStop,
                "TW-OVH-014", OvhTimeRules::tooLong);
    }

    private static Stream<Workload> jobs(Subject subject) {
        return OvhRules.workloads(subject).filter(workload -> workload.kind() == Workload.Kind.JOB);
    }

    /** Without a time-out a forgotten job is billed for a week. */
    private static void noTimeout(Subject subject, Findings findings) {
        jobs(subject)
                .filter(
                        job ->
                                job.timeout()
                                        .map(timeout -> timeout.value().isZero())
                                        .orElse(!isWritten(job)))
                .forEach(
                        job ->
                                findings.add(
                                        job.timeout().map(one -> one.node()).orElse(job.node()),
                                        "without a time-out this job is stopped after 7 days, and"
                                                + " billed until then",
                                        timeout(
                                                job,
                                                subject.circumstances()
                                                        .duration()
                                                        .map(OvhTimeRules::ample)
                                                        .orElse(Duration.ofHours(4)))));
    }

    /** A time-out that cannot be read is somebody else's finding. */
    private static boolean isWritten(Workload job) {
        return job.node().get("timeout").isPresent()
                || job.node().get("max_duration").isPresent()
                || job.node().items().stream()
                        .flatMap(item -> item.scalar().stream())
                        .anyMatch(word -> word.text().startsWith("--timeout"));
    }

    /** In the words of the file: a command line, a job of ours, or the service's own. */
    private static String timeout(Workload job, Duration time) {
        if (OvhRules.isShell(job)) {
            return "--timeout " + time.toMinutes() + "m";
        }
        return job.node().get("kind").isPresent()
                ? "max_duration: " + time.toMinutes() + "m"
                : "timeout: " + time.toSeconds();
    }

    private static void autoStop(Subject subject, Findings findings) {
        subject.circumstances()
                .duration()
                .ifPresent(
                        expected ->
                                jobs(subject).forEach(job -> autoStop(job, expected, findings)));
    }

    private static void autoStop(Workload job, Duration expected, Findings findings) {
        boolean restarts =
                job.node().text("timeoutAutoRestart").flatMap(Scalar::asBoolean).orElse(false)
                        || job.node().items().stream()
                                .flatMap(item -> item.scalar().stream())
                                .takeWhile(word -> !word.text().equals("--"))
                                .anyMatch(word -> word.text().equals("--timeout-auto-restart"));
        Optional<Duration> timeout =
                job.timeout().map(one -> one.value()).filter(one -> !one.isZero());
        Node at = job.timeout().map(one -> one.node()).orElse(job.node());
        if (timeout.isPresent()
                && timeout.get().compareTo(expected) <= 0
                && timeout.get().compareTo(AUTO_STOP) < 0
                && expected.compareTo(AUTO_STOP) <= 0
                && !restarts) {
            findings.add(
                    at,
                    "the job is stopped after "
                            + hours(timeout.get())
                            + " and is expected to take "
                            + hours(expected),
                    timeout(job, ample(expected)));
        } else if (timeout.isPresent()
                && timeout.get().compareTo(ample(expected)) < 0
                && expected.compareTo(NEARLY_AUTO_STOP) <= 0
                && !restarts) {
            findings.note(
                    at,
                    "the job is stopped after "
                            + hours(timeout.get())
                            + ", less than half again as long as the "
                            + hours(expected)
                            + " that it is expected to take",
                    timeout(job, ample(expected)));
        } else if (expected.compareTo(NEARLY_AUTO_STOP) > 0 && !restarts) {
            findings.add(
                    at,
                    "OVHcloud stops every job after "
                            + hours(
                                    timeout.filter(one -> one.compareTo(AUTO_STOP) < 0)
                                            .orElse(AUTO_STOP))
                            + ", and this one is expected to take "
                            + hours(expected)
                            + (expected.compareTo(AUTO_STOP) > 0
                                    ? ": one job cannot reach that"
                                    : ""),
                    "checkpoints, resume and "
                            + (OvhRules.isShell(job)
                                    ? "--timeout-auto-restart"
                                    : "timeoutAutoRestart: true")
                            + "; or ask support for 28 days");
        }
    }

    /** Half again as long, within what everybody gets. */
    private static Duration ample(Duration expected) {
        Duration ample = expected.multipliedBy(3).dividedBy(2);
        return ample.compareTo(AUTO_STOP) > 0 ? AUTO_STOP : ample;
    }

    static String hours(Duration duration) {
        long minutes = duration.toMinutes();
        return minutes < 120
                ? minutes + " min"
                : minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }

    /** Seven days is what everybody gets, and 28 what support gives to who asks. */
    private static void tooLong(Subject subject, Findings findings) {
        jobs(subject)
                .flatMap(job -> job.timeout().stream().map(time -> Map.entry(job, time)))
                .filter(one -> one.getValue().value().compareTo(AUTO_STOP) > 0)
                .forEach(
                        one -> {
                            boolean never = one.getValue().value().compareTo(ON_REQUEST) > 0;
                            Node at = one.getValue().node();
                            findings.add(
                                    never ? Severity.ERROR : Severity.NOTE,
                                    at,
                                    at.anchor(),
                                    "a time-out of "
                                            + hours(one.getValue().value())
                                            + (never
                                                    ? ": OVHcloud stops jobs after 7 days, and after"
                                                            + " 28 where support was asked"
                                                    : ": OVHcloud stops jobs after 7 days where"
                                                            + " support was not asked for more"),
                                    timeout(one.getKey(), never ? ON_REQUEST : AUTO_STOP));
                        });
    }
}
