package dev.tagwerk.cli;

import dev.tagwerk.data.DataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.regex.Matcher;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place where a failure becomes text and an exit code. */
final class Errors {
    private final Shell shell;

    Errors(Shell shell) {
        this.shell = shell;
    }

    /** Prints a failure and says what the process exits with. */
    int report(Throwable failure) {
        int code =
                switch (failure) {
                    case CommandException command -> {
                        print(command.what(), command.why(), command.next());
                        yield command.exitCode();
                    }
                    case DataException invalid -> {
                        print(asTyped(message(invalid)), "", "");
                        yield ExitCode.USAGE;
                    }
                    case UncheckedIOException wrapped ->
                            input(Objects.requireNonNull(wrapped.getCause()));
                    case IOException file -> input(file);
                    case OutOfMemoryError memory -> {
                        print(
                                "the Java heap is full (" + message(memory) + ").",
                                "this command needs more memory than the JVM was given.",
                                "TAGWERK_JAVA_OPTIONS=-Xmx8g " + shell.command() + " ...");
                        yield ExitCode.FAILED;
                    }
                    case Throwable other -> other(other);
                };
        if (!shell.environment().getOrDefault("TAGWERK_DEBUG", "").isEmpty()) {
            failure.printStackTrace(shell.err());
        }
        shell.flush();
        return code;
    }

    /** Prints a mistake in the arguments. */
    int report(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String hint = "";
        String what = sentence(message(failure));
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String typed = unmatched.getUnmatched().getFirst();
            what = "`" + typed + "` is not understood here.";
            hint =
                    typed.startsWith("-")
                            ? String.join(", ", unmatched.getSuggestions())
                            : Subcommands.nearest(typed, command.getSubcommands().keySet())
                                    .orElse("");
        }
        print(
                what,
                hint.isEmpty() ? "" : "did you mean " + hint + "?",
                shell.command() + name.substring("tagwerk".length()) + " --help");
        shell.flush();
        return ExitCode.USAGE;
    }

    private int input(IOException failure) {
        switch (failure) {
            case NoSuchFileException missing -> {
                print(
                        "there is no file " + missing.getFile() + ".",
                        "it, or the folder it would lie in, does not exist.",
                        "ls -ld " + missing.getFile());
                return ExitCode.USAGE;
            }
            case AccessDeniedException denied ->
                    print(
                            "access to " + denied.getFile() + " is denied.",
                            "the file's rights do not allow it.",
                            "ls -ld " + denied.getFile());
            case FileSystemException file ->
                    print(
                            file.getFile() + ": " + file.getReason(),
                            failure.getClass().getSimpleName() + " from the file system.",
                            "");
            case IOException other -> print(message(other), "reading or writing failed.", "");
        }
        return ExitCode.FAILED;
    }

    private int other(Throwable failure) {
        // The modules' own exceptions carry what, why and what to do in their message.
        boolean ours = failure.getClass().getName().startsWith("dev.tagwerk.");
        if (ours) {
            print(asTyped(message(failure)), "", "");
        } else {
            print(
                    "internal error: " + failure,
                    "this is a mistake in Tagwerk, not in what you typed.",
                    "TAGWERK_DEBUG=1 " + shell.command() + " ...   # prints where it happened");
        }
        return ExitCode.FAILED;
    }

    /** Modules do not know how the command was called: they write {@code tagwerk run}. */
    private String asTyped(String text) {
        return asTyped(shell, text);
    }

    static String asTyped(Shell shell, String text) {
        return text.replaceAll(
                "(?<![./\\w-])tagwerk (?=[a-z])", Matcher.quoteReplacement(shell.command() + " "));
    }

    private void print(String what, String why, String next) {
        shell.out().flush();
        line("error: ", "\033[31m", what);
        line("why:   ", "", why);
        line("next:  ", "", next);
    }

    private void line(String label, String colour, String text) {
        if (text.isEmpty()) {
            return;
        }
        boolean coloured = shell.colourErr() && !colour.isEmpty();
        shell.err()
                .println(
                        (coloured ? colour : "")
                                + label
                                + (coloured ? "\033[0m" : "")
                                + text.stripTrailing().replace("\n", "\n       "));
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
