package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Workload;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Checkpoints against the time that is left to write one when a machine is taken away. */
final class CheckpointRules {
    /** Weights in two bytes, and Adam's two moments in four each. */
    private static final double BYTES_PER_WEIGHT = 2 + 8;

    /** What a share takes in a second where nobody has measured it; few take more. */
    private static final double USUAL_MB_PER_SECOND = 200;

    private static final double SECONDS_LEFT = 25;

    private CheckpointRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-TRN-005", CheckpointRules::longerThanGrace);
    }

    private static void longerThanGrace(Subject subject, Findings findings) {
        Optional<Double> measured = measured(subject);
        Trainings.of(subject)
                .filter(training -> isWhole(training.settings()))
                .filter(training -> training.workload().filter(CheckpointRules::ends).isPresent())
                .forEach(
                        training ->
                                training.settings()
                                        .value("model_name_or_path", "base_model", "model_id")
                                        .ifPresent(
                                                model ->
                                                        longerThanGrace(
                                                                model, measured, findings)));
    }

    /** Whether all weights are trained: then a checkpoint holds the optimizer's moments of all. */
    private static boolean isWhole(Settings settings) {
        boolean said =
                settings.value("finetuning_type")
                        .filter(type -> type.text().equals("full"))
                        .isPresent();
        boolean small =
                Stream.of(
                                "adapter",
                                "use_peft",
                                "use_lora",
                                "enable_lora",
                                "lora_r",
                                "lora_rank",
                                "load_in_4bit",
                                "load_in_8bit",
                                "quantization_bit",
                                "save_only_model")
                        .anyMatch(
                                key ->
                                        settings.get(key).isPresent()
                                                && settings.value(key)
                                                        .filter(
                                                                value ->
                                                                        value.text()
                                                                                .equalsIgnoreCase(
                                                                                        "false"))
                                                        .isEmpty());
        return said && !small;
    }

    /**
     * Whether thirty seconds are left after SIGTERM, as on Container Apps, and nobody asked more.
     */
    private static boolean ends(Workload workload) {
        boolean job = workload.kind() == Workload.Kind.JOB;
        return job
                && (workload.platform() == Platform.AZURE_CONTAINER_APPS
                        || (workload.platform() == Platform.KUBERNETES
                                && workload.node()
                                        .walk()
                                        .noneMatch(
                                                node ->
                                                        node.get("terminationGracePeriodSeconds")
                                                                .isPresent())));
    }

    private static void longerThanGrace(
            Scalar model, Optional<Double> measured, Findings findings) {
        OptionalDouble billions = ModelNames.billions(model.text());
        if (billions.isEmpty()) {
            return;
        }
        double megabytes = billions.getAsDouble() * 1_000 * BYTES_PER_WEIGHT;
        double seconds = megabytes / measured.orElse(USUAL_MB_PER_SECOND);
        if (seconds <= SECONDS_LEFT) {
            return;
        }
        findings.add(
                measured.isPresent() ? Severity.WARNING : Severity.NOTE,
                model,
                model.anchor(),
                String.format(
                        Locale.ROOT,
                        "a checkpoint of all weights with the optimizer's state is about %.0f GB: %.0f s"
                                + " at %.0f MB/s%s, and 30 s are left after SIGTERM",
                        megabytes / 1_000,
                        seconds,
                        measured.orElse(USUAL_MB_PER_SECOND),
                        measured.isPresent() ? "" : ", if the share takes as much"),
                RuleTexts.of("TW-TRN-005").write());
    }

    /** The fastest directory that was probed for the job. */
    private static Optional<Double> measured(Subject subject) {
        return Probed.beside(subject)
                .flatMap(probed -> probed.lines("mount"))
                .flatMap((Node line) -> Probed.number(line, "write_mb_s").stream())
                .map(BigDecimal::doubleValue)
                .filter(speed -> speed > 0)
                .max(Double::compare);
    }
}
