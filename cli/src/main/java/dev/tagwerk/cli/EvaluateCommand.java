package dev.tagwerk.cli;

import dev.tagwerk.evaluate.Evaluation;
import dev.tagwerk.evaluate.EvaluationPlan;
import dev.tagwerk.evaluate.EvaluationReport;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.Problem;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "MODEL may also be the file of a job with `kind: evaluation`. The base is measured beside the",
            "tuned model, on the same rows, with 95 %% intervals from a paired bootstrap.",
            "",
            "Examples:",
            "  tagwerk evaluate last --data heldout.jsonl --html report.html",
            "  tagwerk evaluate evaluation.yaml --json"
        })
final class EvaluateCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final TunedModel model = new TunedModel();
    @Mixin private final TemplateOption template = new TemplateOption();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "rows that the model has not seen: a data file, or dataset:NAME")
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "--regrets",
            paramLabel = "FILE",
            description =
                    "what each option of each row would cost: JSONL {\"i\": row, \"regret\": [...]}")
    private Optional<Path> regrets = Optional.empty();

    @Option(names = "--without-base", description = "measure the tuned model only")
    private boolean withoutBase;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page with plots, too")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "a value for one of the job's inputs; may be given several times")
    private Map<String, String> inputs = new LinkedHashMap<>();

    EvaluateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Optional<EvaluationPlan> plan = isJobFile() ? ofJob() : Optional.of(ofModel());
        if (plan.isEmpty()) {
            return ExitCode.USAGE;
        }
        Display display = new Display(shell);
        EvaluationReport report =
                Evaluation.run(
                        plan.get(),
                        shell.clock(),
                        (name, done, rows) -> {
                            String words = name + ": " + done + " of " + rows + " rows";
                            display.state(words, words);
                        });
        display.clear();
        if (html.isPresent()) {
            Path file = shell.resolve(html.get());
            report.html().write(file);
            shell.err().println("The report with plots: " + shell.shown(file));
        }
        shell.out().print(json ? report.json() : report.text());
        return ExitCode.DONE;
    }

    private boolean isJobFile() {
        String name = model.name();
        return name.endsWith(".yaml")
                || name.endsWith(".yml")
                || Files.isRegularFile(shell.resolve(name));
    }

    private Optional<EvaluationPlan> ofJob() {
        if (data.isPresent() || regrets.isPresent() || template.named(shell).isPresent()) {
            throw CommandException.usage(
                    "--data, --regrets and --chat-template go with a model, not with a job file.",
                    "the job says them under data: test, regrets and chat_template.",
                    shell.command() + " evaluate " + model.name());
        }
        Parsed parsed = JobFile.read(Path.of(model.name()), shell.environment(), inputs);
        return switch (parsed) {
            case Parsed.Invalid invalid -> {
                for (Problem problem : invalid.problems()) {
                    shell.err().println(problem);
                }
                yield Optional.empty();
            }
            case Parsed.Valid valid -> Optional.of(ofJob(valid.job()));
        };
    }

    private EvaluationPlan ofJob(Job job) {
        return switch (job) {
            case EvaluationJob evaluation ->
                    EvaluationPlan.of(
                            Stores.dataSets(shell).resolve(evaluation), shell.environment());
            case TrainingJob training ->
                    throw CommandException.usage(
                            model.name() + " is a training job.",
                            "evaluate takes a job with kind: evaluation, or the model that a run made.",
                            shell.command() + " evaluate last --data FILE");
            case ContainerJob container ->
                    throw CommandException.usage(
                            model.name() + " runs a container image.",
                            "evaluate takes a job with kind: evaluation, or the model that a run made.",
                            shell.command() + " evaluate last --data FILE");
        };
    }

    private EvaluationPlan ofModel() {
        if (data.isEmpty()) {
            throw CommandException.usage(
                    "evaluate needs rows to measure on: --data FILE.",
                    "",
                    shell.command() + " evaluate " + model.name() + " --data FILE");
        }
        ModelSource source = model.source(shell);
        return EvaluationPlan.ofRun(
                model.folder(shell),
                source,
                Stores.dataSets(shell)
                        .source(
                                Stores.ref(shell, data.get()),
                                DataFormat.AUTO,
                                Columns.none(),
                                Optional.empty()),
                template.named(shell),
                regrets.map(shell::resolve),
                !withoutBase,
                model.placement(),
                shell.environment());
    }
}
