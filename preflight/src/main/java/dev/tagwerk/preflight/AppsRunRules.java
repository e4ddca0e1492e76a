package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How long a Container Apps job runs, how often it starts anew, and what that costs. */
final class AppsRunRules {
    private static final Duration EXAMPLES = Duration.ofSeconds(1800);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Pattern RESUME =
            Pattern.compile("(?i).*(resume|checkpoint|restore|continue[-_]from).*");
    private static final Pattern GPU_IMAGE =
            Pattern.compile("(?i).*(cuda|pytorch|vllm|triton|nvcr\\.io|gpu|axolotl|unsloth).*");

    private AppsRunRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-014", AppsRunRules::timeout,
                "TW-ACA-016", AppsRunRules::longWithoutResume,
                "TW-ACA-017", AppsRunRules::retries,
                "TW-ACA-018", AppsRunRules::copies,
                "TW-ACA-019", AppsRunRules::firstContainer,
                "TW-ACA-033", AppsRunRules::cap);
    }

    private static Stream<ContainerApp> jobs(Subject subject) {
        return ContainerApp.of(subject).filter(ContainerApp::isJob);
    }

    private static void timeout(Subject subject, Findings findings) {
        jobs(subject)
                .forEach(
                        job ->
                                job.workload()
                                        .timeout()
                                        .ifPresent(
                                                timeout ->
                                                        timeout(job, timeout, subject, findings)));
    }

    private static void timeout(
            ContainerApp job, Located<Duration> timeout, Subject subject, Findings findings) {
        Optional<Duration> expected = subject.circumstances().duration();
        if (expected.isPresent()) {
            Duration needed = expected.get().multipliedBy(3).dividedBy(2);
            if (timeout.value().compareTo(needed) < 0) {
                boolean surely = timeout.value().compareTo(expected.get()) < 0;
                findings.add(
                        surely ? Severity.ERROR : Severity.WARNING,
                        timeout.node(),
                        timeout.node().anchor(),
                        "replicaTimeout ends the job after "
                                + Spoken.duration(timeout.value())
                                + "; it is expected to take "
                                + Spoken.duration(expected.get())
                                + ", and pulling the image and loading the model count too",
                        "replicaTimeout: " + needed.toSeconds(),
                        new Edit(
                                timeout.node().source(),
                                timeout.node().span(),
                                "" + needed.toSeconds()));
            }
        } else if (timeout.value().equals(EXAMPLES) && job.wantsGpu()) {
            findings.note(
                    timeout.node(),
                    "1800 s is the documentation's example: the job is killed after half an hour,"
                            + " whatever it has reached",
                    "replicaTimeout: 1.5 times what the job takes, pulls and downloads counted");
        }
    }

    private static void longWithoutResume(Subject subject, Findings findings) {
        if (subject.circumstances().duration().filter(one -> one.compareTo(LONG) > 0).isEmpty()) {
            return;
        }
        Duration expected = subject.circumstances().duration().orElse(LONG);
        boolean besides = subject.beside().stream().anyMatch(one -> !one.settings().isEmpty());
        jobs(subject)
                .filter(ContainerApp::wantsGpu)
                .filter(job -> !besides && !resumes(job))
                .flatMap(job -> job.workload().containers().stream().limit(1))
                .forEach(
                        container ->
                                findings.note(
                                        container.node(),
                                        "the job is expected to run "
                                                + Spoken.duration(expected)
                                                + " and nothing in the file says that it resumes:"
                                                + " serverless nodes are taken away in between",
                                        "a checkpoint every few hundred steps on a mounted share,"
                                                + " found again by the program when it starts"));
    }

    private static boolean resumes(ContainerApp job) {
        return job.containers()
                .anyMatch(
                        container ->
                                container.words().stream().anyMatch(AppsRunRules::isAboutResuming)
                                        || container.env().stream()
                                                .map(EnvironmentVariable::name)
                                                .anyMatch(name -> RESUME.matcher(name).matches()));
    }

    private static boolean isAboutResuming(Scalar word) {
        String text = word.text();
        return text.length() < 2_000 && RESUME.matcher(text.replace('\n', ' ')).matches();
    }

    private static void retries(Subject subject, Findings findings) {
        jobs(subject)
                .filter(ContainerApp::wantsGpu)
                .forEach(
                        job ->
                                job.workload()
                                        .retries()
                                        .filter(retries -> retries.value() > 0)
                                        .ifPresent(retries -> retries(job, retries, findings)));
    }

    private static void retries(ContainerApp job, Located<Integer> retries, Findings findings) {
        boolean share =
                job.workload().volumes().stream()
                                .anyMatch(
                                        volume ->
                                                volume.type() == Volume.Type.AZURE_FILES_SMB
                                                        || volume.type()
                                                                == Volume.Type.AZURE_FILES_NFS
                                                        || volume.type() == Volume.Type.OTHER)
                        || !job.isWritten("template.volumes");
        String remedy = "replicaRetryLimit: 0";
        if (!share && !resumes(job)) {
            findings.add(
                    retries.node(),
                    "after a failure the job starts "
                            + retries.value()
                            + (retries.value() == 1 ? " more time" : " more times")
                            + " from nothing: no mounted share keeps a checkpoint",
                    remedy,
                    new Edit(retries.node().source(), retries.node().span(), "0"));
        } else if (!resumes(job)) {
            findings.note(
                    retries.node(),
                    "retries pay for the GPU again unless the program finds its checkpoint by"
                            + " itself",
                    remedy);
        }
    }

    private static void copies(Subject subject, Findings findings) {
        jobs(subject)
                .filter(ContainerApp::wantsGpu)
                .forEach(
                        job ->
                                job.configuration()
                                        .flatMap(one -> one.get("manualTriggerConfig"))
                                        .ifPresent(
                                                config ->
                                                        Stream.of(
                                                                        "parallelism",
                                                                        "replicaCompletionCount")
                                                                .flatMap(
                                                                        key ->
                                                                                config
                                                                                        .text(key)
                                                                                        .stream())
                                                                .forEach(
                                                                        count ->
                                                                                copies(
                                                                                        count,
                                                                                        findings))));
    }

    private static void copies(Scalar count, Findings findings) {
        if (count.asWhole().filter(number -> number > 1).isPresent()) {
            findings.add(
                    count,
                    AzureNames.key(count)
                            + " "
                            + count.text()
                            + " starts as many copies of the same command, which write to the same"
                            + " places",
                    AzureNames.key(count) + ": 1",
                    new Edit(count.source(), count.span(), "1"));
        }
    }

    private static void firstContainer(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(ContainerApp::wantsGpu)
                .forEach(
                        app -> {
                            List<Container> containers = app.workload().containers();
                            if (containers.size() > 1) {
                                Container first = containers.getFirst();
                                containers.stream()
                                        .skip(1)
                                        .filter(other -> needsGpu(other) && !needsGpu(first))
                                        .forEach(other -> firstContainer(other, findings));
                            }
                            app.containers().forEach(container -> manyGpus(container, findings));
                        });
    }

    private static void firstContainer(Container other, Findings findings) {
        findings.add(
                Severity.WARNING,
                other.node(),
                other.image().map(Scalar::anchor).orElse(other.node().anchor()),
                "only the first container sees the GPU, and this one is made for it",
                "this container first in the list");
    }

    private static boolean needsGpu(Container container) {
        return container.gpu().isPresent()
                || container
                        .image()
                        .filter(one -> GPU_IMAGE.matcher(one.text()).matches())
                        .isPresent()
                || container.env().stream()
                        .map(variable -> variable.name().toUpperCase(Locale.ROOT))
                        .anyMatch(name -> name.startsWith("NVIDIA_") || name.startsWith("CUDA_"));
    }

    private static void manyGpus(Container container, Findings findings) {
        container
                .gpu()
                .filter(gpu -> gpu.count().filter(count -> count > 1).isPresent())
                .ifPresent(
                        gpu ->
                                findings.add(
                                        gpu.node(),
                                        "a replica has one GPU, not " + gpu.count().orElse(0),
                                        "one GPU, or a dedicated profile with more"));
        Settings.of(container).value("nproc_per_node", "num_processes").stream()
                .filter(count -> count.asWhole().filter(number -> number > 1).isPresent())
                .forEach(
                        count ->
                                findings.add(
                                        Severity.WARNING,
                                        count,
                                        count.anchor(),
                                        "a replica has one GPU, and "
                                                + count.text()
                                                + " processes are started for as many",
                                        "1"));
    }

    private static void cap(Subject subject, Findings findings) {
        jobs(subject)
                .filter(ContainerApp::wantsGpu)
                .forEach(
                        job ->
                                job.workload()
                                        .timeout()
                                        .ifPresent(
                                                timeout -> cap(job.workload(), timeout, findings)));
    }

    private static void cap(Workload job, Located<Duration> timeout, Findings findings) {
        long attempts = 1L + job.retries().map(Located::value).orElse(0);
        long copies = Math.max(1, job.parallelism().map(Located::value).orElse(1));
        if (attempts < 1 || attempts > 1_000 || copies > 1_000) {
            return;
        }
        Duration most = timeout.value().multipliedBy(attempts * copies);
        findings.note(
                timeout.node(),
                "one start costs at most "
                        + Spoken.duration(most)
                        + " of the profile: "
                        + Spoken.duration(timeout.value())
                        + " x "
                        + attempts
                        + (attempts == 1 ? " attempt" : " attempts")
                        + " x "
                        + copies
                        + (copies == 1 ? " replica" : " replicas"),
                "replicaTimeout, replicaRetryLimit and parallelism as the budget wants them");
    }
}
