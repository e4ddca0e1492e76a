package dev.tagwerk.preflight;

import dev.tagwerk.formats.CommandWords;
import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.OvhCommands;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import dev.tagwerk.spec.Nearest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What goes wrong with jobs and apps at OVHcloud AI, but for their volumes. */
final class OvhRules {
    private static final Duration AUTO_STOP = Duration.ofDays(7);
    private static final Duration NEARLY_AUTO_STOP = Duration.ofHours(156);
    private static final int MOST_GPUS = 4;

    /** Registries near the machines: OVHcloud's own, and the images that it publishes. */
    private static final Pattern NEAR =
            Pattern.compile("(?:[a-z0-9.-]+\\.)?ovh\\.(?:net|com|ca)/.*|ovhcom/.*");

    private OvhRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-OVH-001", OvhRules::noTimeout,
                "TW-OVH-002", OvhRules::autoStop,
                "TW-OVH-006", OvhRules::moreThanFourGpus,
                "TW-OVH-007", OvhRules::farRegistry,
                "TW-OVH-008", OvhRules::sleepingApp,
                "TW-OVH-010", OvhRules::rootsHome,
                "TW-OVH-011", OvhRules::noSeparator,
                "TW-OVH-012", OvhRules::flavorNotOffered);
    }

    static Stream<Workload> workloads(Subject subject) {
        return subject.workloads().filter(workload -> workload.platform() == Platform.OVH_AI);
    }

    private static Stream<Workload> jobs(Subject subject) {
        return workloads(subject).filter(workload -> workload.kind() == Workload.Kind.JOB);
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
                                        timeout(job, Duration.ofHours(4))));
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
        if (shell(job)) {
            return "--timeout " + time.toMinutes() + "m";
        }
        return job.node().get("kind").isPresent()
                ? "max_duration: " + time.toMinutes() + "m"
                : "timeout: " + time.toSeconds();
    }

    private static boolean shell(Workload workload) {
        return !workload.node().items().isEmpty();
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
                job.node().text("timeoutAutoRestart").flatMap(Scalar::asBoolean).orElse(false);
        Optional<Duration> timeout =
                job.timeout().map(one -> one.value()).filter(one -> !one.isZero());
        Node at = job.timeout().map(one -> one.node()).orElse(job.node());
        if (timeout.isPresent()
                && timeout.get().compareTo(expected) < 0
                && expected.compareTo(AUTO_STOP) <= 0
                && !restarts) {
            Duration ample = expected.multipliedBy(3).dividedBy(2);
            findings.add(
                    at,
                    "the job is stopped after "
                            + hours(timeout.get())
                            + " and is expected to take "
                            + hours(expected),
                    timeout(job, ample.compareTo(AUTO_STOP) > 0 ? AUTO_STOP : ample));
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
                    "checkpoints, resume and timeoutAutoRestart: true; or ask support for 28 days");
        }
    }

    static String hours(Duration duration) {
        long minutes = duration.toMinutes();
        return minutes < 120
                ? minutes + " min"
                : minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }

    private static void moreThanFourGpus(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.gpu().stream())
                .filter(gpu -> gpu.count().map(count -> count > MOST_GPUS).orElse(false))
                .forEach(
                        gpu ->
                                findings.add(
                                        gpu.node(),
                                        "a job has at most 4 GPUs, and this one asks for "
                                                + gpu.count().orElse(0)));
    }

    private static void farRegistry(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.image().stream())
                .filter(image -> !NEAR.matcher(image.text()).matches())
                .filter(image -> image.text().indexOf('$') < 0)
                .forEach(
                        image ->
                                findings.note(
                                        image,
                                        "the image comes from a registry outside OVHcloud: while it"
                                                + " is pulled the job seems to wait in a queue",
                                        "an OVHcloud Managed Private Registry in the job's region"));
    }

    private static void sleepingApp(Subject subject, Findings findings) {
        workloads(subject)
                .filter(workload -> workload.kind() == Workload.Kind.SERVICE)
                .filter(OvhRules::hasGpu)
                .flatMap(workload -> workload.minReplicas().stream())
                .filter(least -> least.value() == 0)
                .forEach(
                        least ->
                                findings.add(
                                        least.node(),
                                        "an app that has gone to 0 replicas gets its GPU back only"
                                                + " when one is free"));
    }

    private static boolean hasGpu(Workload workload) {
        return workload.gpu().isPresent()
                || workload.machine().map(flavor -> flavor.text().contains("gpu")).orElse(false);
    }

    /** OVHcloud runs every image as 42420:42420, whatever its USER is. */
    private static void rootsHome(Subject subject, Findings findings) {
        workloads(subject)
                .flatMap(workload -> workload.containers().stream())
                .flatMap(OvhRules::paths)
                .filter(path -> path.text().matches("(?:--?[\\w-]+=)?/root(?:/.*)?"))
                .forEach(
                        path ->
                                findings.add(
                                        path,
                                        "/root cannot be written: OVHcloud runs the image as user"
                                                + " 42420"));
    }

    private static Stream<Scalar> paths(Container container) {
        return Stream.concat(
                container.env().stream().flatMap(variable -> variable.value().stream()),
                container.words().stream());
    }

    /** Words behind the image are the command's only behind {@code --}. */
    private static void noSeparator(Subject subject, Findings findings) {
        subject.own(Format.SHELL)
                .flatMap(document -> document.commands().stream())
                .filter(
                        words ->
                                words.startsWith("ovhai", "job", "run")
                                        || words.startsWith("ovhai", "app", "run"))
                .forEach(words -> noSeparator(words, findings));
    }

    private static void noSeparator(CommandWords words, Findings findings) {
        List<Scalar> positional = OvhCommands.positional(words);
        boolean separated = words.words().stream().anyMatch(word -> word.text().equals("--"));
        if (separated || positional.size() < 2) {
            return;
        }
        Scalar first = positional.get(1);
        words.words().stream()
                .filter(word -> word.span().start() > first.span().start())
                .filter(word -> word.text().startsWith("-"))
                .findFirst()
                .ifPresent(
                        word ->
                                findings.add(
                                        first,
                                        "ovhai takes `"
                                                + word.text()
                                                + "` for an option of its own: `--` is missing"
                                                + " before the command",
                                        "-- " + first.text() + " " + word.text() + " …",
                                        new Edit(
                                                first.source(),
                                                new dev.tagwerk.formats.Span(
                                                        first.span().start(), first.span().start()),
                                                "-- ")));
    }

    private static void flavorNotOffered(Subject subject, Findings findings) {
        List<Document> lists = subject.all(Format.OVH_CAPABILITIES).toList();
        if (lists.isEmpty()) {
            unknownFlavor(subject, findings);
            return;
        }
        List<String> offered =
                lists.stream()
                        .flatMap(
                                list ->
                                        list.root().items().isEmpty()
                                                ? Stream.of(list.root())
                                                : list.root().items().stream())
                        .flatMap(flavor -> flavor.text("id").stream())
                        .map(Scalar::text)
                        .toList();
        workloads(subject)
                .flatMap(workload -> workload.machine().stream())
                .filter(flavor -> !offered.contains(flavor.text()))
                .forEach(
                        flavor ->
                                findings.add(
                                        flavor,
                                        "the flavor "
                                                + flavor.text()
                                                + " is not among those that OVHcloud offers: "
                                                + String.join(", ", offered)));
    }

    /** Without a list flavors may be newer than this program; one that looks misspelt is noted. */
    private static void unknownFlavor(Subject subject, Findings findings) {
        List<String> known = Machines.of("ovh-ai").stream().map(Machine::name).toList();
        workloads(subject)
                .flatMap(workload -> workload.machine().stream())
                .filter(flavor -> !flavor.isPlaceholder() && !known.contains(flavor.text()))
                .forEach(
                        flavor ->
                                Nearest.typo(flavor.text(), known)
                                        .ifPresent(
                                                near ->
                                                        findings.note(
                                                                flavor,
                                                                flavor.text()
                                                                        + " is not among the known"
                                                                        + " flavors: did you mean "
                                                                        + near
                                                                        + "?",
                                                                "--flavor " + near)));
    }
}
