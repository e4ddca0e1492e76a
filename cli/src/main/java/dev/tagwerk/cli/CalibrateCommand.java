package dev.tagwerk.cli;

import dev.tagwerk.evaluate.Calibration;
import dev.tagwerk.evaluate.EvaluationPlan;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "Fits one temperature per kind of question by the least negative log likelihood and writes them",
            "into strands_decider_config.json. Take rows that were neither trained on nor will be tested on;",
            "without --data, the run's validation file. A kind with fewer than 30 rows stays as it is.",
            "",
            "Example:",
            "  tagwerk calibrate last --data validation.jsonl"
        })
final class CalibrateCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final TunedModel model = new TunedModel();

    @Option(names = "--data", paramLabel = "FILE", description = "held-out decision rows")
    private Optional<Path> data = Optional.empty();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    CalibrateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Optional<TrainingJob> job = EvaluationPlan.trainingJob(model.folder(shell));
        Path rows =
                data.map(file -> Stores.file(shell, file))
                        .or(
                                () ->
                                        job.flatMap(
                                                training ->
                                                        training.data()
                                                                .validation()
                                                                .map(DataRef::file)))
                        .orElseThrow(
                                () ->
                                        CommandException.usage(
                                                "calibrate needs held-out rows: --data FILE.",
                                                "",
                                                shell.command()
                                                        + " calibrate "
                                                        + model.name()
                                                        + " --data FILE"));
        job.ifPresent(training -> requireHeldOut(rows, training.data().train().file()));
        Display display = new Display(shell);
        Calibration calibration =
                Calibration.run(
                        model.source(shell),
                        rows,
                        model.placement(),
                        shell.clock().instant(),
                        (name, done, count) -> {
                            String words = done + " of " + count + " rows";
                            display.state(words, words);
                        });
        display.clear();
        shell.out().print(json ? calibration.json() : calibration.text());
        shell.out().flush();
        calibration
                .written()
                .ifPresent(file -> shell.err().println("Written to " + shell.shown(file) + "."));
        return calibration.written().isPresent() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void requireHeldOut(Path rows, Path trained) {
        try {
            if (Files.exists(rows) && Files.exists(trained) && Files.isSameFile(rows, trained)) {
                throw CommandException.usage(
                        shell.shown(rows) + " is the file that the model was trained on.",
                        "on rows that it has learnt by heart a model is surer than it may be elsewhere.",
                        shell.command() + " calibrate " + model.name() + " --data HELD-OUT-FILE");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
