package dev.tagwerk.cli;

import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.local.LocalProvider;
import dev.tagwerk.local.TrainerCommand;
import dev.tagwerk.model.Libtorch;
import dev.tagwerk.model.Placements;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
        List<String> flags = new ArrayList<>(flags());
        Kernels.remembered(shell)
                .ifPresent(
                        choice -> {
                            flags.add("-D" + Libtorch.CORE_TYPE + "=" + choice.coreType());
                            flags.add("-D" + Placements.THREADS + "=" + choice.threads());
                        });
        Map<String, String> environment = new LinkedHashMap<>();
        for (String name : PASSED_ON) {
            String value = shell.environment().getOrDefault(name, "");
            if (!value.isEmpty()) {
                environment.put(name, value);
            }
        }
        return TrainerCommand.java(
                javaProgram(), flags, System.getProperty("java.class.path"), TRAINER, environment);
    }

    /** The Java that this command runs from, with the flags of programs that load libtorch. */
    static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(javaProgram().toString());
        command.addAll(flags());
        return command;
    }

    private static Path javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static List<String> flags() {
        return Stream.of(
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
                                + System.getProperty("org.bytedeco.javacpp.cachedir", ""))
                .filter(flag -> !flag.endsWith("cachedir="))
                .toList();
    }
}
