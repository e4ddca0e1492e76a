package dev.tagwerk.cli;

import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The job file named on the command line, and values for its {@code inputs}; mixed into commands
 * that take one.
 */
final class JobSource {
    /** A fact that begins so is said by {@code run} as well: it takes something from the rows. */
    static final String NOTE = "note  ";

    @Parameters(
            paramLabel = "JOB",
            arity = "0..1",
            defaultValue = "job.yaml",
            description = "the job file (default: job.yaml)")
    private Path file = Path.of("job.yaml");

    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "a value for one of the job's inputs; may be given several times")
    private Map<String, String> inputs = new LinkedHashMap<>();

    /** As if this file had been named. */
    static JobSource of(Path file) {
        JobSource source = new JobSource();
        source.file = file;
        return source;
    }

    Path file() {
        return file;
    }

    /** The file's text, as the user wrote it. */
    String text(Shell shell) {
        try {
            return Files.readString(shell.resolve(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Parsed read(Shell shell) {
        return JobFile.read(file, shell.environment(), inputs);
    }

    /** A job that names its data by file, or every reason why there is none. */
    record Checked(Optional<Job> job, List<Problem> problems, List<String> facts) {
        Checked {
            problems = List.copyOf(problems);
            facts = List.copyOf(facts);
        }

        List<String> notes() {
            return facts.stream().filter(fact -> fact.startsWith(NOTE)).toList();
        }
    }

    /** The job with its data found, nothing looked at yet; or every reason why there is none. */
    Checked found(Shell shell) {
        return switch (read(shell)) {
            case Parsed.Invalid invalid ->
                    new Checked(Optional.empty(), invalid.problems(), List.of());
            case Parsed.Valid valid -> {
                Findings findings = new Findings(file, text(shell));
                Optional<Job> found =
                        new Inspection(findings, shell.environment(), Stores.dataSets(shell))
                                .find(valid.job());
                yield new Checked(found, findings.problems(), List.of());
            }
        };
    }

    /** Reads the file and looks at what it names: the model, the tokenizer, the first rows. */
    Checked check(Shell shell) {
        return inspect(shell, file, () -> text(shell), read(shell));
    }

    /**
     * Looks at what a job names.
     *
     * @param text the file's, asked for where the job is valid
     */
    static Checked inspect(Shell shell, Path file, Supplier<String> text, Parsed parsed) {
        return switch (parsed) {
            case Parsed.Invalid invalid ->
                    new Checked(Optional.empty(), invalid.problems(), List.of());
            case Parsed.Valid valid -> {
                Findings findings = new Findings(file, text.get());
                Optional<Job> resolved =
                        new Inspection(findings, shell.environment(), Stores.dataSets(shell))
                                .inspect(valid.job());
                yield new Checked(resolved, findings.problems(), findings.facts());
            }
        };
    }
}
