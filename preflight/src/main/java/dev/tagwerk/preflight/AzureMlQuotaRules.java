package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Limits;
import dev.tagwerk.market.Machine;
import java.util.Map;
import java.util.Optional;

/** Machines that Azure ML will not get: the job waits without a word. */
final class AzureMlQuotaRules {
    private static final long RESERVE = Limits.get("aml.online.quota-reserve").whole();

    private AzureMlQuotaRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-005", AzureMlQuotaRules::overQuota,
                "TW-AML-006", AzureMlQuotaRules::noReserve,
                "TW-AML-020", AzureMlQuotaRules::moreThanTheCluster);
    }

    private static void overQuota(Subject subject, Findings findings) {
        AzureMlComputeRules.computes(subject, "amlcompute")
                .filter(cluster -> !AzureMlRun.isLow(cluster))
                .forEach(
                        cluster ->
                                cluster.whole("max_instances")
                                        .ifPresent(
                                                most ->
                                                        cluster.text("size")
                                                                .flatMap(AzureMlRun::machine)
                                                                .ifPresent(
                                                                        machine ->
                                                                                cluster(
                                                                                        subject,
                                                                                        most,
                                                                                        machine,
                                                                                        findings))));
        AzureMlRun.of(subject)
                .filter(run -> run.preemptible().isEmpty())
                .forEach(
                        run ->
                                run.machine()
                                        .ifPresent(
                                                machine ->
                                                        needs(
                                                                subject,
                                                                machine,
                                                                run.nodes()
                                                                        .map(Located::value)
                                                                        .orElse(1),
                                                                run.nodes()
                                                                        .map(Located::node)
                                                                        .orElse(at(run)),
                                                                findings)));
        AzureMlServingRules.managed(subject)
                .forEach(
                        deployment ->
                                deployment
                                        .text("instance_type")
                                        .flatMap(AzureMlRun::machine)
                                        .ifPresent(
                                                machine ->
                                                        needs(
                                                                subject,
                                                                machine,
                                                                instances(deployment),
                                                                at(deployment),
                                                                findings)));
    }

    private static Node at(AzureMlRun run) {
        return run.job()
                .text("resources.instance_type")
                .or(run::compute)
                .map(Node.class::cast)
                .orElse(run.workload().node());
    }

    private static int instances(AzureMl deployment) {
        return deployment.whole("instance_count").map(Located::value).orElse(1);
    }

    private static Node at(AzureMl deployment) {
        return deployment
                .text("instance_count")
                .or(() -> deployment.text("instance_type"))
                .map(Node.class::cast)
                .orElse(deployment.root());
    }

    private static void cluster(
            Subject subject, Located<Integer> most, Machine machine, Findings findings) {
        AzureMlQuota.of(subject, machine)
                .filter(quota -> cores(machine, most.value()) > quota.limit())
                .ifPresent(
                        quota ->
                                findings.add(
                                        quota.severity(Severity.WARNING),
                                        most.node(),
                                        most.node().anchor(),
                                        need(most.value(), machine)
                                                + ", and the quota of "
                                                + quota.family()
                                                + " is "
                                                + quota.limit()
                                                + ": the rest never comes, without a word",
                                        AzureNames.key(most.node())
                                                + ": "
                                                + quota.limit() / vcpus(machine)
                                                + ", or more quota"));
    }

    private static void needs(
            Subject subject, Machine machine, int nodes, Node node, Findings findings) {
        AzureMlQuota.of(subject, machine)
                .ifPresent(
                        quota -> {
                            long cores = cores(machine, nodes);
                            if (cores > quota.limit()) {
                                findings.add(
                                        quota.severity(Severity.ERROR),
                                        node,
                                        node.anchor(),
                                        need(nodes, machine)
                                                + ", and the quota of "
                                                + quota.family()
                                                + " is "
                                                + quota.limit()
                                                + ": this waits for ever",
                                        "more quota of " + quota.family() + ": " + cores);
                            } else if (cores > quota.free()) {
                                findings.note(
                                        node,
                                        need(nodes, machine)
                                                + ", and "
                                                + quota.free()
                                                + " of "
                                                + quota.limit()
                                                + " of "
                                                + quota.family()
                                                + " were free when the listing was made",
                                        "a look at what uses the rest, or more quota");
                            }
                        });
    }

    private static String need(int nodes, Machine machine) {
        return nodes
                + " x "
                + machine.name()
                + (nodes == 1 ? " needs " : " need ")
                + cores(machine, nodes)
                + " cores";
    }

    private static int vcpus(Machine machine) {
        return (int) Math.ceil(machine.vcpus());
    }

    private static long cores(Machine machine, int nodes) {
        return (long) vcpus(machine) * nodes;
    }

    /** A managed deployment is upgraded beside itself, and reserves cores for it. */
    private static void noReserve(Subject subject, Findings findings) {
        AzureMlServingRules.managed(subject)
                .forEach(
                        deployment ->
                                deployment
                                        .text("instance_type")
                                        .flatMap(AzureMlRun::machine)
                                        .ifPresent(
                                                machine ->
                                                        noReserve(
                                                                subject,
                                                                deployment,
                                                                machine,
                                                                findings)));
    }

    private static void noReserve(
            Subject subject, AzureMl deployment, Machine machine, Findings findings) {
        int instances = instances(deployment);
        int reserved = (int) Math.ceil(instances * (100.0 + RESERVE) / 100);
        AzureMlQuota.of(subject, machine)
                .filter(quota -> cores(machine, instances) <= quota.limit())
                .filter(quota -> cores(machine, reserved) > quota.limit())
                .ifPresent(
                        quota ->
                                findings.add(
                                        quota.severity(Severity.WARNING),
                                        at(deployment),
                                        at(deployment).anchor(),
                                        "with the "
                                                + RESERVE
                                                + " % that the service reserves for upgrades "
                                                + need(reserved, machine)
                                                + ", and the quota of "
                                                + quota.family()
                                                + " is "
                                                + quota.limit(),
                                        "more quota of "
                                                + quota.family()
                                                + ": "
                                                + cores(machine, reserved)));
    }

    private static void moreThanTheCluster(Subject subject, Findings findings) {
        subject.workloads()
                .filter(workload -> workload.platform() == dev.tagwerk.formats.Platform.AZURE_ML)
                .filter(workload -> workload.kind() == Workload.Kind.JOB)
                .forEach(
                        workload ->
                                nodes(workload)
                                        .ifPresent(
                                                nodes ->
                                                        workload.environment()
                                                                .flatMap(
                                                                        name -> most(subject, name))
                                                                .filter(
                                                                        most ->
                                                                                nodes.value()
                                                                                        > most
                                                                                                .value())
                                                                .ifPresent(
                                                                        most ->
                                                                                more(
                                                                                        nodes, most,
                                                                                        findings))));
    }

    private static Optional<Located<Integer>> nodes(Workload workload) {
        AzureMl job = new AzureMl(workload.node());
        return job.whole("resources.instance_count")
                .or(() -> job.whole("settings.instance_count"))
                .or(() -> job.whole("trial.resources.instance_count"));
    }

    private static Optional<Located<Integer>> most(Subject subject, Scalar compute) {
        return AzureMlRun.cluster(subject, AzureMl.name(compute.text()))
                .flatMap(cluster -> cluster.whole("max_instances"));
    }

    private static void more(Located<Integer> nodes, Located<Integer> most, Findings findings) {
        if (most.value() < 1) {
            findings.add(
                    nodes.node(),
                    "the cluster has no nodes, with "
                            + AzureNames.key(most.node())
                            + ": "
                            + most.value()
                            + ": this waits for ever",
                    "at the cluster, " + AzureNames.key(most.node()) + ": " + nodes.value());
            return;
        }
        findings.add(
                nodes.node(),
                nodes.value()
                        + " machines are asked for, and the cluster has at most "
                        + most.value()
                        + ": this waits for ever",
                AzureNames.key(nodes.node()) + ": " + most.value(),
                nodes.node().scalar().stream()
                        .map(
                                scalar ->
                                        new Edit(
                                                scalar.source(),
                                                scalar.span(),
                                                String.valueOf(most.value())))
                        .toArray(Edit[]::new));
    }
}
