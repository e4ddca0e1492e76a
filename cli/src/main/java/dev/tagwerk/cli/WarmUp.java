package dev.tagwerk.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What the launcher has the JVM do once while it records an AOT cache: the usual short commands, so
 * that their classes are in it. Hidden from the help.
 */
final class WarmUp {
    private final Shell shell;

    WarmUp(Shell shell) {
        this.shell = shell;
    }

    int run() {
        Shell silent =
                new Shell(
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(new StringWriter()),
                        shell.environment(),
                        shell.directory(),
                        shell.clock());
        new Main(silent).run("--help");
        new Main(silent).run("check", "--help");
        new Main(silent).run("schema");
        new Main(silent).run("version", "--json");
        return ExitCode.DONE;
    }
}
