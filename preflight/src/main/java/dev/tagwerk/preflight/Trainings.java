package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Setting;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a subject trains: settings together with the workload and the card that they meet. */
final class Trainings {
    /**
     * One training.
     *
     * @param settings of its configuration and its command line
     * @param gpu the card, as far as it is known
     * @param workload what starts it, where that is known
     */
    record Training(Settings settings, Optional<TargetGpu> gpu, Optional<Workload> workload) {}

    private Trainings() {}

    /** Trainings whose settings, or whose workload, stand in the file that is checked. */
    static Stream<Training> of(Subject subject) {
        List<Training> trainings = new ArrayList<>();
        List<Setting> beside = settings(subject.beside());
        List<Workload> own = subject.workloads().toList();
        for (Workload workload : own) {
            List<Setting> all = new ArrayList<>(beside);
            workload.containers().forEach(container -> all.addAll(Settings.of(container).all()));
            trainings.add(
                    new Training(
                            new Settings(all),
                            TargetGpu.of(subject, workload),
                            Optional.of(workload)));
        }
        List<Setting> configured = settings(subject.documents());
        if (!configured.isEmpty()) {
            Optional<Workload> runs =
                    subject.beside().stream()
                            .flatMap(document -> document.workloads().stream())
                            .findFirst();
            trainings.add(
                    new Training(
                            new Settings(configured),
                            runs.flatMap(workload -> TargetGpu.of(subject, workload))
                                    .or(() -> TargetGpu.said(subject)),
                            runs));
        }
        return trainings.stream();
    }

    /** Those, and what images start whose Dockerfile is checked, on the card that is said. */
    static Stream<Training> withImages(Subject subject) {
        return Stream.concat(
                of(subject),
                DockerfileStart.settings(subject)
                        .map(
                                settings ->
                                        new Training(
                                                settings,
                                                TargetGpu.said(subject),
                                                Optional.empty())));
    }

    private static List<Setting> settings(List<Document> documents) {
        return documents.stream().flatMap(document -> document.settings().all().stream()).toList();
    }
}
