package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.ContainerScripts;
import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A path that a container's file tells, and the workload that it belongs to. */
record ToldPath(Workload workload, Container container, String path, Scalar place) {
    private static final String[] OUTPUTS = {
        "output_dir", "output_path", "save_dir", "save_path", "checkpoint_dir", "ckpt_dir", "output"
    };
    private static final Set<String> OUTPUT_VARIABLES =
            Set.of("OUTPUT_DIR", "CHECKPOINT_DIR", "SAVE_DIR", "OUTPUT_PATH");

    /** Names that mean an output as a rule, in programs that nobody here knows. */
    private static final String[] LIKELY_OUTPUTS = {"out", "out_dir", "outdir", "results_dir"};

    private static final Set<String> LIKELY_VARIABLES =
            Set.of(
                    "OUT",
                    "OUT_DIR",
                    "OUTDIR",
                    "OUTPUT",
                    "OUTPUTS",
                    "OUTPUT_FOLDER",
                    "RESULTS_DIR",
                    "CHECKPOINTS_DIR",
                    "CKPT_DIR",
                    "SAVE_PATH");

    Optional<Mount> mount() {
        return Workload.mountOf(container, path);
    }

    Optional<Volume> volume() {
        return mount().flatMap(workload::volume);
    }

    boolean isOn(Volume.Type type) {
        return volume().filter(one -> one.type() == type).isPresent();
    }

    boolean hasOption(String option) {
        return volume().flatMap(Volume::options)
                .filter(options -> options.isPlaceholder() || has(options.text(), option))
                .isPresent();
    }

    private static boolean has(String options, String option) {
        return List.of(options.toLowerCase(Locale.ROOT).split("[,\\s]+")).contains(option);
    }

    static Stream<ToldPath> variables(ContainerApp app, Set<String> names) {
        return variables(app.workload(), names);
    }

    private static Stream<ToldPath> variables(Workload workload, Set<String> names) {
        return workload.containers().stream()
                .flatMap(
                        container ->
                                ContainerScripts.all(container).stream()
                                        .filter(variable -> names.contains(variable.name()))
                                        .flatMap(variable -> told(workload, container, variable)));
    }

    private static Stream<ToldPath> told(
            Workload workload, Container container, EnvironmentVariable variable) {
        return variable.value().stream()
                .filter(value -> value.text().startsWith("/") && !value.isPlaceholder())
                .map(value -> new ToldPath(workload, container, value.text(), value));
    }

    /** Where a program is told to write what must not be lost. */
    static Stream<ToldPath> outputs(ContainerApp app) {
        return outputs(app.workload());
    }

    /** The same of a workload of any platform. */
    static Stream<ToldPath> outputs(Workload workload) {
        return Stream.concat(options(workload, OUTPUTS), variables(workload, OUTPUT_VARIABLES));
    }

    /** Outputs of the file's workloads, told by them or by a configuration that they meet. */
    static Stream<ToldPath> outputs(Subject subject) {
        return Stream.concat(
                subject.workloads().flatMap(ToldPath::outputs),
                Trainings.of(subject).flatMap(ToldPath::configured));
    }

    private static Stream<ToldPath> configured(Trainings.Training training) {
        return training.workload().stream()
                .filter(workload -> workload.containers().size() == 1)
                .flatMap(
                        workload ->
                                training.settings().value("output_dir").stream()
                                        .filter(value -> value.text().startsWith("/"))
                                        .filter(value -> !value.isPlaceholder())
                                        .map(
                                                value ->
                                                        new ToldPath(
                                                                workload,
                                                                workload.containers().getFirst(),
                                                                value.text(),
                                                                value)));
    }

    /** What is an output by its name only. */
    static Stream<ToldPath> likelyOutputs(Workload workload) {
        return Stream.concat(
                options(workload, LIKELY_OUTPUTS), variables(workload, LIKELY_VARIABLES));
    }

    private static Stream<ToldPath> options(Workload workload, String... names) {
        return workload.containers().stream()
                .flatMap(
                        container ->
                                Settings.of(container).value(names).stream()
                                        .filter(value -> value.text().startsWith("/"))
                                        .filter(value -> !value.isPlaceholder())
                                        .map(
                                                value ->
                                                        new ToldPath(
                                                                workload,
                                                                container,
                                                                value.text(),
                                                                value)));
    }
}
