package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.preflight.JunitReport;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.preflight.SarifReport;
import dev.tagwerk.preflight.Severity;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How a report is given back, and what of it fails the call; mixed in. */
final class ReportOptions {
    /** From which severity on findings fail the call. */
    enum FailOn {
        ERROR,
        WARNING,
        NOTE,
        NEVER
    }

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            description = "exit with 3 from error (default), warning or note on, or never")
    private FailOn failOn = FailOn.ERROR;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(names = "--sarif", description = "print SARIF 2.1.0, for code scanning")
    private boolean sarif;

    @Option(names = "--junit", description = "print JUnit's XML, for CI servers")
    private boolean junit;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "write JSON, SARIF or XML there; people read the text as before")
    private Optional<String> out = Optional.empty();

    void check() {
        long kinds = Stream.of(json, sarif, junit).filter(one -> one).count();
        if (kinds > 1) {
            throw CommandException.usage(
                    "--json, --sarif and --junit exclude each other.", "one call, one report.", "");
        }
        if (out.isPresent() && kinds == 0) {
            throw CommandException.usage(
                    "--out needs --json, --sarif or --junit.",
                    "the text for people goes to standard output.",
                    "");
        }
    }

    /** Whether standard output is for people. */
    boolean forPeople() {
        return out.isPresent() || !(json || sarif || junit);
    }

    /**
     * Writes the report for programs, where one is asked for.
     *
     * @param own the report as JSON
     */
    void write(Shell shell, Report report, ObjectNode own) throws IOException {
        String text;
        if (json) {
            text = Json.text(own);
        } else if (sarif) {
            text =
                    Json.text(
                            SarifReport.of(
                                    report,
                                    VersionCommand.built().getProperty("tagwerk", "unknown")));
        } else if (junit) {
            text = JunitReport.of(report, gate());
        } else {
            return;
        }
        if (out.isEmpty()) {
            shell.out().print(text);
        } else {
            WholeFile.write(shell.resolve(out.get()), text);
        }
    }

    Optional<Severity> gate() {
        return switch (failOn) {
            case ERROR -> Optional.of(Severity.ERROR);
            case WARNING -> Optional.of(Severity.WARNING);
            case NOTE -> Optional.of(Severity.NOTE);
            case NEVER -> Optional.empty();
        };
    }

    /**
     * What the shell gets back. That a rule broke off counts more than what the others found:
     * nobody knows what it would have said.
     *
     * @param exceeds whether a job of ours would not fit into memory
     */
    int exitCode(Report report, boolean exceeds) {
        if (report.problems().findAny().isPresent()) {
            return ExitCode.USAGE;
        }
        if (report.failures().findAny().isPresent()) {
            return ExitCode.FAILED;
        }
        return refuses(report) || (exceeds && gate().isPresent())
                ? ExitCode.REFUSED
                : ExitCode.DONE;
    }

    private boolean refuses(Report report) {
        return gate().map(
                        least ->
                                report.findings()
                                        .anyMatch(finding -> finding.severity().atLeast(least)))
                .orElse(false);
    }
}
