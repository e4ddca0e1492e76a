package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.formats.Format;
import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.JsonReport;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.preflight.Severity;
import dev.tagwerk.preflight.TerminalReport;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.Shown;
import java.util.List;
import java.util.Optional;

/** What {@code check} prints for people, and what it adds to JSON for our own jobs. */
record CheckPrint(Shell shell, Report report, List<Looked> looked) {
    /** What was found out about a job of ours, where a file is one. */
    private Optional<OwnJob> own(int file) {
        int index = 0;
        for (Looked one : looked) {
            if (one instanceof Looked.Known known) {
                if (index == file) {
                    return known.own();
                }
                index++;
            }
        }
        return Optional.empty();
    }

    void text() {
        TerminalReport terminal = new TerminalReport(shell.colourOut());
        boolean ownOnly = report.passedOver() == 0 && report.unread().isEmpty();
        for (int index = 0; index < report.files().size(); index++) {
            FileReport file = report.files().get(index);
            Optional<OwnJob> own = own(index);
            ownOnly &= own.isPresent() || file.hasProblems();
            shell.out().print(terminal.text(file));
            file.notJudged()
                    .ifPresent(
                            kinds ->
                                    shell.out().println(Shown.whole(file.name()) + " is " + kinds));
            own.ifPresent(job -> own(file, job));
        }
        report.unread().forEach(problem -> shell.out().println(TerminalReport.text(problem)));
        if (!ownOnly
                || report.findings().findAny().isPresent()
                || report.suppressed().findAny().isPresent()) {
            shell.out().println(summary());
        }
    }

    private String summary() {
        boolean one =
                report.files().size() == 1
                        && report.findings().findAny().isEmpty()
                        && report.suppressed().findAny().isEmpty()
                        && report.failures().findAny().isEmpty()
                        && report.files().getFirst().notJudged().isEmpty();
        if (!one || report.files().getFirst().hasProblems()) {
            return report.summary();
        }
        FileReport file = report.files().getFirst();
        return Shown.whole(file.name())
                + " is "
                + String.join(" and ", file.formats().stream().map(Format::title).toList())
                + ": nothing found";
    }

    /** What is told of a job of ours besides. */
    private void own(FileReport file, OwnJob own) {
        MissingModel.pull(shell, own.checked().job())
                .ifPresent(
                        pull -> {
                            shell.out().flush();
                            shell.err().println("next:  " + pull);
                        });
        boolean wrong =
                file.findings().stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        if (file.hasProblems() || wrong) {
            return;
        }
        boolean container = own.checked().job().orElse(null) instanceof ContainerJob;
        shell.out()
                .println(
                        file.name()
                                + (container
                                        ? " is valid. Nothing runs kind: container in this version yet."
                                        : " is valid."));
        own.checked().facts().forEach(fact -> shell.out().println("  " + fact));
        own.memory().map(MemoryText::new).ifPresent(text -> memory(text, own.exceeds()));
        shell.out().flush();
        if (container) {
            return;
        }
        shell.err()
                .println(
                        "next:  "
                                + shell.command()
                                + (own.exceeds() ? " memory " : " run ")
                                + file.name());
    }

    private void memory(MemoryText text, boolean exceeds) {
        shell.out().println("  " + text.shortForm());
        if (exceeds) {
            text.advice().forEach(line -> shell.out().println("  " + line));
        }
    }

    /** The report, with what only our own jobs have. */
    ObjectNode json() {
        ObjectNode root = JsonReport.of(report);
        boolean only = report.files().size() == 1;
        for (int index = 0; index < report.files().size(); index++) {
            Optional<OwnJob> own = own(index);
            if (own.flatMap(OwnJob::memory).isPresent()) {
                ObjectNode memory = new MemoryText(own.get().memory().get()).json();
                ((ObjectNode) root.path("files").path(index)).set("memory", memory);
                if (only) {
                    root.set("memory", memory);
                }
            }
        }
        return root;
    }

    boolean exceeds() {
        return looked.stream()
                .anyMatch(
                        one ->
                                one instanceof Looked.Known known
                                        && known.own().map(OwnJob::exceeds).orElse(false));
    }
}
