package dev.tagwerk.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to start the program that executes an attempt; {@code --run FOLDER --attempt ID} is appended.
 * Everybody on the machine can read a command line: no secrets here.
 *
 * @param arguments the program and its first arguments
 * @param environment variables to set for it, beyond those it inherits
 */
public record TrainerCommand(List<String> arguments, Map<String, String> environment) {
    public TrainerCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("arguments: must name a program");
        }
        for (String name : environment.keySet()) {
            if (name.isEmpty() || name.contains("=")) {
                throw new IllegalArgumentException("environment: no variable name: '" + name + "'");
            }
        }
    }

    /** A Java program: {@code java FLAGS -cp CLASSPATH MAINCLASS}. */
    public static TrainerCommand java(
            Path java,
            List<String> flags,
            String classPath,
            String mainClass,
            Map<String, String> environment) {
        List<String> arguments = new ArrayList<>();
        arguments.add(java.toString());
        arguments.addAll(flags);
        arguments.add("-cp");
        arguments.add(classPath);
        arguments.add(mainClass);
        return new TrainerCommand(arguments, environment);
    }

    List<String> argumentsFor(Path runFolder, String attempt) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--run", runFolder.toString(), "--attempt", attempt));
        return all;
    }

    Map<String, String> sortedEnvironment() {
        return new TreeMap<>(environment);
    }
}
