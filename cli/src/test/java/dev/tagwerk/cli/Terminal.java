package dev.tagwerk.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** A shell for tests: what was printed, and what the exit code was. */
final class Terminal {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Path directory;
    private int code = -1;

    Terminal(Path directory) {
        this.directory = directory;
    }

    Terminal with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Shell shell() {
        return new Shell(
                new PrintWriter(out),
                new PrintWriter(err),
                environment,
                directory,
                Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
    }

    Terminal run(String... arguments) {
        code = new Main(shell()).run(arguments);
        return this;
    }

    int code() {
        return code;
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
