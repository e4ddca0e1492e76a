package dev.tagwerk.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The way of one call: find the command, let picocli read its arguments, run it, exit with its
 * code.
 */
public final class Main {
    private final Shell shell;
    private final Errors errors;

    Main(Shell shell) {
        this.shell = shell;
        this.errors = new Errors(shell);
    }

    /** Runs the command line and exits. */
    public static void main(String[] arguments) {
        Shell shell = Shell.ofProcess();
        int code = new Main(shell).run(arguments);
        shell.flush();
        if (shell.out().checkError() && code == ExitCode.DONE) {
            shell.err().println("error: the output could not be written.");
            shell.err().println("why:   the disk is full, or the reader has gone away.");
            shell.flush();
            code = ExitCode.FAILED;
        }
        System.exit(code);
    }

    /** Runs one call and returns its exit code. */
    int run(String... arguments) {
        String first = arguments.length == 0 ? "--help" : arguments[0];
        if (first.equals("--help")
                || first.equals("-h")
                || (first.equals("help") && arguments.length == 1)) {
            help();
            return ExitCode.DONE;
        }
        if (first.equals("help")) {
            return run(arguments[1], "--help");
        }
        if (first.equals("--version") || first.equals("-V")) {
            return run("version");
        }
        if (first.equals("warm-up")) {
            return new WarmUp(shell).run();
        }
        Optional<Subcommand> command = Subcommands.named(first);
        if (command.isEmpty()) {
            return errors.report(unknown(first));
        }
        Kernels.apply(shell);
        try {
            return commandLine(command.get()).execute(arguments);
        } catch (RuntimeException | Error failure) {
            return errors.report(failure);
        } finally {
            shell.flush();
        }
    }

    private CommandLine commandLine(Subcommand subcommand) {
        Callable<Integer> object = subcommand.factory().create(shell);
        CommandLine root = new CommandLine(CommandSpec.create().name("tagwerk"));
        CommandLine command = new CommandLine(object);
        command.getCommandSpec().usageMessage().description(subcommand.summary());
        root.addSubcommand(subcommand.name(), command);
        root.setOut(shell.out());
        root.setErr(shell.err());
        root.setColorScheme(
                CommandLine.Help.defaultColorScheme(shell.colourOut() ? Ansi.ON : Ansi.OFF));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpWidth(100);
        root.setExpandAtFiles(false); // `@file` is a value of ours

        root.setParameterExceptionHandler((failure, arguments) -> errors.report(failure));
        root.setExecutionExceptionHandler((failure, line, result) -> errors.report(failure));
        return root;
    }

    private CommandException unknown(String typed) {
        String what =
                typed.startsWith("-")
                        ? "there is no option " + typed + " before a command."
                        : "there is no command `" + typed + "`.";
        return CommandException.usage(
                what,
                Subcommands.nearest(typed).map(name -> "did you mean `" + name + "`?").orElse(""),
                shell.command() + " --help");
    }

    /** Written by hand: printing it must not cost the start of anything else. */
    private void help() {
        StringBuilder text = new StringBuilder();
        text.append("Tagwerk: from a data set to a fine-tuned model that you serve yourself.\n\n");
        text.append("Usage: tagwerk COMMAND [ARGUMENTS]\n\n");
        text.append("Commands:\n");
        for (Subcommand command : Subcommands.ALL) {
            text.append("  ").append(command.name());
            text.append(" ".repeat(Math.max(1, 12 - command.name().length())));
            text.append(command.summary()).append('\n');
        }
        text.append("\nExamples:\n");
        text.append(
                "  tagwerk demo                 # a model learns a game of dice, on this machine\n");
        text.append("  tagwerk init rows.jsonl      # writes a job for your own data\n");
        text.append("  tagwerk check job.yaml       # says everything that is wrong with it\n");
        text.append("  tagwerk run job.yaml         # trains; Ctrl-C detaches\n");
        text.append("  tagwerk COMMAND --help       # options and an example of each command\n");
        text.append(
                "\nExit codes: 0 done, 1 failed, 2 usage or invalid file, 3 refused by a gate, 130/143 signals.\n");
        shell.out().print(text);
    }
}
