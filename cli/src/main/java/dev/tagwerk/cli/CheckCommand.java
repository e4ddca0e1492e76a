package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Problem;
import dev.tagwerk.spec.TrainingJob;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "Looks at the job file, the model's folder, its tokenizer and the first data rows, and prints",
            "all problems at once. Exits with 2 when there is one, with 3 when the job is valid but would not",
            "fit into memory.",
            "",
            "Example:",
            "  tagwerk check job.yaml"
        })
final class CheckCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final JobSource source = new JobSource();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    CheckCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        JobSource.Checked checked = source.check(shell);
        Optional<JobForecast> memory =
                checked.problems().isEmpty()
                                && checked.job().orElse(null) instanceof TrainingJob training
                        ? JobForecast.tried(shell, training)
                        : Optional.empty();
        boolean exceeds =
                memory.map(forecast -> forecast.verdict() == MemoryVerdict.EXCEEDS).orElse(false);
        if (json) {
            ObjectNode node = Json.object();
            node.put("valid", checked.problems().isEmpty());
            problems(node.putArray("problems"), checked.problems());
            memory.ifPresent(forecast -> node.set("memory", new MemoryText(forecast).json()));
            Json.print(shell, node);
        } else {
            checked.problems().forEach(shell.out()::println);
            MissingModel.pull(shell, checked.job())
                    .ifPresent(
                            pull -> {
                                shell.out().flush();
                                shell.err().println("next:  " + pull);
                            });
            if (checked.problems().isEmpty()) {
                shell.out().println(source.file() + " is valid.");
                checked.facts().forEach(fact -> shell.out().println("  " + fact));
                memory.map(MemoryText::new).ifPresent(text -> memory(text, exceeds));
                shell.out().flush();
                shell.err()
                        .println(
                                "next:  "
                                        + shell.command()
                                        + (exceeds ? " memory " : " run ")
                                        + source.file());
            }
        }
        if (!checked.problems().isEmpty()) {
            return ExitCode.USAGE;
        }
        return exceeds ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private void memory(MemoryText text, boolean exceeds) {
        shell.out().println("  " + text.shortForm());
        if (exceeds) {
            text.advice().forEach(line -> shell.out().println("  " + line));
        }
    }

    static void problems(ArrayNode list, List<Problem> problems) {
        for (Problem problem : problems) {
            list.addObject()
                    .put("file", problem.file())
                    .put("line", problem.line())
                    .put("column", problem.column())
                    .put("path", problem.path())
                    .put("message", problem.message())
                    .put("suggestion", problem.suggestion());
        }
    }
}
