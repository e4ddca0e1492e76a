package dev.tagwerk.formats;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a platform is asked to run, in one shape whoever's file it came from. Everything that a file
 * leaves out is empty: defaults are the platform's, and for rules to know.
 *
 * @param node the whole of it
 * @param kind whether it ends by itself or serves
 * @param region where it shall run, as written
 * @param machine what it shall run on, as written: a workload profile's name, an instance type or
 *     compute, a flavor
 * @param gpu GPUs asked for the whole workload or by its machine's name
 * @param containers the first one is the one that works
 * @param timeout after which the platform ends it
 * @param retries how often the platform starts it anew after a failure
 * @param parallelism how many copies run side by side; for services, the most replicas
 * @param minReplicas for services
 * @param environment the name or id of the environment or cluster that it is for
 */
public record Workload(
        Platform platform,
        Kind kind,
        Node node,
        Optional<Scalar> name,
        Optional<Scalar> region,
        Optional<Scalar> machine,
        Optional<Gpus> gpu,
        List<Container> containers,
        List<Container> initContainers,
        List<Volume> volumes,
        Optional<Located<Duration>> timeout,
        Optional<Located<Integer>> retries,
        Optional<Located<Integer>> parallelism,
        Optional<Located<Integer>> minReplicas,
        Optional<Scalar> environment) {
    /** Whether it ends by itself. */
    public enum Kind {
        JOB,
        SERVICE,
        /** A machine to work on. */
        NOTEBOOK
    }

    public Workload {
        containers = List.copyOf(containers);
        initContainers = List.copyOf(initContainers);
        volumes = List.copyOf(volumes);
    }

    /** The volume that a mount names. */
    public Optional<Volume> volume(Mount mount) {
        return volumes.stream().filter(volume -> volume.name().equals(mount.volume())).findFirst();
    }

    /** The mount, with the longest path, under which a path of a container lies. */
    public static Optional<Mount> mountOf(Container container, String path) {
        return container.mounts().stream()
                .filter(mount -> mount.holds(path))
                .max(java.util.Comparator.comparingInt(mount -> mount.path().length()));
    }
}
