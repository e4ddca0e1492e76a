package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import java.util.Map;
import java.util.Optional;

/** What goes wrong with tasks of SkyPilot and dstack. */
final class SkyRules {
    private SkyRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-SKY-001", SkyRules::spotWithoutResume, "TW-SKY-002", SkyRules::neverStops);
    }

    private static void spotWithoutResume(Subject subject, Findings findings) {
        subject.own(Format.SKYPILOT, Format.DSTACK)
                .forEach(
                        document ->
                                spot(document)
                                        .filter(one -> trainsAndDoesNotResume(document))
                                        .ifPresent(
                                                one ->
                                                        findings.add(
                                                                one,
                                                                "a spot machine is taken away at any"
                                                                        + " time, and nothing tells the"
                                                                        + " training to resume")));
    }

    private static Optional<Scalar> spot(Document document) {
        return document.root()
                .text("resources.use_spot")
                .filter(one -> one.asBoolean().orElse(false))
                .or(
                        () ->
                                document.root()
                                        .text("spot_policy")
                                        .filter(one -> one.text().equals("spot")));
    }

    private static boolean trainsAndDoesNotResume(Document document) {
        return document.workloads().stream()
                .flatMap(workload -> workload.containers().stream())
                .map(Settings::of)
                .anyMatch(
                        settings ->
                                settings.get(
                                                        "output_dir",
                                                        "save_steps",
                                                        "learning_rate",
                                                        "epochs",
                                                        "num_train_epochs",
                                                        "max_steps")
                                                .isPresent()
                                        && settings.get(
                                                        "resume_from_checkpoint",
                                                        "resume",
                                                        "auto_resume")
                                                .isEmpty());
    }

    /** A machine that idles is paid for like one that works. */
    private static void neverStops(Subject subject, Findings findings) {
        subject.own(Format.DSTACK)
                .map(Document::root)
                .flatMap(root -> root.text("max_duration").stream())
                .filter(one -> one.text().equals("off") || one.text().equals("-1"))
                .forEach(
                        one ->
                                findings.add(
                                        (Node) one,
                                        "max_duration is off: nothing ends this run if it hangs"));
    }
}
