package dev.tagwerk.cli;

import dev.tagwerk.spec.JobSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        footer = {
            "",
            "Example:",
            "  tagwerk schema > tagwerk.schema.json",
            "  # first line of a job file, for editors with a YAML language server:",
            "  # yaml-language-server: $$schema=tagwerk.schema.json"
        })
final class SchemaCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    SchemaCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.out().println(JobSchema.json().stripTrailing());
        return ExitCode.DONE;
    }
}
