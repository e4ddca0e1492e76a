package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the probe found out about memory, cores, the user, the network and the clock. */
final class ProbeMachineRules {
    private ProbeMachineRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-PRB-009", ProbeMachineRules::sharedMemory,
                "TW-PRB-016", ProbeMachineRules::home,
                "TW-PRB-017", ProbeMachineRules::memory,
                "TW-PRB-018", ProbeMachineRules::cores,
                "TW-PRB-019", ProbeMachineRules::egress,
                "TW-PRB-020", ProbeMachineRules::clock,
                "TW-PRB-023", ProbeMachineRules::interrupted);
    }

    private static void sharedMemory(Subject subject, Findings findings) {
        boolean workers =
                Trainings.of(subject)
                        .flatMap(
                                training ->
                                        training
                                                .settings()
                                                .value(
                                                        "dataloader_num_workers",
                                                        "num_workers",
                                                        "dataset_num_workers")
                                                .stream())
                        .anyMatch(value -> value.asWhole().filter(count -> count > 0).isPresent());
        Probed.of(subject)
                .forEach(
                        probed ->
                                probed.lines("shm")
                                        .filter(line -> Probed.below(line, "total_mib", 129))
                                        .forEach(
                                                line ->
                                                        sharedMemory(
                                                                line,
                                                                workers
                                                                        || probed.lines("gpu")
                                                                                        .count()
                                                                                > 1,
                                                                findings)));
    }

    private static void sharedMemory(Node line, boolean used, Findings findings) {
        Node at = Probed.at(line, "total_mib");
        String what =
                "/dev/shm holds "
                        + Probed.text(line, "total_mib")
                        + " MiB: workers of a data loader, and NCCL between GPUs, die when it is"
                        + " full";
        if (used) {
            findings.add(at, what);
        } else {
            findings.note(at, what, RuleTexts.of("TW-PRB-009").write());
        }
    }

    private static void interrupted(Subject subject, Findings findings) {
        Probed.of(subject)
                .filter(probed -> probed.line("end").isEmpty())
                .flatMap(probed -> probed.line("start").stream())
                .forEach(
                        start ->
                                findings.add(
                                        start,
                                        "the probe is incomplete: the line that it ends with is not"
                                                + " there, so it was killed, or its output was cut"));
        Probed.of(subject)
                .flatMap(probed -> probed.lines("end"))
                .filter(line -> Probed.is(line, "ok", false))
                .forEach(
                        line ->
                                findings.add(
                                        Probed.at(line, "interrupted"),
                                        "the probe is incomplete: it was told to end"
                                                + (Probed.text(line, "during").isEmpty()
                                                        ? ""
                                                        : " during its step "
                                                                + Probed.text(line, "during"))));
    }

    private static void home(Subject subject, Findings findings) {
        Probed.of(subject)
                .forEach(
                        probed ->
                                probed.lines("user")
                                        .filter(line -> Probed.is(line, "home_writable", false))
                                        .forEach(line -> home(probed, line, findings)));
    }

    private static void home(Probed probed, Node line, Findings findings) {
        String home = Probed.text(line, "home");
        String what =
                (home.isEmpty()
                                ? "HOME is not set"
                                : "uid "
                                        + Probed.text(line, "uid")
                                        + " cannot write to its home "
                                        + home)
                        + ": caches of the hub, Triton and matplotlib go there";
        Node at = Probed.at(line, "home_writable");
        boolean elsewhere =
                probed.fact("environment", "hf_home").isPresent()
                        || probed.fact("environment", "xdg_cache_home").isPresent();
        if (elsewhere) {
            findings.note(at, what, RuleTexts.of("TW-PRB-016").write());
        } else {
            findings.add(at, what);
        }
    }

    /** The one container of the one workload, with the one machine that was probed for it. */
    private record Asked(Container container, Node resources) {
        static Optional<Asked> of(Subject subject) {
            List<Container> containers =
                    subject.workloads()
                            .flatMap(workload -> workload.containers().stream())
                            .toList();
            List<Node> resources =
                    Probed.beside(subject)
                            .flatMap(probed -> probed.line("resources").stream())
                            .toList();
            return containers.size() == 1 && resources.size() == 1
                    ? Optional.of(new Asked(containers.getFirst(), resources.getFirst()))
                    : Optional.empty();
        }
    }

    private static void memory(Subject subject, Findings findings) {
        Asked.of(subject)
                .ifPresent(
                        asked ->
                                asked.container()
                                        .memory()
                                        .ifPresent(wanted -> memory(asked, wanted, findings)));
    }

    private static void memory(Asked asked, Located<Long> wanted, Findings findings) {
        double mib = wanted.value() / 1048576.0;
        // what a kernel and a runtime keep for themselves is no surprise
        if (Probed.below(asked.resources(), "memory_mib", mib * 0.93)) {
            findings.add(
                    wanted.node(),
                    Math.round(mib)
                            + " MiB are asked for, and the probe found "
                            + Probed.text(asked.resources(), "memory_mib")
                            + " MiB");
        }
    }

    private static void cores(Subject subject, Findings findings) {
        Asked.of(subject)
                .ifPresent(
                        asked ->
                                asked.container()
                                        .cpu()
                                        .filter(
                                                wanted ->
                                                        Probed.below(
                                                                asked.resources(),
                                                                "cores",
                                                                wanted.value().doubleValue()
                                                                        * 0.99))
                                        .ifPresent(
                                                wanted ->
                                                        findings.add(
                                                                wanted.node(),
                                                                Spoken.number(wanted.value())
                                                                        + " cores are asked for,"
                                                                        + " and the probe found "
                                                                        + Probed.number(
                                                                                        asked
                                                                                                .resources(),
                                                                                        "cores")
                                                                                .map(Spoken::number)
                                                                                .orElse("")
                                                                        + "")));
    }

    private static void egress(Subject subject, Findings findings) {
        Probed.of(subject)
                .filter(probed -> !probed.environment("offline", true))
                .flatMap(probed -> probed.lines("egress"))
                .filter(line -> Probed.is(line, "ok", false))
                .filter(line -> Probed.says(line, "host", "huggingface.co"))
                // without a program to ask with nothing was found out
                .filter(line -> line.text("by").isPresent())
                .forEach(
                        line ->
                                findings.add(
                                        Probed.at(line, "host"),
                                        "huggingface.co cannot be reached ("
                                                + Probed.text(line, "error")
                                                + "), and HF_HUB_OFFLINE is not set: loading waits"
                                                + " for answers that never come"));
    }

    private static void clock(Subject subject, Findings findings) {
        Probed.of(subject)
                .flatMap(probed -> probed.lines("clock"))
                .forEach(
                        line ->
                                Probed.number(line, "skew_seconds")
                                        .filter(
                                                skew ->
                                                        skew.abs().compareTo(BigDecimal.valueOf(60))
                                                                > 0)
                                        .ifPresent(skew -> clock(line, skew, findings)));
    }

    private static void clock(Node line, BigDecimal skew, Findings findings) {
        Node at = Probed.at(line, "skew_seconds");
        String what =
                "the clock is "
                        + Spoken.number(skew.abs())
                        + " s "
                        + (skew.signum() > 0 ? "ahead" : "behind");
        if (skew.abs().compareTo(BigDecimal.valueOf(300)) >= 0) {
            findings.add(at, what + ": certificates, tokens and signed addresses are not accepted");
        } else {
            findings.note(at, what, RuleTexts.of("TW-PRB-020").write());
        }
    }
}
