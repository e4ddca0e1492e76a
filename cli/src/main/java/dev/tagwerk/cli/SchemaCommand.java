package dev.tagwerk.cli;

import dev.tagwerk.spec.JobSchema;
import dev.tagwerk.spec.WorkspaceSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Option(names = "--project", description = "of tagwerk.yaml instead of job files")
    private boolean project;

    SchemaCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        String schema = project ? WorkspaceSchema.json() : JobSchema.json();
        shell.out().println(schema.stripTrailing());
        return ExitCode.DONE;
    }
}
