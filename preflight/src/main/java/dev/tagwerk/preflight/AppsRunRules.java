package dev.tagwerk.preflight;

import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.time.Duration;
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

    private AppsRunRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-014", AppsRunRules::timeout,
                "TW-ACA-016", AppsRunRules::longWithoutResume,
                "TW-ACA-017", AppsRunRules::retries,
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
                boolean surely = timeout.value().compareTo(expected.get()) <= 0;
                findings.add(
                        surely ? Severity.ERROR : Severity.NOTE,
                        timeout.node(),
                        timeout.node().anchor(),
                        "replicaTimeout ends the job after "
                                + Spoken.duration(timeout.value())
                                + (surely
                                        ? "; it is expected to take "
                                        : ", less than half again as long as the ")
                                + Spoken.duration(expected.get())
                                + (surely ? "" : " that it is expected to take")
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
                .filter(job -> !besides && !resumes(job) && !isTold(job))
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

    /** Whether its words show what training it is: then a training's own rule judges it. */
    private static boolean isTold(ContainerApp job) {
        return job.containers().map(Settings::of).anyMatch(TrainingRules::trains);
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
        if (!share) {
            // a program may also send its checkpoints away itself, which its words would tell
            findings.add(
                    resumes(job) ? Severity.NOTE : Severity.WARNING,
                    retries.node(),
                    retries.node().anchor(),
                    "after a failure the job starts "
                            + retries.value()
                            + (retries.value() == 1 ? " more time" : " more times")
                            + " from nothing: no mounted share keeps a checkpoint",
                    "replicaRetryLimit: 0",
                    new Edit(retries.node().source(), retries.node().span(), "0"));
        }
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
        if (attempts * copies == 1) {
            return; // then replicaTimeout itself says it
        }
        if (attempts < 1 || attempts > 1_000 || copies > 1_000) {
            return;
        }
        Duration most = timeout.value().multipliedBy(attempts * copies);
        findings.note(
                timeout.node(),
                "at most "
                        + Spoken.duration(most)
                        + " are billed for one start: "
                        + Spoken.duration(timeout.value())
                        + " x "
                        + attempts
                        + (attempts == 1 ? " attempt" : " attempts")
                        + " x "
                        + copies
                        + (copies == 1 ? " replica" : " replicas"),
                "replicaRetryLimit: 0 and parallelism: 1 where the budget is smaller");
    }
}
