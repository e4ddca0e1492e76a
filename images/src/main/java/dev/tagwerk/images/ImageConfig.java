package dev.tagwerk.images;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How an image is run, as its configuration says.
 *
 * @param platform what it was built for
 * @param entrypoint the program and its first arguments; may be empty
 * @param command Docker's CMD: what follows the entrypoint unless something else is given
 * @param user as written: name, number, or either with a group; empty for root
 * @param environment variables in the order of the configuration
 * @param workingDirectory empty for the root
 * @param exposedPorts such as {@code 8080/tcp}
 * @param volumes paths that runtimes put a volume over
 * @param labels in the order of the configuration
 * @param stopSignal empty for SIGTERM
 * @param shell of RUN and of commands in text form; mostly empty
 * @param created as written; may be empty
 * @param history from the lowest layer up
 * @param diffIds digests of the unpacked layers
 */
public record ImageConfig(
        Platform platform,
        List<String> entrypoint,
        List<String> command,
        String user,
        Map<String, String> environment,
        String workingDirectory,
        List<String> exposedPorts,
        List<String> volumes,
        Map<String, String> labels,
        String stopSignal,
        List<String> shell,
        String created,
        List<HistoryStep> history,
        List<String> diffIds) {
    /**
     * One step of the build.
     *
     * @param createdBy the instruction, as the builder wrote it down
     * @param emptyLayer whether it made no layer
     */
    public record HistoryStep(String createdBy, boolean emptyLayer) {}

    public ImageConfig {
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        exposedPorts = List.copyOf(exposedPorts);
        volumes = List.copyOf(volumes);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        shell = List.copyOf(shell);
        history = List.copyOf(history);
        diffIds = List.copyOf(diffIds);
    }

    /** The folders that programs are looked for in. */
    public List<String> path() {
        String path = environment.getOrDefault("PATH", "");
        // What runc and containerd set where an image says nothing.
        String searched =
                path.isEmpty()
                        ? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
                        : path;
        return List.of(searched.split(":")).stream().filter(folder -> !folder.isEmpty()).toList();
    }
}
