package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Gpus;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The card that a workload will find.
 *
 * @param sure whether it is said; a profile's name only suggests it
 */
record TargetGpu(Gpu gpu, boolean sure) {
    /** What the caller says, and what was probed, goes before what the file says. */
    static Optional<TargetGpu> of(Subject subject, Workload workload) {
        return said(subject)
                .or(() -> asked(workload))
                .or(() -> workload.machine().flatMap(name -> machine(subject, workload, name)))
                .or(() -> cluster(subject, workload));
    }

    /** The card of the cluster that an Azure ML job names, where the cluster's file is given. */
    private static Optional<TargetGpu> cluster(Subject subject, Workload workload) {
        return subject.all(Format.AZURE_ML_COMMAND, Format.AZURE_ML_SWEEP, Format.AZURE_ML_PIPELINE)
                .flatMap(
                        document ->
                                document.workloads().stream()
                                        .filter(one -> one.equals(workload))
                                        .map(one -> new AzureMlRun(subject, document, one)))
                .findFirst()
                .flatMap(AzureMlRun::machine)
                .flatMap(Machine::gpu)
                .map(gpu -> new TargetGpu(gpu, true));
    }

    /** The card that the caller names, or that the probe given beside found. */
    static Optional<TargetGpu> said(Subject subject) {
        return subject.circumstances()
                .gpu()
                .or(() -> Probed.card(subject))
                .flatMap(TargetGpu::find)
                .map(gpu -> new TargetGpu(gpu, true));
    }

    private static Optional<TargetGpu> asked(Workload workload) {
        return Stream.concat(
                        workload.gpu().stream(),
                        workload.containers().stream()
                                .map(Container::gpu)
                                .flatMap(Optional::stream))
                .map(Gpus::model)
                .flatMap(Optional::stream)
                .flatMap(model -> find(model).stream())
                .findFirst()
                .map(gpu -> new TargetGpu(gpu, true));
    }

    private static Optional<TargetGpu> machine(Subject subject, Workload workload, Scalar name) {
        Optional<Gpu> known = profileType(subject, name.text()).flatMap(TargetGpu::machineGpu);
        if (known.isPresent()) {
            return known.map(gpu -> new TargetGpu(gpu, true));
        }
        return machineGpu(name.text())
                .map(gpu -> new TargetGpu(gpu, true))
                .or(() -> suggested(name.text()).map(gpu -> new TargetGpu(gpu, false)));
    }

    private static Optional<Gpu> machineGpu(String name) {
        return Machines.find(name).flatMap(Machine::gpu);
    }

    /** The type of a workload profile that an environment given beside has under this name. */
    private static Optional<String> profileType(Subject subject, String name) {
        return subject.all(Format.CONTAINER_APPS_ENVIRONMENT)
                .map(Document::root)
                .flatMap(root -> root.find("properties.workloadProfiles").stream())
                .flatMap(profiles -> profiles.items().stream())
                .filter(
                        profile ->
                                profile.text("name")
                                        .filter(one -> one.text().equals(name))
                                        .isPresent())
                .map((Node profile) -> profile.text("workloadProfileType"))
                .flatMap(Optional::stream)
                .map(Scalar::text)
                .findFirst();
    }

    /** A card whose name is a word of the name: {@code gpu-t4}. */
    private static Optional<Gpu> suggested(String name) {
        return Stream.of(name.split("[-_.]")).flatMap(word -> find(word).stream()).findFirst();
    }

    private static Optional<Gpu> find(String text) {
        return dev.tagwerk.market.Gpus.find(text);
    }
}
