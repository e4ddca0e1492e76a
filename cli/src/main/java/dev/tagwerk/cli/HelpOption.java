package dev.tagwerk.cli;

import picocli.CommandLine.Option;

/** {@code --help}, the same in every command; mixed in. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    private boolean help;

    /** Whether help was asked for; picocli prints it by itself. */
    boolean asked() {
        return help;
    }
}
