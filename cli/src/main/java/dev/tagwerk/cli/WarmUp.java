package dev.tagwerk.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the launcher has the JVM do once while it records an AOT cache: the usual short commands, so
 * that their classes are in it. Hidden from the help.
 */
final class WarmUp {
    private static final String ROW =
            """
            {"kind":"noul","state":"s","instructions":"i","options":[["false",""],["true",""]],"label":1}
            """;

    /** Somebody else's job, with something in it to find. */
    private static final String FOREIGN =
            """
            type: Microsoft.App/jobs
            location: swedencentral
            properties:
              environmentId: /subscriptions/S/resourceGroups/R/providers/Microsoft.App/managedEnvironments/E
              configuration: {triggerType: Manual, replicaTimeout: 1800, replicaRetryLimit: 1}
              template:
                containers:
                - {name: train, image: "example.com/train:1", command: [""], args: [--bf16]}
            """;

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
        new Main(silent).run("runs", "list");
        checkSomething(silent);
        return ExitCode.DONE;
    }

    /** A job that is valid where the small model that comes along is there. */
    private static void checkSomething(Shell silent) {
        try {
            Path folder = Files.createTempDirectory("tagwerk-warm-up-");
            Path rows = folder.resolve("rows.jsonl");
            Path job = folder.resolve("job.yaml");
            Path foreign = folder.resolve("foreign.yaml");
            try {
                Files.writeString(rows, ROW);
                Shell there =
                        new Shell(
                                silent.out(),
                                silent.err(),
                                silent.environment(),
                                folder,
                                silent.clock());
                // In the folder itself: init writes tagwerk.yaml beside the job.
                new Main(there).run("init", rows.toString(), "--out", job.toString());
                new Main(there).run("check", job.toString());
                new Main(there).run("data", "check", rows.toString());
                new Main(there).run("quote", job.toString());
                new Main(there).run("price", "azure-container-apps/westus2/T4");
                Files.writeString(foreign, FOREIGN);
                new Main(there).run("check", foreign.toString(), "--gpu", "T4");
            } finally {
                Files.deleteIfExists(job);
                Files.deleteIfExists(foreign);
                Files.deleteIfExists(folder.resolve("tagwerk.yaml"));
                Files.deleteIfExists(rows);
                Files.deleteIfExists(folder);
            }
        } catch (IOException noPlace) {
            // Then starting stays a little slower.
        }
    }
}
