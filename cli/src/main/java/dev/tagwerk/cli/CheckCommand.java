package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "Looks at the job file, the model's folder, its tokenizer and the first data rows, and prints all problems at once.",
            "Exits with 2 when there is one.",
            "",
            "Example:",
            "  tagwerk check job.yaml"
        })
final class CheckCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    @Parameters(paramLabel = "JOB", description = "the job file (YAML)")
    private Path file = Path.of("job.yaml");

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    CheckCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Problem> problems =
                switch (JobFile.read(file, shell.environment())) {
                    case Parsed.Invalid invalid -> invalid.problems();
                    case Parsed.Valid valid -> List.of();
                };
        if (json) {
            ObjectNode node = Json.object();
            node.put("valid", problems.isEmpty());
            ArrayNode list = node.putArray("problems");
            for (Problem problem : problems) {
                list.addObject()
                        .put("file", problem.file())
                        .put("line", problem.line())
                        .put("column", problem.column())
                        .put("path", problem.path())
                        .put("message", problem.message())
                        .put("suggestion", problem.suggestion());
            }
            Json.print(shell, node);
        } else {
            problems.forEach(shell.out()::println);
        }
        return problems.isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
    }
}
