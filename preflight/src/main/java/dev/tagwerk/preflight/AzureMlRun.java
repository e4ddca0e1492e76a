package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fields;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A command that Azure ML is asked to run: a command job, a sweep's trial, or a step of a pipeline.
 * Immutable.
 */
record AzureMlRun(Subject subject, Document document, Workload workload) {
    /** Those of the file that is checked. */
    static Stream<AzureMlRun> of(Subject subject) {
        return subject.own(Format.AZURE_ML_COMMAND, Format.AZURE_ML_SWEEP, Format.AZURE_ML_PIPELINE)
                .flatMap(
                        document ->
                                document.workloads().stream()
                                        .map(one -> new AzureMlRun(subject, document, one)));
    }

    /** What has inputs, outputs, limits and a compute. */
    AzureMl job() {
        return new AzureMl(workload.node());
    }

    /** What has the command and its environment: a sweep's trial, else the job. */
    AzureMl part() {
        return job().find("trial").filter(Fields.class::isInstance).map(AzureMl::new).orElse(job());
    }

    Optional<Scalar> command() {
        return part().text("command");
    }

    boolean isSweep() {
        return job().find("trial").isPresent();
    }

    /** The compute that it names, or that the pipeline names for its steps. */
    Optional<Scalar> compute() {
        AzureMl all = new AzureMl(document.root());
        return workload.environment()
                .or(() -> all.text("settings.default_compute"))
                .or(() -> all.text("compute"))
                .filter(name -> !name.isPlaceholder());
    }

    /** The cluster of that name, where its file is given too. */
    Optional<AzureMl> cluster() {
        return compute().flatMap(name -> cluster(subject, AzureMl.name(name.text())));
    }

    static Optional<AzureMl> cluster(Subject subject, String name) {
        return subject.all(Format.AZURE_ML_COMPUTE)
                .map(document -> new AzureMl(document.root()))
                .filter(
                        compute ->
                                compute.root()
                                        .text("name")
                                        .filter(
                                                own ->
                                                        AzureMl.name(own.text())
                                                                .equalsIgnoreCase(name))
                                        .isPresent())
                .findFirst();
    }

    /** The size of the machines that it will run on. */
    Optional<Scalar> size() {
        return job().text("resources.instance_type")
                .or(() -> part().text("resources.instance_type"))
                .or(() -> cluster().flatMap(cluster -> cluster.text("size")))
                .filter(size -> !size.isPlaceholder());
    }

    Optional<Machine> machine() {
        return size().flatMap(AzureMlRun::machine);
    }

    static Optional<Machine> machine(Scalar size) {
        return Machines.find("azure-vm", size.text());
    }

    /** How many machines it runs on at once, each trial of a sweep. */
    Optional<Located<Integer>> nodes() {
        return job().whole("resources.instance_count")
                .or(() -> part().whole("resources.instance_count"));
    }

    /** Whether its machines may be taken away at any time. */
    Optional<Scalar> preemptible() {
        Optional<Scalar> tier =
                job().text("queue_settings.job_tier")
                        .or(() -> part().text("queue_settings.job_tier"))
                        .filter(one -> one.text().equalsIgnoreCase("spot"));
        return tier.or(
                () -> compute().filter(name -> cluster().filter(AzureMlRun::isLow).isPresent()));
    }

    /** Whether a cluster's machines are of low priority. */
    static boolean isLow(AzureMl cluster) {
        return cluster.text("tier")
                .map(tier -> tier.text().toLowerCase(Locale.ROOT).replace("_", ""))
                .filter("lowpriority"::equals)
                .isPresent();
    }
}
