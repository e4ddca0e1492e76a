package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(footer = {"", "Example:", "  tagwerk version --json"})
final class VersionCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    VersionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Map<String, String> facts = facts();
        if (json) {
            ObjectNode node = Json.object();
            facts.forEach(node::put);
            node.put("processors", Runtime.getRuntime().availableProcessors());
            Json.print(shell, node);
        } else {
            facts.forEach(
                    (key, value) -> shell.out().printf("%-18s %s%n", key.replace('_', ' '), value));
        }
        return ExitCode.DONE;
    }

    private Map<String, String> facts() {
        Properties built = built();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("tagwerk", built.getProperty("tagwerk", "unknown"));
        facts.put("java", System.getProperty("java.runtime.version", "unknown"));
        facts.put("java_home", System.getProperty("java.home", "unknown"));
        facts.put("platform", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("libtorch", built.getProperty("libtorch", "unknown"));
        facts.put("openblas_kernels", kernels());
        facts.put(
                "openmp",
                "OMP_NUM_THREADS="
                        + shell.environment().getOrDefault("OMP_NUM_THREADS", "unset")
                        + " OMP_WAIT_POLICY="
                        + shell.environment().getOrDefault("OMP_WAIT_POLICY", "unset"));
        facts.put("cache", shell.environment().getOrDefault("TAGWERK_CACHE", "unset"));
        return facts;
    }

    // the name alone where nothing was measured yet
    private String kernels() {
        return Kernels.remembered(shell)
                .map(
                        choice ->
                                "%s on %d threads (measured: %.0f GFLOP/s)"
                                        .formatted(
                                                choice.coreType(),
                                                choice.threads(),
                                                choice.gigaflops()))
                .orElse(
                        shell.environment()
                                .getOrDefault("OPENBLAS_CORETYPE", "chosen by OpenBLAS"));
    }

    /** The versions that the build wrote down. */
    static Properties built() {
        Properties properties = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return properties;
    }
}
