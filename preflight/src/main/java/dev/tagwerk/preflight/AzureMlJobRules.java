package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Machine;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Bounds and checkpoints of Azure ML's jobs. */
final class AzureMlJobRules {
    private static final Pattern RESUMES =
            Pattern.compile("(?is).*(?:resume|checkpoint|ckpt|restart|restore).*");
    private static final Pattern CONFIGURED =
            Pattern.compile("(?is).*(?:config|\\.ya?ml|\\.json|\\.toml|\\.sh\\b).*");
    private static final Pattern SAVES =
            Pattern.compile("(?is).*(?:save[-_]steps|save[-_]strategy|save[-_]every|checkpoint).*");

    private AzureMlJobRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-004", AzureMlJobRules::preempted,
                "TW-AML-009", AzureMlJobRules::noTimeout,
                "TW-AML-010", AzureMlJobRules::unboundedSweep,
                "TW-AML-016", AzureMlJobRules::uploadedCheckpoints);
    }

    private static void preempted(Subject subject, Findings findings) {
        AzureMlComputeRules.computes(subject, "amlcompute")
                .filter(AzureMlRun::isLow)
                .forEach(
                        cluster ->
                                cluster.text("tier")
                                        .ifPresent(
                                                tier ->
                                                        findings.note(
                                                                tier,
                                                                "machines of low priority are taken"
                                                                        + " away in the middle of a"
                                                                        + " job, and may not come at"
                                                                        + " all",
                                                                "jobs that write checkpoints to an"
                                                                        + " output of mode rw_mount"
                                                                        + " and resume from them")));
        AzureMlRun.of(subject)
                .forEach(run -> run.preemptible().ifPresent(at -> preempted(run, at, findings)));
    }

    private static void preempted(AzureMlRun run, Scalar at, Findings findings) {
        String command = run.command().map(Scalar::text).orElse("");
        boolean mounted =
                run.job().fields("outputs").stream()
                        .anyMatch(output -> !mode(output).equals("upload"));
        boolean resumes = RESUMES.matcher(command).matches();
        if (command.isEmpty() || (mounted && resumes)) {
            return;
        }
        String what =
                "its machine may be taken away at any time, and "
                        + (mounted
                                ? "nothing in the command resumes"
                                : "there is no output of mode rw_mount that keeps checkpoints");
        String write =
                "outputs: {checkpoints: {type: uri_folder, mode: rw_mount}} and --resume from"
                        + " ${{outputs.checkpoints}}; or a dedicated tier";
        if (mounted && CONFIGURED.matcher(command).matches()) {
            findings.note(at, what, write);
        } else {
            findings.add(at, what, write);
        }
    }

    private static String mode(Field output) {
        return output.value()
                .text("mode")
                .map(mode -> mode.text().toLowerCase(Locale.ROOT))
                .orElse("rw_mount");
    }

    private static void noTimeout(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .filter(run -> !run.isSweep())
                .filter(run -> run.job().find("limits.timeout").isEmpty())
                .forEach(
                        run -> {
                            Node at =
                                    run.command()
                                            .map(Node.class::cast)
                                            .orElse(run.workload().node());
                            String write =
                                    run.job().isRest()
                                            ? "\"limits\": {\"jobLimitsType\": \"Command\","
                                                    + " \"timeout\": \"PT4H\"}"
                                            : "limits: {timeout: 14400}";
                            Optional<Machine> gpu =
                                    run.machine().filter(one -> one.gpu().isPresent());
                            String what =
                                    "without limits.timeout a job that hangs is paid for until"
                                            + " somebody sees it";
                            if (gpu.isPresent()) {
                                findings.add(at, what + ": " + gpu.get().name(), write);
                            } else {
                                findings.note(at, what, write);
                            }
                        });
    }

    private static void unboundedSweep(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .filter(AzureMlRun::isSweep)
                .forEach(
                        run -> {
                            AzureMl sweep = run.job();
                            boolean trials = sweep.find("limits.max_total_trials").isPresent();
                            boolean each = sweep.find("limits.trial_timeout").isPresent();
                            boolean all = sweep.find("limits.timeout").isPresent();
                            if (all || (trials && each)) {
                                return;
                            }
                            Node at =
                                    sweep.find("limits")
                                            .or(() -> sweep.find("trial"))
                                            .orElse(sweep.root());
                            findings.add(
                                    at,
                                    "nothing bounds what this sweep costs: "
                                            + (trials
                                                    ? "max_total_trials without trial_timeout"
                                                    : each
                                                            ? "trial_timeout without"
                                                                    + " max_total_trials (1000"
                                                                    + " where it is missing)"
                                                            : "neither max_total_trials nor a"
                                                                    + " timeout"),
                                    "limits: {max_total_trials: 20, max_concurrent_trials: 4,"
                                            + " trial_timeout: 3600, timeout: 21600}");
                        });
    }

    private static void uploadedCheckpoints(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .forEach(
                        run ->
                                run.job().fields("outputs").stream()
                                        .filter(output -> mode(output).equals("upload"))
                                        .filter(output -> keepsCheckpoints(run, output))
                                        .forEach(
                                                output ->
                                                        output.value()
                                                                .text("mode")
                                                                .ifPresent(
                                                                        mode ->
                                                                                uploaded(
                                                                                        run, mode,
                                                                                        findings))));
    }

    private static boolean keepsCheckpoints(AzureMlRun run, Field output) {
        String command = run.command().map(Scalar::text).orElse("");
        return RESUMES.matcher(output.name()).matches()
                || (SAVES.matcher(command).matches()
                        && command.matches(
                                "(?s).*--output[-_]dir[= ]\\s*[\"']?\\$\\{\\{\\s*outputs\\."
                                        + Pattern.quote(output.name())
                                        + "\\s*\\}\\}.*"));
    }

    private static void uploaded(AzureMlRun run, Scalar mode, Findings findings) {
        String mount = run.job().isRest() ? "ReadWriteMount" : "rw_mount";
        findings.add(
                mode,
                "what is written here is uploaded when the job ends: checkpoints are lost when it is"
                        + " killed or its machine is taken away",
                "mode: " + mount,
                mode.isQuoted()
                        ? new Edit[0]
                        : new Edit[] {new Edit(mode.source(), mode.span(), mount)});
    }
}
