package dev.tagwerk.cli;

import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.local.LocalProvider;
import dev.tagwerk.local.TrainerCommand;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the engine for the workspace of the current folder. */
final class Engines {
    private static final String TRAINER = "dev.tagwerk.train.TrainerMain";

    /**
     * What the launcher decided and a trainer needs too, beyond what the provider passes on by
     * itself.
     */
    private static final List<String> PASSED_ON =
            List.of("DJL_CACHE_DIR", "DJL_OFFLINE", "OPT_OUT_TRACKING");

    private Engines() {}

    static Engine open(Shell shell) {
        return open(shell, Workspace.find(shell.directory()));
    }

    static Engine open(Shell shell, Workspace workspace) {
        return new Engine(
                workspace,
                List.of(
                        new LocalProvider(
                                trainer(shell),
                                workspace.runs(),
                                LocalProvider.Surroundings.real())),
                Engine.Surroundings.real());
    }

    /** The trainer runs from the jars and on the Java that this command runs from. */
    static TrainerCommand trainer(Shell shell) {
        List<String> flags =
                List.of(
                        // The heap holds rows and little else: small, and no collector threads
                        // beside the workers.
                        "-XX:+UseSerialGC",
                        "-Xms64m",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dorg.bytedeco.javacpp.nopointergc=true",
                        "-Dorg.bytedeco.javacpp.maxBytes=0",
                        "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir", "/tmp"),
                        "-Dorg.bytedeco.javacpp.cachedir="
                                + System.getProperty("org.bytedeco.javacpp.cachedir", ""));
        Map<String, String> environment = new LinkedHashMap<>();
        for (String name : PASSED_ON) {
            String value = shell.environment().getOrDefault(name, "");
            if (!value.isEmpty()) {
                environment.put(name, value);
            }
        }
        return TrainerCommand.java(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                flags.stream().filter(flag -> !flag.endsWith("cachedir=")).toList(),
                System.getProperty("java.class.path"),
                TRAINER,
                environment);
    }
}
