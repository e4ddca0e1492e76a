package dev.tagwerk.formats;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * One container of a workload, in the platform's own terms: {@code command} is what replaces the
 * image's entrypoint on Kubernetes and Container Apps, {@code args} what replaces its CMD. Readers
 * of other platforms put their words where they have the same effect.
 *
 * @param cpu cores
 * @param memory bytes
 * @param script shell text that the platform itself hands to a shell (SkyPilot's run, Azure ML's
 *     command)
 */
public record Container(
        Node node,
        Optional<Scalar> name,
        Optional<Scalar> image,
        Optional<Words> command,
        Optional<Words> args,
        Optional<Scalar> script,
        List<EnvironmentVariable> env,
        Optional<Located<BigDecimal>> cpu,
        Optional<Located<Long>> memory,
        Optional<Gpus> gpu,
        List<Mount> mounts,
        List<Probe> probes,
        Optional<Located<Long>> sharedMemory,
        Optional<Scalar> user,
        Optional<Scalar> workingDirectory) {
    public Container {
        env = List.copyOf(env);
        mounts = List.copyOf(mounts);
        probes = List.copyOf(probes);
    }

    /** A variable's value, where it is written out. */
    public Optional<Scalar> env(String name) {
        return env.stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .flatMap(EnvironmentVariable::value);
    }

    /** All words that start it, in order: command, then args; a script's words as they stand. */
    public List<Scalar> words() {
        java.util.ArrayList<Scalar> words = new java.util.ArrayList<>();
        command.ifPresent(list -> words.addAll(list.words()));
        args.ifPresent(list -> words.addAll(list.words()));
        script.ifPresent(words::add);
        return words;
    }
}
