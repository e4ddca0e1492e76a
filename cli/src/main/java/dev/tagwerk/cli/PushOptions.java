package dev.tagwerk.cli;

import dev.tagwerk.data.DataSets;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What {@code data push} is told beside the file, and its pushing; mixed in. */
final class PushOptions {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "what to call it (default: the file's name)")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--enriched-from",
            paramLabel = "NAME|DIGEST",
            description = "the data set that this one was made from")
    private Optional<String> enrichedFrom = Optional.empty();

    @Option(names = "--by", paramLabel = "TEXT", description = "the command or script that made it")
    private Optional<String> by = Optional.empty();

    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "with a job file: a value for one of its inputs")
    private Map<String, String> inputs = new LinkedHashMap<>();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    int push(Shell shell, DataOptions data) throws NoSuchFileException {
        Path file = data.file();
        if (!isJob(file)) {
            return keep(shell, data.source(shell), name.orElseGet(() -> StoredData.nameOf(file)));
        }
        if (data.told()) {
            throw CommandException.usage(
                    "--format, --column and --dataset-info go with a data file, not with a job.",
                    "a job says them under data: format, columns and dataset_info.",
                    shell.command() + " data push " + file);
        }
        return switch (JobFile.read(file, shell.environment(), inputs)) {
            case Parsed.Invalid invalid -> {
                invalid.problems().forEach(problem -> shell.err().println(problem));
                yield ExitCode.USAGE;
            }
            case Parsed.Valid valid -> push(shell, file, valid.job());
        };
    }

    private static boolean isJob(Path file) {
        String text = file.toString();
        return text.endsWith(".yaml") || text.endsWith(".yml");
    }

    /** The rows of a job, as the job reads them. */
    private int push(Shell shell, Path file, Job job) {
        DataSets sets = Stores.dataSets(shell);
        return switch (job) {
            case TrainingJob training -> {
                TrainingJob found = sets.resolve(training);
                DataSets.Source train =
                        new DataSets.Source(
                                found.data().train(),
                                found.data().format(),
                                found.data().columns());
                int code = keep(shell, "data.train", training.data().train(), train, name);
                found.data()
                        .validation()
                        .ifPresent(
                                ref ->
                                        keep(
                                                shell,
                                                "data.validation",
                                                training.data().validation().orElse(ref),
                                                new DataSets.Source(
                                                        ref, train.format(), train.columns()),
                                                name.map(one -> one + "-validation")));
                yield code;
            }
            case EvaluationJob evaluation -> {
                EvaluationJob found = sets.resolve(evaluation);
                yield keep(
                        shell,
                        "data.test",
                        evaluation.data(),
                        new DataSets.Source(found.data(), found.format(), found.columns()),
                        name);
            }
            case ContainerJob container ->
                    throw CommandException.usage(
                            file + " runs a container image.",
                            "only jobs of training and evaluation name rows.",
                            shell.command() + " data push FILE");
        };
    }

    private int keep(
            Shell shell,
            String key,
            DataRef named,
            DataSets.Source source,
            Optional<String> called) {
        if (named instanceof DataRef.Stored stored && called.isEmpty()) {
            shell.err().println(key + " is " + stored + ", which is kept already.");
            return ExitCode.DONE;
        }
        shell.err().println(key + ":");
        return keep(shell, source, called.orElseGet(() -> StoredData.nameOf(source.ref().file())));
    }

    private int keep(Shell shell, DataSets.Source source, String called) {
        return new StoredData(shell).push(source, called, enrichedFrom, by, json);
    }
}
