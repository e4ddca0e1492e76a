package dev.tagwerk.images;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a container really executes: each word, and who put it there.
 *
 * <p>Rules: Kubernetes, "Define a Command and Arguments for a Container"; Docker's {@code
 * mergeAndVerifyConfig}; the Compose specification's {@code entrypoint} and {@code command}; Pyxis'
 * {@code --container-entrypoint}, off by default.
 *
 * @param words in order; none when nothing says what to run, which every runtime refuses
 */
public record EffectiveArgv(List<Word> words) {
    /** Who put a word there. */
    public enum Origin {
        IMAGE_ENTRYPOINT,
        IMAGE_CMD,
        /** What the job gives in ENTRYPOINT's place. */
        JOB_COMMAND,
        /** What the job gives in CMD's place. */
        JOB_ARGUMENTS,
        /** The runtime itself. */
        RUNTIME
    }

    /** One word of the command line. */
    public record Word(String text, Origin origin) {}

    public EffectiveArgv {
        words = List.copyOf(words);
    }

    /**
     * Joins an image's words with a job's.
     *
     * @param command what stands in ENTRYPOINT's place: {@code command} of Kubernetes and Container
     *     Apps, {@code --entrypoint} of Docker, {@code entrypoint} of Compose; empty when the job
     *     does not say
     * @param arguments what stands in CMD's place: {@code args} of Kubernetes and Container Apps,
     *     the words after the image of Docker, {@code command} of Compose, OVHcloud, Azure ML and
     *     Slurm; empty when the job does not say
     */
    public static EffectiveArgv of(
            ImageConfig image,
            ContainerRuntime runtime,
            Optional<List<String>> command,
            Optional<List<String>> arguments) {
        return switch (runtime) {
            // An empty list is the same as none to Kubernetes; a list of one empty word is not.
            case KUBERNETES, CONTAINER_APPS ->
                    merged(
                            image,
                            command.filter(words -> !words.isEmpty()),
                            arguments.filter(words -> !words.isEmpty()));
            // `--entrypoint ""` leaves no entrypoint at all.
            case DOCKER, PODMAN ->
                    merged(
                            image,
                            command.map(EffectiveArgv::withoutTheEmptyWord),
                            arguments.filter(words -> !words.isEmpty()));
            case COMPOSE ->
                    merged(image, command.map(EffectiveArgv::withoutTheEmptyWord), arguments);
            case OVH_AI ->
                    merged(image, Optional.empty(), arguments.filter(words -> !words.isEmpty()));
            case AZURE_ML -> {
                List<Word> words = words(List.of("bash", "-c"), Origin.RUNTIME);
                words.add(
                        new Word(
                                String.join(" ", arguments.orElse(List.of())),
                                Origin.JOB_ARGUMENTS));
                yield new EffectiveArgv(words);
            }
            case SLURM ->
                    new EffectiveArgv(words(arguments.orElse(List.of()), Origin.JOB_ARGUMENTS));
        };
    }

    private static List<String> withoutTheEmptyWord(List<String> words) {
        return words.equals(List.of("")) ? List.of() : words;
    }

    /** A command in ENTRYPOINT's place takes the image's CMD away; arguments replace CMD alone. */
    private static EffectiveArgv merged(
            ImageConfig image, Optional<List<String>> command, Optional<List<String>> arguments) {
        List<Word> words = new ArrayList<>();
        if (command.isPresent()) {
            words.addAll(words(command.get(), Origin.JOB_COMMAND));
        } else {
            words.addAll(words(image.entrypoint(), Origin.IMAGE_ENTRYPOINT));
        }
        if (arguments.isPresent()) {
            words.addAll(words(arguments.get(), Origin.JOB_ARGUMENTS));
        } else if (command.isEmpty()) {
            words.addAll(words(image.command(), Origin.IMAGE_CMD));
        }
        return new EffectiveArgv(words);
    }

    private static List<Word> words(List<String> texts, Origin origin) {
        return new ArrayList<>(texts.stream().map(text -> new Word(text, origin)).toList());
    }

    /** The words alone. */
    public List<String> texts() {
        return words.stream().map(Word::text).toList();
    }
}
