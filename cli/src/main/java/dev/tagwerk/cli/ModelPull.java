package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.hub.HubException;
import dev.tagwerk.hub.LeftOut;
import dev.tagwerk.hub.Pull;
import dev.tagwerk.hub.PullPlan;
import dev.tagwerk.hub.PullRequest;
import dev.tagwerk.hub.PullResult;
import dev.tagwerk.hub.Terms;
import dev.tagwerk.modelfiles.ModelFilesException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code models pull}: says what it does, does it, says what is there now. */
final class ModelPull {
    private final Shell shell;
    private final boolean json;

    ModelPull(Shell shell, boolean json) {
        this.shell = shell;
        this.json = json;
    }

    int run(
            String name,
            List<String> include,
            List<String> exclude,
            int connections,
            boolean dryRun,
            boolean offline) {
        try (PullProgress progress = new PullProgress(shell)) {
            PullRequest request = request(name, include, exclude, connections);
            try (Pull pull = Pull.of(shell.environment(), request, progress)) {
                if (offline || pull.offline()) {
                    return found(request, pull.cached());
                }
                PullPlan plan = pull.plan();
                if (dryRun) {
                    return planned(plan);
                }
                announce(plan);
                progress.expect(plan.bytes(), plan.bytes() - plan.missing());
                PullResult result = watched(pull, plan);
                progress.close();
                return pulled(plan, result);
            }
        } catch (HubException failure) {
            throw CommandException.failed(
                    failure.what(), failure.why(), Errors.asTyped(shell, failure.next()));
        }
    }

    /** Ctrl-C ends the process at once; what has come is on disk. */
    private PullResult watched(Pull pull, PullPlan plan) {
        Thread interrupted =
                new Thread(
                        () -> {
                            shell.err()
                                    .println(
                                            "\nstopped; the same command goes on where this one"
                                                    + " was.");
                            shell.err().flush();
                        },
                        "interrupted");
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            return pull.run(plan);
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(interrupted);
            } catch (IllegalStateException exiting) {
                // a signal came; the hook is at work
            }
        }
    }

    private PullRequest request(
            String name, List<String> include, List<String> exclude, int connections) {
        try {
            PullRequest request = PullRequest.parse(name, include, exclude, connections);
            request.check();
            return request;
        } catch (HubException | ModelFilesException wrong) {
            throw CommandException.usage(
                    String.valueOf(wrong.getMessage()),
                    "",
                    shell.command() + " models pull --help");
        }
    }

    private void announce(PullPlan plan) {
        if (plan.renamed()) {
            shell.err()
                    .println(
                            plan.request().repository()
                                    + " is called "
                                    + plan.name()
                                    + " now; it is kept under the name that you gave.");
        }
        shell.err()
                .println(
                        plan.request().repository()
                                + " at "
                                + plan.commit().substring(0, 12)
                                + ": "
                                + plan.files().size()
                                + " files, "
                                + Durations.bytes(plan.bytes())
                                + ", of which "
                                + Durations.bytes(plan.missing())
                                + " are not here yet");
        reasons(plan.leftOut())
                .forEach(
                        (reason, count) ->
                                shell.err().println("left out: " + count + " (" + reason + ")"));
        terms(plan.terms());
        if (!plan.links()) {
            shell.err()
                    .println(
                            "note: without symbolic links every revision holds its own copy: another"
                                    + " one of this model costs up to "
                                    + Durations.bytes(plan.bytes())
                                    + " of disk again");
        }
        shell.err().flush();
    }

    private void terms(Terms terms) {
        shell.err()
                .println(
                        "licence: "
                                + terms.words()
                                + (terms.gated().equals("no") ? "" : "; gated: " + terms.gated()));
    }

    /** How many files were left out for each reason, with an example. */
    private static Map<String, String> reasons(List<LeftOut> leftOut) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, String> examples = new TreeMap<>();
        for (LeftOut one : leftOut) {
            counts.merge(one.reason(), 1, Integer::sum);
            examples.putIfAbsent(one.reason(), one.path());
        }
        counts.forEach(
                (reason, count) ->
                        examples.computeIfPresent(
                                reason,
                                (key, example) ->
                                        count == 1 ? example : count + " files like " + example));
        return examples;
    }

    private int planned(PullPlan plan) {
        if (json) {
            ObjectNode node = described(plan);
            node.put("missing_bytes", plan.missing());
            ArrayNode files = node.putArray("files");
            plan.files()
                    .forEach(
                            file ->
                                    files.addObject()
                                            .put("path", file.path())
                                            .put("bytes", file.size())
                                            .put("missing_bytes", file.missing()));
            Json.print(shell, node);
            return ExitCode.DONE;
        }
        for (PullPlan.PlannedFile file : plan.files()) {
            shell.out()
                    .println(
                            String.format(
                                    java.util.Locale.ROOT,
                                    "%,16d  %s%s",
                                    file.size(),
                                    file.path(),
                                    file.missing() == 0 ? "  (here)" : ""));
        }
        for (LeftOut one : plan.leftOut()) {
            shell.out()
                    .println(
                            String.format(
                                    java.util.Locale.ROOT,
                                    "%16s  %s  (%s)",
                                    "left out",
                                    one.path(),
                                    one.reason()));
        }
        shell.out().flush();
        announce(plan);
        return ExitCode.DONE;
    }

    private static ObjectNode described(PullPlan plan) {
        ObjectNode node = Json.object();
        node.put("repository", plan.request().repository());
        node.put("revision", plan.request().revision());
        node.put("commit", plan.commit());
        node.put("folder", plan.snapshot().toString());
        node.put("bytes", plan.bytes());
        node.put("links", plan.links());
        terms(node, plan.terms());
        ArrayNode leftOut = node.putArray("left_out");
        plan.leftOut()
                .forEach(
                        one ->
                                leftOut.addObject()
                                        .put("path", one.path())
                                        .put("bytes", one.size())
                                        .put("reason", one.reason()));
        return node;
    }

    private static void terms(ObjectNode node, Terms terms) {
        terms.license().ifPresent(value -> node.put("license", value));
        terms.licenseName().ifPresent(value -> node.put("license_name", value));
        terms.licenseLink().ifPresent(value -> node.put("license_link", value));
        node.put("gated", terms.gated());
    }

    private int pulled(PullPlan plan, PullResult result) {
        if (json) {
            ObjectNode node = described(plan);
            node.put("files", result.files());
            node.put("fetched_bytes", result.fetched());
            Json.print(shell, node);
        } else {
            shell.out().println(result.snapshot());
        }
        return next(plan.request());
    }

    private int found(PullRequest request, PullResult result) {
        if (json) {
            ObjectNode node = Json.object();
            node.put("repository", request.repository());
            node.put("revision", request.revision());
            node.put("commit", result.snapshot().getFileName().toString());
            node.put("folder", result.snapshot().toString());
            node.put("bytes", result.bytes());
            node.put("files", result.files());
            node.put("fetched_bytes", 0);
            node.put("complete", result.record().isPresent() ? "yes" : "unknown");
            result.record().ifPresent(record -> terms(node, record.terms()));
            Json.print(shell, node);
        } else {
            shell.out().println(result.snapshot());
            if (result.record().isEmpty()) {
                shell.err()
                        .println("note: another tool fetched it; whether it is whole is not known");
            }
        }
        return ExitCode.DONE;
    }

    private int next(PullRequest request) {
        shell.out().flush();
        shell.err()
                .println(
                        "next:  "
                                + shell.command()
                                + " models show "
                                + request.typed()
                                + "   # or in a job: model: "
                                + request.typed());
        return ExitCode.DONE;
    }
}
