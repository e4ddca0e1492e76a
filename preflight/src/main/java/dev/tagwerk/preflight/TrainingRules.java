package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Setting;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Checkpoints, resuming, and pins of a training. */
final class TrainingRules {
    private static final String[] RESUME = {
        "resume_from_checkpoint", "resume", "auto_resume_from_checkpoints", "auto_resume"
    };
    private static final String[] SAVE = {
        "save_steps",
        "save_strategy",
        "saves_per_epoch",
        "checkpoint_every",
        "save_every",
        "checkpointing_steps",
        "save_total_limit"
    };

    private TrainingRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-TRN-001", TrainingRules::retriesFromZero,
                "TW-TRN-002", TrainingRules::longAndNotResumed,
                "TW-TRN-003", TrainingRules::savesNothing,
                "TW-TRN-004", TrainingRules::unpinnedModel);
    }

    /** Whether anything at all tells that this is a training. */
    static boolean trains(Settings settings) {
        return settings.get(
                        "learning_rate",
                        "num_train_epochs",
                        "max_steps",
                        "num_epochs",
                        "per_device_train_batch_size",
                        "lora_r",
                        "lora_rank",
                        "output_dir",
                        "save_steps",
                        "epochs",
                        "adapter",
                        "bf16",
                        "fp16")
                .isPresent();
    }

    private static boolean resumes(Settings settings) {
        return settings.get(RESUME)
                .filter(setting -> setting.value().isEmpty() || setting.isOn())
                .isPresent();
    }

    private static boolean saves(Settings settings) {
        Optional<Setting> strategy = settings.get("save_strategy", "save_steps");
        return settings.get(SAVE).isPresent()
                && strategy.flatMap(Setting::value)
                        .filter(value -> value.text().equals("no") || value.text().equals("0"))
                        .isEmpty();
    }

    private static void retriesFromZero(Subject subject, Findings findings) {
        Trainings.of(subject)
                .forEach(
                        training ->
                                training.workload()
                                        .flatMap(Workload::retries)
                                        .filter(retries -> retries.value() > 0)
                                        .filter(
                                                retries ->
                                                        isOwn(
                                                                subject,
                                                                training.workload().orElseThrow()))
                                        .ifPresent(
                                                retries ->
                                                        retriesFromZero(
                                                                subject,
                                                                training,
                                                                retries.value(),
                                                                retries.node(),
                                                                findings)));
    }

    private static void retriesFromZero(
            Subject subject,
            Trainings.Training training,
            int retries,
            Node node,
            Findings findings) {
        Settings settings = training.settings();
        boolean unseen =
                training.workload().filter(one -> UnseenConfig.isNamed(subject, one)).isPresent();
        if (resumes(settings)) {
            return;
        }
        String key = node.path().replaceFirst(".*\\.", "");
        String write =
                (key.isEmpty() || key.startsWith("(") ? "--replica-retry-limit" : key + ":") + " 0";
        if (trains(settings) && !unseen) {
            findings.add(
                    node,
                    "up to "
                            + retries
                            + (retries == 1 ? " retry starts" : " retries start")
                            + " over from step 0, and the time until then is paid for again:"
                            + " nothing tells the training to resume",
                    write);
        } else {
            findings.note(
                    node,
                    "a retry is worth something only when the program resumes from a checkpoint"
                            + (unseen ? ", which a configuration decides that is not given" : ""),
                    write);
        }
    }

    /** Serverless nodes are recycled under jobs of several hours. */
    private static void longAndNotResumed(Subject subject, Findings findings) {
        Optional<Duration> expected =
                subject.circumstances()
                        .duration()
                        .filter(one -> one.compareTo(Duration.ofHours(1)) > 0);
        if (expected.isEmpty()) {
            return;
        }
        Trainings.of(subject)
                .filter(training -> trains(training.settings()))
                .filter(training -> !resumes(training.settings()))
                .forEach(
                        training ->
                                training.workload()
                                        .filter(
                                                workload ->
                                                        workload.platform()
                                                                        == Platform
                                                                                .AZURE_CONTAINER_APPS
                                                                && workload.kind()
                                                                        == Workload.Kind.JOB
                                                                && isOwn(subject, workload))
                                        .ifPresent(
                                                workload ->
                                                        notResumed(
                                                                subject,
                                                                workload,
                                                                expected.get(),
                                                                findings)));
    }

    private static void notResumed(
            Subject subject, Workload workload, Duration expected, Findings findings) {
        boolean unseen = UnseenConfig.isNamed(subject, workload);
        Node at =
                workload.containers().isEmpty()
                        ? workload.node()
                        : workload.containers().getFirst().node();
        String what =
                "a job of "
                        + OvhTimeRules.hours(expected)
                        + " may be evicted when its node is recycled, and "
                        + (unseen
                                ? "its words do not say that it resumes; the configuration that"
                                        + " they name is not given"
                                : "nothing tells the training to resume");
        if (unseen) {
            findings.note(at, what, "resuming in that configuration, which --beside takes");
        } else {
            findings.add(at, what);
        }
    }

    /** Whether a workload stands in the file that is checked, and not beside it. */
    private static boolean isOwn(Subject subject, Workload workload) {
        return subject.workloads().anyMatch(own -> own == workload);
    }

    private static void savesNothing(Subject subject, Findings findings) {
        Trainings.of(subject)
                .forEach(
                        training ->
                                training.settings()
                                        .get("save_strategy")
                                        .filter(
                                                setting ->
                                                        setting.value()
                                                                .filter(
                                                                        value ->
                                                                                value.text()
                                                                                        .equals(
                                                                                                "no"))
                                                                .isPresent())
                                        .filter(setting -> !saves(training.settings()))
                                        .ifPresent(
                                                setting ->
                                                        findings.add(
                                                                setting.node(),
                                                                "save_strategy is no: a crash, an"
                                                                        + " eviction or a time-out"
                                                                        + " loses everything",
                                                                Spelling.of(
                                                                        setting,
                                                                        "save_strategy",
                                                                        "steps"))));
    }

    private static void unpinnedModel(Subject subject, Findings findings) {
        Trainings.of(subject)
                .forEach(
                        training ->
                                training.settings()
                                        .value("base_model", "model_name_or_path")
                                        .filter(TrainingRules::hubName)
                                        .filter(
                                                model ->
                                                        training.settings()
                                                                .value(
                                                                        "revision",
                                                                        "model_revision",
                                                                        "revision_of_model")
                                                                .isEmpty())
                                        .ifPresent(model -> unpinned(model, findings)));
    }

    private static void unpinned(Scalar model, Findings findings) {
        findings.note(
                model,
                "no revision is named: another start may load other weights",
                "the revision's commit, 40 hexadecimal digits");
    }

    private static boolean hubName(Scalar model) {
        return model.text().matches("[A-Za-z0-9][\\w.-]{0,95}/[\\w.-]{1,95}");
    }
}
