package dev.tagwerk.spec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs somebody's container image. The image finds its inputs under {@code /data}, keeps what it
 * may reuse under {@code /cache} and leaves its results under {@code /output}.
 *
 * @param image as a registry knows it
 * @param command instead of the image's entrypoint and its arguments; empty leaves both
 * @param args instead of the image's arguments alone
 * @param workingDirectory in the container; empty means as the image says
 * @param secrets variables whose values come from the caller and are never shown
 * @param retries starts after a failure
 * @param expects files, relative to {@code /output}, without which a run has not succeeded
 * @param provider where it shall run; a hint
 */
public record ContainerJob(
        String name,
        String image,
        List<String> command,
        List<String> args,
        Optional<String> workingDirectory,
        Environment env,
        List<String> secrets,
        List<JobVolume> volumes,
        ContainerResources resources,
        Optional<Duration> maxDuration,
        int retries,
        List<String> expects,
        ProviderHint provider,
        Terms terms)
        implements Job {
    public ContainerJob {
        CommonKeys.NAME.require(name);
        ContainerKeys.IMAGE.require(image);
        command = checked(ContainerKeys.COMMAND, command);
        args = checked(ContainerKeys.ARGS, args);
        workingDirectory.ifPresent(ContainerKeys.WORKING_DIRECTORY::require);
        ContainerKeys.ENV.require(env);
        secrets = checked(ContainerKeys.SECRETS, secrets);
        volumes = List.copyOf(volumes);
        ContainerKeys.VOLUMES.require(volumes);
        maxDuration.ifPresent(ContainerKeys.MAX_DURATION::require);
        ContainerKeys.RETRIES.require((long) retries);
        expects = checked(ContainerKeys.EXPECTS, expects);
        Rules.require(
                Kind.CONTAINER,
                new Values().put(ContainerKeys.ENV, env).put(ContainerKeys.SECRETS, secrets));
    }

    /** A job that may be placed anywhere. */
    public ContainerJob(
            String name,
            String image,
            List<String> command,
            List<String> args,
            Optional<String> workingDirectory,
            Environment env,
            List<String> secrets,
            List<JobVolume> volumes,
            ContainerResources resources,
            Optional<Duration> maxDuration,
            int retries,
            List<String> expects,
            ProviderHint provider) {
        this(
                name,
                image,
                command,
                args,
                workingDirectory,
                env,
                secrets,
                volumes,
                resources,
                maxDuration,
                retries,
                expects,
                provider,
                Terms.NONE);
    }

    private static List<String> checked(Key<List<String>> key, List<String> list) {
        return list.isEmpty() ? List.of() : key.require(List.copyOf(list));
    }
}
